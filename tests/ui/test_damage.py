"""Frames of all scenes and of whole games are those that a full painting gives."""

from __future__ import annotations

import pygame
import pytest

from engine import registry
from engine.session import Session
from scenes.dev.screenshots import all_scenes
from scenes.dev.selftest import computer_seats
from scenes.table import game_screens
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
EVERY = 30
"""Every thirtieth scene is compared, in long runs all of them."""
NAMES = sorted(all_scenes())


def check_frame(driver: Driver) -> None:
    """Draw a frame and compare what is shown with all of it painted anew."""
    driver.ctx.stack.dirty = True
    driver.window.draw()
    shown, whole = driver.window.surface, driver.window.screen.render()
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(whole, "RGB")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if at % EVERY == 0 else pytest.mark.soak) for at, name in enumerate(NAMES)]
)
def test_what_is_pointed_at_is_painted_in_its_place(driver: Driver, name: str) -> None:
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    check_frame(driver)
    for target in list(driver.top.ui.targets)[:: max(1, len(driver.top.ui.targets) // 4)]:
        x, y, w, h = target.box
        driver.move(x + w / 2, y + h / 2)
        driver.ctx.stack.update(120)
        check_frame(driver)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_looks_right_while_things_move(driver: Driver, game: str) -> None:
    seats = computer_seats(min(registry.info(game).seat_counts), "novice")
    scene = game_screens.table(driver.ctx, Session.start(game, {}, seats, "damage"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    for number in range(160):
        driver.frame(40.0)
        if number % 8 == 0:
            check_frame(driver)
        if scene.finished:
            break
