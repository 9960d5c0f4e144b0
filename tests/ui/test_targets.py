"""Every control of every scene lies inside the window, in four languages and at the sizes that matter."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.texts import LANGUAGES
from tests.ui.driver import Driver

BUTTONS = ("main", "why", "undo", "back", "start", "ready", "continue", "resume", "bar.menu", "bar.settings")


SIZES = ((1024, 640), (1280, 720), (2560, 1080), (1024, 768))
every_window = pytest.mark.parametrize(("size", "language"), list(itertools.product(SIZES, LANGUAGES)))


def hold(size: tuple[int, int], language: str, names: Sequence[str]) -> None:
    """Draw scenes and look where their controls lie."""
    scenes = all_scenes()
    driver = Driver(size, language=language)
    try:
        for name in names:
            show = scenes[name]
            driver.ctx.instant = True
            show(driver.ctx, "7")
            driver.ctx.instant = False
            driver.ctx.stack.settle()
            driver.ctx.stack.fade = 0.0
            driver.ctx.stack.dirty = True
            driver.window.draw()
            canvas = driver.window.canvas
            boxes = {}
            for target in driver.top.ui.targets:
                x, y, w, h = target.box
                cx, cy = x + w / 2, y + h / 2
                assert canvas.left <= cx <= canvas.right, f"{name}: {target.id} lies outside"
                assert 0 <= cy <= canvas.height, f"{name}: {target.id} lies outside"
                if target.id in BUTTONS:
                    assert x >= canvas.left - 1 and x + w <= canvas.right + 1, f"{name}: {target.id} is cut off"
                    assert y >= -1 and y + h <= canvas.height + 1, f"{name}: {target.id} is cut off"
                    boxes[target.id] = target.box
            rows = list(boxes.items())
            for k, (first, a) in enumerate(rows):
                for second, b in rows[k + 1 :]:
                    apart = a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
                    assert apart, f"{name}: {first} and {second} overlap"
    finally:
        driver.close()


@every_window
def test_controls_lie_inside_the_window_and_apart(size: tuple[int, int], language: str) -> None:
    """Every scene at two sizes, each in another language; every size and language meet in an eighth of the scenes."""
    row, column = SIZES.index(size), LANGUAGES.index(language)
    assert len(LANGUAGES) == len(SIZES) == 4
    hold(size, language, list(all_scenes())[(column - row) % 4 + 4 * (row % 2) :: 8])


@pytest.mark.soak
@every_window
def test_controls_lie_so_at_every_size_in_every_language(size: tuple[int, int], language: str) -> None:
    hold(size, language, list(all_scenes()))
