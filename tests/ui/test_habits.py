"""What a person keeps doing: found in kept analyses, forgotten in one click, nothing for guests."""

from __future__ import annotations

from typing import Any

import msgspec

from ai.analysis.command import make_analyser
from ai.analysis.habits import Chance, FoundHabit, Habit, HabitGame, Usual, find_habits, is_gone
from ai.lab.habits import measure_usual, play_games
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, studies
from scenes.profile.habits import HabitsPage, KnownGames
from tests.ui.driver import Driver

HABIT = Habit("legends", "thrift", True)
USUAL = {HABIT.key: Usual(0.3, 0.03)}


def make_game(number: int, done: int, loss: float) -> HabitGame:
    """A game with ten chances, of which ``done`` are taken and cost something."""
    chances = [Chance(at, HABIT, at < done, loss if at < done else 0.0) for at in range(10)]
    return HabitGame(f"g{number}", 0, tuple(chances))


def test_only_what_comes_in_five_games_and_costs_for_certain_is_a_habit() -> None:
    """Four games, a usual share, and a cost whose interval holds zero are none."""
    found = find_habits([make_game(at, 8, 0.01) for at in range(6)], USUAL)
    assert [one.habit for one in found] == [HABIT]
    assert (found[0].done, found[0].chances, sum(found[0].games)) == (48, 60, 6)
    assert found[0].low > 0 and found[0].places[0][0] == "g5"
    assert not find_habits([make_game(at, 8, 0.01) for at in range(4)], USUAL)
    assert not find_habits([make_game(at, 3, 0.01) for at in range(9)], USUAL)
    assert not find_habits([make_game(at, 8, 0.0) for at in range(9)], USUAL)


def test_a_habit_is_gone_below_a_third_of_its_share_over_ten_chances() -> None:
    gone = make_game(0, 2, 0.0).chances
    assert is_gone(gone, 0.8) and not is_gone(gone, 0.5) and not is_gone(gone[:9], 0.8)


def test_a_planted_person_is_named_and_one_without_a_habit_is_not() -> None:
    """The small form of the measurement: Legends, saving coins."""
    usual = measure_usual("legends", 2, 5)
    planted = play_games("legends", 3, ("thrift", True))
    assert HABIT in [one.habit for one in find_habits(planted, usual)]
    assert not find_habits(play_games("legends", 4, None), usual)


def open_page(driver: Driver, person: str) -> Any:
    page = HabitsPage(driver.ctx, person, KnownGames())
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    driver.run(60)
    return page


def test_everything_is_forgotten_in_one_click(driver: Driver) -> None:
    page = open_page(driver, "Leo")
    game = make_game(1, 8, 0.01)
    page.known.games.append(game)
    page.known.habits.append(FoundHabit(HABIT, 8, 10, (True,), 0.1, 0.05, 0.2, ()))
    page.forget()
    assert not page.known.habits and list(driver.ctx.settings.habits_since) == [page.owner]


def test_kept_analyses_of_the_person_are_read(driver: Driver) -> None:
    """Games of others, and games that were never analysed, do not count."""
    driver.ctx.household.add("Leo", "2026-11-20")
    for number, (name, analysed) in enumerate((("Leo", True), ("Leo", False), ("Guest", True))):
        seats = [Seat("person", "", name), Seat("computer", "novice", "Mia", 1)]
        session = Session.start("legends", {}, seats, f"{number}", autosave=folders.saves() / f"{number}.throne")
        while owing := session.to_act():
            legal = session.legal(owing[0])
            session.submit(owing[0], legal[session.turn % len(legal)])
        session.close()
        review = msgspec.structs.replace(make_analyser(session, [0]).first(), done=1000)
        empty = studies.Study(session.id)
        if analysed:
            studies.keep(msgspec.structs.replace(empty, review=msgspec.Raw(msgspec.json.encode(review))), empty)
    page: Any = HabitsPage(driver.ctx, "Leo", KnownGames())
    page._look()
    assert len(page.known.games) == 1 and page.known.games[0].chances
    page.forget()
    page._look()
    assert not page.known.games, "they count no more"


def test_guests_have_none(driver: Driver) -> None:
    """A person who is not on the list of people has no habits that could be forgotten."""
    driver.ctx.household.add("Leo", "2026-11-20")
    page = open_page(driver, "Tom")
    assert page.owner is None
    page.forget()
    assert not driver.ctx.settings.habits_since
