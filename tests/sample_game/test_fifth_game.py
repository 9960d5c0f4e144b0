"""A game that lives in a folder of its own is found, listed, played, saved, replayed and proved; nothing else knows it.

The folder is ``tests/sample_game``; ``FOUR_THRONES_GAMES`` names the one it lies in.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.choose import choose
from engine import registry
from engine.bootstrap import ROOT
from engine.replay import Rewound
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from scenes.menus.title import Title
from scenes.shell.i18n import Texts
from scenes.table import game_screens
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

PLACE = Path(ROOT) / "tests"
SUITES = ["tests/shared", "tests/ai/test_every_game.py"]
MOST_LINES = 60
"""Lines of the table of a small game: one screen."""
KNOWS = ("ai", "engine", "games", "maps", "scenes", "sprites", "build", "locale")


@pytest.fixture(autouse=True)
def _heap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(registry.MORE, str(PLACE))
    yield


def test_it_is_found_after_those_of_the_house() -> None:
    assert [info.id for info in registry.games()][-1] == "heap" and len(registry.games()) == 5
    assert registry.problems() == []


def test_without_its_folder_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(registry.MORE)
    assert len(registry.games()) == 4
    with pytest.raises(registry.UnknownGame):
        registry.info("heap")


def test_nobody_else_knows_it() -> None:
    for room in KNOWS:
        for path in (Path(ROOT) / room).rglob("*"):
            if path.suffix in (".py", ".json", ".po"):
                assert "tests.sample_game" not in path.read_text("utf-8"), path


@pytest.mark.parametrize(
    ("change", "word"),
    [('"order": 90', '"order": "x"'), ('"seats": [2, 3]', '"seats": [3, 2]'), ('"id": "heap"', '"id": "legends"'),
     ('"rules"', '"ruls"'), ("{", "[" * 5000)],
)  # fmt: skip
def test_a_manifest_that_cannot_be_used_is_told_and_left_out(
    change: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PLACE / "sample_game" / registry.MANIFEST).read_text("utf-8")
    assert change in text
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / registry.MANIFEST).write_text(text.replace(change, word, 1), "utf-8")
    monkeypatch.setenv(registry.MORE, str(tmp_path))
    assert len(registry.games()) == 4
    assert len(registry.problems()) == 1 and str(tmp_path) in registry.problems()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_texts_come_from_its_own_catalogues(language: str) -> None:
    texts = Texts(language)
    for key in ("heap.name", "heap.cover", "heap.rules.1.title", "heap.why"):
        assert texts.has(key)
    assert "3" in texts.t("heap.action.take", n=3)


def test_its_opponents_answer() -> None:
    rules = registry.rules("heap")
    view = {"seat": 0, "size": 12, "left": 6, "active": 0, "taken": [9, 0], "winner": -1, "round": 9, "phase": "take"}
    state = rules.determinize(view, None)  # type: ignore[arg-type]
    for level in ("novice", "skilled", "expert", "random"):
        assert choose("heap", view, 0, rules.legal(state, 0), level, 1).action in (1, 2, 3)
    assert choose("heap", view, 0, rules.legal(state, 0), "expert", 1).action == 2


def test_it_is_played_with_the_mouse_from_the_title_to_the_result_and_on_from_its_save(home: Path) -> None:
    driver = Driver(speed="instant")
    driver.ctx.quiet = False
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    try:
        driver.click("covers.right")
        driver.click("cover.heap")
        driver.click("start")
        driver.run(200)
        table: Any = driver.top
        assert table.session.game == "heap" and table.session.autosave is not None
        for _ in range(400):
            if driver.top is not table:
                break
            if table.may_act():
                driver.click(f"take.{table.legal()[-1]}")
            driver.run(64)
        assert driver.top.name == "result", "the game has come to its end"
        assert table.session.over
    finally:
        driver.close()
    found = saves.slots(table.session.autosave.parent)
    assert [slot.game for slot in found] == ["heap"] and found[0].over
    session = saves.load(found[0].path).session
    assert session.over and session.result() == table.session.result()
    assert Rewound(session, 3).view(None)["left"] < session.view(None)["size"] + 7


def test_the_guide_shows_the_declaration_of_its_short_table() -> None:
    guide = (Path(ROOT) / "docs" / "add_a_game.md").read_text("utf-8")
    code = guide.split("```python\n")[1].split("```")[0].strip()
    screens = (PLACE / "sample_game" / "screens.py").read_text("utf-8")
    assert code in screens
    assert screens[screens.index("class Stage") : screens.index(code)].count("\n") <= MOST_LINES


def test_its_table_is_drawn_from_any_view() -> None:
    driver = Driver()
    try:
        session = Session.start(
            "heap", {"size": 20}, [Seat("person", "", "A"), Seat("computer", "skilled", "B", 1)], "s"
        )
        driver.ctx.stack.replace(game_screens.table(driver.ctx, session))
        driver.ctx.stack.settle()
        driver.frame()
        assert driver.has("take.1") and driver.has("take.3")
    finally:
        driver.close()


def test_it_passes_every_shared_suite() -> None:
    """The suites find it by its manifest; what they keep about it lies in its folder."""
    environment = {**os.environ, registry.MORE: str(PLACE)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "heap", *SUITES]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    assert "passed" in done.stdout and "failed" not in done.stdout
