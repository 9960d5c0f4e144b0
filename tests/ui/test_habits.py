"""What a person keeps doing: found in kept analyses, forgotten in one click, nothing for guests."""

from datetime import date
from typing import Any

import msgspec
import pytest

from ai.analysis.habits import Chance, FoundHabit, Habit, HabitGame, Usual, find_extremes, find_habits, is_gone
from ai.analysis.report import read_moment
from ai.lab.habits import measure_usual, play_games
from ai.review import make_analyser
from engine.content import spaced_repetition
from engine.content.spaced_repetition import ENOUGH_OF_HABIT, Missed
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, saves, studies
from scenes.profile.habit_games import KnownGames, deal_table
from scenes.profile.habits import HabitsPage
from scenes.study import retry
from tests.ui.driver import Driver

TODAY = date(2026, 11, 20)
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
    for person in ("Leo", "Eva"):
        driver.ctx.household.add(person, "2026-11-20")
    for number, (name, analysed) in enumerate((("Leo", True), ("Leo", False), ("Guest", True), ("Eva", True))):
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
    assert [one.names[0] for one in page.known.sessions.values()] == ["Leo"]
    page.forget()
    page._look()
    assert not page.known.games, "they count no more"


def test_a_table_is_dealt_where_the_habit_tempts_and_the_same_to_everybody(driver: Driver) -> None:
    """The Master does something else there; a second person gets the same table in a file of their own."""
    dealt = [deal_table(HABIT, owner, ("Leo", "Mia"), 2) for owner in ("one", "other")]
    assert dealt[0] is not None and dealt[1] is not None
    assert (dealt[0].turn, dealt[0].moment) == (dealt[1].turn, dealt[1].moment) and dealt[0].id != dealt[1].id
    whole = saves.look(folders.practice() / f"{dealt[0].id}.json").session
    moment = read_moment(bytes(dealt[0].moment), whole)
    assert moment is not None and moment.cost >= 10_000
    state = whole.course.get_position(moment.turn).state
    legal = list(whole.rules.legal(state, 0))
    tempting = find_extremes("legends", whole.rules.view(state, 0), 0, legal)[HABIT.term][HABIT.more]
    assert moment.chosen in tempting and moment.best not in tempting
    first = dealt[0]
    spaced_repetition.change(lambda listed: spaced_repetition.take_up(listed, [first], TODAY))
    assert [one.id for one in retry.waiting([], lambda name: name == "Leo")] == [dealt[0].id]
    assert not retry.waiting([], lambda name: name == "Eva"), "nobody gets the tables of another person"
    retry.open_next(driver.ctx)
    driver.ctx.stack.settle()
    assert driver.top.guide.moment == moment
    spaced_repetition.change(lambda listed: ())


def test_tables_of_a_habit_come_back_after_one_three_and_eight_days(driver: Driver) -> None:
    """Each of them, found at once or not; the fourth time is the last."""
    game, moment = "legends", msgspec.Raw(b"{}")
    tables = [Missed(f"t{at}", game, at, 0, moment, TODAY, enough=ENOUGH_OF_HABIT) for at in range(5)]
    listed = spaced_repetition.take_up((), tables, TODAY)
    assert spaced_repetition.take_up(listed, tables, TODAY) == listed, "what is on the list stays as it is"
    day, rests = TODAY, []
    while listed:
        rests.append((listed[0].due - day).days)
        day = listed[0].due
        assert len(spaced_repetition.due(listed, day)) == 5
        for one in tables:
            listed = spaced_repetition.record_success(listed, one.key, day)
    assert rests == [1, 3, 8]


def test_practice_has_as_many_tables_as_can_be_dealt(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are dealt one at a time until there are five, or too many games had none."""
    asked: list[int] = []

    def deal(habit: Habit, owner: str, names: tuple[str, str], number: int) -> Missed | None:
        asked.append(number)
        return None if number % 2 else Missed("x", "legends", number, 0, msgspec.Raw(b"{}"), TODAY)

    monkeypatch.setattr("scenes.profile.habits.deal_table", deal)
    driver.ctx.household.add("Leo", "2026-11-20")
    page = open_page(driver, "Leo")
    page.known.habits.append(FoundHabit(HABIT, 8, 10, (True,), 0.1, 0.05, 0.2, ()))
    page.known.tables[HABIT.key] = [Missed("own", "legends", 1, 0, msgspec.Raw(b"{}"), TODAY)]
    while page.known.find_short() is not None:
        page._deal(page.known, page.person, page.owner)
    assert asked == list(range(1, 9)) and len(page.known.tables[HABIT.key]) == 5


def test_each_person_of_a_household_has_a_page(driver: Driver) -> None:
    for name in ("Leo", "Mia"):
        driver.ctx.household.add(name, "2026-11-20")
    page = open_page(driver, "Leo")
    driver.click("person.1")
    assert (page.person, page.owner, page.known) == ("Mia", driver.ctx.household.find("Mia"), None)


def test_positions_open_below_their_row_in_a_small_window() -> None:
    driver = Driver((1024, 640), text_size=160)
    try:
        page = open_page(driver, "Leo")
        page.known.habits += [FoundHabit(HABIT, 8, 10, (True,), cost, 0.05, 0.2, ()) for cost in (0.1, 0.08)]
        page.known.tables[HABIT.key] = [Missed("own", "legends", 1, 0, msgspec.Raw(b"{}"), TODAY)]
        page.ui.dirty = True
        driver.run(60)
        assert driver.has("practise.0") and not driver.has("practise.1")
        driver.click("habit.1")
        driver.run(60)
        assert driver.has("practise.1") and not driver.has("practise.0")
    finally:
        driver.close()


def test_guests_have_none(driver: Driver) -> None:
    """A person who is not on the list of people has no habits that could be forgotten."""
    driver.ctx.household.add("Leo", "2026-11-20")
    page = open_page(driver, "Tom")
    assert page.owner is None
    page.forget()
    assert not driver.ctx.settings.habits_since
