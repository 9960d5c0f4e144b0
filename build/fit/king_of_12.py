"""Who wins a round of King of 12, told from points, dice and hands, and the estimate of a round between two.

The weights (``weights.json``, ``weights_of_halls.json`` for a group of a tournament, whose winner takes what the centre
gives) come from rounds with random card sets in which every seat looks one trick ahead with the weights of the round
of fitting before. Those in use come from three with 6,000, 12,000 and 18,000 games (``--games``), those of halls from
two with 4,000 and 12,000.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from model import Game, Key, Model
from solvers import predict_shares, solve_logit

from ai.king_of_12 import evaluate, lookahead
from ai.king_of_12.heads_up_solver import Place, Round, find_flags, make_place, standing
from ai.king_of_12.lookahead import FEWEST_LEFT, MOST_LEFT, PARTS, LeafEvaluator, extract_features
from ai.king_of_12.tournament_model import Centre, make_group_state
from engine.chance import SeededChance, mix
from games.king_of_12 import RULES
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.options import PROMOS
from games.king_of_12.state import CARDS_OF

SEED = 12
SEATS = (2, 3, 4)
HALLS = {2: 5, 3: 9, 4: 16}
"""Players of the hall whose first group has this number."""
GUESSES = 8
"""Guesses at the centre that a seat chooses its card by."""
SAMPLES = 3
"""Replies of the others that a seat tries before it chooses a card."""
FIRST_CARD = 13
"""Number of the first card among the coefficients: points and twelve faces come before."""
NOBODY = FIRST_CARD + CARD_COUNT
"""Number of the first coefficient of a round without a winner."""
WILD = 0.15
"""Share of moves at random, so that unusual positions occur too."""
DRAWN = {4: 8, 5: 60, 6: 400}
"""Tricks left from which rounds between two are solved, and positions drawn of each for every smaller number."""
SETS: tuple[dict[str, str], ...] = tuple(
    options
    for promo in list(PROMOS)[1:]
    for options in ({"set": "first"}, {"set": "random"}, {"set": "random", "promo": promo})
)
LEFT_OUT = 5
HELD = 1.0
"""How strongly a number of the estimate is held at nought, in positions as good as one."""


def settle(position: evaluate.Position, cards: tuple[int, ...], chance: Any) -> evaluate.Position:
    """Return the position after a trick of these cards; a seat with a choice takes the best for itself."""
    plan, faces = evaluate.open_trick(position, cards)
    picks = [-1] * position.seats
    owed = evaluate.list_choices(plan, faces)
    for seat, actions in owed:
        picks[seat] = actions[0]
    for seat, actions in owed:
        scored = []
        for action in actions:
            picks[seat] = action
            scored.append(
                (evaluate.worth(evaluate.finish_trick(position, plan, faces, picks, chance)[0])[seat], action)
            )
        picks[seat] = max(scored)[1]
    return evaluate.finish_trick(position, plan, faces, picks, chance)[0]


class Deal:
    """A round to be played: its first position (``start``) and, in a hall, the group that plays it."""

    def __init__(self, seats: int, options: dict[str, Any], chance: Any, hall: bool) -> None:
        self.chance = chance
        begun: Any = RULES.new(options, HALLS[seats] if hall else seats, chance)
        self.hall: Any = begun
        self.group = list(begun.groups[0]) if hall else list(range(seats))
        self.in_hall = hall
        self.start = evaluate.make_position(make_group_state(begun, self.group) if hall else begun)

    def prize(self, sets: int) -> Centre | None:
        """Return the prize of the centre, from ``sets`` samples of rivals; None at a single table."""
        return Centre(self.hall, self.group, self.chance, sets) if self.in_hall else None


def choose(position: evaluate.Position, seat: int, chance: Any) -> int:
    """Return a card chosen by looking one trick ahead against a few random replies, sometimes at random."""
    own = CARDS_OF[position.hands[seat]]
    if chance.below(1000) < WILD * 1000:
        return int(chance.draw(own))
    sums = dict.fromkeys(own, 0.0)
    for _ in range(SAMPLES):
        cards = [chance.draw(CARDS_OF[hand]) for hand in position.hands]
        for card in own:
            cards[seat] = card
            sums[card] += evaluate.worth(settle(position, tuple(cards), chance))[seat]
    return max(own, key=sums.__getitem__)


# --- who wins a round -----------------------------------------------------------------------------------------------


def list_round_keys(given: argparse.Namespace) -> list[Key]:
    """Return one key for each number of seats; all rounds of a key share their source of chance."""
    return [{"seats": seats, "round": given.round, "rounds": given.games} for seats in given.seats]


def play_rounds(hall: bool, key: Key) -> Game:
    """Play the rounds of a key; return rows (tricks left, points, faces, hands, winner or number of seats)."""
    seats: int = key["seats"]
    chance = SeededChance(f"{SEED} {key['round']} {seats}")
    rows: list[tuple[int, list[float], list[int], list[int], int]] = []
    for number in range(key["rounds"]):
        promo = ("none", *PROMOS)[number % (1 + len(PROMOS))]
        kind = "first" if number % 5 == 0 else "random"
        deal = Deal(seats, {"set": kind, "promo": promo}, chance, hall)
        position = deal.start
        guessed = deal.prize(GUESSES)
        crowned = [chance.below(3) == 0 for _ in range(seats)]
        for seat in range(seats):
            if crowned[seat]:
                position.hands[seat] ^= 1 << chance.draw(CARDS_OF[position.hands[seat]])
        position.crowns = (0,) * seats
        position.left = min(hand.bit_count() for hand in position.hands) - 1
        seen = []
        while not position.is_over:
            seen.append((position.left, position.points[:], position.faces[:], position.hands[:]))
            position.prize = guessed
            cards = tuple(choose(position, seat, chance) for seat in range(seats))
            position.prize = deal.prize(1)  # now one of them is there
            position = settle(position, cards, chance)
            if position.owed is not None:
                position = position.paid(position.owed[1].index(1.0))
        winner = evaluate.round_winner(position.points)
        rows += [(*row, winner if winner >= 0 else seats) for row in seen]
    return {"rows": rows}


def fit_rounds(path: Path, games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return the fitted coefficients of a multinomial logit for the file ``path``, by seats and tricks left."""
    found: dict[str, dict[str, Any]] = {}
    for game in games:
        if game["round"] == given.round:
            rows = game["rows"]
            found[str(game["seats"])] = {
                str(left): maximize_likelihood([row[1:] for row in rows if row[0] == left], game["seats"])
                for left in range(1, 7)
            }
            print(game["seats"], len(rows), "positions", flush=True)
    return {path: found}


