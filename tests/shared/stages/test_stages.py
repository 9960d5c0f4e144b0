"""One law for all tables: once the events of an update are told, the stage is the one made from the new view.

The stage is what lies on a table as it is shown now. Scripts move it about while they tell what has happened; then
it is made anew from the view. If the two differ, something jumps at the end of a motion, or a fact was guessed at
instead of told.
"""

from typing import Any

import pytest

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.shared.samples import FULL_TABLE, Setup, choose, few_setups, setups
from tests.support.stages import AnyThinker, differences
from tests.ui.driver import Driver

LONGEST = 40_000
"""Frames of a game at most."""
STEP_MS = 60.0


def test_two_stages_that_differ_are_told_apart() -> None:
    """What the law stands on: each kind of difference is found, and its place is named."""
    one: dict[str, Any] = {"at": [1, 2.02, ("a", None)], "seen": {1, 2}, "of": Seat("person", "novice", "S", 1)}
    assert differences(one, {**one, "at": [1, 2.04, ("a", None)], "seen": {2, 1}}) == []
    for name, value, place in (
        ("at", [1, 2.2, ("a", None)], "stage.at[1]"), ("at", [1, 2.02], "stage.at"), ("seen", {1}, "stage.seen"),
        ("at", [1, 2.02, ("b", None)], "stage.at[2][0]"), ("of", Seat("person", "novice", "S", 2), "stage.of"),
    ):  # fmt: skip
        (found,) = differences(one, {**one, name: value})
        assert found.startswith(place)
    assert differences(one, {}) and differences({}, one)


def seats(count: int, viewer: int | None) -> list[Seat]:
    """One person, or nobody."""
    return [Seat("person" if k == viewer else "computer", "novice", f"S{k}", k % 4) for k in range(count)]


def hold(driver: Driver, setup: Setup, viewer: int | None, hurry: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a whole game at its table and compare after every update."""
    driver.ctx._thinker = AnyThinker()  # type: ignore[assignment]
    session = Session.start(setup.game, setup.options, seats(setup.seats, viewer), f"law {viewer}")
    table: Any = game_screens.table(driver.ctx, session)
    monkeypatch.setattr(table, "show_result", lambda: None)
    show = table.reset_stage
    compared = 0

    def compare() -> None:
        nonlocal compared
        before = table.stage
        show()
        assert table.stage is not before, "the stage is not made anew"
        found = differences(before, table.stage)
        compared += 1
        assert not found, f"after decision {session.turn}: " + "; ".join(found[:8])

    monkeypatch.setattr(table, "reset_stage", compare)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    players = SeededChance(mix(7, str(setup)))
    for _ in range(LONGEST):
        if table.finished:
            break
        if driver.top is not table:
            driver.top.close()
        if table.confirming:
            table.confirm()
        if hurry:
            table.skip()
        if not table.busy and session.to_act():
            seat, action = choose(session.rules, session.course.last.state, players)
            table.turns.submit(seat, action)
        driver.ctx.stack.update(STEP_MS)
    assert table.finished and compared >= min(8, session.turn)


ROUND_A_TABLE = [setup for setup in setups() if setup.seats <= FULL_TABLE]
FEW = [setup for setup in few_setups() if setup.seats <= FULL_TABLE]
"""Set-ups that show every value of every option; long runs take all."""
DEFAULTS = [setup for setup in setups() if setup.name == "default" and setup.seats in (2, 4, 5, 8)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("setup", FEW, ids=str)
def test_what_was_told_is_what_the_view_shows(driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup) -> None:
    viewer = sum(map(ord, setup.name)) % setup.seats
    hold(driver, setup, viewer, True, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("setup", ROUND_A_TABLE, ids=str)
def test_what_was_told_is_so_in_every_game(driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup) -> None:
    viewer = sum(map(ord, setup.name)) % setup.seats
    hold(driver, setup, viewer, True, monkeypatch)


@pytest.mark.sample(3)
@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
@pytest.mark.parametrize("reduced", [False, True])
def test_it_is_so_with_all_motions(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup, reduced: bool
) -> None:
    driver.settings.reduced_motion = reduced
    hold(driver, setup, 0, False, monkeypatch)


@pytest.mark.sample(2)
@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_it_is_so_for_whoever_looks_on(driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup) -> None:
    """For a watcher, and for one of the seats behind the first."""
    for viewer in (None, 1 + sum(map(ord, setup.game)) % (min(setup.seats, FULL_TABLE) - 1)):
        hold(driver, setup, viewer, True, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_it_is_so_for_everybody_who_looks_on(driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup) -> None:
    for viewer in (None, *range(1, min(setup.seats, FULL_TABLE))):
        hold(driver, setup, viewer, True, monkeypatch)
