"""The whole chronicle over a table, and what the others did meanwhile told once more."""

from typing import Any

import pygame
import pytest

from scenes.table.game_log_scene import ALL, ChronicleScene
from tests.support.tables_king_of_the_dice import open_table as open_dice
from tests.support.tables_legends import open_table as open_legends
from tests.support.tables_tash_kalar import open_table as open_tash_kalar
from tests.ui.driver import Driver

TABLES = [open_legends, open_dice, open_tash_kalar]
NAMES = ["legends", "king_of_the_dice", "tash_kalar"]


def after_others(driver: Driver, open_table: Any) -> Any:
    """A table at which the person is to choose after the others have played."""
    table = open_table(driver)
    driver.settings.speed = "instant"
    for step in range(2000):
        if table.confirming:
            table.confirm()
        if table.may_act():
            if len(table.session.log) > 12 and table.again.updates:
                driver.frame()
                return table
            legal = list(table.legal())
            table.decide(legal[(step * 7) % len(legal)])
        driver.wait()
    raise AssertionError("the others never played")


@pytest.mark.sample(3)
@pytest.mark.parametrize("open_table", TABLES, ids=NAMES)
def test_what_the_others_did_is_told_once_more_and_changes_nothing(driver: Driver, open_table: Any) -> None:
    table = after_others(driver, open_table)
    view, told, turn, lines = table.view, len(table.told), table.session.turn, len(table.chronicle.all)
    driver.settings.speed = "4"
    driver.key(pygame.K_a)
    assert table.busy and table.again.telling
    for _ in range(4000):
        if not table.busy:
            break
        if table.confirming:
            table.confirm()
        driver.wait()
    driver.frame()
    assert not table.again.telling and table.may_act()
    assert (table.view, len(table.told), table.session.turn, len(table.chronicle.all)) == (view, told, turn, lines)
    assert table.past.can_see_again()
    table.decide(table.legal()[0])
    driver.until(lambda: not table.busy or table.confirming)
    assert table.session.turn > turn


@pytest.mark.sample(3)
@pytest.mark.parametrize("open_table", TABLES, ids=NAMES)
def test_the_whole_chronicle_opens_by_the_scroll_and_shows_one_player(driver: Driver, open_table: Any) -> None:
    table = after_others(driver, open_table)
    driver.click("chronicle")
    scene = driver.top
    assert isinstance(scene, ChronicleScene) and scene.who == ALL
    assert len(scene.shown) == len(table.chronicle.all)
    driver.click("who.1")
    assert scene.shown and all(table.chronicle.all[at].mark == 1 for at in scene.shown)
    driver.click(f"line.{scene.shown[-1]}")
    assert driver.top.name == "dialog"
    driver.key(pygame.K_ESCAPE)
    assert driver.top is scene
    driver.key(pygame.K_PAGEUP)
    assert 0 <= scene.back <= scene.most
    driver.key(pygame.K_SPACE)
    assert driver.top.name == "table" and table.again.telling


def test_a_line_of_it_lights_its_places_on_the_board(driver: Driver) -> None:
    table = after_others(driver, open_tash_kalar)
    assert table.past.fresh(), "what the others did is marked until the next decision"
    at = next(k for k, line in enumerate(table.chronicle.all) if line.places)
    driver.key(pygame.K_c)
    driver.key(pygame.K_HOME)
    x, y = driver.target(f"line.{at}").centre
    driver.move(x, y)
    driver.frame()
    assert table.past.list_pointed_places() == table.chronicle.all[at].places
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert table.past.line_shown is None


def test_it_opens_by_the_pad(driver: Driver) -> None:
    table = after_others(driver, open_legends)
    driver.pad(8)
    assert isinstance(driver.top, ChronicleScene)
    driver.pad(1)
    assert driver.top is table
