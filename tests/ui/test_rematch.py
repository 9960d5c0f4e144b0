"""After the end: the same game again, with other seats, or against a stronger rival."""

import random
from typing import Any

import pytest

from ai.levels import LEVELS
from ai.ratings import GAMES, find_rating
from engine.content import lessons
from engine.seats import Seat
from engine.session import Session
from engine.storage import statistics
from engine.storage.statistics import GameStats, PlayedGame
from scenes.common import opponent_names
from scenes.common.matchmaking import AboutEven, find_even, replace_rival, rotate_seats, stronger
from scenes.results.scene import GameResult
from tests.support.tables_king_of_12 import open_table
from tests.ui.driver import Driver


def computers(*levels: str) -> list[Seat]:
    """A person and some computers."""
    return [Seat("person", "", "Leo", 0), *(Seat("computer", level, f"C{k}", k + 1) for k, level in enumerate(levels))]


def finished_table(driver: Driver, winner: int = 0) -> Any:
    """An ordinary table of a person and two computers whose game has ended with a win of seat ``winner``."""
    table = open_table(driver)
    session = table.session
    rng = random.Random(5)
    for _ in range(40):
        while not session.over:
            seat = session.to_act()[0]
            session.submit(seat, rng.choice(session.legal(seat)))
        if session.result()[winner] == 1:
            break
        session = table.session = Session.start(session.game, session.options, session.seats, str(rng.random()))
    table.view = session.view(None)
    return table


def test_everybody_moves_one_seat_on() -> None:
    seats = computers("novice", "expert")
    assert rotate_seats(seats) == [seats[1], seats[2], seats[0]]
    assert rotate_seats(rotate_seats(rotate_seats(seats))) == seats


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
    before, after = ([opponent_names.find_character(seat.level) for seat in row[1:]] for row in (seats, better))
    for old, new in zip(before, after, strict=True):
        assert old is not None and new is not None
        assert opponent_names.get_rank(new) > opponent_names.get_rank(old)
    assert len({seat.level for seat in better}) == 3
    assert [seat.name for seat in better[1:]] == [
        opponent_names.get_name(driver.ctx, seat.level) for seat in better[1:]
    ]
    assert stronger(driver.ctx, computers("who:old_king")) is None


@pytest.mark.parametrize(("button", "first"), [("seats", "computer"), ("stronger", "person"), ("again", "person")])
def test_the_buttons_of_the_result_begin_another_game(driver: Driver, button: str, first: str) -> None:
    table = finished_table(driver)
    old = table.session
    driver.ctx.stack.push(GameResult(driver.ctx, old, table.view))
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top.awake)
    driver.click(button)
    driver.run(800)
    session = driver.top.session
    assert driver.top.name == "table" and session is not old and not session.over
    assert session.seats[0].kind == first
    pairs = [(new.level, was.level) for new, was in zip(session.seats, old.seats, strict=True) if new.level]
    if button != "seats":
        assert {LEVELS.index(new) - LEVELS.index(was) for new, was in pairs} == {int(button == "stronger")}
    assert session.options == old.options and session.seed != old.seed


def test_a_rival_takes_the_first_computers_seat(driver: Driver) -> None:
    seats = replace_rival(driver.ctx, computers("novice", "expert"), "who:berta")
    assert [seat.level for seat in seats] == ["", "who:berta", "expert"]
    assert seats[1].name == opponent_names.get_name(driver.ctx, "who:berta")
    again = replace_rival(driver.ctx, seats, "at:1130")
    assert again[1].level == "at:1130" and again[1].name not in [seats[0].name, seats[1].name, seats[2].name]


def played(person: str, level: str, won: bool, **more: Any) -> PlayedGame:
    """A game of legends between a person and a computer."""
    places = (1, 2) if won else (2, 1)
    rated = find_rating("legends", level)
    assert rated is not None
    return PlayedGame("a", "legends", "2026-11-29T10:00:00", 9, False, (person, "C"), ("person", "computer"),
                      ("", level), places, rated=(None, (rated.rating, 1.0)), **more)  # fmt: skip


