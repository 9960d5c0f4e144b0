"""Screens and how much room they leave to a window: their size less task bars and docks."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from scenes.shell import sdl

FRAME = (2, 40)
"""What a window's own frame and title need, at the least."""
ROOM = 0.9
"""Share of a screen that is left where nobody tells how large the bars are."""
PLENTY = 0.84
"""Share of a screen that every window system leaves, in both directions."""
STEP = 40
"""So far from the window of another copy of the program the next one opens, in both directions."""
FIRST = 0.75
"""Share of the usable screen that the very first window takes, in both directions."""


class Area(NamedTuple):
    """Left, top, width and height in units of the desktop, which are pixels on most systems."""

    x: int
    y: int
    w: int
    h: int

    @property
    def name(self) -> str:
        """What a place of the window is remembered under: another arrangement of screens has other names."""
        return f"{self.w}x{self.h}{self.x:+d}{self.y:+d}"

    def has(self, x: int, y: int) -> bool:
        """Whether a point lies on it."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


def step_aside(place: Area, screen: Area, number: int) -> Area:
    """Return a place moved by a number of steps right and down, or left and up where only there is room."""

    def step(at: int, long: int, first: int, room: int) -> int:
        away = STEP * number
        return at - away if at + away + long > first + room and at - away >= first else at + away

    x, y = step(place.x, place.w, screen.x, screen.w), step(place.y, place.h, screen.y, screen.h)
    return place._replace(x=x, y=y)


def list_screens() -> list[Area]:
    """The screens in the system's order; where their places are not known they stand side by side."""
    found, left = [], 0
    for number, (wide, high) in enumerate(pygame.display.get_desktop_sizes()):
        bounds = sdl.find_bounds(number)
        area = Area(*bounds) if bounds is not None else Area(left, 0, wide, high)
        found.append(area)
        left = max(left, area.x + area.w)
    return found


def find_screen(x: int, y: int) -> Area:
    """The screen on which a point lies, else the first one."""
    screens = list_screens()
    return next((one for one in screens if one.has(x, y)), screens[0])


def roomy(size: tuple[int, int], screen: int = 0) -> bool:
    """Whether a window is so small on its screen that nobody needs to ask for :func:`room`, which takes a moment."""
    wide, high = pygame.display.get_desktop_sizes()[screen]
    return size[0] <= wide * PLENTY and size[1] <= high * PLENTY


def room(screen: int = 0) -> tuple[int, int]:
    """Width and height of the largest window that fits on a screen with its frame, without the desktop's bars."""
    usable = _usable(screen)
    if usable is not None:
        return usable[0] - FRAME[0], usable[1] - FRAME[1]
    wide, high = pygame.display.get_desktop_sizes()[screen]
    return int(wide * ROOM), int(high * ROOM)


def find_first_size(least: tuple[int, int], screen: int = 0) -> tuple[int, int]:
    """The size of a window that has never been open before: three quarters of the usable screen."""
    wide, high = _usable(screen) or pygame.display.get_desktop_sizes()[screen]
    return max(least[0], round(wide * FIRST)), max(least[1], round(high * FIRST))


def _usable(screen: int) -> tuple[int, int] | None:
    """What the window system says of a screen without its bars; None when it says nothing."""
    bounds = sdl.find_bounds(screen, usable=True)
    return None if bounds is None else (bounds[2], bounds[3])