def maximize_likelihood(rows: Sequence[Any], seats: int) -> dict[str, Any]:
    """Return maximum likelihood weights of these rows, with a small ridge penalty, by Adam on the whole batch."""
    count = len(rows)
    x = np.zeros((count, seats, NOBODY))
    z = np.ones((count, 3))
    y = np.zeros(count, dtype=int)
    for index, (points, faces, hands, winner) in enumerate(rows):
        y[index] = winner
        *_, second, first = sorted(points)
        z[index, 1:] = first - second, first == second
        for seat in range(seats):
            x[index, seat, 0] = points[seat] - sum(points) / seats
            x[index, seat, faces[seat]] = 1
            for card in CARDS_OF[hands[seat]]:
                x[index, seat, FIRST_CARD + card] = 1
    w = np.zeros(NOBODY + 3)
    m, v = np.zeros(NOBODY + 3), np.zeros(NOBODY + 3)
    for step in range(1, 801):
        logits = np.concatenate([x @ w[:NOBODY], (z @ w[NOBODY:])[:, None]], axis=1)
        logits -= logits.max(axis=1, keepdims=True)
        p = np.exp(logits)
        p /= p.sum(axis=1, keepdims=True)
        p[np.arange(count), y] -= 1
        gradient = np.concatenate([np.einsum("nsf,ns->f", x, p[:, :seats]), z.T @ p[:, seats]]) / count
        gradient += 1e-3 * w
        m = 0.9 * m + 0.1 * gradient
        v = 0.99 * v + 0.01 * gradient**2
        w -= 0.03 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-9)
    numbers = [round(float(value), 4) for value in w]
    found: dict[str, Any] = {"point": numbers[0], "faces": numbers[1:FIRST_CARD], "cards": numbers[FIRST_CARD:NOBODY]}
    return found | dict(zip(("nobody", "gap", "tied"), numbers[NOBODY:], strict=True))


