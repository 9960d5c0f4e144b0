"""How much room a screen leaves to a window: its size less task bars and docks."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pygame

FRAME = (2, 40)
"""What a window's own frame and title need, in pixels, at the least."""
ROOM = 0.9
"""Share of a screen that is left where nobody tells how large the bars are."""


class _Rect(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int), ("w", ctypes.c_int), ("h", ctypes.c_int))


def room(screen: int = 0) -> tuple[int, int]:
    """Width and height of the largest window that fits on a screen with its frame, beside all bars."""
    usable = _usable(screen)
    if usable is not None:
        return usable[0] - FRAME[0], usable[1] - FRAME[1]
    wide, high = pygame.display.get_desktop_sizes()[screen]
    return int(wide * ROOM), int(high * ROOM)


def _usable(screen: int) -> tuple[int, int] | None:
    """What the window system says: SDL knows it and pygame does not ask, so its library is asked directly."""
    library = _sdl()
    if library is None:
        return None
    rect = _Rect()
    try:
        if library.SDL_GetDisplayUsableBounds(screen, ctypes.byref(rect)) != 0:
            return None
    except AttributeError:
        return None
    return (rect.w, rect.h) if rect.w > 0 and rect.h > 0 else None


def _sdl() -> ctypes.CDLL | None:
    """The SDL that pygame has loaded into this process."""
    try:
        if sys.platform == "win32":
            return ctypes.CDLL("SDL2.dll")
        if sys.platform == "linux":
            loaded = Path("/proc/self/maps").read_text("utf-8", "replace").splitlines()
            path = next((line.split(maxsplit=5)[5] for line in loaded if "libSDL2-2" in line), None)
            return None if path is None else ctypes.CDLL(path)
    except (OSError, IndexError):
        return None
    return None
