"""Texts stand out from what is under them: the ink against the worst tenth of the pixels under the letters."""

import pytest

from scenes.dev.screenshots import all_scenes
from tests.support.contrasts import Way, find_weak

SCENES = ("king_of_12/table", "check", "legends/game-result", "king_of_12/lesson-first")
"""A table, a page that is shown in high contrast, a ceremony, a page that is dimmed."""


@pytest.mark.parametrize("is_high", [False, True], ids=["usual", "contrast"])
@pytest.mark.parametrize("name", [*SCENES[:2], *(pytest.param(name, marks=pytest.mark.soak) for name in SCENES[2:])])
def test_texts_stand_out(name: str, is_high: bool) -> None:
    assert find_weak([name], [Way(is_high=is_high)]) == []


@pytest.mark.soak
def test_texts_of_all_scenes_stand_out_in_every_way() -> None:
    assert find_weak(all_scenes()) == []
