"""How much room a screen leaves to a window: its size less task bars and docks."""

from __future__ import annotations

import pygame

from scenes.shell import sdl

FRAME = (2, 40)
"""What a window's own frame and title need, in pixels, at the least."""
ROOM = 0.9
"""Share of a screen that is left where nobody tells how large the bars are."""
PLENTY = 0.84
"""Share of a screen that every window system leaves, in both directions."""


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


def _usable(screen: int) -> tuple[int, int] | None:
    """What the window system says: SDL knows it and pygame does not ask, so its library is asked directly."""
    library = sdl.find_library()
    if library is None:
        return None
    import ctypes

    rect = (ctypes.c_int * 4)()  # x, y, width, height
    try:
        if library.SDL_GetDisplayUsableBounds(screen, rect) != 0:
            return None
    except AttributeError:
        return None
    return (rect[2], rect[3]) if rect[2] > 0 and rect[3] > 0 else None
