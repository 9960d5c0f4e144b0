"""A monkey at the mouse, the keys and the pad: 20,000 random inputs over all scenes without an exception."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from scenes.screenshots import all_scenes
from scenes.title import Title
from tests.ui.driver import Driver

EVENTS = 20_000
KEYS = [
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE,
    pygame.K_ESCAPE, pygame.K_F1, pygame.K_BACKSPACE, pygame.K_h, pygame.K_r, pygame.K_m, pygame.K_s, pygame.K_w,
    pygame.K_q, pygame.K_e, pygame.K_END,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, *range(pygame.K_1, pygame.K_9 + 1),
]  # fmt: skip


def random_event(rng: random.Random, size: tuple[int, int]) -> Any:
    """One event a clumsy person could make."""
    pos = (rng.randrange(size[0]), rng.randrange(size[1]))
    kind = rng.random()
    if kind < 0.22:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(rng.randrange(2), 0, 0))
    if kind < 0.44:
        what = pygame.MOUSEBUTTONDOWN if rng.random() < 0.5 else pygame.MOUSEBUTTONUP
        return pygame.event.Event(what, pos=pos, button=rng.choice((1, 1, 1, 2, 3)))
    if kind < 0.48:
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-3, -1, 1, 3)), flipped=False)
    if kind < 0.80:
        mod = rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
        return pygame.event.Event(pygame.KEYDOWN, key=rng.choice(KEYS), mod=mod, unicode="", scancode=0)
    if kind < 0.84:
        return pygame.event.Event(pygame.TEXTINPUT, text=rng.choice(("a", "Ž", "ы", " ", "🎲", "x" * 40)))
    if kind < 0.94:
        return pygame.event.Event(pygame.JOYBUTTONDOWN, joy=0, instance_id=0, button=rng.randrange(14))
    if kind < 0.97:
        return pygame.event.Event(
            pygame.JOYAXISMOTION, joy=0, instance_id=0, axis=rng.randrange(4), value=rng.uniform(-1, 1)
        )
    return pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=3)


def clumsy(rng: random.Random, driver: Driver, size: tuple[int, int]) -> list[Any]:
    """Any event, or (one time in seven) a whole click on one of the controls, wherever it leads."""
    top = driver.top
    if rng.random() < 0.85 or top is None or not top.ui.targets:
        return [random_event(rng, size)]
    pos = driver.pixel(*rng.choice(top.ui.targets).centre)
    return [
        pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1),
    ]


@pytest.mark.parametrize("part", range(4))
def test_a_monkey_breaks_nothing(part: int) -> None:
    rng = random.Random(1000 + part)
    size = ((1024, 640), (1280, 720), (1280, 960), (1680, 720))[part]
    driver = Driver(size, speed=("4", "instant", "1", "4")[part])
    driver.window.toggle_fullscreen = lambda: None  # type: ignore[method-assign]
    scenes = list(all_scenes().items())
    rng.shuffle(scenes)
    each = EVENTS // 4 // len(scenes) + 1
    try:
        for name, show in scenes:
            driver.ctx.instant = True
            show(driver.ctx, f"monkey{part}")
            driver.ctx.instant = False
            for number in range(each):
                events = clumsy(rng, driver, size)
                try:
                    for event in events:
                        driver.app.take(event)
                    driver.ctx.stack.update(rng.choice((0, 16, 16, 400)))
                    if number % 8 == 0 or len(events) > 1:
                        driver.window.draw()
                except Exception as error:
                    raise AssertionError(f"{name}, input {number}: {events}") from error
                if not driver.ctx.running or not driver.ctx.stack.scenes:
                    driver.ctx.running = True
                    driver.ctx.stack.replace(Title(driver.ctx))
                    driver.ctx.stack.settle()
            while driver.ctx.notices:
                driver.ctx.notices.pop()
    finally:
        driver.close()
