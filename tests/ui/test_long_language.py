"""Layouts have room for texts 1.4 times as long as the English ones: no text is cut off, none much smaller."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.languages.check import ROOM
from scenes.dev.screenshots import all_scenes
from sprites.base.drawn_words import Tight
from tests.support import long_language, scene_turns
from tests.ui.driver import Driver

SIZE = (1280, 720)
EVERY = 24
"""Every how many scenes one is drawn; the long run draws all."""


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path))
    yield long_language.write_language(tmp_path)


def find_tight(language: str, names: list[str]) -> list[str]:
    """What has no room in these scenes, or is drawn at less than four fifths of its size."""
    listening, found = Tight(shrinking=True), []
    driver = Driver(SIZE, language=language)
    try:
        assert driver.ctx.texts.language == language
        for name in names:
            listening.lines.clear()
            scene_turns.look(driver, name)
            found += [f"{name}: {line}" for line in listening.lines]
        assert driver.ctx.texts.take_faults() == []
    finally:
        driver.close()
        listening.close()
    return found


def test_texts_are_longer_by_two_fifths_and_keep_their_marks() -> None:
    for text in ("Settings", "Version {version}", "*Leo* wins: {n} points", "Is it you?", "OK"):
        made = long_language.lengthen(text)
        assert re.findall(r"\{[^}]*\}|\*", made) == re.findall(r"\{[^}]*\}|\*", text)
        plain, longer = (len(re.sub(r"\{[^}]*\}|\*", "", each)) for each in (text, made))
        assert ROOM * plain <= longer < ROOM * plain + 1
    assert long_language.lengthen("{n} / 12") == "{n} / 12"


def test_longer_texts_have_their_room(language: str) -> None:
    found = find_tight(language, list(all_scenes())[5::EVERY])
    assert not found, "\n".join(found)


@pytest.mark.soak
def test_longer_texts_have_their_room_in_every_scene(language: str) -> None:
    found = find_tight(language, list(all_scenes()))
    assert not found, "\n".join(found)
