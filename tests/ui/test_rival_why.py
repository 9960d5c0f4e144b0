"""Why a rival has played so: by a click on its line, by a key and by ear; closed by Escape and by a decision."""

from functools import partial
from typing import Any

import pygame
import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.ui.driver import Driver

SECRET = "king_of_12"
"""Whose rounds end soon."""
GAMES = [info.id for info in registry.games()]


def open_table(driver: Driver, game: str) -> Any:
    """A table at which the rival has had two turns, and the person is to decide."""
    session = Session.start(game, {}, [Seat("person", "", "Leo"), Seat("computer", "who:mia", "Mia", 1)], "why")
    table: Any = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    for _ in range(400):
        driver.until(lambda: table.may_act() or table.confirming)
        if table.confirming:
            table.confirm()
            continue
        if table.rival_why.find_question(1) is not None and session.turn > (4 if game == SECRET else 30):
            return table
        legal = [one for one in table.legal() if one not in session.rules.resignations]
        table.turns.submit(0, legal[len(legal) // 2])
        driver.run(30)
    raise AssertionError("the rival has not played")


@pytest.mark.parametrize("game", GAMES)
def test_a_key_tells_why_and_escape_closes_it(driver: Driver, game: str) -> None:
    """The sentence begins with the name; the game does not wait; the marks on the board go with the answer."""
    table = open_table(driver, game)
    driver.key(pygame.K_j)
    assert table.rival_why.is_open
    driver.run(60)
    said = table.rival_why.say()
    assert said.startswith("Mia: ") and len(said.split()) <= 15
    assert table.make_spoken().find_prompt() == said
    assert table.may_act()
    driver.key(pygame.K_ESCAPE)
    assert not table.rival_why.is_open and table.turn_marks is None


@pytest.mark.parametrize("game", GAMES)
def test_mouse_finger_and_pad_ask_by_a_line_or_a_plate(driver: Driver, game: str) -> None:
    """What tells of the rival's last turn, or its plate where nothing does, is clicked, tapped, pressed on a pad."""
    table = open_table(driver, game)
    driver.run(60)
    lines = [f"line.{at}" for at, line in enumerate(table.chronicle.all) if line.mark == 1 and driver.has(f"line.{at}")]
    name = [*(one for one in ("plate.1",) if driver.has(one)), *lines][-1]
    for ask in (driver.click, partial(press_on_pad, driver), driver.tap):
        ask(name)
        driver.run(60)
        assert table.rival_why.is_open
        if ask == driver.tap:
            return  # the first finger is asked next how large the screen is
        driver.key(pygame.K_ESCAPE)
        driver.run(60)
        assert not table.rival_why.is_open


def press_on_pad(driver: Driver, name: str) -> None:
    """Focus a target and press the button of a pad that activates it."""
    driver.pad(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    driver.top.ui.focus = name
    driver.frame()
    driver.pad(pygame.CONTROLLER_BUTTON_A)


def test_a_click_on_the_last_turn_of_a_rival_tells_why(driver: Driver) -> None:
    """Its newest line opens the answer; a decision of the player closes it."""
    table = open_table(driver, "king_of_the_dice")
    lines = [line for line in table.chronicle.update() if line.mark == 1]
    table.past.open_line(lines[-1])
    driver.run(60)
    top: Any = driver.ctx.stack.top
    assert table.rival_why.is_open and top is table
    table.turns.submit(0, table.legal()[0])
    driver.run(60)
    assert not table.rival_why.is_open


def test_an_older_line_still_tells_its_rule(driver: Driver) -> None:
    """Only the last turn is explained: other lines open what they opened before."""
    table = open_table(driver, "king_of_the_dice")
    lines = [line for line in table.chronicle.update() if line.mark == 1]
    table.past.open_line(lines[0])
    driver.ctx.stack.settle()
    assert not table.rival_why.is_open and driver.ctx.stack.top is not table
