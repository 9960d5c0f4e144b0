"""What keys and pad buttons are called and stand for: the standard of ``bindings.json``, and the player's own bindings.

A shortcut by letter belongs to the key that prints the letter, whatever layout and keypad the player has; on a layout
without Latin letters it belongs to the key that prints it on a US keyboard. Digits of the upper row are known by their
place, because many layouts print other signs there. What a key is called on the screen is what the player's layout
prints on it. Modifiers stand before a key (``ctrl+z``); ``mouse 4`` and ``mouse 5`` are the side buttons of a mouse.
Buttons of pads are named as SDL names those of a game controller (``a``, ``dpup``), directions of sticks and triggers
with a sign (``leftx-``, ``righttrigger+``).
"""

import functools
import string
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pygame

from engine import schema
from engine.schema import expect
from scenes.shell import sdl
from scenes.shell.text_field import EDITS

FILE = Path(__file__).with_name("bindings.json")

CHOICES = tuple(f"choice_{number}" for number in range(1, 10))
COMMANDS = frozenset(
    {"left", "right", "up", "down", "next", "previous", "activate", "main", "back", "explain", "fullscreen"}
    | {"undo", "redo", "hint", "rules", "sound", "settings", "why", "page_up", "page_down", "home", "end", "quit"}
    | {"faster", "slower", "turn_left", "turn_right", "names", "again", "chronicle", "copy", "search", "skip", "hurry"}
    | {"paste", "why_rival"}
    | {"next_zone", "previous_zone", "go_to", "next_matter", "say_turn", "say_score", "say_hand", "say_news"}
    | {"say_patterns", "say_place", "say_again", "speech"}
    | {*CHOICES}
)
"""What keys and pad buttons can be bound to."""
NEEDED_ON_PAD = frozenset({"left", "right", "up", "down", "next", "activate", "main", "back"})
"""Commands without which the program cannot be used: each keeps a button. On the keyboard every command keeps a key."""
KEYS, PAD = "keys", "pad"
"""The two sections that can be changed."""
ENDS_OF_TEXT = {"return": "activate", "escape": "back", "tab": "next", "shift+tab": "previous"}
"""What these keys do while a text is edited, whatever they are bound to: each ends the text."""
LONGEST_KEY = 60
MOST_OWN = 400
"""Bindings of a player's own that are read."""
_LETTERS = {4 + at: letter for at, letter in enumerate(string.ascii_lowercase)}
_DIGITS = {30 + at: digit for at, digit in enumerate("1234567890")}
_SIGNS = {45: "-", 46: "=", 47: "[", 48: "]", 49: "\\", 51: ";", 52: "'", 53: "`", 54: ",", 55: ".", 56: "/"}
US = {**_LETTERS, **_DIGITS, **_SIGNS}
"""What a US keyboard prints, by SDL scancode (the place of the key)."""
_PLACE_OF = {sign: place for place, sign in US.items()}

_MOVES = ("insert", "end", "down", "page down", "left", "", "right", "home", "up", "page up")
KEYPAD = {
    **{getattr(pygame, f"K_KP{digit}"): (str(digit), move) for digit, move in enumerate(_MOVES)},
    pygame.K_KP_PERIOD: (".", "delete"),
    pygame.K_KP_PLUS: ("+", "+"),
    pygame.K_KP_MINUS: ("-", "-"),
    pygame.K_KP_ENTER: ("return", "return"),
}
"""What a key of the keypad stands for, with NumLock and without."""

_NAMED = 1 << 30
"""This bit of an SDL key code says that the key prints nothing."""


class BadBindings(schema.Misfit):
    """The table of key bindings is wrong; the text names file, place and expected value."""


