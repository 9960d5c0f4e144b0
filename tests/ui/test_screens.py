"""A window on every screen: more pixels than units, the first size, and the place that is found again."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from engine.bootstrap import ROOT
from engine.storage import settings as engine_settings
from engine.storage.settings import Settings
from scenes.menus.settings import SettingsScene
from scenes.shell import crash, window as shell_window
from scenes.shell.window import SMALLEST, Area, Window
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
    monkeypatch.setattr(shell_window, "_usable", lambda: (1920, 1040))
    assert shell_window.find_first_size() == (1440, 780)
    monkeypatch.setattr(shell_window, "_usable", lambda: (1280, 700))
    assert shell_window.find_first_size() == SMALLEST
    assert (Settings().window_width, Settings().window_height) == (0, 0), "no size is known before the first window"


def test_size_and_place_are_found_again_on_the_same_screen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell_window, "list_screens", lambda: [LEFT, RIGHT])
    window, settings = driver.window, driver.settings
    window.visible = True
    window.system.size = window.size = (1400, 800)
    window.system.position = (2100, 90)
    driver.frame(16, [pygame.event.Event(pygame.WINDOWMOVED, x=2100, y=90)])
    assert settings.window_screen == RIGHT.name
    assert settings.window_places == {RIGHT.name: RIGHT_PLACE._asdict()}
    assert window._find_place() == RIGHT_PLACE
    monkeypatch.setattr(shell_window, "list_screens", lambda: [LEFT])
    assert window._find_place() is None, "that screen is gone"
    monkeypatch.setattr(shell_window, "list_screens", lambda: [LEFT, RIGHT])
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


OTHER_COPY = """
import sys
from engine.storage.settings import Settings
from scenes.shell.context import Context
from scenes.shell.window import Window
window = Window(Context(Settings(), sound=False, quiet=True), (1280, 720))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_window_opens_beside_the_first(driver: Driver, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """While another copy of the program has a window open; afterwards the place is as before."""
    monkeypatch.setattr(shell_window, "list_screens", lambda: [LEFT, RIGHT])
    settings = driver.settings
    size = (settings.window_width, settings.window_height) = RIGHT_PLACE.w, RIGHT_PLACE.h
    settings.window_screen, settings.window_places = RIGHT.name, {RIGHT.name: RIGHT_PLACE._asdict()}

    def find_place() -> tuple[int, int]:
        window = Window(driver.ctx, size)
        x, y = window.system.position
        driver.ctx.window = window
        window.note_place()
        window.close()
        driver.ctx.window = driver.window
        return x, y

    other = subprocess.Popen(
        [sys.executable, "-c", OTHER_COPY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    try:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        x, y = find_place()
        other.communicate(timeout=30)
    finally:
        other.kill()
    assert min(abs(x - RIGHT_PLACE.x), abs(y - RIGHT_PLACE.y)) >= 20 and RIGHT.has(x, y)
    assert settings.window_places == {RIGHT.name: RIGHT_PLACE._asdict()}, "the place of the first window is kept"
    assert find_place() == (RIGHT_PLACE.x, RIGHT_PLACE.y)


@pytest.mark.parametrize("place", [Area(0, 0, 1920, 1080), Area(520, 280, 1400, 800), Area(0, 280, 1400, 800)], ids=str)
def test_windows_step_aside_where_there_is_room(place: Area) -> None:
    found = {shell_window.step_aside(place, LEFT, number)[:2] for number in range(4)}
    assert len(found) == 4 and all(LEFT.has(*each) for each in found)
