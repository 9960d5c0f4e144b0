"""In the first game of each kind the person makes the first decision, and soon."""

import itertools

import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.table import new_game
from scenes.table.new_game import begin, draw_start
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
NAMES = ("Leo", "Mia", "Tom", "Eva")
SEATS = [Seat("person", "", "Leo"), Seat("computer", "novice", "Mia", 1), Seat("computer", "novice", "Tom", 2)]


@pytest.mark.parametrize("game", GAMES)
def test_the_start_is_drawn_until_the_person_begins(game: str) -> None:
    for number in range(6):
        seed = draw_start(game, {}, SEATS, f"start{number}")
        assert 0 in Session.start(game, {}, SEATS, seed).to_act()


def test_a_start_in_which_the_person_begins_stays() -> None:
    seeds = [f"stay{number}" for number in range(20)]
    first = [seed for seed in seeds if 0 in Session.start("king_of_the_dice", {}, SEATS, seed).to_act()]
    assert 0 < len(first) < len(seeds)
    assert [draw_start("king_of_the_dice", {}, SEATS, seed) for seed in first] == first


def test_computers_alone_start_as_drawn() -> None:
    computers = [Seat("computer", "novice", name, k) for k, name in enumerate(("Mia", "Tom"))]
    assert draw_start("king_of_the_dice", {}, computers, "any") == "any"


OPENING = 4300.0
"""Milliseconds of the table's clock from its first picture to the first decision: five seconds with the way there."""


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_decision_is_asked_soon(game: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(new_game, "new_seed", lambda: f"again{next(numbers)}")
    seats = [Seat("person", "", "Leo"), *(Seat("computer", "novice", NAMES[k], k) for k in range(1, count))]
    for number in range(3):
        driver = Driver(speed="1", guided=[])
        table = begin(driver.ctx, game, {}, seats, f"soon{number}", try_again=False, first=True)
        driver.ctx.stack.push(table)
        spent = 0.0
        while table.busy or not table.moves:
            table.update(16)
            spent += 16
            assert spent < OPENING, number
        driver.close()
