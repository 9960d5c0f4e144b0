"""The title: what its button tells that goes on with the last game, and how little the first picture needs."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import registry
from engine.bootstrap import ROOT
from engine.content import daily_challenge, lessons, spaced_repetition
from engine.content.campaign import Reached
from engine.content.daily_challenge import (
    DailyResults,
    Try,
)
from engine.content.evening import Evening, PlayedGame
from engine.contract import Message
from engine.seats import Seat
from engine.storage.saves import SlotInfo
from scenes.common.occasions import keep_evening
from scenes.menus.title import CONTINUE_ROOM, Title
from scenes.shell import routes
from scenes.table import game_screens
from sprites.base import cover, text
from tests.support.catalogues import LANGUAGES
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["king_of_12", "legends", "king_of_the_dice"])
def test_what_the_button_tells_fits_into_it(game: str, language: str) -> None:
    driver = Driver(language=language, text_size=130)
    try:
        seats = [Seat("person", "", name, k) for k, name in enumerate(("Maximiliána", "Bartholomew", "Anna", "Eva"))]
        slot = SlotInfo(
            path=Path("a.json"),
            game=game,
            names=[seat.name for seat in seats],
            seats=seats,
            turn=40,
            progress=Message("ui.save.progress.round", {"round": 12}),
            over=False,
            assisted=False,
            started="2026-11-20T19:41:00+00:00",
            updated="2026-11-20T19:41:00+00:00",
        )
        title = Title(driver.ctx)
        driver.ctx.stack.replace(title)
        driver.ctx.stack.settle()
        canvas = driver.window.canvas
        words = title._describe_save(canvas, slot)
        assert words.startswith(driver.ctx.t(f"{game}.name"))
        assert text.width(canvas, words, "strong", fixed=True) <= CONTINUE_ROOM
    finally:
        driver.close()


def test_the_first_picture_needs_no_opponents_no_tables_and_no_musicians(tmp_path: Path) -> None:
    """What is loaded before the first picture is waited for by everybody, at every start."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "game.py", "--bench-first-frame"],
        cwd=ROOT,
        env={**os.environ, "FOUR_THRONES_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "scenes.menus.open_save" in loaded  # of the title itself; it is loaded by name, which is not told
    late = ("ai.", "scenes.table.", "scenes.study.", "scenes.puzzles.", "multiprocessing", "engine.content.lessons",
            "engine.content.puzzles", "engine.storage.studies", "sprites.base.music_player")  # fmt: skip
    doors = {"scenes.table.game_screens"}  # finds the tables by their manifests and loads none
    assert not [name for name in loaded - doors if name.startswith(late)]


def test_the_crowns_stand_beside_the_name(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    crowns: list[float] = []
    monkeypatch.setattr(cover, "crown_ornament", lambda c, x, y: crowns.append(x))
    routes.open(driver.ctx, "title")
    driver.run(600)
    half = cover.logo(driver.window.canvas, driver.ctx.t("ui.name"), 800, 74, 84) / 2
    assert min(crowns) + 27 < 800 - half and max(crowns) - 27 > 800 + half


def test_teach_me_stays_on_a_cover_until_the_lessons_are_done(driver: Driver) -> None:
    routes.open(driver.ctx, "title")
    driver.run(600)
    assert driver.has("teach.legends"), "offered though the game was set up before"
    done = {lesson.id: 3 for lesson in lessons.row("legends").lessons}
    driver.settings.lessons = {"legends": {"stars": dict(list(done.items())[:-1])}}
    driver.ctx.stack.dirty = True
    driver.run(100)
    assert driver.has("teach.legends")
    driver.settings.lessons = {"legends": {"stars": done}}
    driver.ctx.stack.dirty = True
    driver.run(100)
    assert not driver.has("teach.legends") and driver.has("teach.king_of_12")


def test_the_first_tab_goes_to_the_games(driver: Driver) -> None:
    routes.open(driver.ctx, "title")
    driver.run(600)
    driver.key(pygame.K_TAB)
    assert driver.top.ui.visible_focus == f"cover.{registry.games()[0].id}"
    driver.key(pygame.K_RETURN)
    driver.run(900)
    assert driver.top.name in ("setup", "dialog")


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_play_on_a_cover_begins_the_game_as_it_was_set_up_last(driver: Driver, game: str) -> None:
    """One click leads to the table, before and after a first game."""
    routes.open(driver.ctx, "title")
    driver.run(600)
    driver.click(f"play.{game}")
    driver.run(900)
    assert driver.top.name == "table"
    first = driver.top.session
    kept = driver.settings.last_setup[game]
    routes.go(driver.ctx, "title")
    driver.run(900)
    driver.click(f"play.{game}")
    driver.run(900)
    again = driver.top.session
    assert again.game == first.game == game and again.seats == first.seats and again.seed != first.seed
    assert driver.settings.last_setup[game] == kept


def test_a_setup_with_an_opponent_from_a_file_opens_instead(driver: Driver) -> None:
    seats = [{"kind": "person", "name": "Leo"}, {"kind": "computer", "level": "file:greedy", "name": "G", "colour": 1}]
    driver.settings.last_setup = {"legends": {"seats": seats}}
    routes.open(driver.ctx, "title")
    driver.run(600)
    driver.click("play.legends")
    driver.run(900)
    assert driver.top.name == "setup"


def list_offers(driver: Driver) -> dict[str, str]:
    """What the title offers once everything has been read: ids and words."""
    driver.ctx.quiet = False
    title = Title(driver.ctx)
    driver.ctx.stack.replace(title)
    driver.ctx.stack.settle()
    driver.run(500)
    assert driver.ctx.records.finish(20)
    driver.run(100)
    return {offer.id: offer.title for offer in title.offers.offers}


@pytest.mark.parametrize("opened", ["a game", "two games", "the puzzle", "everything"])
def test_letters_that_are_left_are_offered(driver: Driver, home: Path, opened: str) -> None:
    today = spaced_repetition.today()
    days, games = DailyResults(), daily_challenge.games(today)
    count = {"a game": 1, "two games": 2, "everything": len(games)}.get(opened, 0)
    for number, game in enumerate(games[:count]):
        days.record_try(today, game, Try(f"g{number}", "x.json"))
    if opened in ("the puzzle", "everything"):
        days.record_puzzle(today, False)
    driver.ctx.quiet = False
    driver.ctx.keep(daily_challenge.KEPT, days)
    assert driver.ctx.records.finish(20)
    left = 0 if opened == "everything" else len(games) + 1 - max(1, count)
    offers = list_offers(driver)
    assert offers.get("offer.letter") == (driver.ctx.t("today.letters", n=left) if left else None)
    routes.open(driver.ctx, "today")
    driver.ctx.stack.settle()
    assert driver.top.left == left, "the page itself says the same"


def test_the_other_letters_of_a_day_come_before_the_road(driver: Driver, home: Path) -> None:
    """One letter is open: what is left of the day is not hidden behind everything else."""
    today = spaced_repetition.today()
    driver.ctx.travels.roads = {"road": {"crossroads": Reached(1, 3)}}
    days = DailyResults()
    assert list(list_offers(driver)) == ["offer.road", "offer.letter"]
    days.record_try(today, daily_challenge.games(today)[0], Try("g", "x.json"))
    driver.ctx.keep(daily_challenge.KEPT, days)
    driver.ctx.records.finish(20)
    assert list(list_offers(driver)) == ["offer.letter", "offer.road"]


@pytest.mark.parametrize("state", ["none", "between games", "in a game", "over"])
def test_an_evening_under_way_is_offered(driver: Driver, home: Path, state: str) -> None:
    players = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna"))]
    played = [PlayedGame("legends", "s", [1, 2])]
    if state != "none":
        games = ["legends"] if state == "over" else ["legends", "king_of_12"]
        keep_evening(driver.ctx, Evening(players, games, played, "r" * (state == "in a game")))
    list_offers(driver)
    title: Any = driver.top
    offered = [offer.id for offer in title.list_offers(driver.window.canvas)]
    assert (offered[0] == "offer.evening") is (state in ("between games", "in a game"))


def test_stars_that_were_won_in_lessons_offer_the_road(driver: Driver, home: Path) -> None:
    assert "offer.road" not in list_offers(driver)
    driver.settings.lessons = {"legends": {"stars": {"card": 3}}}
    assert "offer.road" in list_offers(driver)


def test_what_comes_next_is_read_beside_the_window(home: Path) -> None:
    """A letter that is sealed is offered; a game under way comes first; nothing is offered in the first moment."""
    driver = Driver()
    driver.ctx.quiet = False
    title = Title(driver.ctx)
    driver.ctx.stack.push(title)
    driver.frame()
    assert not title.offers.offers
    driver.run(500)
    assert driver.ctx.records.finish(20)
    driver.run(100)
    assert [offer.id for offer in title.offers.offers] == ["offer.letter"]
    driver.click("offer.letter")
    driver.run(900)
    assert driver.ctx.stack.scenes[-1].name in ("today", "dialog")
    driver.close()


@pytest.mark.parametrize("stars", [{}, {"die": 3}])
def test_the_words_of_the_lessons_stay_after_a_first_game(driver: Driver, stars: dict[str, int]) -> None:
    """Until all lessons are done they are offered in words, next to the way to players and options."""
    driver.settings.last_setup = {info.id: {} for info in registry.games()}
    driver.settings.lessons = {"king_of_12": {"stars": stars}} if stars else {}
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    told = tell_page(driver)
    assert told.count(driver.ctx.t("lesson.teach")) == len(registry.games())
    for info in registry.games():
        teach, seats, play = (driver.target(f"{kind}.{info.id}").box for kind in ("teach", "seats", "play"))
        assert play[0] + play[2] <= teach[0] and teach[0] + teach[2] <= seats[0] and teach[2] > 100


@pytest.mark.parametrize("played", [False, True])
def test_who_has_played_is_not_asked_whether_it_is_the_first_game(driver: Driver, played: bool) -> None:
    driver.settings.guided = []
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    if played:
        routes.call(driver.ctx, "play_at_once", "legends")
        driver.ctx.stack.settle()
        routes.go(driver.ctx, "title")
        driver.ctx.stack.settle()
    for game in ("legends", "king_of_12"):
        routes.open(driver.ctx, "set_up", game)
        driver.ctx.stack.settle()
        driver.frame()
        asked = driver.top.name == "dialog"
        assert asked is not (played and game == "legends")
        if asked:  # it says which game is meant, for it is asked of each
            assert game_screens.short_name(driver.ctx, game) in driver.top.title
        routes.go(driver.ctx, "title")
        driver.ctx.stack.settle()