def make_first_weights() -> Mapping[Path, Any]:
    """Return the contents of the file of weights that the first round is played with."""
    start = {"point": 0.6, "faces": [0.0] * 12, "cards": [0.0] * CARD_COUNT, "nobody": 0.0, "gap": 0.0, "tied": 0.0}
    return {evaluate.WEIGHTS_FILE: {str(seats): {str(left): start for left in range(1, 7)} for seats in SEATS}}


# --- a round between two --------------------------------------------------------------------------------------------


def list_leaf_keys(given: argparse.Namespace) -> list[Key]:
    """Return keys by tricks left (4, 5, 6) and number; fewer for more tricks, which take longer."""
    counts = {4: given.games, 5: given.games // 15, 6: given.games // 300}
    return [{"left": left, "number": number} for left, count in counts.items() for number in range(count)]


def solve_round(key: Key) -> Game:
    """Solve a two-player round exactly; return rows (tricks left, position, rounds won by the first seat).

    The tricks before are played at random in every second pair of rounds, else by cards that seem good a trick ahead.
    The rows are drawn from all positions that the solver met; none if the round is decided before.
    """
    left, number = key["left"], key["number"]
    seed = mix(SEED, "unsolved", left, number)
    chance = SeededChance(seed)
    position = Deal(2, SETS[number % len(SETS)], chance, False).start
    while position.left > left and not position.is_over:
        cards = tuple(
            chance.draw(CARDS_OF[position.hands[seat]]) if number % 4 < 2 else choose(position, seat, chance)
            for seat in (0, 1)
        )
        position = settle(position, cards, chance)
    place = make_place(position, 0)
    if position.is_over or standing(place[2:6], left, find_flags(*place[6:])).worth is not None:
        return {"rows": []}
    rounds = Round(_never)
    rounds.value(place, left, left)
    met: dict[int, list[Any]] = {}
    for row in rounds.iterate_positions():
        met.setdefault(row[0], []).append(row)
    dice = Random(seed)
    counts = {at: min(DRAWN[left], len(met.get(at, []))) for at in range(FEWEST_LEFT, MOST_LEFT + 1)}
    return {"rows": [row for at, count in counts.items() for row in dice.sample(met.get(at, []), count)]}


def _never(place: Place, left: int) -> float:
    raise AssertionError("solved to the end")


def fit_leaf(games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return fitted coefficients by tricks left; print the error on a fifth of the rounds, which is left out."""
    sight = LeafEvaluator({})
    rounds = [game["rows"] for game in sorted(games, key=lambda game: (game["left"], game["number"]))]
    found = {}
    for left in range(FEWEST_LEFT, MOST_LEFT + 1):
        rows = [(number, *row[1:]) for number, part in enumerate(rounds) for row in part if row[0] == left]
        own = np.array([extract_features(tuple(place), left, sight) for _, place, _ in rows])
        won = np.array([value for _, _, value in rows])
        x, y = np.stack([own, np.zeros_like(own)], axis=1), np.stack([won, 1 - won], axis=1)
        out = np.array([number % LEFT_OUT == 0 for number, _, _ in rows])
        held = HELD * np.eye(own.shape[1])
        off = predict_shares(x[out], solve_logit(x[~out], y[~out], held))[:, 0] - won[out]
        numbers = iter(solve_logit(x, y, held))
        found[str(left)] = {
            name: [round(float(next(numbers)), 3) for _ in range(count)] for name, count in PARTS.items()
        }
        print(f"{left} left: {len(rows)} positions, {np.sqrt(np.mean(off**2)):.3f} off in {out.sum()} left out")
    return {lookahead.FILE: found}


MODELS = {
    "weights": Model(
        partial(fit_rounds, evaluate.WEIGHTS_FILE),
        partial(play_rounds, False),
        list_round_keys,
        start=make_first_weights,
    ),
    "weights_of_halls": Model(
        partial(fit_rounds, evaluate.HALL_WEIGHTS_FILE),
        partial(play_rounds, True),
        list_round_keys,
        start=lambda: {evaluate.HALL_WEIGHTS_FILE: json.loads(evaluate.WEIGHTS_FILE.read_text("utf-8"))},
    ),
    "leaf_value": Model(fit_leaf, solve_round, list_leaf_keys, lines=1, games=1800, seats=(2,)),
}
