"""The map is made in steps while the title rests, and is then the picture that the table shows."""

from typing import Any

import pygame
import pytest

from engine.session import Session
from games.king_of_the_dice.maps import kingdom
from scenes.dev.selftest import computer_seats
from scenes.king_of_the_dice import kingdom as drawn_kingdom
from scenes.king_of_the_dice.layout import board
from scenes.shell.app import preload
from scenes.table import game_screens
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import board as drawn
from sprites.king_of_the_dice.board import land
from tests.ui.driver import Driver


def test_the_map_made_in_steps_is_the_one_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.set_mode((64, 64))
    first, second = Canvas(pygame.Surface((640, 360))), Canvas(pygame.Surface((640, 360)))
    arrangement = kingdom().arrangements[kingdom().usual[2]]
    place = (land(arrangement.turned), board(first.height), arrangement.name)
    at_once = drawn.ground(first, *place)
    assert sum(1 for _ in drawn_kingdom.prepare(second)) > 30, "each step is short"
    monkeypatch.setattr(drawn, "_ground_steps", None)
    assert pygame.image.tobytes(drawn.ground(second, *place), "RGB") == pygame.image.tobytes(at_once, "RGB")


def test_it_is_made_while_the_title_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver((640, 360), fresh=True)
    try:
        for _ in preload(driver.ctx, driver.window):
            pass
        monkeypatch.setattr(drawn, "_ground_steps", None)
        arrangement = kingdom().arrangements[kingdom().usual[2]]
        c = driver.window.canvas
        assert drawn.ground(c, land(arrangement.turned), board(c.height), arrangement.name).get_width() > 100
        assert not driver.ctx.missed.lines
    finally:
        driver.close()


def test_the_map_stays_while_a_table_shows_it(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    scene: Any = game_screens.table(
        driver.ctx, Session.start("king_of_the_dice", {}, computer_seats(2, "novice"), "map")
    )
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.window.draw()
    c = driver.window.canvas
    monkeypatch.setattr(drawn, "_ground_steps", None)  # it is not made again
    side = int((c.cache.limit / 4 / 8) ** 0.5)
    for number in range(20):  # two times what the cache holds
        c.cache.put(("other", number), pygame.Surface((side, side), 0, 32))
        scene.ui.dirty = True
        driver.window.draw()
    shown = scene.own.kingdom
    assert drawn.ground(c, shown.land, board(c.height), shown.arrangement).get_width() > 100
