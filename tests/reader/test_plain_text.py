"""Rulebook, chronicle and analysis as plain text files whose names are told."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.storage import folders
from scenes.common.exports import WIDEST, compose_text
from scenes.dev.screenshots import all_scenes
from tests.ui.driver import Driver

WAIT_S = 20.0


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Opens a scene, presses what saves it, and returns the text of the one file with what is told of it."""
    monkeypatch.setattr(folders, "exports", lambda: tmp_path / "documents")
    driver = Driver((640, 400), speed="instant")

    def save(name: str, press: Callable[[Any], None]) -> tuple[str, str]:
        driver.ctx.instant = True
        all_scenes()[name](driver.ctx, "7")
        driver.ctx.stack.settle()
        driver.window.draw()
        scene = driver.top
        driver.ctx.quiet = False
        press(scene)
        driver.ctx.quiet = True
        end = time.monotonic() + WAIT_S
        while driver.top is scene or driver.top.name != "dialog":
            assert time.monotonic() < end
            driver.frame()
            time.sleep(0.01)
        (file,) = (tmp_path / "documents").iterdir()
        assert file.name in driver.top.body
        return file.read_text("utf-8"), driver.top.body

    yield save
    driver.close()


def press_save(scene: Any) -> None:
    """Press the button of the page."""
    scene.ui.find("save_text").activate()


def test_the_rulebook(saved: Any) -> None:
    text, told = saved("rules", press_save)
    assert told.startswith("Saved as text: ") and ".txt" in told
    assert len(text.splitlines()) > 60 and "*" not in text and "{" not in text
    assert all(len(line) <= WIDEST for line in text.splitlines())


def test_the_chronicle(saved: Any) -> None:
    text, _ = saved("legends/chronicle", press_save)
    assert "Chronicle" in text and len(text.splitlines()) > 10


def test_the_analysis(saved: Any) -> None:
    from scenes.study.overview import save_analysis

    text, _ = saved("king_of_12/study", save_analysis)
    assert "Swings" in text and "Better: " in text and "Chance at the end: " in text
    swings = text.split("Swings")[1].split("Moments")[0].replace("\n", " ")
    assert len(re.findall(r"Eva: [A-Z]\w+, Tom: [A-Z]\w+", swings)) >= 2, "what was chosen at the same time is named"
    assert re.search(r"\(\w+ [+−]\d+, \w+ [+−]\d+", swings), "a swing is told for all players"


def test_long_lines_are_broken_at_spaces_and_signs_are_left_out() -> None:
    text = compose_text(["*bold* " * 40, "", "one\ntwo"])
    lines = text.splitlines()
    assert all(len(line) <= WIDEST for line in lines) and "*" not in text
    assert lines[-3:] == ["", "one", "two"] and text.count("bold") == 40
