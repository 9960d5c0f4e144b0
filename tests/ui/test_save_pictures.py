"""Saved games are listed with a small picture of their table, how they are played and who sits there; no file names."""

import gettext
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import registry
from engine.bootstrap import ROOT
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, saves
from scenes.common import thumbnails
from scenes.menus.load import LoadScene
from scenes.shell import routes
from scenes.table import game_screens as games
from sprites.base import text
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver


@pytest.fixture
def window(home: Path) -> Iterator[Driver]:
    run = Driver(speed="instant")
    run.ctx.quiet = False
    yield run
    run.close()


def seated(driver: Driver, persons: int = 1, game: str = "tash_kalar") -> Any:
    """A table of a game that is kept, at rest."""
    names = ("Leo", "Mia")
    seats = [
        Seat("person" if k < persons else "computer", "" if k < persons else "novice", names[k], k) for k in (0, 1)
    ]
    path = folders.ensure(folders.saves()) / "mine.json"
    table = games.table(driver.ctx, Session.start(game, {}, seats, "picture", autosave=path))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: table.may_act() or driver.top is not table)
    if driver.top is table:
        table.decide(table.legal()[-1])
    driver.run(200)
    return table


def written(driver: Driver, words: list[str]) -> None:
    """Draw the top scene anew; everything it writes goes into ``words``."""
    real = text.draw

    def noted(c: Any, said: str, *more: Any, **named: Any) -> float:
        words.append(said)
        return real(c, said, *more, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(text, "draw", noted)
        driver.ctx.stack.dirty = True
        driver.frame()


def test_a_picture_is_kept_when_the_table_is_left_and_goes_with_the_save(window: Driver) -> None:
    table = seated(window)
    routes.open(window.ctx, "menu", table)
    assert window.ctx.files.finish(10)
    path = table.session.autosave
    found = thumbnails.load(path)
    assert found is not None and found.get_size() == (thumbnails.WIDE, thumbnails.HIGH)
    assert len({tuple(found.get_at((x, 70))) for x in range(0, 256, 16)}) > 4, "it shows something"
    assert table.session.finish()
    table.session.close()
    window.ctx.stack.replace(LoadScene(window.ctx))
    words: list[str] = []
    written(window, words)
    said = "\n".join(words)
    assert "High Form" in said and "Leo" in said and "Mia" in said
    assert ".json" not in said and str(folders.saves()) not in said
    saves.delete(path)
    assert not saves.thumbnail_path(path).exists() and thumbnails.load(path) is None


def test_nobodys_hand_is_in_a_picture_of_a_shared_computer(window: Driver) -> None:
    table = seated(window, persons=2, game="legends")
    assert window.ctx.files.finish(10)
    saves.thumbnail_path(table.session.autosave).unlink(missing_ok=True)
    table.viewpoint.watch_from(0, secret=True)
    table.skip()
    table.ui.dirty = False
    table.parting()
    assert window.ctx.files.finish(10)
    assert thumbnails.load(table.session.autosave) is None


def test_the_end_of_a_shared_game_has_its_picture(window: Driver) -> None:
    """Nothing is secret any more, and an evening shows its best turn by it."""
    table = seated(window, persons=2)
    assert window.ctx.files.finish(10)
    saves.thumbnail_path(table.session.autosave).unlink(missing_ok=True)
    for _ in range(400):
        if window.top.name == "result":
            break
        legal = table.session.legal(table.session.to_act()[0]) if table.session.to_act() else []
        leaving = [one for one in legal if one in table.session.rules.resignations]
        if window.top.name == "curtain":
            window.click("ready")
        elif table.may_act():
            table.decide((leaving or legal)[0])
        window.frame(300)
    assert window.top.name == "result" and window.ctx.files.finish(10)
    assert thumbnails.load(table.session.autosave) is not None


@pytest.mark.parametrize("forged", ["text", "huge", "cut", "folder"])
def test_whatever_lies_in_the_place_of_a_picture_the_game_is_listed(window: Driver, forged: str) -> None:
    table = seated(window)
    routes.open(window.ctx, "menu", table)
    assert window.ctx.files.finish(10) and table.session.finish()
    place = saves.thumbnail_path(table.session.autosave)
    good = place.read_bytes()
    place.unlink()
    if forged == "folder":
        place.mkdir()
    else:
        big = BytesIO()
        pygame.image.save(pygame.Surface((2000, 10)), big, ".png")
        place.write_bytes({"text": b"none", "huge": big.getvalue(), "cut": good[: len(good) // 2]}[forged])
    assert thumbnails.load(table.session.autosave) is None
    window.ctx.stack.replace(LoadScene(window.ctx))
    window.run(50)
    assert window.has("slot.0")


def test_a_game_that_cannot_be_read_is_listed_without_its_file_name_and_the_folder_opens(
    window: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folders.ensure(folders.saves()) / "broken-file.json").write_bytes(b"{}")
    window.ctx.stack.push(LoadScene(window.ctx))
    words: list[str] = []
    written(window, words)
    assert window.ctx.t("load.unreadable") in words
    assert not any("broken-file" in said for said in words)
    opened: list[Path] = []
    monkeypatch.setattr(window.ctx, "open_folder", opened.append)
    window.click("folder")
    assert opened == [folders.saves()]


def test_a_copy_is_ready_and_its_folder_opens(window: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(window)
    assert table.session.finish()
    window.ctx.stack.replace(LoadScene(window.ctx))
    window.run(50)
    window.click("give.0")
    assert window.ctx.files.finish(10)
    window.until(lambda: window.top.name == "dialog")
    assert str(folders.exports()) not in window.top.body
    opened: list[Path] = []
    monkeypatch.setattr(window.ctx, "open_folder", opened.append)
    window.click("folder")
    assert opened == [folders.exports()]


def test_a_notice_about_a_file_names_no_place_and_opens_its_folder(
    window: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.ctx.stack.replace(LoadScene(window.ctx))
    kept = tmp_path / "settings.json.bad"
    window.ctx.notices.append(Message("ui.settings.damaged", {"path": str(kept)}))
    window.until(lambda: window.top.name == "dialog")
    assert kept.name not in window.top.body
    opened: list[Path] = []
    monkeypatch.setattr(window.ctx, "open_folder", opened.append)
    window.click("folder")
    assert opened == [kept]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_for_players_names_a_place_on_the_disk(language: str) -> None:
    """Three may: where no window of files can be shown, where there is no home folder, and a program's last words."""
    found = [
        name for info in ("ui", *(one.id for one in registry.games())) for name, said in catalogue(language, info)
        if "{path}" in said
    ]  # fmt: skip
    assert sorted(found) == ["ui.crash.log", "ui.folder.at", "ui.folder.no_home"], found


def catalogue(language: str, name: str) -> list[tuple[str, str]]:
    """The ids and texts of a catalogue."""
    with (Path(ROOT) / "locale" / language / "LC_MESSAGES" / f"{name}.mo").open("rb") as file:
        known = vars(gettext.GNUTranslations(file))["_catalog"]
    return [(name, said) for name, said in known.items() if isinstance(name, str)]


@pytest.mark.parametrize("options", [{}, {"form": 7, "set": "x" * 9000, "length": ["a"], "map": None}])
def test_options_of_a_list_may_be_anything(window: Driver, options: dict[str, Any]) -> None:
    for game in ("king_of_12", "legends", "king_of_the_dice", "tash_kalar"):
        assert games.mode(window.ctx, game, options, 2) == ""
