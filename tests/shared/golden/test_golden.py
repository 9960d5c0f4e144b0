"""Readable play-throughs: a change of the rules, however small, shows as a difference in a text file.

``python3 -m tests --update-golden`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance, mix
from engine.contract import Event
from engine.seats import Seat
from engine.session import Session
from tests.shared.samples import FULL_TABLE, Setup, guest, setups

HERE = Path(__file__).parent


def chosen() -> list[Setup]:
    """Every set of options at the fullest table, the default at every other, and all ways to divide a hall of 12."""
    return [each for each in setups() if each.name == "default" or each.seats in (FULL_TABLE, 12)]


@pytest.mark.parametrize("setup", chosen(), ids=str)
def test_the_play_through_is_the_same(setup: Setup, request: pytest.FixtureRequest) -> None:
    own = guest(setup.game)
    path = (own / "golden" if own else HERE / setup.game) / f"{setup.seats}_{setup.name}.txt"
    text = play_through(setup)
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        return
    assert path.exists(), f"{path.name} is missing: python3 -m tests --update-golden"
    assert text.splitlines() == path.read_text("utf-8").splitlines()


def test_no_play_through_is_left_over() -> None:
    wanted = {f"{setup.game}/{setup.seats}_{setup.name}.txt" for setup in chosen()}
    assert {path.relative_to(HERE).as_posix() for path in HERE.glob("*/*.txt")} <= wanted


def play_through(setup: Setup) -> str:
    """A game of random decisions, one line per decision and per event, with the checksum of each state."""
    seats = [Seat("computer", "novice", f"Seat {number}", number % 4) for number in range(setup.seats)]
    session = Session.start(setup.game, setup.options, seats, "golden")
    lines = [f"{setup.game}, {setup.seats} seats, {_data(setup.options)}"]
    lines += [f"    {_told(event)}" for event in session.course.last.events]
    players = SeededChance(mix("golden", str(setup)))
    while not session.over:
        seat = players.draw(session.to_act())
        action = players.draw(session.legal(seat))
        session.submit(seat, action)
        entry = session.log[-1]
        draws = f" with {', '.join(map(str, entry.draws))}" if entry.draws else ""
        lines.append(f"{session.turn}. seat {seat} chooses {action}{draws}  [{entry.checksum:08x}]")
        lines += [f"    {_told(event)}" for event in session.course.last.events]
    lines.append(f"result: {', '.join(map(str, session.result()))}")
    return "\n".join(lines) + "\n"


def _told(event: Event) -> str:
    to = "" if event.seats is None else f"  (only to {', '.join(map(str, event.seats))})"
    return f"{event.kind} {_data(event.data)}".rstrip() + to


def _data(data: Any) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in data.items())


def _short(value: Any) -> str:
    return str(value).replace("'", "").replace("None", "-")
