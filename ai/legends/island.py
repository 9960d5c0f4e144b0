"""An island as one seat sees it while it plans a turn: what it and its regions are worth by its own strengths there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from operator import mul

from .persistence import Outlook, Strengths

Weights = tuple[float, ...]
MOST_ISLANDS = 2000
"""So many islands are kept in mind, some 30 MB. The same ones come back in many positions that are thought of."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What it changes, by place on the island, when one own army leaves, when one arrives, and when it goes from one
    place to another (``within[from][to]``)."""

    leaving: list[float]
    arriving: list[float]
    within: list[list[float]]


Region = dict[int, tuple[tuple[float, ...], float]]
"""By own strength the chances of the owners in a region, and what it is worth."""


@lru_cache(maxsize=MOST_ISLANDS)
def _find_caches(
    outlook: Outlook, rivals: tuple[Strengths, ...], factors: Weights, signed: Weights, pieces: Weights
) -> tuple[dict[Strengths, float], dict[Strengths, Changes], list[Region]]:
    """Table of values and changes of an island, by its own strengths, and those of its regions."""
    return {}, {}, list(map(partial(_region, outlook, factors), rivals, pieces))


@lru_cache(maxsize=MOST_ISLANDS)
def _leads(outlook: Outlook, rivals: tuple[Strengths, ...]) -> dict[Strengths, list[float]]:
    """Table of the chances of the owners on an island by its own strengths, filled on demand and shared by islands with
    the same rivals."""
    return {}


@lru_cache(maxsize=MOST_ISLANDS)
def _region(outlook: Outlook, factors: Weights, rivals: Strengths, points: float) -> Region:
    """Table of a region in which the others have these strengths, filled on demand."""
    return {}


class Island:
    """``rivals``: the others' strengths by region, in one order of owners; ``factors`` and ``signed`` what the chance
    of each owner, its own seat first, counts in a region and on the island; ``pieces`` the points of each region."""

    __slots__ = ("_changes", "_leads", "_regions", "_worths", "factors", "outlook", "pieces", "rivals", "signed")

    def __init__(
        self, outlook: Outlook, rivals: tuple[Strengths, ...], factors: Weights, signed: Weights, pieces: Weights
    ) -> None:
        self.outlook = outlook
        self.rivals = rivals
        self.factors = factors
        self.signed = signed
        self.pieces = pieces
        self._worths, self._changes, self._regions = _find_caches(outlook, rivals, factors, signed, pieces)
        self._leads = _leads(outlook, rivals)

    def worth(self, own: Strengths) -> float:
        """The worth of the island and its regions with these own strengths, the others' against it."""
        found = self._worths.get(own)
        if found is None:
            regions = [
                table.get(one) or self._evaluate_region(place, one)
                for place, (one, table) in enumerate(zip(own, self._regions, strict=True))
            ]
            leads = self._leads.get(own)
            if leads is None:
                shares = zip(*[row for row, _ in regions], strict=True)
                leads = self._leads[own] = self.outlook.leads(list(map(sum, shares)))
            found = sum(map(mul, self.signed, leads))
            for _, value in regions:
                found += value
            self._worths[own] = found
        return found

    def _evaluate_region(self, place: int, own: int) -> tuple[tuple[float, ...], float]:
        """The chances of the owners in the region at a place, and its worth, by its own strength; kept."""
        row = self.outlook.shares((own, *self.rivals[place]))
        found = self._regions[place][own] = row, self.pieces[place] * sum(map(mul, self.factors, row))
        return found

    def changes(self, own: Strengths) -> Changes:
        """What every change by one army brings; where none stands, leaving has no meaning."""
        found = self._changes.get(own)
        if found is None:
            worth, stands = self.worth, self.worth(own)
            places = range(len(own))
            arriving = [worth(change_row(own, place, 1)) - stands for place in places]
            leaving, within = [0.0] * len(own), [arriving] * len(own)
            for place in places:
                if own[place]:
                    left = change_row(own, place, -1)
                    leaving[place] = worth(left) - stands
                    within[place] = [worth(change_row(left, to, 1)) - stands for to in places]
            found = self._changes[own] = Changes(leaving, arriving, within)
        return found

    def remove_army(self, place: int, owner: int) -> Island:
        """The island with one army less of the other at this place of ``rivals``' rows, in a region by its place."""
        row = change_row(self.rivals[place], owner, -1)
        rivals = (*self.rivals[:place], row, *self.rivals[place + 1 :])
        return Island(self.outlook, rivals, self.factors, self.signed, self.pieces)


def change_row(row: Strengths, at: int, by: int) -> Strengths:
    """The row with one number changed."""
    return (*row[:at], row[at] + by, *row[at + 1 :])
