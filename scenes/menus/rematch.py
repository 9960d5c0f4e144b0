"""The same game once more: with other seats, or against somebody stronger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ai import character
from ai.levels import LEVELS
from engine.seats import WHO, Seat
from scenes.menus import who

if TYPE_CHECKING:
    from scenes.shell.context import Context


def moved_on(seats: Sequence[Seat]) -> list[Seat]:
    """Everybody one seat on: whoever sat second sits first."""
    return [*seats[1:], seats[0]]


def stronger(ctx: Context, seats: Sequence[Seat]) -> list[Seat] | None:
    """Each computer a level stronger, a character another one that is; None when nobody can be.

    Opponents from files stay who they are.
    """
    taken = {seat.level for seat in seats}
    found: list[Seat] = []
    for seat in seats:
        found.append(_next(ctx, seat, taken))
        taken.add(found[-1].level)
    return found if found != list(seats) else None


def _next(ctx: Context, seat: Seat, taken: set[str]) -> Seat:
    if seat.kind == "person":
        return seat
    if seat.level in LEVELS[:-1]:
        return msgspec.structs.replace(seat, level=LEVELS[LEVELS.index(seat.level) + 1])
    one = who.known(seat.level)
    if one is None:
        return seat
    ranks = {WHO + stem: who.rank_of(each) for stem, each in character.ours().items() if WHO + stem not in taken}
    better = sorted((rank, level) for level, rank in ranks.items() if rank > who.rank_of(one))
    if not better:
        return seat
    return msgspec.structs.replace(seat, level=better[0][1], name=who.seat_name(ctx, better[0][1]))


def next_rival(seats: Sequence[Seat], even: str | None) -> str:
    """The character whom the one person at a table could meet next: who is about ``even``, else the mildest one.

    "" when several people or none sat there, or when that one sat there already.
    """
    taken = {seat.level for seat in seats}
    if sum(seat.is_person for seat in seats) != 1 or len(taken) == 1:
        return ""
    if even is not None:
        return "" if even in taken else even
    ranks = sorted((who.rank_of(each), WHO + stem) for stem, each in character.ours().items())
    return next((level for _rank, level in ranks if level not in taken), "")


def against(ctx: Context, seats: Sequence[Seat], level: str) -> list[Seat]:
    """The same table with a character on the first computer's seat."""
    found = list(seats)
    at = next(at for at, seat in enumerate(found) if not seat.is_person)
    found[at] = msgspec.structs.replace(found[at], kind="computer", level=level, name=who.seat_name(ctx, level))
    return found
