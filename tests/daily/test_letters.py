"""The letters of a day by mouse and keys: one counted try, free repetitions, the puzzle, the calendar, the line."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from ai import daily_benchmark
from ai.analysis import report
from ai.daily_benchmark import BenchmarkWorker, Placed, make_order, play_out
from ai.levels import LEVELS
from engine import registry
from engine.content import daily_challenge
from engine.content.daily_challenge import (
    DailyResults,
    Day,
    Try,
)
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves, statistics, studies
from scenes.daily import letters
from scenes.daily.scene import Today
from scenes.results.scene import GameResult
from scenes.shell import routes
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

DAY = date(2026, 11, 22)


def opened(driver: Driver, days: DailyResults | None = None, day: date = DAY) -> Any:
    """The letters of a day, with the calendar as it was then."""
    scene = Today(driver.ctx, day, days if days is not None else DailyResults(), DAY)
    driver.ctx.stack.replace(driver.ctx.stack.top or scene)
    driver.ctx.stack.push(scene)
    driver.ctx.stack.settle()
    driver.run(300)
    return scene


def test_a_bad_file_of_days_is_told_and_the_others_are_there(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = registry.folder
    (tmp_path / daily_challenge.FILE).write_text("[{}]", "utf-8")
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path if game == "legends" else where(game))
    daily_challenge.editions.cache_clear()
    try:
        opened(driver)
        assert driver.top.name == "dialog"
        assert "legends" not in daily_challenge.games(DAY) and len(daily_challenge.games(DAY)) == 3
    finally:
        daily_challenge.editions.cache_clear()


def test_a_letter_tells_what_the_own_choices_cost_once_the_study_knows(driver: Driver) -> None:
    game = "king_of_the_dice"
    table = daily_challenge.table(DAY, game)
    row = (0,) * table.seats
    own = tuple(-87_000 if seat == table.seat else 0 for seat in range(table.seats))
    begin = report.millionths([1 / table.seats] * table.seats)
    after = tuple(chance + loss for chance, loss in zip(begin, own, strict=True))
    step = report.Step(1, (table.seat,), after, row, own, row, row, row, row, True)
    nothing: report.Why = ""
    review = report.Review(game, "abc", 1, 0, begin, row, [step], [], (nothing,) * table.seats, 1000)
    studies.keep(studies.Study("abc", (), msgspec.Raw(msgspec.json.encode(review))), studies.Study("abc"))
    tries = {game: Try("abc", "", 1), "legends": Try("other", "", 2), "king_of_12": Try("abc")}
    assert letters.measure_losses({game: table, "legends": table, "king_of_12": table}, tries) == {game: -9}
    for data in (b"", b"[", msgspec.json.encode(msgspec.structs.replace(review, done=10))):
        studies.keep(studies.Study("abc", (), msgspec.Raw(data or b"nothing")), studies.Study("abc"))
        assert letters.measure_losses({game: table}, tries) == {}
    scene = opened(driver, DailyResults({DAY: Day(tries)}))
    scene.lost = {game: -9}
    driver.run(50)


def test_the_title_leads_there_and_back(driver: Driver) -> None:
    from scenes.menus.title import Title

    driver.ctx.stack.push(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(100)
    driver.click("today")
    driver.run(600)
    assert isinstance(driver.top, Today) and driver.top.day == date.today()
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert isinstance(driver.top, Title)


@pytest.mark.sample(2)
@pytest.mark.parametrize("by", ["mouse", "key"])
def test_the_seal_is_broken_and_the_table_is_that_of_the_day(driver: Driver, by: str) -> None:
    scene = opened(driver)
    game = scene.games[1]
    driver.click(f"letter.{game}")
    assert scene.chosen == game and driver.top is scene
    if by == "mouse":
        driver.click("main")
    else:
        driver.key(pygame.K_SPACE)
    driver.run(200)
    assert driver.top is scene and 0 < scene.cracked < 1, "the seal cracks first"
    driver.run(1200)
    table, wanted = driver.top, daily_challenge.table(DAY, game)
    assert table.session.game == game and table.session.seed == wanted.seed
    people = [seat for seat, one in enumerate(table.session.seats) if one.is_person]
    assert people == [wanted.seat] and not table.session.assisted
    assert scene.get_try(game).id == table.session.id


def ended(scene: Any, game: str, place: int = 2) -> None:
    """The counted game of a letter has come to its end."""
    one = scene.get_try(game)
    table = scene.tables[game]
    places = [place if seat == table.seat else 3 - place for seat in range(table.seats)]
    kinds = ["person" if seat == table.seat else "computer" for seat in range(table.seats)]
    entry = statistics.PlayedGame(
        one.id, game, "2026-11-22T09:12:00+00:00", 40, False, ("x",) * table.seats, tuple(kinds),
        ("",) * table.seats, tuple(places),
    )  # fmt: skip
    scene._found = {one.id: entry}


def test_the_first_game_counts_and_others_do_not(driver: Driver) -> None:
    scene = opened(driver)
    game = next(game for game in scene.games if scene.tables[game].seats == 2)
    scene.chosen = game
    scene.days.record_try(DAY, game, Try("first", ""))
    ended(scene, game)
    driver.run(600)
    assert scene.get_try(game).place == 2 and scene.risen == 1.0
    assert scene.chosen != game and not scene.get_try(scene.chosen).id, "the amber button is at what comes next"
    scene.chosen = game
    driver.click("main")
    driver.run(1200)
    assert driver.top.session.seed == scene.tables[game].seed
    assert driver.top.session.try_again, "a repetition has help, so no statistics count it"
    assert scene.get_try(game).id == "first" and scene.get_try(game).place == 2


def test_a_game_whose_save_has_gone_begins_anew(driver: Driver) -> None:
    scene = opened(driver)
    game = scene.games[0]
    scene.days.record_try(DAY, game, Try("lost", "no_such_file.json"))
    scene.chosen = game
    driver.click("main")
    driver.run(1200)
    assert driver.top.session.seed == scene.tables[game].seed
    assert scene.get_try(game).id == driver.top.session.id != "lost"


def test_the_puzzle_counts_for_the_day_and_leads_back(driver: Driver) -> None:
    scene = opened(driver)
    game, name = scene.puzzle
    driver.click("puzzle")
    driver.run(900)
    table = driver.top
    setter = table.guide
    assert setter.puzzle.id == name and setter.game == game
    wrong = [action for action in table.legal() if action not in setter.puzzle.solution]
    for _ in range(40):
        if setter.over:
            break
        left = [action for action in table.legal() if action not in setter.puzzle.solution] or list(table.legal())
        table.decide(left[0])
        driver.run(400)
    assert wrong and setter.over and scene.days.get(DAY).tries == 1 and not scene.days.get(DAY).solved
    driver.click("again")
    driver.run(900)
    setter = driver.top.guide
    for action in setter.puzzle.solution:
        driver.top.decide(action)
        driver.run(600)
    assert scene.days.get(DAY).solved and scene.days.get(DAY).tries == 2
    driver.click("shelf")
    driver.run(700)
    assert isinstance(driver.top, Today) and driver.top.day == DAY
    assert driver.ctx.t("today.puzzle.solved", n=2) in driver.top.line()


def test_the_calendar_opens_days_that_were_missed_and_none_to_come(driver: Driver) -> None:
    scene = opened(driver)
    driver.click("day.3")
    assert scene.day == date(2026, 11, 3) and scene.tables == {
        game: daily_challenge.table(scene.day, game) for game in daily_challenge.games(scene.day)
    }
    driver.frame()
    assert not scene.ui.find("day.23").enabled
    driver.key(pygame.K_PAGEUP)
    driver.frame()
    assert scene.month == date(2026, 10, 1) and scene.day == date(2026, 11, 3)
    driver.click("day.31")
    assert scene.day == date(2026, 10, 31)
    driver.click("past")
    assert scene.day == DAY
    driver.key(pygame.K_PAGEDOWN)
    assert scene.month == DAY.replace(day=1), "there is no month to come"
    assert letters.add_months(date(2026, 1, 1), -1) == date(2025, 12, 1)


def test_the_line_holds_places_and_tries_only(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(driver)
    game = scene.games[0]
    scene.days.record_try(DAY, game, Try("a", "", 2))
    kept: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", kept.append)
    driver.click("copy")
    seats = scene.tables[game].seats
    assert kept == [f"Four Thrones: the letters of 22 Nov\n\u25ae\u25af\u25af King of 12: Place 2 of {seats}"]

    def refused(_: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refused)
    driver.key(pygame.K_c, pygame.KMOD_CTRL)
    driver.run(300)
    assert driver.top.name == "dialog", "what cannot be copied is shown"


# --- the levels in one's place -----------------------------------------------------------------------------


def test_a_level_sits_in_the_players_place_and_comes_to_the_same_place_again() -> None:
    order = make_order(daily_challenge.table(DAY, "king_of_12"), ("novice",))
    assert order.rivals.count("") == 1
    first, second = daily_benchmark.find_place(order, "novice"), daily_benchmark.find_place(order, "novice")
    assert first == second and 1 <= first.place <= len(order.rivals)


class _Link:
    """A worker that says what it is told to."""

    def __init__(self, said: list[bytes]) -> None:
        self.said = said
        self.ended = False

    def send(self, data: bytes) -> None:
        """Take the order."""

    def receive(self) -> bytes | None:
        """The next of what it says, then its end."""
        if not self.said:
            raise EOFError
        return self.said.pop(0)

    def end(self) -> None:
        """It is ended."""
        self.ended = True


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ([Placed("novice", 2)], ["novice"]),
        ([Placed("novice", 2), Placed("novice", 1)], ["novice"]),
        ([Placed("nobody", 2)], []),
        ([b"nonsense"], []),
        ([b"\x82\xa5level\xa1x\xa5place\x00"], []),
        ([], []),
    ],
)
def test_whatever_a_worker_says_is_checked(said: list[Any], found: list[str]) -> None:
    order = make_order(daily_challenge.table(DAY, "king_of_12"))
    link: Any = _Link([one if isinstance(one, bytes) else msgspec.msgpack.encode(one) for one in said])
    beside = BenchmarkWorker(order, lambda: link)
    assert [one.level for one in beside.poll()] == found
    assert not beside.working and link.ended


def test_places_of_levels_are_entered_as_they_come(driver: Driver) -> None:
    scene = opened(driver)
    game = scene.games[0]
    scene.chosen = game
    scene.days.record_try(DAY, game, Try("a", "", 1))
    link: Any = _Link([msgspec.msgpack.encode(Placed(level, 1)) for level in LEVELS])
    scene._levels = BenchmarkWorker(make_order(scene.tables[game]), lambda: link)
    scene._of = (DAY, game)
    driver.run(100)
    assert set(scene.get_try(game).levels) == set(LEVELS) and scene._levels is None


# --- what a day names must be there --------------------------------------------------------------------------


def alone(day: date) -> str:
    """A letter of the day in which the person alone is to act first."""
    for game in daily_challenge.games(day):
        table = daily_challenge.table(day, game)
        seats = [
            Seat("computer" if table.find_level(k) else "person", "novice" if table.find_level(k) else "", f"P{k}", k)
            for k in range(table.seats)
        ]
        if Session.start(game, table.options, seats, table.seed).to_act() == (table.seat,):
            return game
    raise LookupError(day)


def begun(driver: Driver, days: DailyResults, game: str) -> Any:
    """The table of a letter, opened from the screen as after a start of the program."""
    driver.ctx.quiet = False
    scene = opened(driver, days, ALONE)
    scene.chosen = game
    scene._begin()
    driver.ctx.stack.settle()
    driver.run(100)
    return driver.top


def left(driver: Driver, table: Any) -> DailyResults:
    """Leave the table and the program; what lies on the disk then."""
    driver.ctx.stack.pop()
    driver.ctx.stack.settle()
    table.session.finish(5)
    table.session.close()
    driver.ctx.records.finish(5)
    return daily_challenge.KEPT.load()[0]


ALONE = date(2026, 11, 24)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of the test's own."""
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    return tmp_path


