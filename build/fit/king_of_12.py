"""Fit ``ai/king_of_12/weights.json``: who wins a round, told from points, dice and hands.

With ``--halls`` fit ``weights_of_halls.json`` instead: the same for a group of a tournament, whose
winner takes what the centre gives. It begins with the numbers of the other file.

Plays many rounds with random card sets, every seat looking one trick ahead with the numbers
of the pass before, then fits a multinomial logit for each number of seats and tricks left.
Run ``python build/fit/king_of_12.py`` from the project folder; needs numpy and about
twenty minutes. The result depends on the seed and on nothing else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ai.king_of_12.evaluate import (
    HALL_WEIGHTS_FILE,
    WEIGHTS_FILE,
    Position,
    finish_trick,
    hall_weights,
    list_choices,
    make_position,
    open_trick,
    round_winner,
    weights,
    worth,
)
from ai.king_of_12.tournament_model import Centre, make_group_state
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.options import PROMOS
from games.king_of_12.state import CARDS_OF

SEED = 12
ROUNDS = (6000, 12000, 18000)
"""Rounds per number of seats, in each pass."""
HALL_ROUNDS = (4000, 12000)
"""The same for groups of a tournament."""
HALLS = {2: 5, 3: 9, 4: 16}
"""Players of the hall whose first group has so many."""
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


def settle(position: Position, cards: tuple[int, ...], chance: Any) -> Position:
    """The next position; a seat with a choice takes the best for itself."""
    plan, faces = open_trick(position, cards)
    picks = [-1] * position.seats
    owed = list_choices(plan, faces)
    for seat, actions in owed:
        picks[seat] = actions[0]
    for seat, actions in owed:
        scored = []
        for action in actions:
            picks[seat] = action
            scored.append((worth(finish_trick(position, plan, faces, picks, chance)[0])[seat], action))
        picks[seat] = max(scored)[1]
    return finish_trick(position, plan, faces, picks, chance)[0]


class Deal:
    """A round to be played: the position it begins with, and the prizes of its tricks."""

    def __init__(self, seats: int, options: dict[str, Any], chance: Any, hall: bool) -> None:
        self.chance = chance
        begun: Any = RULES.new(options, HALLS[seats] if hall else seats, chance)
        self.hall: Any = begun
        self.group = list(begun.groups[0]) if hall else list(range(seats))
        self.in_hall = hall
        self.start = make_position(make_group_state(begun, self.group) if hall else begun)

    def prize(self, sets: int) -> Centre | None:
        """Sample ``sets`` times who waits in the centre."""
        return Centre(self.hall, self.group, self.chance, sets) if self.in_hall else None


def choose(position: Position, seat: int, chance: Any) -> int:
    """One card, by looking one trick ahead against a few replies drawn at random."""
    own = CARDS_OF[position.hands[seat]]
    if chance.below(1000) < WILD * 1000:
        return int(chance.draw(own))
    sums = dict.fromkeys(own, 0.0)
    for _ in range(SAMPLES):
        cards = [chance.draw(CARDS_OF[hand]) for hand in position.hands]
        for card in own:
            cards[seat] = card
            sums[card] += worth(settle(position, tuple(cards), chance))[seat]
    return max(own, key=sums.__getitem__)


def play_rounds(
    seats: int, count: int, chance: Any, hall: bool
) -> dict[int, list[tuple[list[float], list[int], list[int], int]]]:
    """Rows (points, faces, hands, winner or seats) by tricks left."""
    rows: dict[int, list[tuple[list[float], list[int], list[int], int]]] = {left: [] for left in range(1, 7)}
    for number in range(count):
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
        while not position.over:
            seen.append((position.left, position.points[:], position.faces[:], position.hands[:]))
            position.prize = guessed
            cards = tuple(choose(position, seat, chance) for seat in range(seats))
            position.prize = deal.prize(1)  # now one of them is there
            position = settle(position, cards, chance)
            if position.owed is not None:
                position = position.paid(position.owed[1].index(1.0))
        winner = round_winner(position.points)
        for left, points, faces, hands in seen:
            rows[left].append((points, faces, hands, winner if winner >= 0 else seats))
    return rows


def fit(rows: list[tuple[list[float], list[int], list[int], int]], seats: int) -> dict[str, Any]:
    """Maximum likelihood with a little ridge, by Adam on the whole batch."""
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


def write(fitted: dict[str, dict[str, Any]], hall: bool) -> None:
    """Write the file the opponents read."""
    path, kept = (HALL_WEIGHTS_FILE, hall_weights) if hall else (WEIGHTS_FILE, weights)
    path.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    kept.cache_clear()


def main() -> None:
    """Run all passes of playing and fitting."""
    hall = "--halls" in sys.argv[1:]
    start = {"point": 0.6, "faces": [0.0] * 12, "cards": [0.0] * CARD_COUNT, "nobody": 0.0, "gap": 0.0, "tied": 0.0}
    if hall:
        write(json.loads(WEIGHTS_FILE.read_text("utf-8")), hall)
    else:
        write({str(seats): {str(left): start for left in range(1, 7)} for seats in (2, 3, 4)}, hall)
    for number, count in enumerate(HALL_ROUNDS if hall else ROUNDS):
        fitted: dict[str, dict[str, Any]] = {}
        for seats in (2, 3, 4):
            chance = SeededChance(f"{SEED} {number} {seats}")
            rows = play_rounds(seats, count, chance, hall)
            fitted[str(seats)] = {str(left): fit(rows[left], seats) for left in range(1, 7)}
            print(number, seats, {left: len(found) for left, found in rows.items()}, flush=True)
        write(fitted, hall)


if __name__ == "__main__":
    main()
