"""What everybody can expect in King of the Dice (``final_score.json``), told from positions in which a turn is over.

Two games of three are judged by the numbers in use, each seat with some weights changed at random, so that they do not
all play alike; the third one as skilled players do. All roll for one citizen, which takes a quarter of the time. The
weights are fitted so that a position is worth on average to every seat what the next one is, and the last one what the
seat had in the end, both against the mean of all seats (least squares of temporal differences, with traces of
``TRACE``): dice are so loud that the end of a game says little about a position in its middle, but much about the next
turn. What the rivals count, and how much more those who are ahead, is not fitted. The numbers in use come from three
rounds, between two from two (500 games that began with the numbers of three seats, then 1,200).
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from model import Game, Key, Model

from ai.king_of_the_dice import final_score
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
JOKERS = 2
"""Number that the others think through once a roll stands."""
KNOWN = {"land": 1.0, "gems": 1.0, "flames": float(FLAME_POINTS)}
"""What is not fitted: what these terms count for in the end."""


def play_game(key: Key) -> Game:
    """Play one game; return the position after each turn, with the seat that played it, and final points."""
    seats, number = key["seats"], key["number"]
    chance, wild = SeededChance(mix(number, seats, "game")), SeededChance(mix(number, seats, "weights"))
    state: State = RULES.new({}, seats, chance)
    usual = final_score.weights()
    minds = [SKILLED] * seats
    if number % 3 != 2:
        judges = [final_score.FinalScoreEvaluator({seats: _perturb(usual[seats], wild)}) for _ in range(seats)]
        minds = [replace(EXPERT, aim=hold_best_target, judge=judge, jokers=JOKERS, explains=False) for judge in judges]
    turns: list[dict[str, Any]] = []
    while state.phase != OVER:
        seat, turn = state.active, state.turn
        legal = list(RULES.legal(state, seat))
        action = decide(minds[seat], RULES.view(state, seat), seat, legal, SeededChance(wild.below(1 << 30))).action
        RULES.apply(state, seat, action, chance)
        if state.turn != turn and state.phase != OVER:
            turns.append({"seat": seat, "state": RULES.dump(copied(state))})
    return {"points": [parts(state, seat)["total"] for seat in range(seats)], "turns": turns}


def _perturb(usual: final_score.Weights, wild: SeededChance) -> final_score.Weights:
    terms = dict(usual.terms)
    for name, (first, more) in usual.terms.items():
        if name not in KNOWN:
            factor = CHANGED[wild.below(len(CHANGED))]
            terms[name] = factor * first, factor * more
    return msgspec.structs.replace(usual, terms=terms)


def draw_rates(games: Sequence[Game]) -> tuple[float, float, float]:
    """Return the shares of turns that took no, one, and two or more tiles."""
    counts = [0, 0, 0]
    for game in games:
        tiles = [supply(RULES.load(turn["state"])) for turn in game["turns"]]
        for before, after in zip(tiles, [*tiles[1:], 0], strict=True):
            counts[min(2, before - after)] += 1
    none, one = (round(count / sum(counts), 3) for count in counts[:2])
    return none, one, round(1 - none - one, 3)


def make_rows(game: Game, drawn: tuple[float, float, float]) -> list[Any]:
    """Return a matrix for every turn: by seat, two factors for each term's weights, less the mean of the seats."""
    found = []
    for turn in game["turns"]:
        rows = [
            [
                part * term
                for pair, term in zip(final_score.find_weight_shares(one.hope), one.terms, strict=True)
                for part in pair
            ]
            for one in final_score.project_seats(RULES.load(turn["state"]), turn["seat"], drawn)
        ]
        found.append(np.array(rows) - np.mean(rows, axis=0))
    return found


def make_equations(game: Game, rows: list[Any]) -> tuple[Any, Any]:
    """Return the equations of a game (temporal differences with traces): matrix and right-hand side."""
    size = rows[0].shape[1]
    matrix, right, trace = np.zeros((size, size)), np.zeros(size), np.zeros_like(rows[0])
    for at, row in enumerate(rows):
        trace = TRACE * trace + row
        matrix += trace.T @ (row - rows[at + 1] if at + 1 < len(rows) else row)
    right += trace.T @ (np.array(game["points"]) - np.mean(game["points"]))
    return matrix, right


def fit(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return weights by seats with which the value of a position equals the expected value of the next one."""
    found = {}
    for seats in given.seats:
        played = [game for game in games if game["seats"] == seats]
        drawn = draw_rates(played)
        equations = [make_equations(game, make_rows(game, drawn)) for game in played]
        matrix, right = sum(one for one, _ in equations), sum(two for _, two in equations)
        numbers = np.zeros(len(right))
        for name, number in KNOWN.items():
            numbers[2 * final_score.TERMS.index(name)] = number
        free = numbers == 0
        held = HELD * np.eye(int(free.sum()))
        numbers[free] = np.linalg.solve(matrix[free][:, free] + held, (right - matrix @ numbers)[free])
        rounded = [round(float(number), 3) for number in numbers]
        pairs = {name: (rounded[2 * at], rounded[2 * at + 1]) for at, name in enumerate(final_score.TERMS)}
        found[str(seats)] = msgspec.to_builtins(
            msgspec.structs.replace(final_score.weights()[seats], terms=pairs, drawn=drawn)
        )
        print(seats, len(played), "games", flush=True)
    return {final_score.FILE: found}


MODELS = {"final_score": Model(fit, play_game, lines=3, seats=final_score.SEATS)}
