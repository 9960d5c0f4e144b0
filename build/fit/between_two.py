"""Fit what a position is worth between two in King of the Dice, and write ``ai/king_of_the_dice/between_two.json``.

``python build/fit/between_two.py --store FILE --games 300`` lets experts play so many games between two, each of them
with some weights changed at random, so that they do not all play alike, and keeps the terms of ``between_two.py`` as
they stand whenever a turn is over. The weights are fitted so that a position is worth on average what the next one is,
and the last one what the game ended with (least squares of temporal differences, with traces of ``TRACE``): dice are
so loud that the end of a game says little about a position in its middle, but much about the next turn.

Games are lines of the file, written when they are over: whoever is interrupted goes on where it stopped. Needs numpy; a
game takes two or three seconds, and the same games give the same numbers.
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

from differences import weights_of
from stored import all_played

from ai.king_of_the_dice import between_two
from ai.king_of_the_dice.between_two import FILE, TERMS, TURNS, Weights, counted, terms, turn_of
from ai.king_of_the_dice.players import EXPERT, decide
from engine.chance import SeededChance, mix
from games.king_of_the_dice import RULES
from games.king_of_the_dice.scoring import FLAME_POINTS, parts
from games.king_of_the_dice.state import OVER, State, supply

TRACE = 0.5
"""How much of a later surprise a position is made to answer for, turn by turn."""
HELD = 1.0
"""How strongly a weight is held at nought."""
CHANGED = (0.6, 1.0, 1.0, 1.4)
"""By what the weights of a player are multiplied, one for all terms but land."""
KNOWN = {"land": 1.0, "flames": float(FLAME_POINTS)}
"""What is not fitted: what these terms count for in the end."""


def played(number: int) -> dict[str, Any]:
    """One game: by turn the seat whose turn is over, the tiles left and the terms; and the scores."""
    chance, wild = SeededChance(mix(number, "game")), SeededChance(mix(number, "weights"))
    state: State = RULES.new({}, 2, chance)
    usual = between_two.weights()
    minds = [replace(EXPERT, judge=between_two.judging(_changed(usual, wild)), explains=False) for _ in range(2)]
    turns: list[dict[str, Any]] = []
    while state.phase != OVER:
        seat, turn = state.active, state.turn
        legal = list(RULES.legal(state, seat))
        action = decide(minds[seat], RULES.view(state, seat), seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        if state.turn != turn and state.phase != OVER:
            turns.append({"seat": seat, "tiles": supply(state), "terms": terms(state, seat)})
    return {"number": number, "points": [parts(state, seat)["total"] for seat in range(2)], "turns": turns}


def _changed(usual: Weights, wild: SeededChance) -> Weights:
    def times(pair: tuple[float, float]) -> tuple[float, float]:
        factor = CHANGED[wild.below(len(CHANGED))]
        return factor * pair[0], factor * pair[1]

    return Weights({name: pair if name in KNOWN else times(pair) for name, pair in usual.terms.items()}, usual.turn)


def row(turn: dict[str, Any]) -> list[float]:
    """The numbers that the weights are multiplied by: two for each term, and for the rival's turn."""
    found: list[float] = []
    for name, number in zip(TERMS, turn["terms"], strict=True):
        found += [part * number for part in counted(name, turn["tiles"])]
    return found + [-float(turn_of(turn["tiles"]) == number) for number in range(len(TURNS))]


def of_game(game: dict[str, Any]) -> tuple[Any, Any]:
    """The equations of a game: a matrix and what it is to give, multiplied by the weights."""
    turns = game["turns"]
    rows = [np.array(row(turn)) for turn in turns]
    size = len(rows[0])
    matrix, right, trace = np.zeros((size, size)), np.zeros(size), np.zeros(size)
    for at, turn in enumerate(turns):
        if at and turns[at - 1]["seat"] != turn["seat"]:
            trace = -trace
        trace = TRACE * trace + rows[at]
        if at + 1 < len(turns):
            sign = 1 if turns[at + 1]["seat"] == turn["seat"] else -1
            matrix += np.outer(trace, rows[at] - sign * rows[at + 1])
        else:
            matrix += np.outer(trace, rows[at])
            right += trace * (game["points"][turn["seat"]] - game["points"][1 - turn["seat"]])
    return matrix, right


def fitted(games: Sequence[dict[str, Any]]) -> Weights:
    """The weights for which a position is worth what the next one is."""
    numbers = weights_of([of_game(game) for game in games], TERMS, KNOWN, HELD)
    pairs = {name: (numbers[2 * at], numbers[2 * at + 1]) for at, name in enumerate(TERMS)}
    one, two, three, four, more = numbers[2 * len(TERMS) :]
    return Weights(pairs, (one, two, three, four, more))


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args()
    games = all_played(given.store, range(given.games), lambda game: int(game["number"]), played)
    found = msgspec.to_builtins(fitted(games))
    rows = [f'  "{name}": {json.dumps(pair)}' for name, pair in found["terms"].items()]
    text = ",\n".join(rows)
    FILE.write_text(f'{{\n "terms": {{\n{text}\n }},\n "turn": {json.dumps(found["turn"])}\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
