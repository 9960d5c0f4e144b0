"""Copying and serialising of states.

A state is a dataclass with slots. This module imports only the schemas and the contract, so that rules may use it.
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
    """Return a function that copies a state: lists are copied, immutable values are shared.

    Its code is generated field by field for speed, because search copies many states.
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
    """Convert these fields of a state to plain JSON; tuples become lists."""
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
    """Validate a dumped state by its schema; raises :class:`BadState` naming the place."""
    return schema.fit(data, kind, error=BadState)


def take(state: object, found: msgspec.Struct, names: Iterable[str], *, seats: int | None = None) -> None:
    """Copy these fields to the state; with ``seats`` each must have an entry per seat. Raises :class:`BadState`.

    Fields that are tuples in the state are converted back, nested values included.
    """
    for name in names:
        value = getattr(found, name)
        if seats is not None and len(value) != seats:
            raise BadState(f"{name}: expected an entry for each of {seats} seats, found {len(value)}")
        setattr(state, name, value if isinstance(getattr(state, name), list) else _tuples(value))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value
