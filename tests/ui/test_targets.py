"""Every control of every scene lies inside the window, in four languages and at the sizes that matter."""

from __future__ import annotations

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.texts import LANGUAGES
from tests.ui.driver import Driver

BUTTONS = ("main", "why", "undo", "back", "start", "ready", "continue", "resume", "bar.menu", "bar.settings")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1024, 768), (2560, 1080)])
def test_controls_lie_inside_the_window_and_apart(size: tuple[int, int], language: str) -> None:
    driver = Driver(size, language=language)
    try:
        for name, show in all_scenes().items():
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
