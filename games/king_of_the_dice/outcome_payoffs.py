"""Worth of a final roll: the most valuable wish that it meets, with dice that jokers can add for a price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Wishes = tuple[tuple[int, int], ...]
"""Pairs of a mask of conditions (one of them suffices) and the worth of meeting it."""
Offer = tuple[tuple[int, ...], int]
"""Symbols of dice that jokers can add after the rolls, and their price."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Wishes, with dice that are ``added`` to every result and others that are on ``offer``; ``otherwise``: what a
    result is worth that meets no wish (with bare dice that meet one, it cannot be had)."""

    wishes: Wishes
    added: tuple[int, ...] = ()
    otherwise: int = 0
    offers: tuple[Offer, ...] = ()

    @property
    def wanted(self) -> int:
        """Mask of the conditions of all wishes."""
        found = 0
        for conditions, _ in self.wishes:
            found |= conditions
        return found

    def worths(self, met_with: Callable[[tuple[int, ...]], Met]) -> list[int]:
        """Return the worth of every roll; ``met_with`` maps added dice to the conditions each roll meets with them."""
        found = self._worths(met_with(self.added), self.otherwise)
        for signs, price in self.offers:
            with_dice = self._worths(met_with(tuple(sorted((*self.added, *signs)))), 0)
            found = [
                bare if bare + price >= joined else joined - price
                for bare, joined in zip(found, with_dice, strict=True)
            ]
        return found

    def _worths(self, met: Met, otherwise: int) -> list[int]:
        wanted = self.wanted
        masks = {each & wanted for each in met.masks}
        worths = {mask: max((one for each, one in self.wishes if each & mask), default=otherwise) for mask in masks}
        return list(map([worths[each & wanted] for each in met.masks].__getitem__, met.rolls))


@dataclass(frozen=True, slots=True)
class Met:
    """Conditions met by many rolls: distinct masks, and for each roll the index of its mask."""

    masks: Sequence[int]
    rolls: Sequence[int]


def group_rolls(masks: Iterable[int]) -> Met:
    """Group the masks of rolls so that each distinct mask is stored once."""
    numbers: dict[int, int] = {}
    rolls = [numbers.setdefault(mask, len(numbers)) for mask in masks]
    return Met(tuple(numbers), rolls)
