"""Keys by the names that ``bindings.json`` uses, whatever layout and keypad the player has.

A shortcut by letter belongs to the key that prints the letter; on a layout without Latin letters it belongs to the
key that prints it on a US keyboard. Digits of the upper row are known by their place, because many layouts print
other signs there. What a key is called on the screen is what the player's layout prints on it.
"""

from __future__ import annotations

import functools
import string
import sys
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from scenes.shell import sdl

if TYPE_CHECKING:
    import ctypes

_LETTERS = {4 + at: letter for at, letter in enumerate(string.ascii_lowercase)}
_DIGITS = {30 + at: digit for at, digit in enumerate("1234567890")}
_SIGNS = {45: "-", 46: "=", 47: "[", 48: "]", 49: "\\", 51: ";", 52: "'", 53: "`", 54: ",", 55: ".", 56: "/"}
US = {**_LETTERS, **_DIGITS, **_SIGNS}
"""What a US keyboard prints, by SDL scancode (the place of the key)."""
_PLACE_OF = {sign: place for place, sign in US.items()}

KEYPAD = {
    pygame.K_KP0: ("0", "insert"),
    pygame.K_KP1: ("1", "end"),
    pygame.K_KP2: ("2", "down"),
    pygame.K_KP3: ("3", "page down"),
    pygame.K_KP4: ("4", "left"),
    pygame.K_KP5: ("5", ""),
    pygame.K_KP6: ("6", "right"),
    pygame.K_KP7: ("7", "home"),
    pygame.K_KP8: ("8", "up"),
    pygame.K_KP9: ("9", "page up"),
    pygame.K_KP_PERIOD: (".", "delete"),
    pygame.K_KP_PLUS: ("+", "+"),
    pygame.K_KP_MINUS: ("-", "-"),
    pygame.K_KP_ENTER: ("return", "return"),
}
"""What a key of the keypad stands for, with NumLock and without."""

_NAMED = 1 << 30
"""This bit of an SDL key code says that the key prints nothing."""


class Layout(Protocol):
    """Labels printed on the keys of the player's keyboard."""

    def find_code(self, place: int) -> int:
        """The key code of a scancode; 0 when there is none."""

    def find_place(self, code: int) -> int:
        """The scancode that gives a key code; 0 when there is none."""


class SdlLayout:
    """The layout as SDL knows it, by the library that pygame has loaded."""

    def __init__(self, library: ctypes.CDLL) -> None:
        from ctypes import c_int

        self._code_at = library.SDL_GetKeyFromScancode
        self._place_of = library.SDL_GetScancodeFromKey
        for function in (self._code_at, self._place_of):
            function.argtypes, function.restype = [c_int], c_int

    def find_code(self, place: int) -> int:
        """The key code of a scancode; 0 when there is none."""
        return int(self._code_at(place))

    def find_place(self, code: int) -> int:
        """The scancode that gives a key code; 0 when there is none."""
        return int(self._place_of(code))


class UsLayout:
    """A US keyboard, for systems where SDL cannot be asked."""

    def find_code(self, place: int) -> int:
        """The key code of a scancode; 0 when there is none."""
        return ord(US.get(place, "\0"))

    def find_place(self, code: int) -> int:
        """The scancode that gives a key code; 0 when there is none."""
        return _PLACE_OF.get(chr(code), 0)


@functools.cache
def system_layout() -> Layout:
    """The layout in use, asked from SDL; a US keyboard where its library cannot be reached."""
    library = sdl.find_library()
    if library is not None:
        try:
            return SdlLayout(library)
        except AttributeError:
            pass
    return UsLayout()


def _is_latin(name: str) -> bool:
    return len(name) == 1 and name in string.ascii_lowercase


def get_key_name(event: Any, layout: Layout | None = None) -> str:
    """The name of the key of a KEYDOWN event, as ``bindings.json`` writes it; "" when it has none."""
    code, place = int(event.key), int(getattr(event, "scancode", 0))
    if code in KEYPAD:
        has_digits = bool(event.mod & pygame.KMOD_NUM) or sys.platform == "darwin"
        return KEYPAD[code][0 if has_digits else 1]
    if place in _DIGITS:
        return _DIGITS[place]
    name = pygame.key.name(code)
    if _is_latin(name) or code & _NAMED or place not in US:
        return name
    if code > 127:
        return US[place]
    if place in _LETTERS and len(name) == 1 and not (layout or system_layout()).find_place(ord(US[place])):
        return US[place]  # a sign on a layout whose letters are not Latin
    return name


def get_modifiers(event: Any) -> list[str]:
    """The modifiers of a KEYDOWN event in the order of ``bindings.json``; on macOS Command counts as Ctrl."""
    ctrl = pygame.KMOD_CTRL | (pygame.KMOD_META if sys.platform == "darwin" else 0)
    found = (("ctrl", ctrl), ("alt", pygame.KMOD_ALT), ("shift", pygame.KMOD_SHIFT))
    return [name for name, bits in found if event.mod & bits]


def split_key(key: str) -> list[str]:
    """The modifiers of a key that ``bindings.json`` names, and the key itself as the last part."""
    if not key.endswith("+"):
        return key.split("+")
    return [part for part in key[:-1].split("+") if part] + ["+"]


def get_label(key: str, layout: Layout | None = None) -> str:
    """What is printed on a key that ``bindings.json`` names: "ctrl+z" is "Ctrl+Z", on a Russian layout "Ctrl+Я"."""
    *held, last = split_key(key)
    if _is_latin(last):
        layout = layout or system_layout()
        if not layout.find_place(ord(last)):
            code = layout.find_code(_PLACE_OF[last])
            if code > 127 and not code & _NAMED and chr(code).isprintable():
                last = chr(code)
    return "+".join(part.upper() if len(part) == 1 else part.capitalize() for part in (*held, last))
