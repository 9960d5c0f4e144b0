"""The companion of a first whole game says what is new when it comes, once, and forbids nothing."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.levels import LEVELS
from engine import registry
from engine.bootstrap import ROOT
from engine.content import lessons
from engine.seats import Seat
from engine.storage import saves, settings
from scenes.common.opponent_names import strength
from scenes.menus.open_save import open_save
from scenes.table import new_game
from scenes.tutorial.lessons import Mentor, first_game, go_along
from tests.support.lesson_play import GAMES
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def begun(driver: Driver, game: str) -> Any:
    first_game(driver.ctx, game)
    driver.ctx.stack.settle()
    table = driver.top
    driver.until(lambda: table.guide.now)
    driver.frame()
    return table


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_is_the_simplest_and_has_a_companion(driver: Driver, game: str) -> None:
    table = begun(driver, game)
    assert isinstance(table.guide, Mentor)
    assert [strength(seat.level) for seat in table.session.seats] == ["", LEVELS[0]]
    for name, value in lessons.row(game).first.items():
        assert table.session.options[name] == value
    turn, said = table.session.turn, table.guide.at
    table.decide(table.legal()[0] if table.legal() else 0)
    assert table.session.turn == turn, "first one reads"
    while table.guide.now:
        driver.click("guide.next")
    assert said not in table.guide.left
    driver.until(table.may_act)
    table.decide(table.legal()[0])
    assert table.session.turn > turn


def test_what_it_points_at_lies_apart(driver: Driver) -> None:
    """The sea is lit sheet by sheet: one box round all regions would cover the panels next to it."""
    table = begun(driver, "legends")
    lit = table.guide.look.holes
    assert 1 <= len(lit) <= 2
    plates = [one.box for one in table.ui._building if one.id.startswith("plate.")]
    for x, y, w, h in lit:
        assert all(x + w <= px or px + pw <= x or y + h <= py or py + ph <= y for px, py, pw, ph in plates)


def test_it_can_be_sent_away_and_speaks_by_keys(driver: Driver) -> None:
    table = begun(driver, "king_of_12")
    driver.key(pygame.K_SPACE)
    assert table.guide is not None and not table.guide.now
    table.guide.now = True
    driver.ctx.stack.dirty = True
    driver.frame()
    driver.click("guide.leave")
    assert table.guide is None
    driver.until(table.may_act)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_what_it_waits_for_comes_in_the_game(game: str) -> None:
    companion = lessons.row(game).companion
    assert companion is not None
    phases = import_module(f"{registry.info(game).rules}.state").PHASES
    source = "".join(path.read_text("utf-8") for path in (Path(ROOT) / "games" / game).rglob("*.py"))
    for news in companion.news:
        assert not news.phase or news.phase in phases, news.id
        assert not news.event or f'Event("{news.event}"' in source or f'"{news.event}"' in source, news.id


def test_it_comes_back_with_the_saved_game_and_says_nothing_twice(home: Path) -> None:
    """Left after its first words, it is there again after loading, until it is sent away."""
    first = Driver(speed="instant", reduced_motion=True)
    first.ctx.quiet = False
    table = begun(first, "king_of_the_dice")
    said = table.guide.at
    first.click("guide.next")
    first.until(table.may_act)
    table.decide(table.legal()[0])
    left = list(table.guide.left)
    assert said not in left and left
    path = table.session.autosave
    assert table.session.finish()
    first.app.take(pygame.event.Event(pygame.QUIT))
    first.close()

    again = Driver(speed="instant", reduced_motion=True, lessons=settings.load()[0].lessons)
    again.ctx.quiet = False
    open_save(again.ctx, saves.slot(path))
    again.ctx.stack.settle()
    guide = again.top.guide
    assert isinstance(guide, Mentor) and guide.left == left
    again.run(200)
    assert not guide.now or guide.at in left
    guide.release()
    assert again.top.guide is None
    again.ctx.stack.settle()
    again.top.session.close()
    again.close()

    later = Driver(speed="instant", lessons=settings.load()[0].lessons)
    later.ctx.quiet = False
    open_save(later.ctx, saves.slot(path))
    later.ctx.stack.settle()
    assert later.top.guide is None, "a teacher who was sent away stays away"
    later.close()


@pytest.mark.parametrize("left", [(99,), (0, 0, 1), ()])
def test_whatever_is_kept_of_it_the_game_opens(driver: Driver, left: tuple[int, ...]) -> None:
    table = begun(driver, "king_of_the_dice")
    go_along(driver.ctx, table, left)
    assert set(table.guide.left) <= set(left)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_its_first_words_point_at_is_lit(driver: Driver, game: str) -> None:
    table = begun(driver, game)
    assert len(table.guide.look.holes) == len(table.guide.step.point)


def test_the_computer_lays_the_neutral_armies_of_a_first_game(driver: Driver) -> None:
    """The companion then says what they are."""
    table = begun(driver, "legends")
    assert table.view["phase"] == "auction" and sum(table.view["neutral"]) == 10
    assert table.guide.news[table.guide.at].id == "neutral"


def test_chance_lays_a_neutral_army_at_the_amber_button(driver: Driver) -> None:
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Ann", 1)]
    table = new_game.begin(driver.ctx, "legends", {}, seats, "amber", try_again=False)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    while table.view["phase"] == "neutral":
        driver.until(lambda: table.may_act() or table.view["phase"] != "neutral")
        if table.may_act() and table.view["phase"] == "neutral":
            driver.frame()
            driver.click("main")
    assert sum(table.view["neutral"]) == 10
