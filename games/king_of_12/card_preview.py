"""What a card would do if it acted alone, by the rules and by what everybody sees: a preview before it is played.

Nothing hidden is used: the other cards of the trick are unknown, and who may still hold the same card follows from the
cards that were played openly in this round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.chance import ConstantChance
from engine.contract import View

from .actions import TURN
from .cards import ORACLE
from .trick import NONE, apply_effects, compare, effect_choices, find_plan, open_cards


class Standing(Enum):
    """Where a value would stand among the dice as they lie."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Result:
    """A value that the player's die can have, where it would stand, and the seats with an equal one."""

    value: int
    standing: Standing
    equals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPreview:
    """A card on the player's die: the face now, and what comes of it; no results when a roll decides.

    ``lowest``: the lowest value wins. ``holders``: seats that may still play the same card, which would cancel both.
    """

    card: int
    face: int
    results: tuple[Result, ...]
    lowest: bool
    holders: tuple[int, ...]

    @property
    def changes(self) -> bool:
        """Whether the value becomes another one, or may."""
        return not self.results or any(one.value != self.face for one in self.results)


def preview_card(view: View, card: int, group: Sequence[int] | None = None) -> CardPreview:
    """Return what a card of the viewing seat would do if no other card acted.

    ``group``: the seats of its table in the order to the left, by default all.
    """
    me: int = view["seat"]
    seats = tuple(range(view["seats"]) if group is None else group)
    place = seats.index(me)
    plan = find_plan(tuple(card if seat == me else NONE for seat in seats))
    start = [view["faces"][seat] for seat in seats]
    open_cards(plan, start, seats, None)
    results = []
    if card != ORACLE:
        for pick in effect_choices(plan, place, start[place]) or (TURN,):
            faces, picks = start[:], [pick] * len(seats)
            amounts, values = apply_effects(plan, faces, picks, ConstantChance(), seats, None)
            value = values[place]
            equals = tuple(seat for at, seat in enumerate(seats) if at != place and values[at] == value)
            first, second = compare(plan, faces, amounts, values, seats, None)
            results.append(Result(value, _find_standing(place, first, second, equals), equals))
    results.sort(key=lambda one: one.value)
    holders = tuple(seat for seat in seats if seat != me and card not in view["played"][seat])
    return CardPreview(card, view["faces"][me], tuple(results), plan.knight != NONE, holders)


def _find_standing(place: int, first: int, second: int, equals: Sequence[int]) -> Standing:
    if place == first:
        return Standing.FIRST
    if place == second:
        return Standing.SECOND
    return Standing.EQUAL if equals else Standing.BEHIND
