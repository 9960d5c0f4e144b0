"""Game pads: SDL's game controllers, whose buttons have names, and other joysticks, whose buttons have numbers.

SDL sends the events of a game controller twice, as those of a controller and as those of a joystick; the second ones
are passed over.
"""

import contextlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pygame

from engine import names
from scenes.shell import sdl
from scenes.shell.bindings import PAD

BUTTONS = (
    "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder", "rightshoulder",
    "dpup", "dpdown", "dpleft", "dpright", "misc1", "paddle1", "paddle2", "paddle3", "paddle4", "touchpad",
)  # fmt: skip
"""Buttons of a game controller in the order of SDL's numbers."""
AXES = ("leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger")
"""Axes of a game controller in the order of SDL's numbers."""
FULL = 32767
"""Value of a game controller's axis at its end."""
LONGEST_NAME = 60
SHAKE_MS = 180
"""How long a pad shakes."""
RELEASE = 0.35
"""An axis counts as let go below this share of its way."""

XBOX, PLAYSTATION, NINTENDO, DECK, UNKNOWN = "xbox", "playstation", "nintendo", "deck", ""
"""Families of pads, by the signs on their buttons."""
_TYPES = {
    1: XBOX, 2: XBOX, 3: PLAYSTATION, 4: PLAYSTATION, 5: NINTENDO, 6: XBOX, 7: PLAYSTATION, 8: XBOX, 9: XBOX, 10: XBOX,
    11: NINTENDO, 12: NINTENDO, 13: NINTENDO,
}  # fmt: skip
"""``SDL_GameControllerType`` → family. Pads of other makers mostly carry the signs of an Xbox pad."""
_VENDORS = {0x045E: XBOX, 0x054C: PLAYSTATION, 0x057E: NINTENDO, 0x28DE: DECK}
"""USB vendor → family: Microsoft, Sony, Nintendo, Valve."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A connected pad: its SDL instance number, its name, the family of its signs, whether SDL knows its buttons.

    ``guid`` identifies its model. ``number`` counts pads from 1; a pad that is connected again keeps its number.
    """

    instance: int
    name: str
    maker: str
    known: bool
    guid: str = ""
    number: int = 0


class Press(NamedTuple):
    """A key without modifiers or a part of a pad, pressed or released; ``place`` identifies it uniquely."""

    section: str
    name: str
    place: Hashable
    is_down: bool
    device: str
    pad: int = -1


def press_part(instance: int, part: str, is_down: bool) -> Press:
    """Return the press or release of a part of a pad."""
    return Press(PAD, part, f"pad:{instance}:{part}", is_down, "pad", instance)


def find_maker(kind: int, guid: str) -> str:
    """Return the family of a game controller by SDL's type and its GUID; Xbox where neither tells.

    Bytes 4 and 5 of a GUID are the USB vendor, the low one first.
    """
    with contextlib.suppress(ValueError):
        raw = bytes.fromhex(guid)
        maker = _VENDORS.get(int.from_bytes(raw[4:6], "little"), "") if len(raw) == 16 else ""
        if maker:
            return maker
    return _TYPES.get(kind, XBOX)


def _read_name(joystick: Any) -> str:
    """The name of a joystick; "" when its driver gives none that can be read."""
    try:
        return names.clean(joystick.get_name() or "", LONGEST_NAME)
    except (pygame.error, UnicodeError):
        return ""


