"""Sixteen players, four colours: nobody can be taken for another player."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from engine.content import lessons, puzzles
from engine.seats import COLOURS, EMBLEMS, Seat
from scenes.common.player_identity import all_differ, free_sign, get_emblem, next_colour, next_emblem
from scenes.puzzles.puzzle_controller import open_puzzle_table
from scenes.table.new_game import sitting
from scenes.tutorial.lessons import open_lesson
from sprites.base import assets, icons
from tests.ui.driver import Driver


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


def find_seats(driver: Driver, where: str, game: str) -> Sequence[Seat]:
    """The seats of a table that is opened without a set-up."""
    if where == "lesson":
        lesson = lessons.row(game).lessons[0]
        return open_lesson(driver.ctx, game, lesson, 0).session.seats
    if where == "puzzle":
        shelf = puzzles.load_puzzles(game)
        number = next((at for at, puzzle in enumerate(shelf) if puzzle.seat), 0)
        return open_puzzle_table(driver.ctx, game, number).session.seats
    return sitting(driver.ctx, game, ["novice", "", "expert"] if where == "letter" else ["", "novice"])


@pytest.mark.parametrize("where", ["lesson", "puzzle", "letter", "road"])
@pytest.mark.parametrize("own", [(0, ""), (2, "wolf"), (1, "fox")])
def test_nobody_wears_what_the_person_wore_last(driver: Driver, where: str, own: tuple[int, str]) -> None:
    """The person keeps colour and emblem of the last set-up everywhere, and the rivals get others."""
    game = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")[own[0]]
    seats = [
        {"kind": "computer", "level": "novice", "colour": 3},
        {"kind": "person", "colour": own[0], "emblem": own[1]},
    ]
    driver.settings.last_setup = {game: {"seats": seats}}
    found = find_seats(driver, where, game)
    assert [(seat.colour, seat.emblem) for seat in found if seat.is_person] == [own]
    assert all_differ(found) and len({get_emblem(seat) for seat in found}) == len(found)
