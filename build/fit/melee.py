"""Fit what the end of a turn promises in a Melee of Tash-Kalar, and write ``ai/tash_kalar/melee_value.json``.

``python build/fit/melee.py --store FILE --seats 4 --games 160`` lets skilled players play that number of games, three
in four with a beginning in which every third action is a piece laid at random, half of them with a whim now and then.
Games are lines of the file, written when they are over: an interrupted run goes on where it stopped.

The terms of ``melee_value.py`` are counted at the end of every turn, without the cards that were just drawn. Weights,
at the beginning and what comes to that until the end, are the likeliest for who wins; then ``ROUNDS`` times for the
chances that games left out give the seats a round later. A table that is not fitted keeps its numbers in the file.

The committed numbers are from ``--first 500000 --games 160``.

Needs numpy; a game takes two seconds or so, and the same games give the same numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from stored import play_missing
from wild_games import play_wildly

from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.tash_kalar.melee_value import FILE, OWN_FEATURES, RIVAL_FEATURES, extract_features, measure_progress
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar.state import MAIN, OVER, State, copied

FORM = "melee"
WILD_TURNS = (0, 3, 6, 9)
"""Turns of the wild beginning, in turn."""
ROUNDS = 2
FOLDS = 4
HELD = 60.0
"""How strongly a weight is held at nought, in positions in which its term is one standard deviation off."""
STEPS = 12


def _start_game(number: int, seats: int) -> tuple[State, SeededChance, SeededChance]:
    chance = SeededChance(mix(number, FORM, seats))
    return (
        RULES.new({"form": FORM, "surrender": False}, seats, chance),
        chance,
        SeededChance(mix(number, "rnd", FORM, seats)),
    )


def play_game(number: int, seats: int, level: str) -> dict[str, Any]:
    """One game: the actions taken."""
    state, chance, wild = _start_game(number, seats)
    taken, _ = play_wildly(state, chance, wild, number, level, WILD_TURNS, whims_early=True)
    return {"form": FORM, "seats": seats, "number": number, "level": level, "acts": taken}


def ends(game: dict[str, Any]) -> Iterator[tuple[int, State, Evaluator | None]]:
    """The seat and its judge at the end of every turn; at last the end of the game with no judge."""
    state, chance, _ = _start_game(game["number"], game["seats"])
    judge: Evaluator | None = None
    for action in (*game["acts"], -1):
        if judge is not None and state.turn != judge.turn and state.phase != OVER:
            yield judge.seat, state, judge
            judge = None
        if state.phase == MAIN and judge is None:
            judge = Evaluator(copied(state), state.active, find_weights(state.form))
        if action >= 0:
            RULES.apply(state, state.acting, action, chance)
    yield -1, state, None


class Turns:
    """The ends of turns as numbers; a row has a side in every place, that whose turn it was first."""

    def __init__(self, games: Sequence[dict[str, Any]]) -> None:
        own: list[list[float]] = []
        rivals: list[list[list[float]]] = []
        notes: list[tuple[int, int, float]] = []
        shares = []
        for number, game in enumerate(games):
            for seat, state, judge in ends(game):
                if judge is None:
                    shares.append(win_shares(RULES.result(state)))
                    continue
                first, *others = extract_features(state, judge)
                own.append(first)
                rivals.append(others)
                notes.append((number, seat, measure_progress(state)))
        mine, theirs = np.array(own), np.array(rivals)
        game_of, seat_of, part = np.array(notes).T
        self.game, self.seat = game_of.astype(int), seat_of.astype(int)
        self.seats = theirs.shape[1] + 1
        won = np.array(shares)[self.game]
        places = (self.seat[:, None] + np.arange(self.seats)) % self.seats
        self.won = np.take_along_axis(won, places, axis=1)
        self.spread = (_spread(mine), _spread(theirs.reshape(-1, theirs.shape[2])))
        mine, theirs, part = mine / self.spread[0], theirs / self.spread[1], part[:, None]
        count = (mine.shape[1], theirs.shape[2])
        self.x = np.zeros((len(mine), self.seats, 2 * sum(count) + 1))
        self.x[:, 0, : 2 * count[0]] = np.hstack([mine, mine * part])
        self.x[:, 1:, 2 * count[0] : -1] = np.concatenate([theirs, theirs * part[:, :, None]], axis=2)
        self.x[:, 0, -1] = 1.0

    def later(self, chances: Any) -> Any:
        """Everybody's chances a round later, or what came of the game."""
        found = self.won.copy()
        at = np.arange(len(self.game) - self.seats)
        at = at[self.game[at] == self.game[at + self.seats]]
        for place in range(self.seats):
            there = (self.seat[at] + place - self.seat[at + self.seats]) % self.seats
            found[at, place] = chances[at + self.seats, there]
        return found


