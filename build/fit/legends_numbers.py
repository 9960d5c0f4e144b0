"""Fit the numbers by which experts of Legends judge positions to what wins games: ``ai/legends/weights.json``.

``python build/fit/legends_numbers.py STORE --seats 3 --steps 6 --games 2000``

In every game each seat plans its turns as skilled players do, but judges by numbers of its own: those that are best so
far (first those of the file), each times a random factor near 1. By how much a seat's lead in the end goes with its
factors says which way each number should go; how far it goes is told from how sure that is. So it is done step by step,
each with new games. Every game is a line of a file in the folder STORE, every step another file, so it can be stopped
and gone on with; from the same numbers the same seed and number of games give the same. With ``--write`` the set of
that number of seats is written.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from math import exp, sqrt
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from ai.legends.lookahead import SKILLED_WIDTH, make_planner
from ai.legends.players import skilled
from ai.legends.weights import FILE, EvaluationWeights, Valuation, load_weights
from ai.playout import play_out
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from games.legends import RULES
from games.legends.scoring import scores
from games.legends.state import LAST_CARD, TAKE_CARD, State

NAMES = EvaluationWeights.__struct_fields__
SPREAD = 0.3
"""How far the factors are from 1: the standard deviation of their logarithms."""
WIN = 3.0
"""Points that a win counts for, beside the points."""
LONGEST = 0.2
"""The furthest that a number goes in a step, as a logarithm."""
FINE = 4
"""Digits that are kept of a number."""


def play_game(best: dict[str, float], seats: int, seed: int) -> tuple[list[list[float]], list[float]]:
    """A game; by seat the logarithms of its factors, in standard deviations, and its score in the end."""
    whims = random.Random(seed)
    factors = [[whims.gauss(0, 1) for _ in NAMES] for _ in range(seats)]
    minds = [
        Valuation(
            EvaluationWeights(**{name: best[name] * exp(SPREAD * one) for name, one in zip(NAMES, row, strict=True)})
        )
        for row in factors
    ]
    chance = SeededChance(mix(seed, "table"))
    state = RULES.new({}, seats, chance)

    def answer(state: State, seat: int, turn: int) -> int:
        legal = list(RULES.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        if state.phase < TAKE_CARD or state.phase == LAST_CARD:
            deciding = SeededChance(mix(seed, "opponent", turn, seat))
            return skilled(RULES.view(state, seat), seat, legal, deciding).action
        return make_planner(state, seat, minds[seat], SKILLED_WIDTH).plans()[0].action

    play_out(RULES, state, chance, answer)
    won = win_shares(RULES.result(state))
    return factors, [row["total"] + WIN * share for row, share in zip(scores(state), won, strict=True)]


def slopes(games: list[tuple[list[list[float]], list[float]]]) -> list[tuple[float, float]]:
    """By number the points that a standard deviation more of it brings, and its standard error."""
    found = []
    for at in range(len(NAMES)):
        pairs = []
        for factors, ends in games:
            middle, mean = sum(row[at] for row in factors) / len(ends), sum(ends) / len(ends)
            pairs += [(row[at] - middle, end - mean) for row, end in zip(factors, ends, strict=True)]
        square = sum(x * x for x, _ in pairs)
        slope = sum(x * y for x, y in pairs) / square
        rest = sum((y - slope * x) ** 2 for x, y in pairs)
        found.append((slope, sqrt(rest / len(pairs) / square)))
    return found


def step_numbers(best: dict[str, float], found: list[tuple[float, float]]) -> dict[str, float]:
    """The numbers, each a step further to where it wins more; the surer the further."""
    after = {}
    for name, (slope, error) in zip(NAMES, found, strict=True):
        sure = (slope / error) ** 2
        step = LONGEST * max(-1.0, min(1.0, slope / error / 6)) * sure / (1 + sure)
        after[name] = round(best[name] * exp(step), FINE)
    return after


def main() -> None:
    """Fit the weights in several steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--games", type=int, default=2000, help="for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.store.mkdir(parents=True, exist_ok=True)
    best: dict[str, float] = msgspec.to_builtins(load_weights(given.seats))
    for step in range(given.steps):
        file = given.store / f"{given.seats}_{given.seed}_{step}.jsonl"
        games = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        with file.open("a", encoding="utf-8") as kept:
            for number in range(len(games), given.games):
                game = play_game(best, given.seats, mix(given.seed, "numbers", given.seats, step, number))
                games.append(game)
                print(json.dumps(game), file=kept, flush=True)
        found = slopes(games[: given.games])
        best = step_numbers(best, found)
        for name, (slope, error) in zip(NAMES, found, strict=True):
            print(f"step {step}: {name} {slope:+.3f} ± {error:.3f}, now {best[name]}", flush=True)
    if given.write:
        data = json.loads(FILE.read_text("utf-8"))
        data[str(given.seats)] = best
        FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
