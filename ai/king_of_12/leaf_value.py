"""What a round between two is worth where looking ahead ends: an estimate, fitted to rounds that were solved.

Five things are looked at, all of them turned round when the seats are: what the points can still lead to
(``standing``), the dice, the cards in hand, and who wins the next trick: on average over all cards, with the best card
against any card, and with the best card against the best answer. The numbers are ``leaf_value.json``, made by
``build/fit/king_of_12.py``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp, log
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.value_function import BadCoefficients
from ai.king_of_12.heads_up_solver import HALF, Standing, standing
from engine import schema
from games.king_of_12.cards import CARD_COUNT, FACES
from games.king_of_12.state import CARDS_OF

from .evaluate import add_new_cards
from .heads_up_solver import Place, find_flags, trick

FILE = Path(__file__).with_name("leaf_value.json")
FEWEST_LEFT, MOST_LEFT = 2, 5
"""Tricks left for which there are numbers."""
STEEPEST = 40.0
SURE = 0.01
"""Shares of a round nearer to nought or one than this count as this."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Numbers = tuple[Number, ...]


class LeafCoefficients(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coefficients for one number of tricks left: what the ``points`` can lead to (its logit, and as it is),
    faces 1 to 12, cards by number, and who wins the next ``trick`` (the three means of the module's first lines)."""

    points: Numbers
    faces: Numbers
    cards: Numbers
    trick: Numbers

    def __post_init__(self) -> None:
        """Check the numbers of coefficients; there may be none for cards newer than the fit."""
        for name, count in PARTS.items():
            found = getattr(self, name)
            fits = len(found) == count or (name == "cards" and 0 < len(found) < count)
            schema.expect(fits, name, f"{count} numbers", found)


PARTS = {"points": 2, "faces": len(FACES), "cards": CARD_COUNT, "trick": 3}


def read(path: Path) -> dict[int, LeafCoefficients]:
    """Read and check fitted numbers, by tricks left; raises :class:`BadCoefficients`."""
    found = schema.read(path, dict[str, LeafCoefficients], BadCoefficients)
    wanted = [str(left) for left in range(FEWEST_LEFT, MOST_LEFT + 1)]
    if sorted(found) != wanted:
        raise BadCoefficients(f"{path}: expected {', '.join(wanted)}, found {', '.join(sorted(found))}")
    return {
        int(left): msgspec.structs.replace(one, cards=tuple(add_new_cards(one.cards))) for left, one in found.items()
    }


@lru_cache(maxsize=1)
def load_coefficients() -> dict[int, LeafCoefficients]:
    """The numbers of the game; raises :class:`BadCoefficients`."""
    return read(FILE)


@cache
def lead(one: int, two: int, faces: tuple[int, int]) -> float:
    """Who wins a trick with these cards: 1 the first, -1 the second; between them where dice are thrown."""
    chooser, choices = trick((one, two), faces)
    leads = [sum([_sign(*gained) for _, gained, _ in choice]) / len(choice) for choice in choices]
    return min(leads) if chooser == 1 else max(leads)


def _sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


class LeafEvaluator:
    """The estimate; keeps what it has seen of hands and dice while one round is looked at."""

    def __init__(self, numbers: dict[int, LeafCoefficients] | None = None) -> None:
        self.numbers = load_coefficients() if numbers is None else numbers
        self._tricks: dict[tuple[int, int, int, int], tuple[float, float, float]] = {}
        self._rows: dict[tuple[int, int, int, int], tuple[float, float]] = {}
        self._points: dict[Standing, float] = {}
        self._hands: dict[tuple[int, int], float] = {}

    def __call__(self, place: Place, left: int) -> float:
        """Rounds won by the first seat."""
        face, other, _, _, _, _, own, theirs = place
        numbers = self.numbers[left]
        now = standing(place[2:6], left, find_flags(own, theirs))
        points = self._points.get(now)
        if points is None:
            points = self._points[now] = sum(map(float.__mul__, numbers.points, evaluate_points(now)))
        hands = self._hands.get((own, theirs))
        if hands is None:
            hands = self._hands[own, theirs] = sum([numbers.cards[card] for card in CARDS_OF[own]]) - sum(
                [numbers.cards[card] for card in CARDS_OF[theirs]]
            )
        mean, best, sure = self.next_trick(face, other, own, theirs)
        first, second, third = numbers.trick
        strength = (
            points + hands + numbers.faces[face - 1] - numbers.faces[other - 1]
            + first * mean + second * best + third * sure
        )  # fmt: skip
        if strength > STEEPEST or strength < -STEEPEST:
            return 1.0 if strength > 0 else 0.0
        return 1 / (1 + exp(-strength))

    def next_trick(self, face: int, other: int, own: int, theirs: int) -> tuple[float, float, float]:
        """Who wins the next trick: on average; with the best card of each against any; against the best answer."""
        key = face, other, own, theirs
        found = self._tricks.get(key)
        if found is None:
            rows = [self._row(card, theirs, face, other) for card in CARDS_OF[own]]
            columns = [self._row(card, own, other, face) for card in CARDS_OF[theirs]]
            best = max(rows)[0] - max(columns)[0]
            sure = max([low for _, low in rows]) - max([low for _, low in columns])
            found = self._tricks[key] = sum([mean for mean, _ in rows]) / len(rows), best, sure
        return found

    def _row(self, card: int, theirs: int, face: int, other: int) -> tuple[float, float]:
        """Result of a card against this hand: mean and minimum."""
        key = card, theirs, face, other
        found = self._rows.get(key)
        if found is None:
            faces = face, other
            leads = [lead(card, reply, faces) for reply in CARDS_OF[theirs]]
            found = self._rows[key] = sum(leads) / len(leads), min(leads)
        return found


def evaluate_points(now: Standing) -> tuple[float, float]:
    """Features of the points: win probability by points alone as a logit, and less a half."""
    share = min(max(now.even, SURE), 1 - SURE)
    return log(share / (1 - share)), now.even - HALF


def extract_features(place: Place, left: int, sight: LeafEvaluator) -> list[float]:
    """All features of the estimate, in the order of ``PARTS``."""
    face, other, _, _, _, _, own, theirs = place
    now = standing(place[2:6], left, find_flags(own, theirs))
    return [
        *evaluate_points(now),
        *(float((face == shown) - (other == shown)) for shown in FACES),
        *(float((own >> card & 1) - (theirs >> card & 1)) for card in range(CARD_COUNT)),
        *sight.next_trick(face, other, own, theirs),
    ]
