"""A monkey at the mouse, the keys, the pad and the window: random inputs over all scenes without an exception."""

import random
from typing import Any

import pygame
import pytest

from scenes.dev.screenshots import all_scenes
from scenes.menus.title import Title
from tests.ui.driver import Driver

EVENTS = 800
"""Of all four parts; over every eighth scene, a quarter of them at each size."""
LONG = 120_000
"""In the long run: every scene, at every size."""
PARTS = 4
SIZES = ((1024, 640), (1280, 720), (1280, 960), (1680, 720))
KEYS = [
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE,
    pygame.K_ESCAPE, pygame.K_F1, pygame.K_BACKSPACE, pygame.K_h, pygame.K_r, pygame.K_m, pygame.K_s, pygame.K_w,
    pygame.K_q, pygame.K_e, pygame.K_END, pygame.K_F11, pygame.K_z, pygame.K_y, pygame.K_PLUS, pygame.K_MINUS,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, *range(pygame.K_1, pygame.K_9 + 1),
]  # fmt: skip
TYPED = (
    "a", "Ž", "ы", " ", "🎲", "x" * 40, "\u200b", "\u200d", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\ud800", "\0",
    "", "\n", "{icon:x}", "{0}", "*", "\u0301" * 9,
)  # fmt: skip
WINDOW = (
    pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWENTER,
    pygame.WINDOWLEAVE, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN, pygame.WINDOWSHOWN, pygame.WINDOWCLOSE,
    pygame.ACTIVEEVENT, pygame.VIDEOEXPOSE, pygame.USEREVENT, pygame.AUDIODEVICEREMOVED,
)  # fmt: skip


def mouse_event(rng: random.Random, size: tuple[int, int]) -> Any:
    """Pointer and wheel, also far outside of the window."""
    far = rng.random() < 0.03
    pos = (rng.randrange(-9000, 9000), rng.randrange(-9000, 9000)) if far else tuple(map(rng.randrange, size))
    kind = rng.random()
    if kind < 0.46:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(rng.randrange(2), 0, 0))
    if kind < 0.92:
        what = pygame.MOUSEBUTTONDOWN if rng.random() < 0.5 else pygame.MOUSEBUTTONUP
        return pygame.event.Event(what, pos=pos, button=rng.choice((1, 1, 1, 1, 2, 3, 4, 9)))
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-300, -3, -1, 0, 1, 3)), flipped=False)


def pad_event(rng: random.Random) -> Any:
    """Buttons, cross, sticks; pads that come and go, some before they can be opened."""
    kind = rng.random()
    pad = rng.randrange(3)
    if kind < 0.7:
        return pygame.event.Event(pygame.JOYBUTTONDOWN, joy=0, instance_id=pad, button=rng.randrange(18))
    if kind < 0.8:
        value = (rng.randrange(-1, 2), rng.randrange(-1, 2))
        return pygame.event.Event(pygame.JOYHATMOTION, joy=0, instance_id=pad, hat=0, value=value)
    if kind < 0.92:
        turned = rng.choice((rng.uniform(-1, 1), -1.0, 1.0))
        return pygame.event.Event(pygame.JOYAXISMOTION, joy=0, instance_id=pad, axis=rng.randrange(8), value=turned)
    if kind < 0.96:
        return pygame.event.Event(pygame.JOYDEVICEADDED, device_index=rng.randrange(4), guid="")
    return pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=pad)


def random_event(rng: random.Random, size: tuple[int, int]) -> Any:
    """One event a clumsy person or an odd system could make."""
    kind = rng.random()
    if kind < 0.47:
        return mouse_event(rng, size)
    if kind < 0.78:
        mod = rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
        key = rng.choice(KEYS) if rng.random() < 0.97 else rng.choice((0, 1, 2**30 + 7, pygame.K_SCROLLLOCK))
        what = pygame.KEYDOWN if rng.random() < 0.85 else pygame.KEYUP
        return pygame.event.Event(what, key=key, mod=mod, unicode="", scancode=0)
    if kind < 0.84:
        return pygame.event.Event(pygame.TEXTINPUT, text=rng.choice(TYPED))
    if kind < 0.96:
        return pad_event(rng)
    if kind < 0.9985:
        return pygame.event.Event(rng.choice(WINDOW))
    return pygame.event.Event(pygame.QUIT)


def clumsy(rng: random.Random, driver: Driver, size: tuple[int, int]) -> list[Any]:
    """Events of one frame: one or several, in any order, or whole clicks on controls, wherever they lead."""
    top = driver.top
    kind = rng.random()
    if kind < 0.75 or top is None or not top.ui.targets:
        return [random_event(rng, size)]
    if kind < 0.83:
        return [random_event(rng, size) for _ in range(rng.randrange(2, 7))]
    clicks: list[Any] = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        pos = driver.pixel(*rng.choice(top.ui.targets).centre)
        clicks += [
            pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1),
        ]
    if rng.random() < 0.1:
        rng.shuffle(clicks)
    return clicks


def resized(rng: random.Random, driver: Driver) -> list[Any]:
    """The window gets another size; now and then nobody says so."""
    size = rng.choice(SIZES)
    driver.window.system.size = size
    what = rng.choice((pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED))
    return [pygame.event.Event(what, size=size, w=size[0], h=size[1], x=size[0], y=size[1])]


def let_loose(number: int, count: int, of: int = 1, skips: int = 1) -> dict[str, int]:
    """A monkey over all scenes, or every ``of``-th of them; of these it takes every ``skips``-th.

    Returns by scene how many events it has made there.
    """
    rng = random.Random(1000 + number)
    size = SIZES[number % 4]
    driver = Driver(size, speed=("4", "instant", "1", "4")[number % 4])
    driver.window.toggle_fullscreen = lambda: None  # type: ignore[method-assign]
    scenes = list(all_scenes().items())[number % of :: of * skips]
    rng.shuffle(scenes)
    each = count // len(scenes) + 1
    made: dict[str, int] = {}
    try:
        for name, show in scenes:
            driver.ctx.instant = True
            show(driver.ctx, f"monkey{number}")
            driver.ctx.instant = False
            made[name] = 0
            while made[name] < each:
                events = resized(rng, driver) if rng.random() < 0.001 else clumsy(rng, driver, size)
                made[name] += len(events)
                try:
                    if len(events) > 1 or made[name] % 8 == 0:
                        driver.frame(rng.choice((0, 16, 16, 100)), events)
                    else:
                        for event in events:
                            driver.app.take(event)
                        driver.ctx.stack.update(rng.choice((0, 16, 16, 400)))
                except Exception as error:
                    raise AssertionError(f"{name}, input {made[name]}: {events}") from error
                if not driver.ctx.running or not driver.ctx.stack.scenes:
                    driver.ctx.running = True
                    driver.ctx.stack.replace(Title(driver.ctx))
                    driver.ctx.stack.settle()
            driver.ctx.notices.clear()
    finally:
        driver.close()
    return made


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_monkey_breaks_nothing(part: int) -> None:
    made = let_loose(part, EVENTS // PARTS, PARTS, skips=8)
    assert sum(made.values()) >= EVENTS // PARTS and all(made.values())


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4, 12))
def test_a_patient_monkey_breaks_nothing(part: int) -> None:
    made = let_loose(part, LONG // 8)
    assert sum(made.values()) >= LONG // 8
    print(f"monkey {part}: {sum(made.values())} events over {len(made)} scenes")
