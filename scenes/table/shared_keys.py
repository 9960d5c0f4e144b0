"""Keys of several people at one computer: a column of keys or a game pad for each of them.

A key is known by a name that says where it lies, so that a column is the same on every keyboard: ``key:20`` is the key
with that SDL scancode, ``pad:3:a`` the button ``a`` (:mod:`scenes.shell.pads`) of the pad with that number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scenes.shell import keyboard

KEYS = 8
"""Keys of a column; with more choices than these the last one turns to the next keys."""
LETTERS, KEYPAD, HOME_ROW, DIGITS, BOTTOM_ROW = "letters", "keypad", "home_row", "digits", "bottom_row"
COLUMNS: Mapping[str, tuple[int, ...]] = {
    LETTERS: (20, 26, 8, 21, 23, 28, 24, 12),
    KEYPAD: (95, 96, 97, 92, 93, 94, 89, 98),
    HOME_ROW: (4, 22, 7, 9, 10, 11, 13, 14),
    BOTTOM_ROW: (29, 27, 6, 25, 5, 17, 16, 54),
    DIGITS: (30, 31, 32, 33, 34, 35, 36, 37),
}
"""Columns on the keyboard, in the order in which they are given out: scancodes of their keys."""
_KEYPAD_LABELS = dict(zip(COLUMNS[KEYPAD], "78945610", strict=True))
PAD_PARTS = ("x", "y", "a", "b", "leftshoulder", "rightshoulder", "dpup", "dpdown")
"""Buttons of a pad, in the order of a column; the signs of its maker are drawn for them."""
PAD = "pad:"


@dataclass(frozen=True, slots=True)
class Device:
    """A column of keys, or a pad; ``name`` is kept in the settings, ``number`` counts pads from 1.

    ``labels`` are what is printed on the keys; for a pad, whose number at SDL is ``instance``, the names of its parts.
    """

    name: str
    keys: tuple[str, ...]
    labels: tuple[str, ...]
    number: int = 0
    instance: int = -1


def list_devices(pads: Sequence[int]) -> list[Device]:
    """Return all columns of the keyboard, then the pads that are there."""
    found = [
        Device(name, tuple(f"key:{place}" for place in places), tuple(map(_get_label, places)))
        for name, places in COLUMNS.items()
    ]
    for number, pad in enumerate(pads, 1):
        keys = tuple(f"{PAD}{pad}:{part}" for part in PAD_PARTS)
        found.append(Device(f"{PAD}{number}", keys, PAD_PARTS, number, pad))
    return found


def _get_label(place: int) -> str:
    if place in _KEYPAD_LABELS:
        return _KEYPAD_LABELS[place]
    return keyboard.get_label(keyboard.US[place])


def give_out(people: Sequence[str], pads: Sequence[int], wishes: Mapping[str, str]) -> list[Device]:
    """Return a device for each person, by name: the wished one if it is there and free, else the next free one.

    Without wishes the last people get the pads, the first ones share the keyboard.
    """
    devices = list_devices(pads)
    free = {device.name: device for device in devices}
    taken: dict[int, Device] = {}
    for at, name in enumerate(people):
        wished = free.pop(wishes.get(name, ""), None)
        if wished is not None:
            taken[at] = wished
    rest = [at for at in range(len(people)) if at not in taken]
    own_pads = [device for device in free.values() if device.number]
    columns = [device for device in free.values() if not device.number]
    for at, device in zip(reversed(rest), own_pads[: len(rest)][::-1], strict=False):
        taken[at] = device
    for at, device in zip([at for at in rest if at not in taken], columns, strict=False):
        taken[at] = device
    return [taken[at] for at in range(len(people))]


def find_next(devices: Sequence[Device], taken: Sequence[Device], now: Device) -> Device:
    """Return the next device after ``now`` that nobody else has."""
    names = [device.name for device in devices]
    start = names.index(now.name) if now.name in names else -1
    others = {device.name for device in taken} - {now.name}
    for step in range(1, len(devices) + 1):
        one = devices[(start + step) % len(devices)]
        if one.name not in others:
            return one
    return now
