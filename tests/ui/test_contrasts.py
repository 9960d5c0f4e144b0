"""Texts stand out from what is under them: the ink against the worst tenth of the pixels under the letters."""

from __future__ import annotations

import pytest

from sprites.base import theme
from tests.support.contrasts import LEAST, LEAST_HIGH, list_contrasts
from tests.ui.driver import Driver

SCENES = (
    "king_of_12/table", "legends/table", "king_of_the_dice/dice-table", "tash_kalar/tash-melee", "title", "settings",
)  # fmt: skip


@pytest.mark.parametrize("is_high", [False, True], ids=["usual", "contrast"])
@pytest.mark.parametrize("name", [SCENES[0], *(pytest.param(name, marks=pytest.mark.soak) for name in SCENES[1:])])
def test_texts_stand_out(name: str, is_high: bool) -> None:
    driver = Driver((1280, 720), fresh=True, contrast=is_high)
    try:
        driver.ctx.choose_theme()
        found = sorted(list_contrasts(driver, name))
        assert len(found) > 20 and found[0].contrast >= (LEAST_HIGH if is_high else LEAST), found[:3]
    finally:
        driver.close()
        theme.choose(None)