class Bindings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``bindings.json``: what keys and parts of a pad stand for; how far an axis must be moved.

    While a text is edited the keys of ``editing`` come first. ``raw_pad`` names the parts of a joystick that SDL does
    not know as a game controller, by the number of a button (``b0``), axis (``a0-``) or direction of the cross
    (``h0,1``). What is bound to keys in ``locked`` stays.
    """

    keys: dict[str, str]
    editing: dict[str, str]
    pad: dict[str, str]
    raw_pad: dict[str, str]
    pad_threshold: float
    locked: list[str] = []

    def __post_init__(self) -> None:
        """Check that all bindings name existing commands."""
        for key, edit in self.editing.items():
            expect(edit in EDITS, f"editing.{key}", f"one of {', '.join(sorted(EDITS))}", edit)
        for section in (KEYS, PAD):
            for key, command in self.get_section(section).items():
                expect(command in COMMANDS, f"{section}.{key}", f"one of {', '.join(sorted(COMMANDS))}", command)
        for key in self.locked:
            expect(key in self.keys, f"locked.{key}", "a key that is bound")

    def get_section(self, section: str) -> dict[str, str]:
        """Return a section as key or part of a pad → command."""
        return self.pad if section == PAD else self.keys

    def list_keys(self, command: str, section: str = KEYS) -> list[str]:
        """Return all keys (or, for the section ``PAD``, parts of a pad) bound to a command."""
        return [key for key, meant in self.get_section(section).items() if meant == command]

    def find_raw_number(self, part: str) -> str:
        """Return the number, from 1, of the joystick button used as this controller part; "" where it is no button."""
        raw = next((raw for raw, name in self.raw_pad.items() if name == part), part)
        return str(int(raw[1:]) + 1) if raw.startswith("b") and raw[1:].isdigit() else ""

    def key_for(self, command: str) -> str:
        """Return the first key bound to a command; "" for none."""
        return next(iter(self.list_keys(command)), "")


@functools.cache
def standard() -> Bindings:
    """Return the checked default bindings; raises :class:`BadBindings`."""
    return schema.read(FILE, Bindings, BadBindings)


def apply_own(own: object) -> Bindings:
    """Return the standard bindings as changed by a player's own.

    ``own`` is what the settings hold: section → key → command, "" for a key that shall do nothing. It may have been
    written by anybody: what makes no sense is passed over, and a command that would be left without any key keeps its
    standard ones.
    """
    table = standard()
    made = {
        section: _merge(
            table.get_section(section),
            own.get(section) if isinstance(own, dict) else None,
            table.locked if section == KEYS else (),
            is_pad=section == PAD,
        )
        for section in (KEYS, PAD)
    }
    return msgspec.structs.replace(table, **made)


def _merge(before: Mapping[str, str], changes: object, locked: Collection[str], *, is_pad: bool) -> dict[str, str]:
    merged = dict(before)
    for key, command in list(changes.items())[:MOST_OWN] if isinstance(changes, dict) else ():
        if not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEY or key in locked:
            continue
        if isinstance(command, str) and command in COMMANDS:
            merged[key] = command
        elif command == "":
            merged.pop(key, None)
    needed = NEEDED_ON_PAD if is_pad else COMMANDS
    for key, command in [*before.items()] * 2:  # twice: what is given back may be taken from another one
        if command in needed and command not in merged.values():
            merged[key] = command
    return merged


def find_changes(table: Bindings) -> dict[str, Any]:
    """Return the bindings that differ from the standard: section → key → command, "" for a key without one."""
    changes: dict[str, Any] = {}
    for section in (KEYS, PAD):
        before, now = standard().get_section(section), table.get_section(section)
        own = {key: command for key, command in now.items() if before.get(key) != command}
        own.update({key: "" for key in before if key not in now})
        if own:
            changes[section] = own
    return changes


def has_own(table: Bindings, command: str) -> bool:
    """Whether a command's keys or buttons differ from the standard."""
    return any(
        sorted(table.list_keys(command, section)) != sorted(standard().list_keys(command, section))
        for section in (KEYS, PAD)
    )


