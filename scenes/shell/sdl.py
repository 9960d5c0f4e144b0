"""The SDL library that pygame has loaded, for the few questions that pygame does not pass on."""

import functools
import os
import sys
from collections.abc import Sequence
from typing import Any

import pygame


@functools.cache
def find_library() -> Any:
    """Return SDL's library; an object without any function where it cannot be reached."""
    # pygame's own module leads to the copy of SDL that it was linked with; Windows finds a loaded library by its name.
    path = "SDL2.dll" if sys.platform == "win32" else str(getattr(pygame.key, "__file__", ""))
    if not path or (sys.platform != "win32" and not os.path.isfile(path)):
        return object()
    import ctypes  # not needed for the first frame, so not loaded before it

    try:
        return ctypes.CDLL(path)
    except OSError:
        return object()


def find_controller_type(device: int) -> int:
    """Return the ``SDL_GameControllerType`` of a device number; 0 for unknown."""
    try:
        return int(find_library().SDL_GameControllerTypeForIndex(device))
    except AttributeError:
        return 0


def find_bounds(screen: int, *, usable: bool = False) -> tuple[int, int, int, int] | None:
    """Return left, top, width and height of a screen, without its bars if only the usable part is asked; None if
    unknown."""
    import ctypes

    library, rect = find_library(), (ctypes.c_int * 4)()
    try:
        ask = library.SDL_GetDisplayUsableBounds if usable else library.SDL_GetDisplayBounds
        if ask(screen, rect) != 0:
            return None
    except AttributeError:
        return None
    return (rect[0], rect[1], rect[2], rect[3]) if rect[2] > 0 and rect[3] > 0 else None


def find_density() -> int:
    """Return the pixels per inch of the first screen, as its driver says; 0 for unknown."""
    import ctypes

    dpi = ctypes.c_float()
    try:
        return round(dpi.value) if find_library().SDL_GetDisplayDPI(0, ctypes.byref(dpi), None, None) == 0 else 0
    except AttributeError:
        return 0


def update_rects(window: int, rects: Sequence[pygame.Rect]) -> bool:
    """Show some rectangles of a window's surface (``window``: SDL's number); return False where SDL cannot be asked.
    ``pygame.Window.flip`` shows the whole surface, which takes ten times as long for a small change."""
    import ctypes

    library = find_library()
    try:
        library.SDL_GetWindowFromID.restype = ctypes.c_void_p
        handle = library.SDL_GetWindowFromID(window)
        flat = [int(part) for rect in rects for part in rect]
        numbers = (ctypes.c_int * len(flat))(*flat)
        return bool(library.SDL_UpdateWindowSurfaceRects(ctypes.c_void_p(handle), numbers, len(rects)) == 0)
    except AttributeError:
        return False
