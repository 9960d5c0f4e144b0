"""Fit the estimate of a round of King of 12 between two, and write ``ai/king_of_12/leaf_value.json``.

``python build/fit/leaf_value.py --store FILE`` begins rounds with the set of a first game, random sets and promos,
plays the first tricks (half of the rounds at random, half by cards that seem good a trick ahead), and solves each from
there to its end. From all positions met on the way some are drawn, for every number of tricks left: they are as a
solver meets them, whatever has been played. What is fitted is the value of the exact solution, by a logit of the terms
of ``extract_features``. A fifth of the rounds is left out first, to tell how far the estimate is off.

Rounds are lines of the file, written when they are solved: an interrupted run goes on where it stopped. Needs
numpy and about ten minutes; the same rounds give the same numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from king_of_12 import Deal, choose, settle

from ai.king_of_12.heads_up_solver import Place, Round, find_flags, make_place, standing
from ai.king_of_12.leaf_value import FEWEST_LEFT, FILE, MOST_LEFT, PARTS, LeafEvaluator, extract_features
from engine.chance import SeededChance, mix
from games.king_of_12.options import PROMOS
from games.king_of_12.state import CARDS_OF

SEED = 12
ROUNDS = ((4, 1800, 8), (5, 120, 60), (6, 6, 400))
"""Tricks left from which so many rounds are solved, and positions drawn of each for every smaller number."""
SETS: tuple[dict[str, str], ...] = tuple(
    options
    for promo in list(PROMOS)[1:]
    for options in ({"set": "first"}, {"set": "random"}, {"set": "random", "promo": promo})
)
LEFT_OUT = 5
HELD = 1.0
"""How strongly a number is held at nought, in positions as good as one."""
STEPS = 25
Row = tuple[int, Place, float]
"""Tricks left, position, rounds won by the first seat."""


def solve_round(left: int, number: int, drawn: int) -> list[Row]:
    """Solve one round from ``left`` tricks before its end; empty if it is decided by then."""
    seed = mix(SEED, "unsolved", left, number)
    chance = SeededChance(seed)
    position = Deal(2, SETS[number % len(SETS)], chance, False).start
    while position.left > left and not position.over:
        cards = tuple(
            chance.draw(CARDS_OF[position.hands[seat]]) if number % 4 < 2 else choose(position, seat, chance)
            for seat in (0, 1)
        )
        position = settle(position, cards, chance)
    place = make_place(position, 0)
    if position.over or standing(place[2:6], left, find_flags(*place[6:])).worth is not None:
        return []
    rounds = Round(_never)
    rounds.value(place, left, left)
    met: dict[int, list[Row]] = {}
    for row in rounds.iterate_positions():
        met.setdefault(row[0], []).append(row)
    dice = Random(seed)
    return [
        row
        for at in range(FEWEST_LEFT, MOST_LEFT + 1)
        for row in dice.sample(met.get(at, []), min(drawn, len(met.get(at, []))))
    ]


def _never(place: Place, left: int) -> float:
    raise AssertionError("solved to the end")


def load_rounds(store: Path) -> list[list[Row]]:
    """All rounds, those of the file as they are."""
    kept: dict[tuple[int, int], list[Row]] = {}
    if store.exists():
        for line in store.read_text("utf-8").splitlines():
            left, number, rows = json.loads(line)
            kept[left, number] = [(at, tuple(place), value) for at, place, value in rows]
    with store.open("a", encoding="utf-8") as file:
        for left, count, drawn in ROUNDS:
            for number in range(count):
                if (left, number) not in kept:
                    rows = kept[left, number] = solve_round(left, number, drawn)
                    file.write(json.dumps([left, number, rows]) + "\n")
                    file.flush()
            print(f"{count} rounds with {left} tricks left", flush=True)
    return [kept[key] for key in sorted(kept)]


def fit(rows: Sequence[Row], sight: LeafEvaluator) -> Any:
    """The numbers that make these values most likely."""
    x = np.array([extract_features(place, left, sight) for left, place, _ in rows])
    y = np.array([value for _, _, value in rows])
    numbers = np.zeros(x.shape[1])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-x @ numbers))
        slope = x.T @ (said - y) + HELD * numbers
        curve = (x * np.maximum(said * (1 - said), 1e-3)[:, None]).T @ x + HELD * np.eye(len(numbers))
        numbers -= np.linalg.solve(curve, slope)
    return numbers


def name_numbers(numbers: Any) -> dict[str, list[float]]:
    """Format the coefficients as in the file."""
    found: dict[str, list[float]] = {}
    at = 0
    for name, count in PARTS.items():
        found[name] = [round(float(value), 3) for value in numbers[at : at + count]]
        at += count
    return found


def main(arguments: Sequence[str]) -> None:
    """Solve, fit, tell how far off the estimate is, write."""
    parser = argparse.ArgumentParser(description="Fit the estimate of a round of King of 12 between two.")
    parser.add_argument("--store", type=Path, required=True, help="file of solved rounds")
    given = parser.parse_args(arguments)
    rounds = load_rounds(given.store)
    sight = LeafEvaluator({})
    found = {}
    for left in range(FEWEST_LEFT, MOST_LEFT + 1):
        parts = [[row for row in rows if row[0] == left] for rows in rounds]
        out = [row for number, part in enumerate(parts) if number % LEFT_OUT == 0 for row in part]
        rest = fit([row for number, part in enumerate(parts) if number % LEFT_OUT for row in part], sight)
        said = 1 / (1 + np.exp(-np.array([extract_features(place, left, sight) for _, place, _ in out]) @ rest))
        off = np.sqrt(np.mean((said - np.array([value for _, _, value in out])) ** 2))
        rows = [row for part in parts for row in part]
        found[str(left)] = name_numbers(fit(rows, sight))
        print(f"{left} left: {len(rows)} positions, {off:.3f} off in {len(out)} left out", flush=True)
    lines = [f' "{left}": {json.dumps(numbers)}' for left, numbers in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
