"""What places in the round and coins are worth in Legends, and the weights by which experts judge positions."""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from model import Game, Key, Model, list_keys

from ai.choose import play_out
from ai.legends import bidding, weights
from ai.legends.lookahead import SKILLED_WIDTH, make_planner
from ai.legends.players import skilled
from ai.legends.weights import Valuation, load_valuation
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from games.legends import RULES, actions as act
from games.legends.scoring import scores
from games.legends.state import AUCTION, LAST_CARD, NAME_FIRST, TAKE_CARD, State

MOST = 5
"""Bids at random are below this."""
SPREAD = 0.3
"""How far the factors of the weights are from 1: the standard deviation of their logarithms."""
WIN = 3.0
"""Points that a win counts for, in addition to the points."""
LONGEST = 0.2
"""The furthest that a weight goes in a round, as a logarithm."""
NAMES = weights.EvaluationWeights.__struct_fields__


def play_with_plans(seed: int, name: str, valuations: Sequence[Valuation], choose: Callable[..., int | None]) -> State:
    """Return the end of a game whose seats plan by these valuations, except where ``choose`` returns an action."""
    chance = SeededChance(mix(seed, "table"))
    state: State = RULES.new({}, len(valuations), chance)

    def answer(state: State, seat: int, turn: int) -> int:
        legal, deciding = list(RULES.legal(state, seat)), SeededChance(mix(seed, name, turn, seat))
        if (chosen := choose(state, legal, deciding)) is not None:
            return chosen
        if len(legal) == 1:
            return int(legal[0])
        if state.phase < TAKE_CARD or state.phase == LAST_CARD:
            return skilled(RULES.view(state, seat), seat, legal, deciding).action
        return make_planner(state, seat, valuations[seat], SKILLED_WIDTH).plans()[0].action

    play_out(RULES, state, chance, answer)
    return state


def play_with_random_bids(key: Key) -> Game:
    """Play a game in which all bid 0 to 4 coins at random and the winner names any seat; return the first seat, coins
    after the auction, and points."""
    begun: dict[str, Any] = {}

    def choose(state: State, legal: list[int], deciding: SeededChance) -> int | None:
        if state.phase == AUCTION:
            return act.BID + deciding.below(min(MOST, len(legal)))
        if state.phase == NAME_FIRST:
            return deciding.draw(legal)
        if state.phase == TAKE_CARD and not begun:
            begun.update(first=state.active, coins=state.coins[:])
        return None

    seats = key["seats"]
    state = play_with_plans(mix(key["number"], seats, "bidding"), "player", [load_valuation(seats)] * seats, choose)
    return {**begun, "points": [row["total"] for row in scores(state)]}


def fit_bidding(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return the values of every place over the mean of all, and of a coin, in points, by seats (least squares)."""
    found = {}
    for seats in given.seats:
        rows, told = [], []
        for game in games:
            if game["seats"] != seats:
                continue
            coins, points = sum(game["coins"]) / seats, sum(game["points"]) / seats
            for seat in range(seats):
                place = (seat - game["first"]) % seats
                rows.append([(place == each) - 1 / seats for each in range(1, seats)] + [game["coins"][seat] - coins])
                told.append(game["points"][seat] - points)
        *later, coin = (float(number) for number in np.linalg.lstsq(np.array(rows), np.array(told), rcond=None)[0])
        mean = sum(later) / seats
        found[str(seats)] = {"places": [round(place - mean, 3) for place in (0.0, *later)], "coin": round(coin, 3)}
        print(seats, found[str(seats)])
    return {bidding.FILE: found}


def list_weight_keys(given: argparse.Namespace) -> list[Key]:
    """Return the keys of the games that one round of fitting needs."""
    return [{"round": given.round, "seed": given.seed, **key} for key in list_keys(given)]


def play_with_factors(key: Key) -> Game:
    """Play a game in which each seat evaluates by the weights of the file, each times a random factor.

    Returns by seat the logarithms of its factors, in standard deviations, and its final score.
    """
    seats = key["seats"]
    seed = mix(key["seed"], "numbers", seats, key["round"], key["number"])
    best, whims = _load_weights(seats), random.Random(seed)
    factors = [[whims.gauss(0, 1) for _ in NAMES] for _ in range(seats)]
    changed = [{name: best[name] * exp(SPREAD * one) for name, one in zip(NAMES, row, strict=True)} for row in factors]
    valuations = [Valuation(weights.EvaluationWeights(**each)) for each in changed]
    state = play_with_plans(seed, "opponent", valuations, lambda *_: None)
    won = win_shares(RULES.result(state))
    return {
        "factors": factors,
        "ends": [row["total"] + WIN * share for row, share in zip(scores(state), won, strict=True)],
    }


def _load_weights(seats: int) -> Mapping[str, float]:
    found: Mapping[str, float] = msgspec.to_builtins(weights.load_weights(seats))
    return found


def fit_weights(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return new weights by seats, each moved towards what wins more, the further the more certain the effect is."""
    found: dict[str, dict[str, float]] = {}
    for seats in given.seats:
        played = [game for game in games if (game["round"], game["seats"]) == (given.round, seats)]
        best, found[str(seats)] = _load_weights(seats), {}
        for at, name in enumerate(NAMES):
            factors = np.array([[row[at] for row in game["factors"]] for game in played])
            ends = np.array([game["ends"] for game in played])
            x, y = (each - each.mean(axis=1, keepdims=True) for each in (factors, ends))
            square = float((x * x).sum())
            slope = float((x * y).sum()) / square
            error = sqrt(float(((y - slope * x) ** 2).sum()) / x.size / square)
            sure = (slope / error) ** 2
            step = LONGEST * max(-1.0, min(1.0, slope / error / 6)) * sure / (1 + sure)
            found[str(seats)][name] = round(best[name] * exp(step), 4)
            print(f"{seats} seats: {name} {slope:+.3f} ± {error:.3f}, now {found[str(seats)][name]}", flush=True)
    return {weights.FILE: found}


MODELS = {
    "bidding": Model(fit_bidding, play_with_random_bids, lines=1),
    "weights": Model(
        fit_weights,
        play_with_factors,
        list_weight_keys,
        games=2000,
        options={"--seed": {"type": int, "default": 1}},
    ),
}