def test_a_letter_that_was_opened_and_left_is_gone_on_with(driver: Driver, home: Path) -> None:
    game = alone(ALONE)
    table = begun(driver, DailyResults(), game)
    first = table.session.id
    kept = left(driver, table)
    again = begun(driver, kept, game)
    assert again.session.id == first
    again.session.submit(again.session.to_act()[0], again.session.legal(again.session.to_act()[0])[0])
    third = begun(driver, left(driver, again), game)
    assert (third.session.id, third.session.turn) == (first, 1)
    left(driver, third)


@pytest.mark.parametrize("counts", [True, False])
def test_a_finished_letter_leads_back_to_the_letters(driver: Driver, home: Path, counts: bool) -> None:
    """The amber button of a repetition, which counts nowhere, plays again."""
    game = alone(ALONE)
    table = begun(driver, DailyResults(), game)
    session = table.session if counts else Session.start(game, {}, table.session.seats, "again")
    while not session.over:
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    driver.settings.speed = "instant"
    routes.open(driver.ctx, "result", session, session.view(None))
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top.awake)
    driver.frame()
    assert driver.has("letter") is counts and driver.has("again") is not counts
    if counts:
        driver.click("letter")
        driver.ctx.stack.settle()
        assert isinstance(driver.top, Today) and driver.top.day == ALONE
    session.close()


