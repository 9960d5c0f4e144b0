"""A film of twenty seconds for a shop's page, made from the program: the title, then a game of computers of each kind.

    python3 build/package/film.py FILE.mp4

The scenes run by their own clock, one picture after the other, so the film is smooth however slow the machine is.
ffmpeg (Debian: ffmpeg) encodes it as H.264 without sound.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import contents

if str(contents.ROOT) not in sys.path:
    sys.path.insert(0, str(contents.ROOT))

from smoke import Failure, call

NEEDS = {"ffmpeg": "ffmpeg", "ffprobe": "ffmpeg"}
SIZE = (1280, 720)
RATE = 30
TITLE_S, GAME_S = 2.0, 4.5
SECONDS = TITLE_S + 4 * GAME_S
SKIPPED_S = {"legends": 9.0, "king_of_the_dice": 9.0, "tash_kalar": 14.0}
"""Seconds of a game's beginning that the film leaves out."""
USUAL_SKIPPED_S = 5.0
ANSWER_S = 20.0
"""Seconds of the clock that a computer may think while the film stands still."""


def make(file: Path) -> Path:
    """Write the film to ``file`` and return it; raises Failure if ffmpeg fails."""
    command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += ["-s", f"{SIZE[0]}x{SIZE[1]}", "-r", str(RATE), "-i", "-"]
    command += ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart", str(file)]
    encoder = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert encoder.stdin is not None
    try:
        _draw(encoder.stdin)
    finally:
        _, said = encoder.communicate()
    if encoder.returncode:
        raise Failure(f"ffmpeg has failed:\n{said.decode('utf-8', 'replace')}")
    return file


def check(file: Path) -> float:
    """Return the length of a film in seconds; raises Failure if length or size are not as specified."""
    entries = "stream=width,height:format=duration"
    found = json.loads(call("ffprobe", "-v", "error", "-show_entries", entries, "-of", "json", file))
    size = (found["streams"][0]["width"], found["streams"][0]["height"])
    seconds = float(found["format"]["duration"])
    if size != SIZE or abs(seconds - SECONDS) > 1:
        raise Failure(f"{file.name}: {size}, {seconds:.1f} s; expected {SIZE}, {SECONDS:.1f} s")
    return seconds


def _draw(out: IO[bytes]) -> None:
    """Write the pictures of the film one after the other."""
    import pygame

    from engine import registry
    from engine.session import Session
    from engine.storage.settings import Settings
    from scenes.dev.selftest import computer_seats, headless
    from scenes.shell import routes
    from scenes.shell.context import Context
    from scenes.shell.window import Window
    from scenes.table import game_screens

    headless()
    settings = Settings()
    settings.language, settings.computer_pause = "en", 0
    ctx = Context(settings, sound=False, quiet=True)
    window = Window(ctx, SIZE, visible=False)

    def show(seconds: float) -> None:
        for _ in _frames(ctx, seconds):
            window.draw()
            window.finish_plans()
            out.write(pygame.image.tobytes(window.surface, "RGB"))

    try:
        routes.open(ctx, "title")
        ctx.stack.settle()
        show(TITLE_S)
        for info in registry.games():
            seats = computer_seats(3 if 3 in info.seat_counts else 2, "skilled")
            scene: Any = game_screens.table(ctx, Session.start(info.id, {}, seats, "film"))
            ctx.stack.replace(scene)
            ctx.stack.settle()
            for _ in _frames(ctx, SKIPPED_S.get(info.id, USUAL_SKIPPED_S)):
                pass
            show(GAME_S)
    finally:
        ctx.close()


def _frames(ctx: Any, seconds: float) -> Iterator[None]:
    """Yield once a frame while the scenes' clock runs; it stands still while a computer thinks at rest."""
    for _ in range(round(seconds * RATE)):
        ctx.stack.update(1000 / RATE)
        scene, end = ctx.stack.top, time.monotonic() + ANSWER_S
        while getattr(scene, "opponents", None) and scene.opponents.busy and not scene.busy and time.monotonic() < end:
            time.sleep(0.01)
            ctx.stack.update(0)
        yield


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("film.py FILE.mp4")
    from engine import bootstrap

    bootstrap.ready("dev")
    print(f"{check(make(Path(sys.argv[1]))):.1f} s")
