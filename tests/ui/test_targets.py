"""Every control of every scene lies inside the window, in four languages and at the sizes that matter."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.i18n import LANGUAGES
from tests.ui.driver import Driver

BUTTONS = ("main", "why", "undo", "back", "start", "ready", "continue", "resume", "bar.menu", "bar.settings")
SIZES = ((1280, 720), (2560, 1080), (1024, 768), (1024, 640))


def look(driver: Driver, name: str) -> None:
    """Draw a scene and look where its controls lie."""
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
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
    for (first, a), (second, b) in itertools.combinations(boxes.items(), 2):
        apart = a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        assert apart, f"{name}: {first} and {second} overlap"


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
    """Every scene at one size in one language; test_room_for_words looks so at the first and the last size."""
    hold(size, sorted(shares(size)))


def shares(size: tuple[int, int]) -> list[tuple[str, str]]:
    """The scenes (language, name) whose turn is at a size: the next one at the next, in the next language."""
    row = SIZES.index(size)
    names = list(all_scenes())
    return [(LANGUAGES[(k // 4 + k) % 4], names[k]) for k in range(row, len(names), 4)]


def test_every_scene_has_its_turn() -> None:
    """At one size each, and at every size in all languages."""
    turns = [share for size in SIZES for share in shares(size)]
    assert sorted(name for _, name in turns) == sorted(all_scenes())
    assert all({language for language, _ in shares(size)} == set(LANGUAGES) for size in SIZES)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_controls_lie_so_at_every_size_in_every_language(size: tuple[int, int], language: str) -> None:
    hold(size, [(language, name) for name in all_scenes()])