def test_a_letter_whose_save_is_lost_counts_by_the_game_that_is_begun_anew(driver: Driver, home: Path) -> None:
    game = alone(ALONE)
    table = begun(driver, DailyResults(), game)
    lost, path = table.session.id, table.session.autosave
    kept = left(driver, table)
    saves.delete(path)
    again = begun(driver, kept, game)
    assert again.session.id != lost
    again.session.submit(again.session.to_act()[0], again.session.legal(again.session.to_act()[0])[0])
    on_disk = left(driver, again)
    assert on_disk.get(ALONE).tables[game].id == again.session.id
    assert on_disk.get(ALONE).tables[game].gone == (lost,)
    third = begun(driver, on_disk, game)
    assert (third.session.id, third.session.turn) == (again.session.id, 1)
    left(driver, third)


def test_a_save_that_was_brought_in_under_another_name_is_found_by_its_id(driver: Driver, home: Path) -> None:
    game = alone(ALONE)
    table = begun(driver, DailyResults(), game)
    first, path = table.session.id, table.session.autosave
    kept = left(driver, table)
    moved = path.replace(home / "from my old computer (1).throne")
    saves.import_save(moved, path.parent)
    again = begun(driver, kept, game)
    assert again.session.id == first and again.session.autosave != path
    left(driver, again)


