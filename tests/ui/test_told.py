"""Whatever lies on a table says what it is and what it does now: after a long look, or when asked (F1)."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.shell.targets import TOLD_AFTER
from scenes.table import game_screens
from sprites.base import controls
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

CONTROLS = ("main", "second", "third", "undo", "why", "line.", "bar.", "choice.", "advice.", "bid.", "surrender")
"""Targets whose face says all: buttons, and lines that answer a click."""
LAZY = ("region.", "card.", "plate.", "player.", "deck.")
"""Things whose tip is made for whoever points at them."""
MOMENTS: dict[str, tuple[dict[str, Any], int]] = {
    "king_of_12": ({"set": "first"}, 12),
    "legends": ({"explore": "swamp", "leaders": True, "rogues": True}, 26),
    "king_of_the_dice": ({}, 14),
    "tash_kalar": ({"form": "high"}, 14),
}


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def table_of(driver: Driver, game: str, options: dict[str, Any]) -> Any:
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    table = game_screens.table(driver.ctx, Session.start(game, options, seats, "told"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    offered(driver, table)
    return table


def offered(driver: Driver, table: Any) -> None:
    """Until the person may choose."""

    def ready() -> bool:
        if table.confirming:
            table.confirm()
        return bool(table.may_act() or table.finished)

    driver.until(ready)
    driver.frame()


def silent(driver: Driver, table: Any) -> list[str]:
    """The things in sight that say nothing."""
    found = []
    for target in list(table.ui.targets):
        if target.id.startswith(CONTROLS):
            continue
        one = target
        if target.tip is None and target.told is None and target.id.startswith(LAZY):
            table.ui.hover = target.id
            driver.window.draw()
            one = table.ui.find(target.id) or target
            table.ui.hover = None
        words = one.tip or (one.told() if one.told is not None else None)
        if words is None or not words[0] or "{" in "".join(words):
            found.append(target.id)
    return found


@pytest.mark.sample(4)
@pytest.mark.parametrize("every", [6, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", MOMENTS)
def test_everything_on_a_table_says_what_it_is(driver: Driver, game: str, every: int) -> None:
    """At every sixth decision, every third in the long run; the games begin in different languages."""
    options, decisions = MOMENTS[game]
    first = list(MOMENTS).index(game)
    table = table_of(driver, game, options)
    for number in range(decisions):
        if table.finished:
            break
        if number % every == 0:
            driver.settings.language = LANGUAGES[(first + number // every) % len(LANGUAGES)]
            driver.ctx.apply_settings()
            driver.frame()
            assert not silent(driver, table)
        legal = [action for action in table.legal() if action not in table.session.rules.resignations]
        table.decide(legal[number * 7 % len(legal)])
        offered(driver, table)


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the notes that are drawn."""
    found: list[str] = []
    monkeypatch.setattr(
        controls, "tooltip", lambda c, title, body, box, picture=None, by_finger=False: found.append(title)
    )
    return found


def test_a_long_look_is_answered_once_the_mouse_has_moved(driver: Driver, notes: list[str]) -> None:
    table = table_of(driver, "tash_kalar", {"form": "high"})
    square = next(target for target in table.ui.targets if target.id.startswith("sq."))
    driver.run(3 * TOLD_AFTER)
    assert not notes, "nobody has moved the mouse"
    driver.move(*square.centre)
    driver.run(TOLD_AFTER - 100)
    assert not notes
    driver.run(200)
    assert notes and square.id in table.ui.hot


def test_f1_answers_at_once(driver: Driver, notes: list[str]) -> None:
    table = table_of(driver, "tash_kalar", {"form": "high"})
    square = next(target for target in table.ui.targets if target.id.startswith("sq."))
    table.ui.set_focus(square.id)
    driver.key(pygame.K_F1)
    driver.frame()
    assert notes == [square.told()[0]] * len(notes) and notes
    notes.clear()
    table.ui.set_focus("row.place")
    table.ui.set_focus(square.id)
    driver.pad(10)
    assert notes
    notes.clear()
    table.ui.set_focus("hand.0")
    driver.frame()
    driver.pad(10)
    driver.frame()
    assert driver.top.name == "card" and notes, "a card of the hand is shown large, with how it stands beside it"


def test_a_die_says_what_lies_round_it_and_points_how_they_are_made_up(driver: Driver) -> None:
    table = table_of(driver, "king_of_12", {"set": "first"})
    face = table.view["faces"][0]
    title, body = table.ui.find("die.0").told()
    assert "Ann" in title and f"*{face}*" in body and str(13 - face) in body
    table.stage.seats[0].twos, table.stage.seats[0].ones = 2, 1
    table.ui.dirty = True
    driver.window.draw()
    assert "2 + 2 + 1 = *5* points" in table.ui.find("tokens.0").told()[1]


def test_a_card_of_the_row_says_what_it_costs_now(driver: Driver) -> None:
    table = table_of(driver, "legends", {})
    first, last = (table.ui.find(f"card.{place}").told()[1] for place in (0, 5))
    assert "free" in first and "costs 3 coins" in last
