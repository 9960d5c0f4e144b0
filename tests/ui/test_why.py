"""Why? answers the decision at hand first: every phase in which a person decides has its words."""

from collections.abc import Iterator
from importlib import import_module

import pygame
import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.shell.i18n import Texts
from scenes.table import game_screens
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_is_explained(game: str, language: str) -> None:
    texts = Texts(language)
    phases = import_module(f"{registry.info(game).rules}.state").PHASES
    missing = [phase for phase in phases if phase != "over" and not texts.has(f"{game}.why.{phase}")]
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_the_first_decision_of_a_game_is_explained(driver: Driver, game: str) -> None:
    session = Session.start(game, {}, [Seat("person", "", "A", 0), Seat("computer", "novice", "B", 1)], "why")
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    phase = table.view["phase"]
    driver.key(pygame.K_w)
    driver.frame()
    assert driver.top.name == "dialog"
    assert driver.top.body == driver.ctx.t(f"{game}.why.{phase}")
