"""``python3 -m engine.bench [GAME …]``: how fast the rules, the window and its start are, as JSON.

``games → GAME → SEATS``: ``decisions_per_s`` and ``games_per_s`` of random play through the
contract (legal, choose, apply), and microseconds of ``clone``, ``view``, ``determinize``,
``apply``, of ``chance``: everybody's chance to win a full state (``ai.win_probability``), and of ``last_resort``: the
choice when the worker does not answer (``quick_choice``); the best of several runs, because whatever else the machine
does only adds to it. ``frames → SIZE → GAME``: milliseconds of a frame
while things move and the worker thinks, memory and processor at rest, see ``scenes.dev.bench_frames``.
``first_frame_s``: from the start of the process, with the bytecode that Python keeps since an earlier start.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.contract import Rules

REPEATS = 5
SECONDS = 0.4
SAMPLES = 400
WINDOW_TIMEOUT_S = 600
SIZES = ("1920x1080", "3840x2160")
"""Sizes of the window for the frames."""


class WindowFailed(Exception):
    """The window program did not return its figures; the text is its output."""


def main(argv: Sequence[str]) -> int:
    """Print the figures as JSON; return 1 if a part could not be measured, else 0."""
    built = [info.id for info in registry.games()]
    parser = argparse.ArgumentParser(prog="python3 -m engine.bench", description="Measure speed and memory.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(built)} (default: all)")
    parser.add_argument("--rules-only", action="store_true", help="leave out window, start and memory")
    parser.add_argument("--frames-only", action="store_true", help="measure the frames of all tables and nothing else")
    parser.add_argument("--options", type=json.loads, default={}, help="options of the games as JSON (one game only)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of each run of random play")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="positions over which single calls are averaged")
    wanted = parser.parse_args(argv)
    unknown = sorted(set(wanted.games) - set(built))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(built)}")
    games = wanted.games or built
    if wanted.options and len(games) > 1:
        parser.error("--options: expected one game")
    figures: dict[str, Any] = {}
    if not wanted.frames_only:
        figures["games"] = {
            game: measure_rules(registry.rules(game), wanted.seconds, wanted.samples, wanted.options) for game in games
        }
    status = 0
    if not wanted.rules_only:
        try:
            figures.update(measure_window(games, start=not wanted.frames_only))
        except WindowFailed as error:
            sys.stderr.write(f"The window could not be measured: {error}\n")
            status = 1
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    return status


# --- rules -----------------------------------------------------------------------------------------


def measure_rules(
    rules: Rules[Any], seconds: float = SECONDS, samples: int = SAMPLES, wish: Mapping[str, Any] | None = None
) -> dict[str, dict[str, float]]:
    """Measure the rules of a game with ``wish`` as options; return by number of seats the figures: decisions and games
    per second, microseconds of single calls."""
    found = {}
    for seats in choose_seat_counts(rules):
        options = rules.check_options(wish or {}, seats)
        speeds = [_random_play(rules, options, seats, number, seconds) for number in range(REPEATS)]
        found[str(seats)] = {
            "decisions_per_s": round(max(speed[0] for speed in speeds)),
            "games_per_s": round(max(speed[1] for speed in speeds), 1),
            **_single_calls(rules, options, seats, samples),
        }
    return found


def choose_seat_counts(rules: Rules[Any]) -> list[int]:
    """Return the numbers of seats to measure: all up to 4, and 8 and 16."""
    return [count for count in rules.seat_counts if count <= 4 or count in (8, 16)]


def _random_play(
    rules: Rules[Any], options: dict[str, Any], seats: int, seed: int, seconds: float
) -> tuple[float, float]:
    """Decisions and games per second of random play."""
    chance = SeededChance(seed)
    number = random.Random(seed).random
    to_act, legal, apply, new = rules.to_act, rules.legal, rules.apply, rules.new
    giving_up = frozenset(rules.resignations)
    decisions = games = 0
    begin = time.perf_counter()
    end = begin + seconds
    while time.perf_counter() < end:
        state = new(options, seats, chance)
        while owing := to_act(state):
            for seat in owing:  # all of them have to decide until the last one has
                actions = legal(state, seat)
                action = actions[int(number() * len(actions))]
                while action in giving_up:
                    action = actions[int(number() * len(actions))]
                apply(state, seat, action, chance)
            decisions += len(owing)
        games += 1
    taken = time.perf_counter() - begin
    return decisions / taken, games / taken


def _single_calls(rules: Rules[Any], options: dict[str, Any], seats: int, samples: int) -> dict[str, float]:
    """Return microseconds per call of each rules function, averaged over positions of random games."""
    chance = SeededChance(0)
    states, moves = _positions(rules, options, seats, chance, samples)
    views = [rules.view(state, seat) for state, (seat, _) in zip(states, moves, strict=True)]

    def clone() -> None:
        for state in states:
            rules.clone(state)

    def view() -> None:
        for state, (seat, _) in zip(states, moves, strict=True):
            rules.view(state, seat)

    def determinize() -> None:
        for seen in views:
            rules.determinize(seen, chance)

    chances = import_module("ai.win_probability").chances  # by name, as the registry reaches the games

    def judge() -> None:
        for state in states:
            chances(rules.id, state)

    quick_choice = import_module("ai.opponent_registry").quick_choice
    choices = [rules.legal(state, seat) for state, (seat, _) in zip(states, moves, strict=True)]

    def last_resort() -> None:
        for seen, (seat, _), legal in zip(views, moves, choices, strict=True):
            quick_choice(rules.id, seen, seat, legal, 1)

    return {
        "clone_us": _best_us(clone, samples),
        "view_us": _best_us(view, samples),
        "determinize_us": _best_us(determinize, samples),
        "chance_us": _best_us(judge, samples),
        "last_resort_us": _best_us(last_resort, samples),
        "apply_us": _apply_us(rules, states, moves, chance),
    }


def _positions(
    rules: Rules[Any], options: dict[str, Any], seats: int, chance: SeededChance, samples: int
) -> tuple[list[Any], list[tuple[int, int]]]:
    """Return positions of random games, and for each one a seat and one of its legal actions."""
    states: list[Any] = []
    moves: list[tuple[int, int]] = []
    while len(states) < samples:
        state = rules.new(options, seats, chance)
        while rules.to_act(state) and len(states) < samples:
            seat = chance.draw(rules.to_act(state))
            action = chance.draw(rules.legal(state, seat))
            states.append(rules.clone(state))
            moves.append((seat, action))
            rules.apply(state, seat, action, chance)
    return states, moves


def _best_us(calls: Callable[[], None], samples: int) -> float:
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        calls()
        times.append(time.perf_counter() - begin)
    return round(min(times) / samples * 1e6, 2)


def _apply_us(rules: Rules[Any], states: list[Any], moves: list[tuple[int, int]], chance: SeededChance) -> float:
    times = []
    for _ in range(REPEATS):
        copies = [rules.clone(state) for state in states]
        begin = time.perf_counter()
        for state, (seat, action) in zip(copies, moves, strict=True):
            rules.apply(state, seat, action, chance)
        times.append(time.perf_counter() - begin)
    return round(min(times) / len(states) * 1e6, 2)


# --- window ----------------------------------------------------------------------------------------


def measure_window(games: Sequence[str], *, start: bool) -> dict[str, Any]:
    """Measure frame times by window size and, with ``start``, the time from start to first frame in seconds; raises
    :class:`WindowFailed`."""
    chosen = [part for game in games for part in ("--game", game)]
    frames = {size: json.loads(_last_line(_window("--bench-frames", "--size", size, *chosen))) for size in SIZES}
    if not start:
        return {"frames": frames}
    with tempfile.TemporaryDirectory() as bytecode:
        starts = [float(_last_line(_window("--bench-first-frame", bytecode=bytecode))) for _ in range(REPEATS + 1)]
    return {"frames": frames, "first_frame_s": round(statistics.median(starts[1:]), 3)}  # the first one compiles all


def _window(*verb: str, bytecode: str = "") -> str:
    """Run the window program with these arguments and return its output; without a display it draws into memory.

    ``bytecode``: folder for Python's bytecode, instead of the one that the environment names.
    """
    env = dict(os.environ)
    if bytecode:
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        env["PYTHONPYCACHEPREFIX"] = bytecode
    if sys.platform.startswith("linux") and not env.get("DISPLAY") and not env.get("WAYLAND_DISPLAY"):
        env.setdefault("SDL_VIDEODRIVER", "dummy")
    env.setdefault("SDL_AUDIODRIVER", "dummy")
    env["FOUR_THRONES_T0"] = repr(time.time())
    command = [sys.executable, os.path.join(ROOT, "game.py"), *verb]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=WINDOW_TIMEOUT_S, check=False, env=env)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WindowFailed(str(error)) from error
    if done.returncode:
        raise WindowFailed(done.stderr.strip() or f"exit status {done.returncode}")
    return done.stdout


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    if not lines:
        raise WindowFailed("it said nothing")
    return lines[-1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
