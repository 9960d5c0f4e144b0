"""After the end: the same game again, with other seats, or against somebody stronger."""

from __future__ import annotations

import pytest

from ai.levels import LEVELS
from engine.seats import Seat
from scenes.menus import who
from scenes.menus.rematch import moved_on, stronger
from scenes.table.results import HASTE_MS, GameResult
from tests.ui.driver import Driver
from tests.ui.test_whole_games import open_table


def computers(*levels: str) -> list[Seat]:
    """A person and some computers."""
    return [Seat("person", "", "Leo", 0), *(Seat("computer", level, f"C{k}", k + 1) for k, level in enumerate(levels))]


def test_everybody_moves_one_seat_on() -> None:
    seats = computers("novice", "expert")
    assert moved_on(seats) == [seats[1], seats[2], seats[0]]
    assert moved_on(moved_on(moved_on(seats))) == seats


def test_each_computer_gets_a_level_stronger_as_long_as_there_is_one(driver: Driver) -> None:
    seats = computers("first_evening", LEVELS[-1])
    better = stronger(driver.ctx, seats)
    assert better is not None
    assert [seat.level for seat in better] == ["", "novice", LEVELS[-1]]
    assert [seat.name for seat in better] == [seat.name for seat in seats]
    assert stronger(driver.ctx, computers(LEVELS[-1])) is None
    assert stronger(driver.ctx, computers("file:greedy.py")) is None


def test_a_character_is_followed_by_a_stronger_one_who_does_not_sit_there(driver: Driver) -> None:
    seats = computers("who:tom", "who:berta")
    better = stronger(driver.ctx, seats)
    assert better is not None
    before, after = ([who.known(seat.level) for seat in row[1:]] for row in (seats, better))
    for old, new in zip(before, after, strict=True):
        assert old is not None and new is not None
        assert who.rank_of(new) > who.rank_of(old)
    assert len({seat.level for seat in better}) == 3
    assert [seat.name for seat in better[1:]] == [who.name_of(driver.ctx, seat.level) for seat in better[1:]]
    assert stronger(driver.ctx, computers("who:old_king")) is None


@pytest.mark.parametrize(("button", "first"), [("seats", "computer"), ("stronger", "person"), ("again", "person")])
def test_the_buttons_of_the_result_begin_another_game(driver: Driver, button: str, first: str) -> None:
    table = open_table(driver)
    old = table.session
    driver.ctx.stack.push(GameResult(driver.ctx, old, table.view))
    driver.ctx.stack.settle()
    driver.run(HASTE_MS + 100)
    driver.click(button)
    driver.run(800)
    session = driver.top.session
    assert driver.top.name == "table" and session is not old and not session.over
    assert session.seats[0].kind == first
    pairs = [(new.level, was.level) for new, was in zip(session.seats, old.seats, strict=True) if new.level]
    if button != "seats":
        assert {LEVELS.index(new) - LEVELS.index(was) for new, was in pairs} == {int(button == "stronger")}
    assert session.options == old.options and session.seed != old.seed
