"""The page *You*: what the record says about a person, and the ways on from there."""

import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.ratings import GAMES, own_rating
from engine import registry
from engine.chance import SeededChance
from engine.content.achievements import Done, Record
from engine.content.campaign import Reached
from engine.content.daily_challenge import DailyResults
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import autosave, folders, saves, statistics
from engine.storage.saves import SlotInfo
from engine.storage.statistics import PlayedGame, list_meetings
from scenes.campaign.progress_view import Atlas
from scenes.common.player_identity import PLAIN, build_face
from scenes.dev.shots_progress import build_games
from scenes.menus.open_save import read_scores
from scenes.profile.panels import Found, build_profile, list_people, read_day
from scenes.profile.scene import You
from scenes.puzzles.puzzle_results import count_days_in_a_row
from scenes.shell import routes
from scenes.table import game_screens
from sprites.base import portrait
from sprites.base.portrait import Arms
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

TODAY = date(2026, 11, 26)
IDS = [info.id for info in registry.games()]


def build_game(number: int, name: str, place: int, day: date = TODAY, **more: Any) -> PlayedGame:
    """A game of two against a level."""
    return PlayedGame(
        f"g{number}", "legends", f"{day.isoformat()}T12:00:00+00:00", 20, False, (name, "Mia"), ("person", "computer"),
        ("", "novice"), (place, 3 - place), **more,
    )  # fmt: skip


def test_a_profile_has_the_games_of_this_person_only() -> None:
    games = [build_game(1, "Leo", 1), build_game(2, "Anna", 2), build_game(3, "Leo", 2)]
    assert list_people(games) == ["Leo", "Anna"]
    found = build_profile("Leo", games, IDS, TODAY)
    assert [one.id for one in found.games] == ["g3", "g1"]
    assert found.days == {TODAY: 2}
    rated = {one.game: one for one in found.ratings}
    assert rated["legends"].own is None and rated["legends"].left == GAMES - 2
    assert rated["king_of_12"].left == GAMES and rated["king_of_12"].curve == ()


def test_a_rating_is_that_of_the_statistics_and_its_week_is_what_has_changed() -> None:
    old, new = TODAY - timedelta(20), TODAY - timedelta(2)
    games = [build_game(k, "Leo", 2, old) for k in range(6)] + [build_game(9 + k, "Leo", 1, new) for k in range(4)]
    one = next(one for one in build_profile("Leo", games, IDS, TODAY).ratings if one.game == "legends")
    met = [meeting for played in games for meeting in list_meetings(played, played.places[0])]
    assert one.own == own_rating("legends", met, len(games))
    assert one.own is not None and one.curve[-1] == one.own.rating
    before = own_rating("legends", met[:6], 6)
    assert before is not None and one.week == one.own.rating - before.rating > 0


def test_games_with_advice_or_a_handicap_change_no_rating() -> None:
    games = [build_game(k, "Leo", 2) for k in range(6)]
    plain = build_profile("Leo", games, ["legends"], TODAY).ratings[0]
    more = [*games, build_game(7, "Leo", 1, advised=True)]
    assert build_profile("Leo", more, ["legends"], TODAY).ratings[0].own == plain.own
    more = [*games, build_game(7, "Leo", 1, handicap=(3, 0))]
    own = build_profile("Leo", more, ["legends"], TODAY).ratings[0].own
    assert own is not None and plain.own is not None and own.rating == plain.own.rating


def test_days_in_a_row_end_today_or_yesterday() -> None:
    days = {TODAY - timedelta(k) for k in (1, 2, 3, 5)}
    assert count_days_in_a_row(days, TODAY) == 3
    assert count_days_in_a_row({*days, TODAY}, TODAY) == 4
    assert count_days_in_a_row({TODAY - timedelta(2)}, TODAY) == 0
    assert count_days_in_a_row({date.min}, date.min) == 1
    assert read_day("no time") is None


def test_everything_on_the_page_leads_somewhere(driver: Driver) -> None:
    games = build_games(random.Random(1), TODAY)
    record = Record({"legends.islands": Done("2026-11-01T10:00:00+00:00", "x", "gone.json", 3)})
    page: Any = You(driver.ctx, Found(games, {}, [], (3, 111, 0, 4)), record, DailyResults())
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.ctx.stack.push(page)
    driver.ctx.stack.settle()
    driver.run(300)
    assert page.find_nearest() is not None
    for target, name in (("deed.legends.0", "deeds"), ("puzzles", "puzzles"), ("statistics", "statistics")):
        driver.click(target)
        driver.ctx.stack.settle()
        driver.run(400)
        assert driver.top.name == name
        driver.key(pygame.K_ESCAPE)
        driver.ctx.stack.settle()
        driver.run(400)
        assert driver.top is page
    driver.key(pygame.K_ESCAPE)
    driver.ctx.stack.settle()
    driver.run(300)
    assert driver.top.name == "title"


def test_the_title_opens_it_and_it_reads_the_record(driver: Driver, home: Path) -> None:
    for played in (build_game(1, "Leo", 1), build_game(2, "Anna", 2)):
        statistics.enter(played)
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.run(100)
    driver.click("you")
    driver.ctx.stack.settle()
    page: Any = driver.top
    driver.until(lambda: not page.waiting)
    assert page.profile.name == "Anna" and page.people == ["Anna", "Leo"]
    driver.click("person.1")
    assert page.profile.name == "Leo" and len(page.profile.games) == 1


