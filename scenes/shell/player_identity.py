"""The signs of the players: a colour with its shape, and an emblem; no two players have the same."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import COLOURS, EMBLEMS, Seat
from sprites.base import theme


def get_emblem(seat: Seat) -> str:
    """The emblem that is drawn."""
    return seat.emblem or theme.player(seat.colour).emblem


def all_differ(seats: Sequence[Seat]) -> bool:
    """Whether everybody can be told apart: up to four by the colour, more of them by the emblem."""
    if len(seats) <= COLOURS:
        return len({seat.colour for seat in seats}) == len(seats)
    return len({get_emblem(seat) for seat in seats}) == len(seats)


def free_sign(seats: Sequence[Seat]) -> tuple[int, str]:
    """Colour and emblem for one more player: the colour that fewest have, its own emblem if that is free."""
    counts = [sum(seat.colour == colour for seat in seats) for colour in range(COLOURS)]
    colour = counts.index(min(counts))
    taken = {get_emblem(seat) for seat in seats}
    own = theme.player(colour).emblem
    return colour, "" if own not in taken else next(one for one in EMBLEMS[1:] if one not in taken)


def next_emblem(seats: Sequence[Seat], k: int) -> str:
    """The next emblem that nobody else has."""
    taken = {get_emblem(seat) for other, seat in enumerate(seats) if other != k}
    own = theme.player(seats[k].colour).emblem
    at = EMBLEMS.index(seats[k].emblem) if seats[k].emblem in EMBLEMS else 0
    for step in range(1, len(EMBLEMS) + 1):
        emblem = EMBLEMS[(at + step) % len(EMBLEMS)]
        if (emblem or own) not in taken:
            return emblem
    return seats[k].emblem


def next_colour(seats: Sequence[Seat], k: int) -> list[tuple[int, str]]:
    """Colour and emblem of everybody when one takes the next colour.

    Up to four players swap their colours; of more, only this one's changes, and a new emblem joins it where its own
    is taken.
    """
    signs = [(seat.colour, seat.emblem) for seat in seats]
    mine = seats[k].colour
    wanted = (mine + 1) % COLOURS
    signs[k] = (wanted, seats[k].emblem)
    if len(seats) <= COLOURS:
        for other, seat in enumerate(seats):
            if other != k and seat.colour == wanted:
                signs[other] = (mine, seat.emblem)
        return signs
    taken = {get_emblem(seat) for other, seat in enumerate(seats) if other != k}
    if not seats[k].emblem and theme.player(wanted).emblem in taken:
        signs[k] = (wanted, next(one for one in EMBLEMS[1:] if one not in taken))
    return signs
