"""A saved game given with the call is opened; what is wrong with it is told, and the title stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import folders, saves
from engine.seats import Seat
from engine.session import Session
from scenes.menus.load import LoadScene
from scenes.menus.opening import open_file
from scenes.shell import routes
from scenes.shell.commands import parse
from tests.ui.driver import Driver


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A game of a person and a computer as a file somewhere."""
    path = tmp_path / "a game.throne"
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "opening", autosave=path)
    for _ in range(3):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    assert session.finish()
    session.close()
    return path


@pytest.fixture
def own(home: Path) -> Iterator[Driver]:
    """A run that reads and writes the player's folders, which are this test's."""
    run = Driver()
    run.ctx.quiet = False
    routes.open(run.ctx, "title")
    yield run
    run.close()


def test_the_call_takes_a_file() -> None:
    assert parse(["a game.throne"]).save == Path("a game.throne")
    assert parse([]).save is None


def test_its_table_is_opened(own: Driver, given: Path) -> None:
    open_file(own.ctx, given)
    own.run(600)
    assert own.top.name == "table"
    (kept,) = saves.slots(folders.saves())
    assert own.top.session.id == saves.load(kept.path).session.id
    assert not own.ctx.notices


def test_a_bad_file_is_told(own: Driver, given: Path) -> None:
    given.write_bytes(given.read_bytes()[:500])
    open_file(own.ctx, given)
    own.run(300)
    assert own.top.name == "dialog"
    assert own.top.body == own.ctx.t("ui.save.foreign") or "damaged" in own.top.body
    assert saves.slots(folders.saves()) == []


def test_a_game_in_the_list_is_given_out(own: Driver, given: Path, home: Path) -> None:
    open_file(own.ctx, given)
    own.run(200)
    own.ctx.stack.replace(LoadScene(own.ctx))
    own.run(200)
    own.click("give.0")
    assert own.ctx.files.finish(10)
    own.run(300)
    (file,) = folders.exports().glob("*.throne")
    assert own.top.title == own.ctx.t("evening.given.title") and file.is_file()
    assert str(file) not in own.top.body, "a button opens the folder"
    assert file.read_bytes() == given.read_bytes()
