"""Whoever points at a line of the chronicle, or at advice, sees on the board where it is."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.ui.driver import Driver

BOARDS = ("legends", "king_of_the_dice", "tash_kalar")


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def table_of(driver: Driver, game: str) -> Any:
    seats = [Seat("person", "", "A", 0), Seat("computer", "novice", "B", 1)]
    table = game_screens.table(driver.ctx, Session.start(game, {}, seats, "spoken"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    driver.frame()
    return table


def point_at(driver: Driver, table: Any, target: str) -> None:
    """The mouse moves onto a target."""
    x, y = table.ui.find(target).centre
    driver.move(x, y)
    driver.frame()


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", BOARDS)
def test_a_line_lights_its_place(driver: Driver, game: str) -> None:
    table = table_of(driver, game)

    def line() -> int | None:
        """A line in sight that speaks of a place."""
        seen = [int(target.id[5:]) for target in table.ui.targets if target.id.startswith("line.")]
        return next((at for at in seen if table.chronicle.all[at].places), None)

    for _ in range(60):
        driver.until(lambda: table.may_act() or table.finished)
        driver.frame()
        if line() is not None:
            break
        table.decide(table.legal()[-1] if game == "legends" else table.legal()[0])
    at = line()
    assert at is not None
    assert table.past.list_pointed_places() == ()
    before = driver.window.surface.copy()
    point_at(driver, table, f"line.{at}")
    assert table.past.list_pointed_places() == table.chronicle.all[at].places
    after = driver.window.surface
    x, y, w, h = driver.window.canvas.rect(*table.ui.find(f"line.{at}").box)
    for surface in (before, after):  # the line itself is lit too
        surface.fill((0, 0, 0), (x - 9, y - 9, w + 18, h + 18))
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")


def test_what_a_speaker_says_moves_no_place_to_another_line(driver: Driver) -> None:
    table = table_of(driver, "legends")
    table.speeches.said.insert(0, type("Said", (), {"told": 0, "seat": 1, "term": "x"})())
    table.chronicle.forget()
    table.chronicle.update()
    for line in table.chronicle.all:
        if line.kind == "neutral_laid":
            assert line.places


def test_advice_lights_its_place_and_says_what_its_number_means(driver: Driver) -> None:
    table = table_of(driver, "legends")
    table.hints.ask()
    driver.until(lambda: table.hints.shown is not None)
    driver.frame()
    best = table.advised_move
    rows = table.hints.rows
    assert rows[0].places == (best.region,)
    point_at(driver, table, "advice.0")
    assert table.past.list_pointed_places() == (best.region,)
    assert rows[0].tip is not None and "%" in rows[0].tip[1] and rows[0].tip[1].endswith(".")
    said = [row for row in rows if row.tip is None]
    for row in said:
        assert row.places
    table.hints.drop()
    assert not table.hints.rows and table.past.list_pointed_places() == ()


def test_a_reason_lights_the_region_it_names(driver: Driver) -> None:
    from engine.contract import Message

    table = table_of(driver, "legends")
    where = table.view["regions"][3]
    message = Message("legends.hint.region", {"region": {"text": f"legends.region.{where}"}, "n": 2})
    assert table.spoken.list_named_places(message, table.view) == (3,)


def test_names_of_regions_are_shown_by_key_and_button(driver: Driver) -> None:
    table = table_of(driver, "legends")
    chart = table.own.chart
    assert not chart.names
    driver.key(pygame.K_l)
    assert chart.names
    driver.frame()
    assert table.ui.find("chart.names") is not None
    driver.click("chart.names")
    assert not chart.names
