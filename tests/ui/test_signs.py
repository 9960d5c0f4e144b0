"""Sixteen players, four colours: nobody can be taken for somebody else."""

from __future__ import annotations

import random

import msgspec

from engine.seats import COLOURS, EMBLEMS, Seat
from scenes.shell.player_identity import all_differ, free_sign, get_emblem, next_colour, next_emblem
from sprites.base import assets, icons


def _seats(count: int) -> list[Seat]:
    seats: list[Seat] = []
    for _ in range(count):
        seats.append(Seat("computer", "novice", "", *free_sign(seats)))
    return seats


def test_every_number_of_players_can_be_told_apart() -> None:
    for count in range(1, 17):
        seats = _seats(count)
        assert all_differ(seats)
        assert len({get_emblem(seat) for seat in seats}) == count
        counts = [sum(seat.colour == colour for seat in seats) for colour in range(COLOURS)]
        assert max(counts) - min(counts) <= 1


def test_changes_never_make_two_alike() -> None:
    rng = random.Random(4)
    for count in (2, 4, 5, 11, 16):
        seats = _seats(count)
        for _ in range(200):
            k = rng.randrange(count)
            if rng.random() < 0.5:
                seats[k] = msgspec.structs.replace(seats[k], emblem=next_emblem(seats, k))
            else:
                signs = next_colour(seats, k)
                assert signs[k][0] == (seats[k].colour + 1) % COLOURS
                seats = [
                    msgspec.structs.replace(seat, colour=colour, emblem=emblem)
                    for seat, (colour, emblem) in zip(seats, signs, strict=True)
                ]
            assert all_differ(seats)


def test_every_emblem_has_its_picture() -> None:
    for name in EMBLEMS[1:]:
        assert assets.svg(icons.find_file(name), (32, 32)).get_bounding_rect().w > 8, name
