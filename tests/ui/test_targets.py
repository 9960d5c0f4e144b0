"""Every control of every scene lies inside the window, in four languages and at the sizes that matter."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.i18n import LANGUAGES
from tests.support.scene_turns import SIZES, WIDE, look, shares
from tests.ui.driver import Driver


def hold(size: tuple[int, int], shown: Sequence[tuple[str, str]]) -> None:
    """Look at scenes, each in a language; those of one language one after the other."""
    driver = Driver(size)
    try:
        for language, name in shown:
            if language != driver.ctx.texts.language:
                driver.settings.language = language
                driver.ctx.apply_settings()
            look(driver, name)
    finally:
        driver.close()


@pytest.mark.parametrize("size", SIZES[1:3])
def test_controls_lie_inside_the_window_and_apart(size: tuple[int, int]) -> None:
    """Every third scene at one size in one language; test_room_for_words looks so at the first and the last size."""
    hold(size, sorted(shares(size)))


def test_every_third_scene_has_its_turn() -> None:
    """Every third one at one size, and at every size in all languages; the long run has all at every size."""
    turns = [share for size in SIZES for share in shares(size)]
    assert sorted(name for _, name in turns) == sorted(list(all_scenes())[::3])
    assert all({language for language, _ in shares(size)} == set(LANGUAGES) for size in SIZES)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, WIDE])
def test_controls_lie_so_at_every_size_in_every_language(size: tuple[int, int], language: str) -> None:
    hold(size, [(language, name) for name in all_scenes()])
