"""Better numbers for an opponent, one after the other: ``python build/fit/tune.py GAME LEVEL KEEP.json NAME STEP …``.

Each number (a constant of the modules of ``ai/GAME``) is tried STEP times as large and as small, at one seat against
the numbers that are best so far at all others, everybody's luck the same from every seat. What counts is the lead in
the game's own score, which says more in few games than who won: a value is taken when its mean lead is above nought by
two standard errors, dropped when it is below by one, and played on with until ``--games``. The best numbers stand in
KEEP.json after every trial, with what every trial gave; the next call goes on from there. ``--seats`` may be named more
than once: the games take turns.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from compare_numbers import change_number, list_modules

from ai.choose import choose
from ai.playout import play_out
from ai.win_probability import win_shares
from engine import registry
from engine.chance import SeededChance, mix

WIN = 2.0
"""Points that winning counts for beside the points."""
FEWEST = 40
"""Games before a trial may end."""
Numbers = dict[str, float]


def scores(game: str, state: Any, seats: int) -> list[float]:
    """Final points (where the game has points) and wins of every seat."""
    rules = registry.rules(game)
    won = [WIN * share for share in win_shares(rules.result(state))]
    points = rules.view(state, None).get("points")
    if not isinstance(points, list) or len(points) != seats:
        return won
    return [float(each) + more for each, more in zip(points, won, strict=True)]


def lead(game: str, level: str, seats: int, seat: int, seed: int, tried: Numbers, others: Numbers) -> float:
    """Play a game; the lead of the seat with the numbers that are tried over the mean of the others."""
    rules, modules = registry.rules(game), list_modules(game)
    chance = SeededChance(mix(seed, "game"))
    state = rules.new({}, seats, chance)

    def answer(state: Any, one: int, turn: int) -> int:
        view, legal = rules.view(state, one), list(rules.legal(state, one))
        with _change_all(modules, tried if one == seat else others):
            return choose(game, view, one, legal, level, mix(seed, turn, one)).action

    play_out(rules, state, chance, answer)
    found = scores(game, state, seats)
    return found[seat] - (sum(found) - found[seat]) / (seats - 1)


def _change_all(modules: list[ModuleType], numbers: Numbers) -> ExitStack:
    stack = ExitStack()
    for name, value in numbers.items():
        stack.enter_context(change_number(modules, name, value))
    return stack


def trial(given: argparse.Namespace, label: str, tried: Numbers, best: Numbers) -> tuple[float, float, int]:
    """Mean lead of numbers over the best so far, its standard error, and how many games it took."""
    leads: list[float] = []
    while len(leads) < given.games:
        number = len(leads)
        seats = given.seats[number % len(given.seats)]
        deal, seat = divmod(number // len(given.seats), seats)
        leads.append(lead(given.game, given.level, seats, seat, mix(given.seed, label, deal, seats), tried, best))
        if len(leads) >= FEWEST and len(leads) % 10 == 0:
            mean, error = _mean(leads)
            if mean > 2.2 * error or mean < -error:
                break
    return (*_mean(leads), len(leads))


def _mean(leads: list[float]) -> tuple[float, float]:
    mean = sum(leads) / len(leads)
    return mean, math.sqrt(sum((each - mean) ** 2 for each in leads) / max(1, len(leads) - 1) / len(leads))


def main() -> None:
    """Try every number upwards and downwards, once round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("keep", type=Path)
    parser.add_argument("numbers", nargs="+", help="NAME STEP NAME STEP …")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.seats = given.seats or [2]
    modules = list_modules(given.game)
    data = json.loads(given.keep.read_text("utf-8")) if given.keep.exists() else {"best": {}, "trials": []}
    best: Numbers = data["best"]
    for name, step in zip(given.numbers[::2], map(float, given.numbers[1::2]), strict=True):
        start = best.get(name) or next(getattr(each, name) for each in modules if hasattr(each, name))
        for factor in (step, 1 / step):
            now = best.get(name, start)
            if factor < 1 and now != start:
                break  # upwards it went
            while True:
                value = round(now * factor, 6)
                label = f"{name} {value} {len(data['trials'])}"
                mean, error, games = trial(given, label, {**best, name: value}, best)
                taken = mean > 2 * error
                row = [name, now, value, round(mean, 3), round(error, 3), games, taken]
                data["trials"].append(row)
                print(*row, flush=True)
                if taken:
                    best[name] = now = value
                given.keep.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
                if not taken:
                    break


if __name__ == "__main__":
    main()