def can_lose(table: Bindings, section: str, key: str) -> bool:
    """Whether a key can be unbound: it is not locked, and not the last one that its command needs."""
    command = table.get_section(section).get(key, "")
    if section == KEYS and key in table.locked:
        return False
    needs = section == KEYS or command in NEEDED_ON_PAD
    return not needs or len(table.list_keys(command, section)) > 1


def bind(table: Bindings, section: str, key: str, command: str, instead_of: str = "") -> Bindings:
    """Return a table in which a key of a section has this command; the key ``instead_of`` loses its command."""
    changed = {}
    for one, meant in table.get_section(section).items():
        if one == instead_of:
            changed[key] = command
        elif one != key:
            changed[one] = meant
    changed[key] = command
    return msgspec.structs.replace(table, **{section: changed})


def swap(table: Bindings, section: str, key: str, other: str) -> Bindings:
    """Return a table in which two keys of a section have exchanged their commands."""
    meant = table.get_section(section)
    changed = {one: meant[{key: other, other: key}.get(one, one)] for one in meant}
    return msgspec.structs.replace(table, **{section: changed})


def unbind(table: Bindings, section: str, key: str) -> Bindings:
    """Return a table in which a key of a section has no command."""
    changed = {one: meant for one, meant in table.get_section(section).items() if one != key}
    return msgspec.structs.replace(table, **{section: changed})


def reset(table: Bindings, section: str) -> Bindings:
    """Return a table with the standard bindings in one section."""
    return msgspec.structs.replace(table, **{section: standard().get_section(section)})


def find_code(place: int) -> int:
    """Return the key code of a scancode on the player's keyboard, on a US keyboard where SDL cannot be asked; 0 when
    there is none."""
    try:
        return int(sdl.find_library().SDL_GetKeyFromScancode(place))
    except AttributeError:
        return ord(US.get(place, "\0"))


def find_place(code: int) -> int:
    """Return the scancode of a key code on the player's keyboard, on a US keyboard where SDL cannot be asked; 0 when
    there is none."""
    try:
        return int(sdl.find_library().SDL_GetScancodeFromKey(code))
    except AttributeError:
        return _PLACE_OF.get(chr(code), 0)


def _is_latin(name: str) -> bool:
    return len(name) == 1 and name in string.ascii_lowercase


def get_key_name(event: Any) -> str:
    """Return the name of the key of a KEYDOWN event, as ``bindings.json`` writes it; "" when it has none."""
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
    if place in _LETTERS and len(name) == 1 and not find_place(ord(US[place])):
        return US[place]  # a sign on a layout whose letters are not Latin
    return name


def get_modifiers(event: Any) -> list[str]:
    """Return the modifiers of a KEYDOWN event in the order of ``bindings.json``; on macOS Command counts as Ctrl."""
    ctrl = pygame.KMOD_CTRL | (pygame.KMOD_META if sys.platform == "darwin" else 0)
    found = (("ctrl", ctrl), ("alt", pygame.KMOD_ALT), ("shift", pygame.KMOD_SHIFT))
    return [name for name, bits in found if event.mod & bits]


def split_key(key: str) -> list[str]:
    """Return the modifiers of a key name of ``bindings.json`` and the key itself, which comes last."""
    if not key.endswith("+"):
        return key.split("+")
    return [part for part in key[:-1].split("+") if part] + ["+"]


def get_label(key: str) -> str:
    """Return the label of a key name of ``bindings.json``: "ctrl+z" is "Ctrl+Z", on a Russian layout "Ctrl+Я"."""
    *held, last = split_key(key)
    if _is_latin(last) and not find_place(ord(last)):
        code = find_code(_PLACE_OF[last])
        if code > 127 and not code & _NAMED and chr(code).isprintable():
            last = chr(code)
    return "+".join(part.upper() if len(part) == 1 else part.capitalize() for part in (*held, last))
