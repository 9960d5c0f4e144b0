"""The companion of a first whole game says what is new when it comes, once, and forbids nothing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.levels import LEVELS
from engine import lessons, registry
from engine.bootstrap import ROOT
from scenes.menus.lessons import first_game
from scenes.table.mentor import Mentor
from tests.lessons.test_lessons import GAMES
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


@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_is_the_simplest_and_has_a_companion(driver: Driver, game: str) -> None:
    table = begun(driver, game)
    assert isinstance(table.guide, Mentor)
    assert [seat.level for seat in table.session.seats] == ["", LEVELS[0]]
    for name, value in lessons.row(game).first.items():
        assert table.session.options[name] == value
    turn, said = table.session.turn, table.guide.at
    table.decide(table.legal()[0] if table.legal() else 0)
    assert table.session.turn == turn, "first one reads"
    driver.click("guide.next")
    assert not table.guide.now and said not in table.guide.left
    driver.until(table.may_act)
    table.decide(table.legal()[0])
    assert table.session.turn > turn


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


@pytest.mark.parametrize("game", GAMES)
def test_what_it_waits_for_comes_in_the_game(game: str) -> None:
    companion = lessons.row(game).companion
    assert companion is not None
    phases = import_module(f"{registry.info(game).rules}.state").PHASES
    source = "".join(path.read_text("utf-8") for path in (Path(ROOT) / "games" / game).rglob("*.py"))
    for news in companion.news:
        assert not news.phase or news.phase in phases, news.id
        assert not news.event or f'Event("{news.event}"' in source or f'"{news.event}"' in source, news.id
