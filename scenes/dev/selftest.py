"""A whole computer game of every built game through the real scenes: the smoke test of any copy."""

from __future__ import annotations

import os
import time
from typing import Any

from engine import registry
from engine.seats import Seat
from engine.session import Session
from engine.storage.settings import Settings
from engine.storage.stopwatch import Stopwatch
from scenes.common.player_identity import free_sign
from scenes.shell.context import Context
from scenes.shell.i18n import LANGUAGES, Texts
from scenes.shell.window import Window
from scenes.table import game_screens as games

LIMIT_SECONDS = 240.0


def computer_seats(count: int, level: str = "novice") -> list[Seat]:
    """Seats for a game of computers only."""
    names = ("Leo", "Mia", "Tom", "Eva")
    seats: list[Seat] = []
    for k in range(count):
        colour, emblem = free_sign(seats)
        name = names[k] if k < len(names) else f"{names[k % 4]} {k // 4 + 1}"
        seats.append(Seat("computer", level, name, colour, emblem))
    return seats


def headless() -> None:
    """No real window and no sound card are needed."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"


def run(chosen: list[str]) -> int:
    """Play; one line per game; exit code 0 when all went well."""
    headless()
    import pygame

    settings = Settings()
    settings.speed = "instant"
    ctx = Context(settings, sound=False, quiet=True)
    ctx.instant = True
    Window(ctx, (1280, 720), visible=False)
    failed = 0
    try:
        for game in chosen:
            for count in sizes(registry.info(game).seat_counts):
                failed += not _play(ctx, game, count)
        failed += not _whole(ctx)
    finally:
        ctx.close()
        pygame.quit()
    return 1 if failed else 0


def sizes(counts: tuple[int, ...]) -> list[int]:
    """A full table, and a full hall where there is one."""
    return sorted({max(count for count in counts if count <= 4), counts[-1]})


def _play(ctx: Context, game: str, count: int) -> bool:
    start, lived = time.monotonic(), Stopwatch()
    session = Session.start(game, {}, computer_seats(count), "selftest")
    scene: Any = games.table(ctx, session)
    ctx.stack.replace(scene)
    frames = 0
    while not scene.finished:
        ctx.stack.update(16.0)
        if ctx.stack.needs_drawing:
            ctx.window.draw()
            frames += 1
        if lived.read() > LIMIT_SECONDS:
            print(f"{game}: FAILED: not over after {LIMIT_SECONDS:.0f} s, {session.turn} decisions")
            return False
    ctx.window.draw()
    places = ", ".join(f"{seat.name} {place}" for seat, place in zip(session.seats, session.result(), strict=True))
    seconds = time.monotonic() - start
    print(f"{game}: ok, {count} seats, {session.turn} decisions, {frames} frames, {seconds:.1f} s, places: {places}")
    return True


def _whole(ctx: Context) -> bool:
    """Whether this copy is complete: no file was missing, all languages speak, the opponents' process worked."""
    wrong = list(ctx.missed.lines)
    wrong += [f"no texts in {code!r}" for code in LANGUAGES if not Texts(code).has("ui.name")]
    if ctx.thinker.fallbacks:
        wrong.append(f"the opponents' process has failed {ctx.thinker.fallbacks} times")
    for line in wrong:
        print(f"FAILED: {line}")
    return not wrong
