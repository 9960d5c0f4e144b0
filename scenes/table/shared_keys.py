"""Keys of several people at one computer: a column of keys or a game pad for each of them.

A key is known by a name that says where it lies, so that a column is the same on every keyboard: ``key:20`` is the key
with that SDL scancode, ``pad:3:a`` the button ``a`` (:mod:`scenes.shell.pads`) of the pad with that number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scenes.shell import bindings

KEYS = 8
"""Keys of a column; with more choices than these the last one turns to the next keys."""
LETTERS, KEYPAD, HOME_ROW, DIGITS, BOTTOM_ROW = "letters", "keypad", "home_row", "digits", "bottom_row"
Columns = Mapping[str, tuple[int, ...]]
COLUMNS: Columns = {
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
    """A column of keys, or a pad; ``name`` is stored in the settings, ``number`` counts pads from 1.

    ``labels`` are what is printed on the keys; for a pad, whose number at SDL is ``instance``, the names of its parts.
    """

    name: str
    keys: tuple[str, ...]
    labels: tuple[str, ...]
    number: int = 0
    instance: int = -1


def apply_own(own: object) -> Columns:
    """Return the columns as changed by a player's own.

    ``own`` is what the settings hold: name → scancodes. It may have been written by anybody: a column that is no list
    of as many keys with labels keeps its standard, and so do all where a key stands in two places.
    """
    found = dict(COLUMNS)
    for name, places in own.items() if isinstance(own, dict) else ():
        if name in COLUMNS and isinstance(places, list) and len(places) == KEYS and all(map(has_label, places)):
            found[name] = tuple(places)
    every = [place for places in found.values() for place in places]
    return found if len(set(every)) == len(every) else COLUMNS


def find_changes(columns: Columns) -> dict[str, list[int]]:
    """Return the columns that differ from the standard, as the settings store them: name → scancodes."""
    return {name: list(places) for name, places in columns.items() if places != COLUMNS[name]}


def find_place(columns: Columns, place: int) -> tuple[str, int] | None:
    """Return the column and index of a key (``place``: its scancode); None when it is in no column."""
    return next(((name, places.index(place)) for name, places in columns.items() if place in places), None)


def put(columns: Columns, name: str, at: int, place: int) -> Columns:
    """Return the columns with the key ``place`` (scancode) at index ``at`` of the column ``name``. A key that was
    elsewhere in a column leaves its former place to the replaced key."""
    old, found = columns[name][at], find_place(columns, place)
    changed = {one: list(places) for one, places in columns.items()}
    if found is not None:
        changed[found[0]][found[1]] = old
    changed[name][at] = place
    return {one: tuple(places) for one, places in changed.items()}


def list_devices(pads: Sequence[int] | Mapping[int, int], columns: Columns = COLUMNS) -> list[Device]:
    """Return all columns of the keyboard, then a device for each pad (number → SDL instance, or instances counted from
    1)."""
    found = [
        Device(name, tuple(f"key:{place}" for place in places), tuple(map(get_label, places)))
        for name, places in columns.items()
    ]
    numbered = pads if isinstance(pads, Mapping) else dict(enumerate(pads, 1))
    for number, pad in sorted(numbered.items()):
        keys = tuple(f"{PAD}{pad}:{part}" for part in PAD_PARTS)
        found.append(Device(f"{PAD}{number}", keys, PAD_PARTS, number, pad))
    return found


def has_label(place: object) -> bool:
    """Whether a key (scancode) has a printable label."""
    return isinstance(place, int) and (place in _KEYPAD_LABELS or place in bindings.US)


def get_label(place: int) -> str:
    """Return the label of a key (scancode)."""
    if place in _KEYPAD_LABELS:
        return _KEYPAD_LABELS[place]
    return bindings.get_label(bindings.US[place])


def give_out(
    people: Sequence[str],
    pads: Sequence[int] | Mapping[int, int],
    wishes: Mapping[str, str],
    columns: Columns = COLUMNS,
) -> list[Device]:
    """Return a device for each person, by name: the wished one if it is there and free, else the next free one.

    Without wishes the last people get the pads, the first ones share the keyboard.
    """
    devices = list_devices(pads, columns)
    free = {device.name: device for device in devices}
    taken: dict[int, Device] = {}
    for at, name in enumerate(people):
        wished = free.pop(wishes.get(name, ""), None)
        if wished is not None:
            taken[at] = wished
    rest = [at for at in range(len(people)) if at not in taken]
    own_pads = [device for device in free.values() if device.number]
    on_keyboard = [device for device in free.values() if not device.number]
    taken |= dict(zip(reversed(rest), own_pads[: len(rest)][::-1], strict=False))
    taken |= dict(zip([at for at in rest if at not in taken], on_keyboard, strict=False))
    return [taken[at] for at in range(len(people))]


def follow_pads(
    now: Sequence[Device],
    lost: Mapping[int, Device],
    before: Mapping[int, int],
    pads: Mapping[int, int],
    columns: Columns = COLUMNS,
) -> tuple[list[Device], dict[int, Device]]:
    """Return the device of each person, and the lost pads by index of their person, when ``pads`` replace ``before``.

    Both map pad numbers to SDL instances. A pad that is still there keeps its person. A person who has lost one takes a
    free column until it is back; a new pad replaces it if nobody else misses one.
    """
    devices = {device.name: device for device in list_devices(pads, columns)}
    wanted = [lost.get(at, device) for at, device in enumerate(now)]
    found = [devices.get(device.name) for device in wanted]
    missing = [at for at, device in enumerate(found) if device is None]
    names = {device.name for device in found if device is not None}
    new = [device for name, device in devices.items() if device.number not in (0, *before) and name not in names]
    if len(missing) == 1 and new:
        found[missing[0]], missing = new[0], []
    kept = [now[at] if at in lost else None for at in range(len(now))]
    names |= {device.name for at, device in enumerate(kept) if device is not None and at in missing}
    free = [device for name, device in devices.items() if not device.number and name not in names]
    given = [device or kept[at] or free.pop(0) for at, device in enumerate(found)]
    return given, {at: wanted[at] for at in missing}


def find_next(devices: Sequence[Device], taken: Sequence[Device], now: Device) -> Device:
    """Return the next device after ``now`` that is not ``taken``."""
    names = [device.name for device in devices]
    start = names.index(now.name) if now.name in names else -1
    others = {device.name for device in taken} - {now.name}
    for step in range(1, len(devices) + 1):
        one = devices[(start + step) % len(devices)]
        if one.name not in others:
            return one
    return now
