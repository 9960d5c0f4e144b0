"""Texts stand out from what is under them: the ink against the worst tenth of the pixels under the letters."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scenes.dev.screenshots import all_scenes
from sprites.base import theme
from tests.support.contrasts import LEAST, LEAST_HIGH, list_contrasts
from tests.ui.driver import Driver

SCENES = ("king_of_12/table", "check", "legends/game-result", "king_of_12/lesson-first")
"""A table, a page that is shown in high contrast, a ceremony, a page that is dimmed."""


def find_weak(names: Iterable[str], palette: str, is_high: bool) -> list[str]:
    """What does not stand out in these scenes."""
    driver, least = Driver((1280, 720), fresh=True, contrast=is_high, palette=palette), LEAST_HIGH if is_high else LEAST
    weak, count = [], 0
    try:
        driver.ctx.choose_theme()
        for name in names:
            found = list(list_contrasts(driver, name))
            count += len(found)
            weak += [f"{name}: {one.contrast:.1f} {one.words} {one.box}" for one in found if one.contrast < least]
        assert count > 20, "hardly any text was found"
    finally:
        driver.close()
        theme.choose(None)
    return weak


@pytest.mark.parametrize("is_high", [False, True], ids=["usual", "contrast"])
@pytest.mark.parametrize("name", [*SCENES[:2], *(pytest.param(name, marks=pytest.mark.soak) for name in SCENES[2:])])
def test_texts_stand_out(name: str, is_high: bool) -> None:
    assert find_weak([name], "standard", is_high) == []


@pytest.mark.soak
@pytest.mark.parametrize("is_high", [False, True], ids=["usual", "contrast"])
@pytest.mark.parametrize("palette", theme.PALETTES)
def test_texts_of_all_scenes_stand_out(palette: str, is_high: bool) -> None:
    assert find_weak(all_scenes(), palette, is_high) == []