def test_what_was_first_wins_only_while_something_is_left_of_it() -> None:
    first, second = Try("first", "first.json"), Try("second", "second.json")
    anew = second.replace_lost(first)
    third = Try("third").replace_lost(anew)
    for found, now, wanted in (
        (first, second, first), (first, anew, anew), (anew, first, anew), (first, third, third), (third, first, third),
        (msgspec.structs.replace(first, place=2), anew, msgspec.structs.replace(first, place=2)),
    ):  # fmt: skip
        assert daily_challenge._better(found, now) == wanted
        both = daily_challenge._merge(
            DailyResults({DAY: Day({"legends": found})}), DailyResults({DAY: Day({"legends": now})})
        )
        assert both.get(DAY).tables["legends"] == wanted


# --- a clock that is wrong, and midnight --------------------------------------------------------------------


class Clock(date):
    """A clock that stands at a day."""

    day_shown = DAY

    @classmethod
    def today(cls) -> Any:
        """The day it shows."""
        return cls.day_shown


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr("engine.content.spaced_repetition.date", Clock)
    monkeypatch.setattr(Clock, "day_shown", DAY)
    return Clock


def by_the_clock(driver: Driver) -> Any:
    """The letters of the day that the clock shows."""
    driver.ctx.stack.replace(Today(driver.ctx, days=DailyResults()))
    driver.ctx.stack.settle()
    driver.run(300)
    return driver.top


@pytest.mark.parametrize("day", [date(1970, 1, 1), date(2025, 12, 31)])
def test_a_clock_before_the_first_letters_is_told(driver: Driver, clock: type[Clock], day: date) -> None:
    clock.day_shown = day
    scene = by_the_clock(driver)
    assert scene.before_all and not scene.games and scene.month == daily_challenge.FIRST
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_SPACE):
        driver.key(key)
        driver.run(200)
    scene.past()
    clock.day_shown = DAY
    driver.run(100)
    assert scene.day == scene.today == DAY and scene.games and not scene.before_all, "once it is set all is there"