def _spread(numbers: Any) -> Any:
    spread = numbers.std(axis=0)
    return np.where(spread < 1e-7, 1e9, spread)  # what never varies weighs nothing


def predict_chances(x: Any, weights: Any) -> Any:
    """Win probability of each side."""
    strength = x @ weights
    found = np.exp(strength - strength.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def likeliest(x: Any, y: Any) -> Any:
    """The weights by which these shares are likeliest, held at nought."""
    weights = np.zeros(x.shape[2])
    for _ in range(STEPS):
        chances = predict_chances(x, weights)
        slope = np.einsum("mnk,mn->k", x, y - chances) - HELD * weights
        off = x - np.einsum("mnk,mn->mk", x, chances)[:, None, :]
        flat = (off * np.sqrt(chances)[:, :, None]).reshape(-1, x.shape[2])
        moved = np.linalg.solve(flat.T @ flat + HELD * np.eye(x.shape[2]), slope)
        weights += moved
        if np.abs(moved).max() < 1e-5:
            break
    return weights


def cross_validate(turns: Turns, y: Any) -> Any:
    """Cross-validated predictions of the games."""
    found = np.zeros(y.shape)
    for fold in range(FOLDS):
        out = turns.game % FOLDS == fold
        found[out] = predict_chances(turns.x[out], likeliest(turns.x[~out], y[~out]))
    return found


def fit(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """All numbers of a table; says how good they are with games left out."""
    turns = Turns(games)
    chances = cross_validate(turns, turns.won)
    for _ in range(ROUNDS):
        y = turns.later(chances)
        chances = cross_validate(turns, y)
    explained = 1 - ((chances - turns.won) ** 2).sum() / ((1 / turns.seats - turns.won) ** 2).sum()
    print(f"{turns.seats} seats: {len(games)} games, left out: {explained:.3f} explained")
    weights = likeliest(turns.x, turns.later(chances))
    found: dict[str, Any] = {"start": round(float(weights[-1]), 4)}
    at = 0
    for side, names, spread in zip(("own", "rival"), (OWN_FEATURES, RIVAL_FEATURES), turns.spread, strict=True):
        first, more = weights[at : at + len(names)] / spread, weights[at + len(names) : at + 2 * len(names)] / spread
        found[side] = {
            name: [round(float(a), 4), round(float(b), 4)] for name, a, b in zip(names, first, more, strict=True)
        }
        at += 2 * len(names)
    return found


def main() -> None:
    """Play what is missing, then fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--seats", type=int, default=4, help="how many play (4)")
    parser.add_argument("--games", type=int, default=160, help="how many games (160)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--level", default="skilled", help="who plays (skilled)")
    given = parser.parse_args()
    games = play_missing(
        given.store,
        [(given.seats, number) for number in range(given.first, given.first + given.games)],
        lambda game: (game["seats"], game["number"]),
        lambda key: play_game(key[1], key[0], given.level),
    )
    games = [game for game in games if game["seats"] == given.seats]
    found = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    found[str(given.seats)] = fit(games)
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
