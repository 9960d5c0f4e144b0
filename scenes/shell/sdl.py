"""The SDL library that pygame has loaded, for the few questions that pygame does not pass on."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    import ctypes


@functools.cache
def find_library() -> ctypes.CDLL | None:
    """SDL's library; None where it cannot be reached."""
    # pygame's own module leads to the copy of SDL that it was linked with; Windows finds a loaded library by its name.
    path = "SDL2.dll" if sys.platform == "win32" else str(getattr(pygame.key, "__file__", ""))
    if not path or (sys.platform != "win32" and not os.path.isfile(path)):
        return None
    import ctypes  # not needed for the first frame, so not loaded before it

    try:
        return ctypes.CDLL(path)
    except OSError:
        return None


def find_controller_type(device: int) -> int:
    """``SDL_GameControllerType`` of a device number; 0 for unknown."""
    library = find_library()
    try:
        return 0 if library is None else int(library.SDL_GameControllerTypeForIndex(device))
    except AttributeError:
        return 0