def record_of(*games: PlayedGame) -> GameStats:
    """The record of these games, oldest first."""
    stats = GameStats("legends")
    for one in games:
        statistics._count(stats, one)
    stats.last.reverse()
    return stats


def test_a_rival_about_even_begins_at_first_evening_and_follows_the_person(driver: Driver) -> None:
    """Large steps first; a defeat turns it; after three defeats it is milder; what it is is told."""
    first = find_even("legends", None, "Leo")
    assert first is not None and first.level == LEVELS[0] and first.more is None
    games = [played("Leo", first.level, True)]
    second = find_even("legends", record_of(*games), "Leo")
    assert second is not None and second.rating > first.rating + 100
    games.append(played("Leo", second.level, False))
    third = find_even("legends", record_of(*games), "Leo")
    assert third is not None and third.more is not None and first.rating <= third.rating < second.rating
    assert third.tell(driver.ctx) == driver.ctx.t("even.milder", rating=third.rating)
    games += [played("Leo", "at:1500", True)] * 4
    games += [played("Leo", "at:1500", False)] * 2
    two, three = record_of(*games), record_of(*games, played("Leo", "at:1500", False))
    before, after = find_even("legends", two, "Leo"), find_even("legends", three, "Leo")
    assert before is not None and after is not None and before.rating - after.rating > 120
    advised = find_even("legends", record_of(*games, played("Leo", "at:900", True, advised=True)), "Leo")
    assert advised is not None and advised.level == before.level, "with advice nothing moves"


def test_the_games_of_a_guest_move_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that nobody of the household has meets First evening again, whatever was won under it."""
    driver.ctx.household.add("Leo", "")
    found = record_of(*[played(name, "at:1500", True) for name in ("Leo", "Kuba") for _ in range(GAMES)])
    monkeypatch.setattr(statistics, "summary", lambda told: {"legends": found})
    rivals = AboutEven(driver.ctx, "legends")
    assert driver.ctx.records.finish(10)
    own, guest = rivals.find_rival("Leo"), rivals.find_rival("Kuba")
    assert own is not None and guest is not None and guest.level == LEVELS[0] and own.rating > 1500
    assert rivals.estimate_rating("Leo") is not None and rivals.estimate_rating("Kuba") is None


@pytest.mark.parametrize("offered", [False, True])
def test_stronger_opponents_are_offered_after_a_win_only(driver: Driver, offered: bool) -> None:
    table = finished_table(driver, winner=0 if offered else 1)
    assert (table.session.result()[0] == 1) is offered
    driver.ctx.stack.push(GameResult(driver.ctx, table.session, table.view))
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top.awake)
    driver.run(100)
    assert driver.has("stronger") is offered and driver.has("seats")


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_two_people_are_offered_stronger_opponents_when_one_of_them_has_won(driver: Driver, winner: int) -> None:
    session = finished_table(driver, winner).session
    seats = [*session.seats[:1], Seat("person", "", "Anna", 1), *session.seats[2:]]
    session.seats = tuple(seats)
    driver.ctx.stack.push(GameResult(driver.ctx, session, session.view(None)))
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top.awake)
    driver.run(100)
    assert driver.has("stronger") is (winner < 2)


def test_after_the_last_lesson_a_quiet_line_suggests_a_rival_about_even(driver: Driver) -> None:
    table = finished_table(driver)
    game = table.session.game
    driver.settings.lessons = {game: {"stars": {lesson.id: 3 for lesson in lessons.row(game).lessons}}}
    scene = GameResult(driver.ctx, table.session, table.view)
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    assert driver.ctx.records.finish(10)
    driver.until(lambda: scene.awake)
    assert not driver.has("lesson")
    driver.click("rival")
    driver.run(800)
    levels = [seat.level for seat in driver.top.session.seats]
    assert driver.top.name == "table" and find_even(game, None, "nobody").level in levels  # type: ignore[union-attr]
