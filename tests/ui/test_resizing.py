"""A window whose size changes is drawn anew at the new size, in the middle of a game too."""

import pygame
import pytest

from scenes.shell import window as shell_window
from scenes.shell.window import SMALLEST, fitting
from tests.ui.driver import Driver


def test_a_window_larger_than_the_screen_shrinks_in_its_shape() -> None:
    assert fitting((1600, 900), (1920, 1080)) == (1600, 900)
    assert fitting((1600, 900), (1600, 900)) == (1600, 900)
    for room in ((1598, 860), (1364, 728)):  # a screen of 1600x900, one of 1366x768, less bar and frame
        w, h = fitting((1600, 900), room)
        assert w <= room[0] and h <= room[1] and w / h == pytest.approx(16 / 9, abs=0.01)
    assert fitting((1600, 900), (1024, 600)) == SMALLEST


def test_there_is_less_room_than_the_screen_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1600, 900)])
    monkeypatch.setattr(shell_window, "_usable", lambda: (1600, 860))
    assert shell_window.measure_room() == (1598, 820)
    monkeypatch.setattr(shell_window, "_usable", lambda: None)
    assert shell_window.measure_room() == (1440, 810)
    assert (
        not shell_window.roomy((1600, 900)) and not shell_window.roomy((1340, 760)) and shell_window.roomy((1280, 720))
    )


@pytest.mark.parametrize("size", [(1024, 640), (1280, 960), (2560, 1440)])
def test_the_picture_follows_the_window(driver: Driver, size: tuple[int, int]) -> None:
    from scenes.menus.title import Title

    driver.ctx.stack.push(Title(driver.ctx))
    driver.run(300)
    driver.window.system.size = size  # the library changes the known surface in place
    driver.frame(16.0, [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])
    canvas = driver.window.canvas
    assert canvas.target is driver.window.surface and canvas.size == size
    assert canvas.scale == pytest.approx(min(size[0] / 1600, size[1] / 900))
    right = max(canvas.x(one.box[0] + one.box[2]) for one in driver.top.ui.targets)
    assert right <= size[0], "a control lies outside the window"