def test_the_calendar_ends_with_the_year_9999(driver: Driver, clock: type[Clock]) -> None:
    clock.day_shown = date.max
    scene = by_the_clock(driver)
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP):
        driver.key(key)
        driver.run(100)
    assert scene.month == date(9999, 11, 1)
    scene.past()
    driver.run(100)
    assert (
        letters.add_months(date(9999, 12, 1), 1) == date(9999, 12, 1) and letters.add_months(date.min, -1) == date.min
    )


def test_a_clock_beyond_all_years_ends_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(date):
        @classmethod
        def today(cls) -> Any:
            raise ValueError("year 10000 is out of range")

    monkeypatch.setattr("engine.content.spaced_repetition.date", Broken)
    assert by_the_clock(driver).today == date.max


def test_over_midnight_today_becomes_the_new_day(driver: Driver, clock: type[Clock]) -> None:
    scene = by_the_clock(driver)
    clock.day_shown = DAY + timedelta(days=1)
    driver.run(100)
    assert scene.day == scene.today == clock.day_shown, "left open"
    scene.show(DAY)
    clock.day_shown = DAY + timedelta(days=2)
    driver.run(100)
    assert scene.day == DAY and scene.today == clock.day_shown, "a day of the past stays before the player"
    scene.past()
    assert scene.day == clock.day_shown
    scene._begin()
    driver.ctx.stack.settle()
    driver.run(300)
    played, clock.day_shown = scene.day, DAY + timedelta(days=3)
    driver.ctx.stack.pop()
    driver.ctx.stack.settle()
    driver.run(100)
    assert driver.top is scene and scene.day == played and scene.today == clock.day_shown
    scene.past()
    assert scene.day == clock.day_shown


def test_the_heading_counts_the_letters_that_are_still_sealed(driver: Driver) -> None:
    t = driver.ctx.t
    games = daily_challenge.games(DAY)
    assert opened(driver).heading() == t("today.letters", n=5)
    begun = {games[0]: Try("abc", "", 2), games[1]: Try("left")}
    assert opened(driver, DailyResults({DAY: Day(begun)})).heading() == t("today.letters", n=3), "one played, one begun"
    assert opened(driver, DailyResults({DAY: Day(begun, tries=1)})).heading() == t("today.letters", n=2), (
        "the puzzle tried"
    )
    every = {game: Try("abc", "", 1) for game in games}
    assert opened(driver, DailyResults({DAY: Day(every, tries=1, solved=True)})).heading() == t("today.letters.none")


def test_today_is_introduced_once(driver: Driver) -> None:
    from scenes.menus.title import Title

    driver.settings.guided = []
    driver.ctx.stack.push(Title(driver.ctx))
    driver.ctx.stack.settle()
    routes.call(driver.ctx, "open_today")
    driver.ctx.stack.settle()
    driver.run(100)
    assert driver.top.name == "dialog" and driver.top.body == driver.ctx.t("today.intro")
    driver.click("ok")
    driver.run(600)
    assert isinstance(driver.top, Today) and driver.settings.guided == ["today"]


def test_the_end_of_a_letter_shows_its_stars_and_leads_to_the_next(driver: Driver) -> None:
    """The amber button leads back to the letters; the strip names the stars and what comes next."""
    games = daily_challenge.games(DAY)
    session = play_out(Session.start(games[0], {}, [Seat("computer", "novice", name, k) for k, name in enumerate("ab")],
                                     "letter"))  # fmt: skip
    session.seats = [Seat("person", "", "Leo", 0), session.seats[1]]
    result = GameResult(driver.ctx, session, session.view(None))
    result.letter = DAY
    driver.ctx.stack.replace(result)
    driver.ctx.stack.settle()
    driver.run(3000)
    stars = 3 if session.result()[0] == 1 else 1
    told, t = tell_page(driver), driver.ctx.t
    assert t("today.next", game=t(f"{games[1]}.name")) in told and t("road.stars", stars=stars, most=3) in told
    assert result.first_stop() == "letter" and driver.target("letter").main and result.next.offer is None
