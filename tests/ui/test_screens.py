"""A window on every screen: more pixels than units, the first size, and the place that is found again."""

from __future__ import annotations

import pygame
import pytest

from engine.storage import settings as engine_settings
from engine.storage.settings import Settings
from scenes.menus.settings import SettingsScene
from scenes.shell import crash, display_area
from scenes.shell.display_area import Area
from scenes.shell.window import SMALLEST
from tests.ui.driver import Driver

RATIOS = (1.0, 1.25, 1.5, 2.0)
RIGHT_PLACE = Area(2100, 90, 1400, 800)
LEFT, RIGHT = Area(0, 0, 1920, 1080), Area(1920, 0, 2560, 1440)


def open_settings(driver: Driver) -> None:
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(300)


def click(driver: Driver, target: str) -> None:
    """Click with places in units of the window, as the system reports them."""
    ratio = driver.window.ratio
    x, y = driver.pixel(*driver.target(target).centre)
    place = (x / ratio, y / ratio)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))])
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.frame(16, [pygame.event.Event(kind, pos=place, button=1)])


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_picture_has_all_pixels_and_the_pointer_meets_it(ratio: float) -> None:
    driver = Driver(SMALLEST, fresh=True, ratio=ratio)
    try:
        wanted = (round(SMALLEST[0] * ratio), round(SMALLEST[1] * ratio))
        assert driver.window.surface.get_size() == driver.window.canvas.size == wanted
        assert driver.window.ratio == pytest.approx(ratio, abs=0.001)
        assert driver.window.canvas.text_scale == 1.15, "the window is as small as ever"
        open_settings(driver)
        click(driver, "reduced_motion")
        assert driver.settings.reduced_motion
        shown = driver.window.system.get_surface()
        assert shown.get_size() == SMALLEST and len({tuple(shown.get_at((x, 300))) for x in range(100, 900)}) > 3
    finally:
        driver.close()


def test_the_ratio_may_change_while_it_runs() -> None:
    driver = Driver(SMALLEST, fresh=True, ratio=1.0)
    try:
        open_settings(driver)
        driver.window._faked_ratio = 1.5
        driver.frame(16, [pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1)])
        assert driver.window.canvas.size == (1536, 960) == driver.window.surface.get_size()
        assert driver.window.canvas.target is driver.window.surface
        click(driver, "reduced_motion")
        assert driver.settings.reduced_motion
    finally:
        driver.close()


def test_the_crash_page_is_drawn_on_such_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(SMALLEST, fresh=True, ratio=2.0)
    try:
        monkeypatch.setattr(pygame.event, "wait", lambda ms: pygame.event.Event(pygame.KEYDOWN))
        before = driver.window.system.get_surface().copy()
        assert crash.show(driver.ctx, "Traceback\nValueError: broken") == 1
        shown = driver.window.system.get_surface()
        assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(before, "RGB")
    finally:
        driver.close()


def test_the_first_window_takes_three_quarters_of_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_area, "_usable", lambda screen: (1920, 1040))
    assert display_area.find_first_size(SMALLEST) == (1440, 780)
    monkeypatch.setattr(display_area, "_usable", lambda screen: (1280, 700))
    assert display_area.find_first_size(SMALLEST) == SMALLEST
    assert (Settings().window_width, Settings().window_height) == (0, 0), "no size is known before the first window"


def test_size_and_place_are_found_again_on_the_same_screen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_area, "list_screens", lambda: [LEFT, RIGHT])
    window, settings = driver.window, driver.settings
    window.visible = True
    window.system.size = window.size = (1400, 800)
    window.system.position = (2100, 90)
    driver.frame(16, [pygame.event.Event(pygame.WINDOWMOVED, x=2100, y=90)])
    assert settings.window_screen == RIGHT.name
    assert settings.window_places == {RIGHT.name: RIGHT_PLACE._asdict()}
    assert window._find_place() == RIGHT_PLACE
    monkeypatch.setattr(display_area, "list_screens", lambda: [LEFT])
    assert window._find_place() is None, "that screen is gone"
    monkeypatch.setattr(display_area, "list_screens", lambda: [LEFT, RIGHT])
    for bad in ({"x": 9000}, {"w": 10}, {"h": 99999}, {"z": 1}):
        settings.window_places = {RIGHT.name: {**RIGHT_PLACE._asdict(), **bad}}
        assert window._find_place() is None, bad
    window.visible = False


def test_what_an_earlier_version_kept_is_the_size(driver: Driver) -> None:
    path = engine_settings.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"window_width": 1600, "window_height": 900, "fullscreen": false}', "utf-8")
    loaded, notices = engine_settings.load()
    path.unlink()
    assert not notices and (loaded.window_width, loaded.window_height) == (1600, 900)
    assert loaded.window_places == {}
