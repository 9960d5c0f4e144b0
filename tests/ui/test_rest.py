"""A table at rest costs nothing, and what it measures of itself can be measured."""

import gc
import itertools
import weakref
from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from engine import registry
from engine.session import Session
from scenes.dev import bench_frames
from scenes.dev.selftest import computer_seats
from scenes.shell import app as app_module, routes
from scenes.shell.app import App, find_wait
from scenes.shell.window import LONG_FRAME_S, MOST_HEAVY_FRAMES
from scenes.table import game_screens
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.timeline import AMBIENT_MS, LOOP_MS, Pulse
from sprites.king_of_12 import d12
from sprites.king_of_the_dice import wooden_d6
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
STEP_MS = 50.0


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_rests_when_nobody_touches_anything(driver: Driver, game: str) -> None:
    """Lights of what may be chosen stop some seconds after the last input, and go on with the next one."""
    seats = [msgspec.structs.replace(one, kind="person", level="") for one in computer_seats(2)]
    scene = game_screens.table(driver.ctx, Session.start(game, {}, seats, "rest"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    scene.skip()
    stack = driver.ctx.stack
    for _ in range(int((AMBIENT_MS + 8000) / STEP_MS)):
        stack.update(STEP_MS)
        if stack.needs_drawing:
            driver.window.draw()
    for _ in range(60):
        stack.update(STEP_MS)
        assert not stack.needs_drawing


def test_a_pulse_rests_at_full_strength_and_goes_on_with_the_next_input() -> None:
    pulse = Pulse()
    beats = [pulse.update(STEP_MS, True, at * STEP_MS) for at in range(int((AMBIENT_MS + 2 * LOOP_MS) / STEP_MS))]
    assert any(beats) and not any(beats[-10:])
    assert pulse.strength == pytest.approx(1.0)
    assert any(pulse.update(STEP_MS, True, 0.0) for _ in range(10))


def test_the_loop_waits_longer_the_longer_nothing_happens() -> None:
    waits = [find_wait(rested) for rested in (0.0, 0.5, 2.0, 9.0, 11.0, 1000.0)]
    assert waits == sorted(waits) and waits[:2] == [0.0, 0.0] and waits[2] < waits[-1] <= 0.08


class FastClock:
    """Seconds that pass whenever somebody asks for them, for the main loop."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now

    perf_counter = monotonic

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def tremble(value: float) -> Any:
    """What a worn stick tells all the time."""
    return pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, joy=0, axis=0, value=value)


def run_loop(driver: Driver, monkeypatch: pytest.MonkeyPatch, events: Callable[[int], list[Any]]) -> list[bool]:
    """Run the main loop for some minutes of a fast clock; returns what it lets the system do about the screen."""
    said: list[bool] = []
    turns = itertools.count()
    monkeypatch.setattr(app_module, "time", FastClock(2.0))
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", said.append)
    monkeypatch.setattr(pygame.event, "get", lambda *args: [] if args else events(next(turns)))
    driver.ctx.quiet = True
    App(driver.ctx, driver.window).loop(800.0)
    return said


def test_a_screen_may_be_darkened_while_nothing_happens(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_loop(driver, monkeypatch, lambda turn: [])[:1] == [True]


def test_an_input_wakes_the_screen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, scancode=43, unicode="")
    said = run_loop(driver, monkeypatch, lambda turn: [key] if turn == 20 else [])
    assert said[:3] == [True, False, True]
    monkeypatch.undo()
    assert not run_loop(driver, monkeypatch, lambda turn: [key] if turn % 2 else []), "somebody plays"


def test_a_stick_that_trembles_is_no_activity(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_loop(driver, monkeypatch, lambda turn: [tremble(0.1 + turn % 3 * 0.05)])[:1] == [True]
    driver.run(12000, 100)
    pad = driver.ctx.pad_in_use
    for value in (0.02, -0.2, 0.34):
        assert driver.app.frame([tremble(value)], 16) is False
    assert driver.ctx.pad_in_use == pad and not driver.ctx.hurry
    assert driver.app.frame([tremble(0.9)], 16) is True, "a stick that is pushed"


def test_the_bench_measures_a_table_at_play_and_at_rest(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_frames, "REST_S", 0.05)
    monkeypatch.setattr(bench_frames, "LONGEST_WAIT_S", 0.1)
    ctx = driver.ctx
    found = bench_frames.measure(ctx, "king_of_12", 2, frames=3)
    assert found["frames"] == 3 and 0 < found["median_ms"] <= found["worst_ms"]
    assert bench_frames.measure_resting_table(ctx, "king_of_12", App(ctx, driver.window).loop) >= 0


@pytest.mark.parametrize("size", [120, 300])
def test_two_dice_that_roll_at_once_are_two_pictures(size: int) -> None:
    """A recorded frame shows what drawing on a surface at once shows, also where dice are large."""
    poses = [(0.31, 0.777, -0.436, 0.332), (0.548, 0.626, 0.53, 0.163)]
    pictures = []
    for target in (pygame.Surface((1600, 900)), DisplayList(pygame.Surface((1600, 900)))):
        c = Canvas(target)
        if isinstance(target, DisplayList):
            target.begin()
        for at, quat in enumerate(poses):
            d12.draw(c, 300 + 500 * at, 300, size, quat, fast=True)
            wooden_d6.draw(c, 300 + 500 * at, 700, size, quat, (0,) * 6, fast=True)
        if isinstance(target, DisplayList):
            target.finish()
        pictures.append(pygame.image.tobytes(c.target, "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_left_is_freed(driver: Driver, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Its pictures go at once, not when the collector comes round to them."""
    monkeypatch.setattr("tests.ui.driver.RELEASES", 1)
    routes.open(driver.ctx, "title")
    driver.frame(1000)
    scene = game_screens.table(driver.ctx, Session.start(game, {}, computer_seats(2, "novice"), "left"))
    left = weakref.ref(scene)
    driver.ctx.stack.push(scene)
    for _ in range(8):
        driver.frame(200)
    del scene
    gc.disable()
    try:
        driver.ctx.stack.pop()
        for _ in range(8):
            driver.frame(200)
        assert left() is None
    finally:
        gc.enable()


def test_planned_pictures_are_made_where_every_frame_is_long(driver: Driver) -> None:
    made = []
    driver.window.canvas.cache.plan("long", lambda: made.append(True))
    for _ in range((MOST_HEAVY_FRAMES + 1) ** 3):
        driver.window.prepare(2 * LONG_FRAME_S)
    assert made == [True]
