"""One law for all tables: once the events of an update are told, the stage is the one made from the new view.

The stage is what lies on a table as it is shown now. Scripts move it about while they tell what has happened; then
it is made anew from the view. If the two differ, something jumps at the end of a motion, or a fact was guessed at
instead of told.
"""

from __future__ import annotations

import functools
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.shared.samples import FULL_TABLE, Setup, choose, setups
from tests.ui.driver import Driver

LONGEST = 40_000
"""Frames of a game at most."""
STEP_MS = 60.0


class AnyThinker:
    """Opponents that decide nothing: the test itself does."""

    def ask(self, *_: Any, **__: Any) -> int:
        """A question that is never answered."""
        return 1

    def poll(self) -> list[Any]:
        """No answers."""
        return []

    def cancel(self, ticket: int) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to end."""


@functools.cache
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass that take part in comparisons; None for anything else."""
    return tuple(field.name for field in fields(kind) if field.compare) if is_dataclass(kind) else None


def differences(one: Any, other: Any, place: str = "stage") -> list[str]:
    """Where two stages differ; fractions are the same up to a tenth of a unit."""
    if one is other or one == other:
        return []
    names = compared_fields(type(one)) if type(one) is type(other) else None  # type: ignore[arg-type, unused-ignore]
    if names is not None:
        return [each for k in names for each in differences(getattr(one, k), getattr(other, k), f"{place}.{k}")]
    if isinstance(one, dict) and isinstance(other, dict):
        found = [f"{place}.{key}: only in one" for key in sorted(map(repr, one.keys() ^ other.keys()))]
        for key in one.keys() & other.keys():
            found += differences(one[key], other[key], f"{place}.{key}")
        return found
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return [
            each for k, pair in enumerate(zip(one, other, strict=True)) for each in differences(*pair, f"{place}[{k}]")
        ]
    if isinstance(one, float | int) and isinstance(other, float | int) and round(one, 1) == round(other, 1):
        return []
    return [f"{place}: told {one!r}, in the view {other!r}"]


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
            table.submit(seat, action)
        driver.ctx.stack.update(STEP_MS)
    assert table.finished and compared >= min(8, session.turn)


ROUND_A_TABLE = [setup for setup in setups() if setup.seats <= FULL_TABLE]
DEFAULTS = [setup for setup in setups() if setup.name == "default" and setup.seats in (2, 4, 5, 8)]


@pytest.mark.parametrize("setup", ROUND_A_TABLE, ids=str)
def test_what_was_told_is_what_the_view_shows(driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup) -> None:
    viewer = sum(map(ord, setup.name)) % setup.seats
    hold(driver, setup, viewer, True, monkeypatch)


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
@pytest.mark.parametrize("reduced", [False, True])
def test_it_is_so_with_all_motions(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, setup: Setup, reduced: bool
) -> None:
    driver.settings.reduced_motion = reduced
    hold(driver, setup, 0, False, monkeypatch)


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