class Pads:
    """The connected pads, and their pressed parts."""

    def __init__(self, raw_names: Mapping[str, str], threshold: float) -> None:
        self.plugged: dict[int, Pad] = {}
        self._opened: dict[int, Any] = {}
        self._raw_names = raw_names
        self._threshold = threshold
        self._axes: dict[tuple[int, str], str] = {}
        self._hats: dict[int, str] = {}
        self._gone: dict[int, str] = {}
        """GUIDs of pads that were unplugged, by their numbers."""

    def open(self, device: int) -> Pad | None:
        """Open a connected device and return its pad; None when it is gone again or open already."""
        with contextlib.suppress(pygame.error, OverflowError):
            found = self._open_controller(device) or self._open_joystick(device)
            if found is not None and found.instance not in self.plugged:
                found = replace(found, number=self._find_number(found.guid))
                self.plugged[found.instance] = found
                return found
        return None

    def _find_number(self, guid: str) -> int:
        """Return the number of a pad of this model that has gone, else the first that no pad has had."""
        number = next((number for number in sorted(self._gone) if self._gone[number] == guid), 0)
        self._gone.pop(number, None)
        had = {*self._gone, *(pad.number for pad in self.plugged.values())}
        return number or next(each for each in range(1, len(had) + 2) if each not in had)

    def _open_controller(self, device: int) -> Pad | None:
        # Loaded for the first pad only: most players have none.
        from pygame._sdl2 import controller

        if not controller.get_init():
            controller.init()
        if not 0 <= device < controller.get_count() or not controller.is_controller(device):
            return None
        opened = controller.Controller(device)
        joystick = opened.as_joystick()
        instance = joystick.get_instance_id()
        self._opened[instance] = opened
        maker = find_maker(sdl.find_controller_type(device), joystick.get_guid())
        return Pad(instance, _read_name(joystick), maker, True, joystick.get_guid())

    def _open_joystick(self, device: int) -> Pad:
        opened = pygame.joystick.Joystick(device)
        instance = opened.get_instance_id()
        self._opened[instance] = opened
        return Pad(instance, _read_name(opened), UNKNOWN, False, opened.get_guid())

    def close(self, instance: int) -> Pad | None:
        """Forget a pad that was unplugged; returns it if it was known."""
        self._opened.pop(instance, None)
        pad = self.plugged.pop(instance, None)
        if pad is not None:
            self._gone[pad.number] = pad.guid
        return pad

    def shake(self, instance: int, ms: int = SHAKE_MS) -> None:
        """Vibrate a pad softly for ``ms`` milliseconds, if it can."""
        opened = self._opened.get(instance)
        if opened is not None:
            with contextlib.suppress(pygame.error, AttributeError):
                opened.rumble(0.2, 0.45, ms)

    def read(self, event: Any) -> list[Press]:
        """Return the presses and releases in an event, by the names of the parts; none for other events."""
        kind = event.type
        instance = int(getattr(event, "instance_id", 0))
        if kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            part = BUTTONS[event.button] if 0 <= event.button < len(BUTTONS) else ""
            return [press_part(instance, part, kind == pygame.CONTROLLERBUTTONDOWN)] if part else []
        if kind == pygame.CONTROLLERAXISMOTION:
            axis = AXES[event.axis] if 0 <= event.axis < len(AXES) else ""
            return self._read_axis(instance, axis, event.value / FULL) if axis else []
        pad = self.plugged.get(instance)
        if pad is not None and pad.known:
            return []
        if kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            return [press_part(instance, self._name(f"b{event.button}"), kind == pygame.JOYBUTTONDOWN)]
        if kind == pygame.JOYHATMOTION:
            return self._read_hat(instance, event.value)
        if kind == pygame.JOYAXISMOTION:
            return self._read_axis(instance, f"a{event.axis}", event.value)
        return []

    def _name(self, part: str) -> str:
        """The name of a part of a joystick; its number where no button of a game controller is meant."""
        return self._raw_names.get(part, part)

    def _read_hat(self, instance: int, value: tuple[int, int]) -> list[Press]:
        before = self._hats.pop(instance, "")
        presses = [press_part(instance, before, False)] if before else []
        now = self._name(f"h{value[0]},{value[1]}")
        if now in BUTTONS:
            self._hats[instance] = now
            presses.append(press_part(instance, now, True))
        return presses

    def _read_axis(self, instance: int, axis: str, value: float) -> list[Press]:
        sign = "+" if value > self._threshold else "-" if value < -self._threshold else ""
        if abs(value) > RELEASE and not sign:
            return []
        before = self._axes.get((instance, axis), "")
        if sign == before:
            return []
        self._axes[instance, axis] = sign
        presses = [press_part(instance, self._name(axis + before), False)] if before else []
        if sign:
            presses.append(press_part(instance, self._name(axis + sign), True))
        return presses
