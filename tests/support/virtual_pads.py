"""Virtual game pads of SDL itself, by the copy of the library that pygame was linked with.

SDL must have been started with ``SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1``, because a window of a test has no focus.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

import pygame

GAME_CONTROLLER = 1
AXES, BUTTONS, HATS = 6, 11, 1
HAT_UP, HAT_DOWN = 1, 4
_HATS = {"h0,1": HAT_UP, "h0,-1": HAT_DOWN}


def library() -> ctypes.CDLL:
    """SDL as pygame uses it."""
    found = ctypes.CDLL(pygame.joystick.__file__)
    found.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    found.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
    found.SDL_JoystickSetVirtualHat.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
    return found


def allow_background() -> None:
    """Let pads speak though no window has the focus; before SDL's joysticks are started."""
    os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"
    pygame.joystick.quit()
    pygame.joystick.init()


class VirtualPad:
    """A pad that is plugged in until ``close``."""

    def __init__(self) -> None:
        self._sdl: Any = library()
        self.device = self._sdl.SDL_JoystickAttachVirtual(GAME_CONTROLLER, AXES, BUTTONS, HATS)
        assert self.device >= 0, "SDL has no virtual joysticks"
        self.pad = pygame.joystick.Joystick(self.device)
        self.instance = self.pad.get_instance_id()
        self._handle = self._sdl.SDL_JoystickFromInstanceID(self.instance)

    def press(self, part: str) -> list[Any]:
        """Press and release ``bN`` or a direction of the cross; return the events that pygame makes of it."""
        events: list[Any] = []
        for down in (1, 0):
            if part.startswith("b"):
                self._sdl.SDL_JoystickSetVirtualButton(self._handle, int(part[1:]), down)
            else:
                self._sdl.SDL_JoystickSetVirtualHat(self._handle, 0, _HATS[part] * down)
            pygame.event.pump()
            events += pygame.event.get()
        return events

    def close(self) -> None:
        """Unplug the pad."""
        self.pad.quit()
        for device in range(pygame.joystick.get_count()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(device) == self.instance:
                self._sdl.SDL_JoystickDetachVirtual(device)
                break
