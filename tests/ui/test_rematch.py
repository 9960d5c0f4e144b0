"""After the end: the same game again, with other seats, or against somebody stronger."""

from __future__ import annotations

import pytest

from ai.levels import LEVELS
from engine import lessons
from engine.seats import Seat
from scenes.menus import who
from scenes.menus.rematch import against, moved_on, next_rival, stronger
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


def test_the_next_rival_is_about_even_or_mild_and_new_at_the_table(driver: Driver) -> None:
    assert next_rival(computers("novice"), "who:berta") == "who:berta"
    assert next_rival(computers("who:berta"), "who:berta") == "", "they have just met"
    mild = who.known(next_rival(computers("novice"), None))
    assert mild is not None and who.rank_of(mild) == 0
    assert next_rival([*computers("novice"), Seat("person", "", "Mia", 3)], None) == ""
    seats = against(driver.ctx, computers("novice", "expert"), "who:berta")
    assert [seat.level for seat in seats] == ["", "who:berta", "expert"]
    assert seats[1].name == who.name_of(driver.ctx, "who:berta")


def test_after_the_last_lesson_a_quiet_line_suggests_a_character(driver: Driver) -> None:
    table = open_table(driver)
    game = table.session.game
    driver.settings.lessons = {game: {"stars": {lesson.id: 3 for lesson in lessons.row(game).lessons}}}
    scene = GameResult(driver.ctx, table.session, table.view)
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    assert driver.ctx.records.finish(10)
    driver.run(HASTE_MS + 100)
    rival = scene.rival
    assert rival and not driver.has("lesson")
    driver.click("rival")
    driver.run(800)
    assert driver.top.name == "table" and rival in [seat.level for seat in driver.top.session.seats]