@pytest.mark.parametrize(("by", "stars"), [("lessons", 5), ("puzzles", 4), ("games", 2), ("nothing", 0)])
def test_stars_are_those_of_the_road(driver: Driver, home: Path, by: str, stars: int) -> None:
    """You and the Road count the same stars, wherever they were won."""
    driver.ctx.quiet = False
    if by == "lessons":
        driver.settings.lessons = {"legends": {"stars": {"card": 3}}, "tash_kalar": {"stars": {"pattern": 2}}}
    elif by == "puzzles":
        driver.settings.puzzles = {"king_of_12": {"state": {"12-117-5-sure-round": "solved"}, "tries": {}}}
    elif by == "games":
        driver.ctx.travels.roads = {"road": {"crossroads": Reached(1, 3)}}
    routes.open(driver.ctx, "you")
    driver.ctx.stack.settle()
    page: Any = driver.top
    driver.until(lambda: not page.waiting)
    driver.frame()
    count = driver.ctx.t("deeds.count", n=stars, of=Atlas(driver.ctx).journey.most_stars)
    wanted = driver.ctx.t("reader.result.item", what=driver.ctx.t("you.stars"), n=count)
    assert wanted in tell_page(driver)


@pytest.mark.parametrize("kept", [True, False])
def test_coats_of_last_games_are_those_that_were_worn(
    driver: Driver, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats move on and coats with them; where the save has gone nobody wears the coat of another person."""
    seats = [Seat("person", "", "Leo", 2), Seat("person", "", "Anna", 3, "stag"), Seat("person", "", "Tom", 0)]
    names = tuple(seat.name for seat in seats)
    played = PlayedGame(
        "g1", "legends", f"{TODAY.isoformat()}T12:00:00+00:00", 20, False, names, ("person",) * 3, ("",) * 3, (1, 2, 3)
    )
    slot = SlotInfo(Path("x"), "legends", list(names), seats, 20, Message("x"), True, False, "", "", id="g1")
    worn: list[Arms] = []
    draw = portrait.draw

    def note(c: Any, arms: Arms, rank: int, x: float, y: float, r: float, **rest: Any) -> None:
        worn.extend([arms] * (r == 20))  # in the list of games
        draw(c, arms, rank, x, y, r, **rest)

    monkeypatch.setattr(portrait, "draw", note)
    page: Any = You(driver.ctx, Found([played], {"g1": slot} if kept else {}), Record(), DailyResults())
    driver.ctx.stack.push(page)
    driver.ctx.stack.settle()
    page.choose_person("Leo")
    worn.clear()
    driver.ctx.stack.dirty = True
    driver.frame()
    own = [build_face(seat, "")[0] for seat in seats[1:]]
    assert worn == (own if kept else [PLAIN, PLAIN])


def test_the_score_of_a_game_that_is_still_saved_is_told(driver: Driver) -> None:
    """One's own first, then those of the others; a game without a save says how it ended."""
    games = [build_game(1, "Leo", 2), build_game(2, "Leo", 1)]
    found = Found(games, scores={"g2": (23, 6)})
    routes.open(driver.ctx, "you", found, Record(), DailyResults())
    driver.ctx.stack.settle()
    driver.run(64)
    told = tell_page(driver)
    assert "23 : 6 against Mia" in told and "Place 2 of 2" in told


def test_a_saved_game_is_read_for_its_score(driver: Driver, home: Path) -> None:
    path = folders.ensure(folders.saves()) / "game.throne"
    seats = [Seat("computer", "novice", name, k) for k, name in enumerate("AB")]
    session = Session.start("king_of_12", {}, seats, "score", autosave=path)
    chance = SeededChance(4)
    while not session.over:
        seat = session.to_act()[0]
        session.submit(seat, chance.draw(session.legal(seat)))
    autosave.settle(path)
    slot = next(one for one in saves.slots(folders.saves()) if one.over)
    played = statistics.make_entry(session)
    assert played is not None
    found = Found([played], {played.id: slot, "gone": slot})
    assert read_scores(found.games, found.slots) == {played.id: game_screens.score(session)}
    slot.path.unlink()
    assert read_scores(found.games, found.slots) == {}


def test_stars_are_those_of_the_person_who_is_shown(driver: Driver) -> None:
    """The page of a guest does not show the stars that a person of the household has won."""
    driver.ctx.household.add("Leo", "2026-11-20")
    games = [build_game(1, "Leo", 1), build_game(2, "Guest", 1)]
    routes.open(driver.ctx, "you", Found(games, stars=(27, 111, 2, 4)), Record(), DailyResults())
    driver.ctx.stack.settle()
    driver.run(64)
    page = driver.top
    assert isinstance(page, You)
    page.choose_person("Leo")
    driver.run(64)
    assert "27 of 111" in tell_page(driver)
    page.choose_person("Guest")
    driver.run(64)
    assert "0 of 111" in tell_page(driver) and "27" not in tell_page(driver)


def test_without_games_a_first_one_is_offered(home: Path, driver: Driver) -> None:
    for room in ("you", "load"):
        routes.open(driver.ctx, room, *((Found(), Record(), DailyResults()) if room == "you" else ()))
        driver.ctx.stack.settle()
        driver.until(lambda: all(driver.has(f"first.{game}") for game in IDS))
    driver.click("first.legends")
    driver.until(lambda: driver.top.name == "table")
