"""What the states of all games have in common: copies made from the fields, and plain JSON by a schema.

A state is a dataclass with slots whose fields stand once, in the class. Imports nothing of ours but the
schemas and the contract, so that rules may use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, TypeVar, cast

import msgspec

from engine import schema
from engine.contract import JSON, BadState

S = TypeVar("S")
T = TypeVar("T", bound=msgspec.Struct)


def make_copier(kind: type[S]) -> Callable[[S], S]:
    """A function that copies a state: lists are copied, everything else is shared, for it never changes.

    It is written out field by field, as by hand: search copies many states.
    """
    lines = ["def copied(state):", " twin = new()"]
    for field in fields(kind):  # type: ignore[arg-type]
        copy = "[:]" if str(field.type).startswith("list[") else ""
        lines.append(f" twin.{field.name} = state.{field.name}{copy}")
    lines.append(" return twin")
    names: dict[str, Any] = {"new": kind}
    exec("\n".join(lines), names)
    return cast(Callable[[S], S], names["copied"])


def plain(state: object, names: Iterable[str]) -> dict[str, JSON]:
    """These fields of a state as plain JSON: tuples become lists."""
    found: dict[str, JSON] = {}
    for name in names:
        value = getattr(state, name)
        found[name] = value if type(value) is int else _lists(value)
    return found


def _lists(value: Any) -> Any:
    if type(value) is not tuple and type(value) is not list:
        return value
    return [each if type(each) is int else _lists(each) for each in value]


def read(data: JSON, kind: type[T]) -> T:
    """A dumped state as its schema has it; raises :class:`BadState` naming the place."""
    return schema.fit(data, kind, error=BadState)


def take(state: object, found: msgspec.Struct, names: Iterable[str], *, seats: int | None = None) -> None:
    """Take these fields over; with ``seats`` each must have an entry for every seat. Raises :class:`BadState`.

    A field that is a tuple in the state becomes one again, with everything in it.
    """
    for name in names:
        value = getattr(found, name)
        if seats is not None and len(value) != seats:
            raise BadState(f"{name}: expected an entry for each of {seats} seats, found {len(value)}")
        setattr(state, name, value if isinstance(getattr(state, name), list) else _tuples(value))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value
