"""Forged data: every value of a JSON document, leaf or container, replaced by something nasty.

What a forger can do without knowing the rules: other numbers and types, nothing, too much, the same
twice, neighbours swapped, parts of another place or of another document.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from engine.chance import SeededChance

JSON = Any
Path = tuple[str | int, ...]

DEEP: JSON = json.loads("[" * 200 + "]" * 200)
ANYTHING: tuple[JSON, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 5, 7, 15, 16, 31, 99, -2, -9, -(10**9), 10**9, 1 << 31, 1 << 64, 1.5, -0.0,
    1e308, "", "x", "0", "a\x00b", "\u200b\u202e", "../../x", [], [[]], [0], [-1], [None], {},
    {"seat": -9}, {"list": 5}, DEEP,
)  # fmt: skip
"""What any value may be replaced by."""


def places(data: JSON, here: Path = ()) -> Iterator[Path]:
    """The way to every value in a document, the document itself left out."""
    inner: Iterator[tuple[str | int, JSON]] = iter(())
    if isinstance(data, dict):
        inner = iter(data.items())
    elif isinstance(data, list):
        inner = iter(enumerate(data))
    for key, value in inner:
        yield (*here, key)
        yield from places(value, (*here, key))


def at(data: JSON, place: Path) -> JSON:
    """The value at a place."""
    for key in place:
        data = data[key]
    return data


def list_similar(value: JSON, chance: SeededChance) -> list[JSON]:
    """What resembles a value but is not it."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        bit = 1 << chance.below(max(2, value.bit_length() + 1))
        return [value + 1, value - 1, -value, value ^ bit, value | bit, value * 2, ~value, chance.below(abs(value) + 4)]
    if isinstance(value, str):
        return [value + "x", value[:-1], value.upper(), value * 50]
    if isinstance(value, list):
        swapped = value[:]
        if len(value) > 1:
            k = chance.below(len(value) - 1)
            swapped[k], swapped[k + 1] = swapped[k + 1], swapped[k]
        twice = value + value[-1:]
        double = value[:1] + value[:-1]
        return [swapped, twice, double, value[:-1], value[1:], value[::-1], [*value, 0], value * 2, [*value, []]]
    if isinstance(value, dict):
        keys = list(value)
        less = {key: value[key] for key in keys[1:]}
        mixed = dict(zip(keys, [*list(value.values())[1:], None], strict=True)) if keys else {}
        return [less, mixed, {**value, "more": 1}, list(value.values())]
    return [0]


Change = tuple[Path, JSON]


def put(data: JSON, changes: list[Change]) -> JSON:
    """A copy of a document with other values at some places."""
    text = json.dumps(data)
    made = json.loads(text)
    for place, value in changes:
        try:
            inside = at(made, place[:-1])
            inside[place[-1]] = json.loads(json.dumps(value))
        except (LookupError, TypeError):  # an earlier change has taken the place away
            continue
    return made


def every(data: JSON, chance: SeededChance) -> Iterator[tuple[list[Change], JSON]]:
    """Every value replaced by everything."""
    for place in places(data):
        for value in (*ANYTHING, *list_similar(at(data, place), chance)):
            yield [(place, value)], put(data, [(place, value)])


def some(data: JSON, chance: SeededChance) -> tuple[list[Change], JSON]:
    """One random forgery: mostly of one value, sometimes of two or three, sometimes two values of a kind exchanged."""
    known = list(places(data))
    pick: Callable[[], Path] = lambda: known[chance.below(len(known))]  # noqa: E731 - said three times below
    way = chance.below(10)
    changes: list[Change] = []
    if way == 0:
        one, other = pick(), pick()
        changes = [(one, at(data, other)), (other, at(data, one))]
    elif way == 1:
        changes = [(pick(), at(data, pick()))]
    else:
        for _ in range(1 if way < 8 else 2 + chance.below(2)):
            place = pick()
            close = list_similar(at(data, place), chance)
            # What is nearly right goes deeper than what is plainly wrong.
            values = close if chance.below(4) else list(ANYTHING)
            changes.append((place, values[chance.below(len(values))]))
    return changes, put(data, changes)
