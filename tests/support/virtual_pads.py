"""Virtual game pads of SDL itself, by the copy of the library that pygame was linked with."""

import ctypes
from typing import Any

import pygame

from scenes.shell.pads import AXES, BUTTONS, FULL

GAME_CONTROLLER, UNKNOWN = 1, 0
"""SDL's types of joysticks: one whose buttons have names, one whose buttons have numbers."""


def library() -> ctypes.CDLL:
    """SDL as pygame uses it."""
    found = ctypes.CDLL(pygame.joystick.__file__)
    found.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    found.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
    found.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
    return found


def allow_background() -> None:
    """Start SDL's joysticks, and let pads speak though no window has the focus."""
    library().SDL_SetHint(b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", b"1")
    pygame.joystick.init()


class VirtualPad:
    """A pad that is plugged in until ``close``; a game controller, or a joystick that SDL does not know."""

    def __init__(self, kind: int = GAME_CONTROLLER) -> None:
        self._sdl: Any = library()
        self.device = self._sdl.SDL_JoystickAttachVirtual(kind, len(AXES), 15, 0)
        assert self.device >= 0, "SDL has no virtual joysticks"
        self.pad = pygame.joystick.Joystick(self.device)
        self.instance = self.pad.get_instance_id()
        self._handle = self._sdl.SDL_JoystickFromInstanceID(self.instance)

    def press(self, part: str) -> list[Any]:
        """Press and release a part by its name (``a``, ``dpup``, ``righttrigger+``); return the events of pygame."""
        return [*self.hold(part), *self.let_go(part)]

    def hold(self, part: str) -> list[Any]:
        """Press a part; return the events of pygame."""
        return self._set(part, FULL * (-1 if part.endswith("-") else 1))

    def let_go(self, part: str) -> list[Any]:
        """Let a part go; return the events of pygame."""
        return self._set(part, -FULL if "trigger" in part else 0)

    def _set(self, part: str, value: int) -> list[Any]:
        if part in BUTTONS:
            self._sdl.SDL_JoystickSetVirtualButton(self._handle, BUTTONS.index(part), int(value != 0))
        else:
            self._sdl.SDL_JoystickSetVirtualAxis(self._handle, AXES.index(part.rstrip("+-")), value)
        pygame.event.pump()
        return pygame.event.get()

    def close(self) -> None:
        """Unplug the pad."""
        self.pad.quit()
        for device in range(pygame.joystick.get_count()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(device) == self.instance:
                self._sdl.SDL_JoystickDetachVirtual(device)
                break
