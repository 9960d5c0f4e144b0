"""Readable play-throughs: a change of the rules, however small, shows as a difference in a text file.

``python3 -m tests --update-golden`` writes them anew; read the difference before committing it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import JSON, Event
from engine.seats import Seat
from engine.session import Session
from tests.shared.samples import ALIKE, FULL_TABLE, Setup, guest, seat_counts, setups as shared_setups

HERE = Path(__file__).parent
SETUPS = "setups.json"
"""Next to the play-throughs of a game: file name → seats and options. A new option or value adds entries, no more."""


def locate(game: str) -> Path:
    """Return the folder of a game's play-throughs."""
    own = guest(game)
    return own / "golden" if own else HERE / game


def load_setups(game: str) -> list[Setup]:
    """Return the stored set-ups of a game; options that are newer than the file have their defaults."""
    path = locate(game) / SETUPS
    rules = registry.rules(game)
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return [
        Setup(game, one["seats"], rules.check_options(one["options"], one["seats"]), one["name"])
        for one in stored.values()
    ]


def list_candidates(game: str) -> list[Setup]:
    """Return the set-ups of the shared suites that may get a play-through: defaults, full tables and halls of 12."""
    return [
        setup
        for setup in shared_setups()
        if setup.game == game and (setup.name == "default" or setup.seats in (FULL_TABLE, 12))
    ]


def find_missing(game: str) -> list[tuple[str, JSON]]:
    """Return the numbers of seats and the values of options that the shared suites play and no stored set-up has.

    Options with the same many values, one for each seat, need each value once among all of them.
    """
    rules = registry.rules(game)
    setups = load_setups(game)
    missing: list[tuple[str, JSON]] = [
        ("seats", count) for count in seat_counts(rules) if count not in {setup.seats for setup in setups}
    ]
    for option in rules.options():
        if option.kind not in ("choice", "flag"):
            continue
        alike = [other.name for other in rules.options() if other.values == option.values] if option.values else []
        names = alike if len(option.values) > ALIKE else [option.name]
        seen = {repr(setup.options.get(name, option.default)) for setup in setups for name in names}
        values = (False, True) if option.kind == "flag" else option.values
        played = {repr(setup.options.get(name, option.default)) for setup in list_candidates(game) for name in names}
        missing += [(option.name, value) for value in values if repr(value) in played - seen]
    return missing


def add_setups(game: str) -> None:
    """Store a set-up for each value that no stored one has, out of those that the shared suites play."""
    path = locate(game) / SETUPS
    path.parent.mkdir(exist_ok=True)
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for setup in list_candidates(game):
        missing = find_missing(game)
        if any(value == (setup.seats if name == "seats" else setup.options.get(name)) for name, value in missing):
            stored[f"{setup.seats}_{setup.name}"] = {
                "name": setup.name, "seats": setup.seats, "options": dict(setup.options),
            }  # fmt: skip
            path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8", newline="\n")


GAMES = [info.id for info in registry.games()]


@pytest.mark.parametrize("setup", [setup for game in GAMES for setup in load_setups(game)], ids=str)
def test_the_play_through_is_the_same(setup: Setup, request: pytest.FixtureRequest) -> None:
    path = locate(setup.game) / f"{setup.seats}_{setup.name}.txt"
    text = play_through(setup)
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8", newline="\n")
        return
    assert path.exists(), f"{path.name} is missing: python3 -m tests --update-golden"
    assert text.splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_a_play_through(game: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        add_setups(game)
        for setup in load_setups(game):
            path = locate(game) / f"{setup.seats}_{setup.name}.txt"
            if not path.exists():
                path.write_text(play_through(setup), "utf-8", newline="\n")
    assert find_missing(game) == [], "python3 -m tests --update-golden adds set-ups with these, and plays them"


def test_no_play_through_is_left_over() -> None:
    wanted = {locate(game) / f"{setup.seats}_{setup.name}.txt" for game in GAMES for setup in load_setups(game)}
    assert set(HERE.glob("*/*.txt")) <= wanted


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
