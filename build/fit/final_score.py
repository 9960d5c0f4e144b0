"""Fit what everybody can expect in King of the Dice, and write ``ai/king_of_the_dice/final_score.json``.

``python build/fit/final_score.py --store FILE --games 600`` lets players of one strength play that number of games with
each number of seats and keeps the positions in which a turn is over. They roll for one citizen, which takes a quarter
of the time. Two games of three are judged by the numbers in use, each seat with some weights changed at random, so that
they do not all play alike; the third one as skilled players do. The weights are fitted so that a position is worth on
average to every seat what the next one is, and the last one what the seat had in the end, both against the mean of all
seats (least squares of temporal differences, with traces of ``TRACE``): dice are so loud that the end of a game says
little about a position in its middle, but much about the next turn. What the rivals count, and how much more those who
are ahead, is not fitted but kept as it stands in the file.

Games are lines of the file, written when they are over; an interrupted run is resumed. With
``--no-play`` it only fits. Needs numpy; a game takes half a second, and the same games give the same numbers. Whoever
starts from other numbers gets other games: those in use come from three rounds of playing and fitting, between two
from two (500 games that began with the numbers of three seats, then 1,200).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from differences import solve_weights
from stored import play_missing

from ai.king_of_the_dice.final_score import (
    FILE,
    SEATS,
    TERMS,
    FinalScoreEvaluator,
    Weights,
    find_weight_shares,
    project_seats,
    weights,
)
from ai.king_of_the_dice.hold_policies import hold_best_target
from ai.king_of_the_dice.players import EXPERT, SKILLED, decide
from engine.chance import SeededChance, mix
from games.king_of_the_dice import RULES
from games.king_of_the_dice.scoring import FLAME_POINTS, parts
from games.king_of_the_dice.state import OVER, State, copied, supply

TRACE = 0.5
"""How much of a later surprise a position is made to answer for, turn by turn."""
HELD = 1.0
"""How strongly a weight is held at nought."""
CHANGED = (0.6, 1.0, 1.0, 1.4)
"""By what the weights of a player are multiplied, one for all terms but land."""
SKILLED_ONES = 2
"""Which of three games skilled players play."""
JOKERS = 2
"""So many the others think through once a roll stands."""
KNOWN = {"land": 1.0, "gems": 1.0, "flames": float(FLAME_POINTS)}
"""What is not fitted: what these terms count for in the end."""


def play_game(seats: int, number: int) -> dict[str, Any]:
    """One game: the positions in which a turn is over, with whose it was, and the points in the end."""
    chance, wild = SeededChance(mix(number, seats, "game")), SeededChance(mix(number, seats, "weights"))
    state: State = RULES.new({}, seats, chance)
    usual = weights()
    minds = [SKILLED] * seats
    if number % 3 != SKILLED_ONES:
        judges = [FinalScoreEvaluator({seats: _perturb(usual[seats], wild)}) for _ in range(seats)]
        minds = [replace(EXPERT, aim=hold_best_target, judge=judge, jokers=JOKERS, explains=False) for judge in judges]
    turns: list[dict[str, Any]] = []
    while state.phase != OVER:
        seat, turn = state.active, state.turn
        legal = list(RULES.legal(state, seat))
        action = decide(minds[seat], RULES.view(state, seat), seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        if state.turn != turn and state.phase != OVER:
            turns.append({"seat": seat, "state": RULES.dump(copied(state))})
    points = [parts(state, seat)["total"] for seat in range(seats)]
    return {"seats": seats, "number": number, "points": points, "turns": turns}


def _perturb(usual: Weights, wild: SeededChance) -> Weights:
    def times(pair: tuple[float, float]) -> tuple[float, float]:
        factor = CHANGED[wild.below(len(CHANGED))]
        return factor * pair[0], factor * pair[1]

    terms = {name: pair if name in KNOWN else times(pair) for name, pair in usual.terms.items()}
    return msgspec.structs.replace(usual, terms=terms)


def draw_rates(games: Sequence[dict[str, Any]]) -> tuple[float, float, float]:
    """How often a turn took no, one, two tiles."""
    counts = [0, 0, 0]
    for game in games:
        tiles = [supply(RULES.load(turn["state"])) for turn in game["turns"]]
        for before, after in zip(tiles, [*tiles[1:], 0], strict=True):
            counts[min(2, before - after)] += 1
    none, one = (round(count / sum(counts), 3) for count in counts[:2])
    return none, one, round(1 - none - one, 3)


def make_rows(game: dict[str, Any], drawn: tuple[float, float, float]) -> list[Any]:
    """By turn a row for every seat: what the weights are multiplied by, two numbers a term, against the mean."""
    found = []
    for turn in game["turns"]:
        each_seat = project_seats(RULES.load(turn["state"]), turn["seat"], drawn)
        rows = [
            [
                part * number
                for parts, number in zip(find_weight_shares(one.hope), one.terms, strict=True)
                for part in parts
            ]
            for one in each_seat
        ]
        found.append(np.array(rows) - np.mean(rows, axis=0))
    return found


def make_equations(game: dict[str, Any], rows: list[Any]) -> tuple[Any, Any]:
    """The equations of a game: a matrix and what it is to give, multiplied by the weights."""
    size = rows[0].shape[1]
    matrix, right, trace = np.zeros((size, size)), np.zeros(size), np.zeros_like(rows[0])
    for at, row in enumerate(rows):
        trace = TRACE * trace + row
        if at + 1 < len(rows):
            matrix += trace.T @ (row - rows[at + 1])
        else:
            matrix += trace.T @ row
            right += trace.T @ (np.array(game["points"]) - np.mean(game["points"]))
    return matrix, right


def fit(games: Sequence[dict[str, Any]], usual: Weights) -> Weights:
    """The weights for which a position is worth what the next one is."""
    drawn = draw_rates(games)
    numbers = solve_weights([make_equations(game, make_rows(game, drawn)) for game in games], TERMS, KNOWN, HELD)
    pairs = {name: (numbers[2 * at], numbers[2 * at + 1]) for at, name in enumerate(TERMS)}
    return msgspec.structs.replace(usual, terms=pairs, drawn=drawn)


def written(found: dict[int, Weights]) -> None:
    """Write the coefficients to the package of the game's opponents."""
    blocks = []
    for seats, one in found.items():
        data = msgspec.to_builtins(one)
        rows = ",\n".join(f'   "{name}": {json.dumps(pair)}' for name, pair in data.pop("terms").items())
        rest = ",\n".join(f'  "{name}": {json.dumps(value)}' for name, value in data.items())
        blocks.append(f' "{seats}": {{\n  "terms": {{\n{rows}\n  }},\n{rest}\n }}')
    FILE.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--seats", type=int, nargs="+", default=list(SEATS))
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--no-play", action="store_true")
    parser.add_argument("--no-fit", action="store_true")
    given = parser.parse_args()
    games = play_missing(
        given.store,
        [(seats, number) for number in range(0 if given.no_play else given.games) for seats in given.seats],
        lambda game: (game["seats"], game["number"]),
        lambda key: play_game(*key),
    )
    if given.no_fit:
        return
    found = dict(weights())
    for seats in given.seats:
        found[seats] = fit([game for game in games if game["seats"] == seats], found[seats])
        print(seats, sum(game["seats"] == seats for game in games), "games", flush=True)
    written(found)


if __name__ == "__main__":
    main()
