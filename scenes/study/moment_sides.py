"""The moments of a review by player: which are listed for one, for the others and for all."""

from __future__ import annotations

from ai.analysis.key_moments import MOST_MOMENTS
from ai.analysis.report import WHOLE, Moment, Review

SIDES = ("own", "others", "all")


class MomentSides:
    """The dearest moments of every player, then the good finds, and what is still being checked."""

    def __init__(self, review: Review | None, seats: int) -> None:
        self._seats = seats
        self._checking = () if review is None else review.checking
        found = [] if review is None else review.moments
        costly = [_sort_costly(found, seat) for seat in range(seats)]
        self._small = [listed[MOST_MOMENTS:] for listed in costly]
        self.by_seat = [
            [*costly[seat][:MOST_MOMENTS], *(one for one in found if one.seat == seat and one.good)]
            for seat in range(seats)
        ]

    @property
    def names(self) -> tuple[str, ...]:
        """The sides that there are."""
        return SIDES if self._seats > 1 else SIDES[:1]

    def list_side(self, side: str, whose: int) -> list[Moment]:
        """Return the moments of a side as seen by a seat; of several players the dearest first."""
        if side == "own":
            return self.by_seat[whose]
        seats = [seat for seat in range(self._seats) if _is_on_side(side, seat, whose)]
        return sorted([one for seat in seats for one in self.by_seat[seat]], key=lambda one: (one.good, -one.cost))

    def list_checking(self, side: str, whose: int) -> list[tuple[int, int]]:
        """Return the turns of a side that are still being checked: decisions before each, and whose it is."""
        return [one for one in self._checking if _is_on_side(side, one[1], whose)]

    def sum_small(self, seat: int) -> tuple[int, int]:
        """Return how many costly choices of a seat are not listed, and what they cost together in percent."""
        small = self._small[seat]
        return len(small), round(100 * sum(one.cost for one in small) / WHOLE)

    def find_same(self, moment: Moment) -> Moment | None:
        """Return the moment of the same turn and seat, if there is one."""
        return next((one for one in self.by_seat[moment.seat] if one.turn == moment.turn), None)


def _sort_costly(moments: list[Moment], seat: int) -> list[Moment]:
    return sorted([one for one in moments if one.seat == seat and not one.good], key=lambda one: -one.cost)


def _is_on_side(side: str, seat: int, whose: int) -> bool:
    return side == "all" or (seat == whose) == (side == "own")
