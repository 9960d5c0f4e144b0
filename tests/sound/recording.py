"""A run of the program's sound whose output goes into a file: ``python -m tests.sound.recording SCENARIO FILE DELAY``.

SDL's disk driver writes what would be heard; ``DELAY`` is how long it rests after each 512 samples, in milliseconds (12
is as quick as a real device). The program's clock is the device's: how much has been written. Prints as JSON how long
the calls took.
"""

import functools
import json
import os
import random
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

FRAME_S = 1 / 60
CLICK_AT = 4000
"""The sample of half a unit at which the made-up voices click."""


def made_up(path: Path, number: int) -> bytes:
    """Half a unit of a place whose voices do nothing but click together."""
    half = array("h", bytes(4 * 44100))
    half[2 * CLICK_AT] = half[2 * CLICK_AT + 1] = 9000
    return half.tobytes()


def main() -> None:
    """Play the scenario."""
    scenario, target, delay = sys.argv[1:4]
    os.environ.update(
        SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=target, SDL_DISKAUDIODELAY=delay
    )
    from sprites.base import audio as sound, loader, music_player
    from sprites.base.audio import Audio, Volumes

    audio = Audio(Volumes(1.0, 1.0, 1.0))
    audio._dice = random.Random(3)
    if scenario.startswith("clicks"):
        clicking = loader.Track(44100, [loader.Theme(1, 1, 1)], 1)
        loader.read_cues = lambda: loader.Cues({}, {"clicks": clicking})
        sound.read_cues = loader.read_cues  # type: ignore[attr-defined]
        audio.loader.sound = made_up  # type: ignore[method-assign]

    def device() -> float:
        """Seconds that have been written: a busy computer makes this device slow, which a real one never is."""
        return os.stat(target).st_size / 4 / 44100 if os.path.exists(target) else 0.0

    music_player.clock = device  # type: ignore[attr-defined]
    took: list[tuple[float, float]] = []
    last = device()

    def timed(call: Callable[[], object]) -> None:
        wall, own = time.perf_counter(), time.thread_time()
        call()
        took.append((1000 * (time.perf_counter() - wall), 1000 * (time.thread_time() - own)))

    def frames(seconds: float, pause: float = FRAME_S) -> Iterator[None]:
        nonlocal last
        end = device() + seconds
        patience = time.perf_counter() + 60 + 10 * seconds
        while device() < end and time.perf_counter() < patience:
            now = device()
            step, last = 1000 * (now - last), now
            timed(functools.partial(audio.update, step))
            yield
            time.sleep(pause)

    def run(seconds: float) -> None:
        for _ in frames(seconds):
            pass

    def heard() -> None:
        """Until the music is heard that was asked for."""
        for _ in frames(20):
            playing = audio.musicians
            if playing is not None and playing.now is not None and playing.playing == audio.track:
                return

    def change() -> None:
        """One place, then another."""
        audio.music("title")
        heard()
        took.clear()
        run(2.2)
        audio.music("legends")
        heard()
        run(1.2)

    def crowd() -> None:
        """All voices, a fanfare and eight effects."""
        audio.tension = 1
        audio.music("tash_kalar")
        heard()
        audio.loader.finish()
        run(1.0)
        took.clear()
        timed(lambda: audio.play("victory"))
        for frame in (("cube", "castle", "crack", "card_play"), ("card_lift", "coin", "points", "summon_heroic")):
            for cue in frame:
                timed(lambda cue=cue: audio.play(cue))  # type: ignore[misc]
            run(FRAME_S)
        run(1.0)

    def clicks(units: int) -> None:
        """So many units of the made-up place."""
        audio.music("clicks")
        heard()
        took.clear()
        played = 0
        last_unit = None
        while played < units:
            for _ in frames(0.02, 0.001):
                assert audio.musicians is not None
                if audio.musicians._sounding is not last_unit:
                    last_unit = audio.musicians._sounding
                    played += 1

    if scenario.startswith("clicks"):
        clicks(int(scenario.partition(":")[2]))
    else:
        {"change": change, "crowd": crowd}[scenario]()
    audio.close()
    print(json.dumps(took))


if __name__ == "__main__":
    main()
