"""A saved game given with the call is opened; what is wrong with it is told, and the title stays."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pygame
import pytest

from engine.content import daily_challenge
from engine.content.campaign import Under
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, saves
from scenes.common.occasions import name_occasions
from scenes.menus.load import LoadScene
from scenes.menus.open_save import open_file
from scenes.shell import routes
from scenes.shell.commands import parse
from sprites.base.canvas import Canvas
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


def test_a_picture_is_drawn_with_other_settings(capsys: pytest.CaptureFixture[str]) -> None:
    picture = ["--screenshot", "title", "--out", "title.png", "--set"]
    assert parse([*picture, "contrast=true", "--set", "least_text=15"]).settings == (
        ("contrast", True), ("least_text", 15),
    )  # fmt: skip
    for wrong, told in (
        ("contrasts=true", "contrasts"), ("contrast=7", "true or false"), ("palette=grey", "'grey' is not allowed"),
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            parse([*picture, wrong])
        assert told in capsys.readouterr().err


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
    assert own.top.title == own.ctx.t("load.given.title") and file.is_file()
    assert str(file) not in own.top.body, "a button opens the folder"
    assert file.name in own.top.body, "and the file is named"
    (kept,) = saves.slots(folders.saves())
    assert file.read_bytes() == kept.path.read_bytes(), "as it is in the list, with what was played since"


def test_a_game_file_in_the_folder_of_saves_is_listed_and_opened_as_a_copy(own: Driver, given: Path) -> None:
    """It appears while the list is shown, stays as it is, and is listed no more once its game is among the saves."""
    own.ctx.stack.replace(LoadScene(own.ctx))
    own.run(600)
    folder = folders.saves()
    folder.mkdir(parents=True, exist_ok=True)
    brought = folder / "From Afar.THRONE"
    brought.write_bytes(given.read_bytes())
    own.run(1500)
    assert [slot.path for slot in own.top.rows] == [brought]
    own.click("slot.0")
    own.run(600)
    assert own.top.name == "table" and brought.read_bytes() == given.read_bytes()
    (listed,) = saves.slots(folder)
    assert listed.path.suffix == ".json" and listed.id == own.top.session.id


def test_a_file_dropped_on_the_window_is_opened_wherever_one_is(own: Driver, given: Path) -> None:
    for scene in ("settings", "load"):
        routes.open(own.ctx, scene)
        own.run(600)
        own.frame(16, [pygame.event.Event(pygame.DROPFILE, file=str(given))])
        own.run(600)
        assert own.top.name == "table" and saves.slots(folders.saves())
    given.write_bytes(b"no game")
    own.frame(16, [pygame.event.Event(pygame.DROPFILE, file=str(given))])
    own.run(300)
    assert own.top.name == "dialog" and "table" in [scene.name for scene in own.ctx.stack.scenes]


def test_import_offers_the_files_among_the_documents(own: Driver, given: Path) -> None:
    folders.exports().mkdir(parents=True, exist_ok=True)
    (folders.exports() / "king.throne").write_bytes(given.read_bytes())
    own.ctx.stack.replace(LoadScene(own.ctx))
    own.run(600)
    own.click("import")
    own.run(600)
    own.click("file.0")
    own.run(600)
    assert own.top.name == "table"


def test_saves_and_continue_say_what_a_game_belongs_to(own: Driver, given: Path) -> None:
    open_file(own.ctx, given)
    own.run(600)
    id = own.top.session.id
    own.ctx.travels.games[id] = Under("ours", "gate")
    routes.go(own.ctx, "title")
    own.run(600)
    assert name_occasions(own.ctx) == {id: own.ctx.t("ui.title.road")}
    canvas = Canvas(pygame.Surface((1600, 900)))
    assert own.top._describe_save(canvas, own.top.last).startswith(own.ctx.t("ui.title.road"))
    own.ctx.travels.games.clear()
    daily_challenge.KEPT.saver(
        daily_challenge.DailyResults(
            {date(2026, 11, 20): daily_challenge.Day({"king_of_12": daily_challenge.Try(id, "x.json")})}
        )
    )()
    assert name_occasions(own.ctx) == {id: own.ctx.t("ui.title.today")}
