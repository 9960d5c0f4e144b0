"""Copying and serialising of states.

A state is a dataclass with slots. This module imports only the schemas and the contract, so that rules may use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, TypeVar, cast

import msgspec

from engine import schema
from engine.contract import HANDICAP, JSON, BadState, Problem

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


def take_steps(steps: Sequence[int], seats: int) -> tuple[int, ...]:
    """Return the steps of a dumped handicap; raises :class:`BadState` unless every seat has one, some not 0."""
    if steps and (len(steps) != seats or not any(steps)):
        raise BadState(f"{HANDICAP}: expected a step for each of {seats} seats, some not 0, found {list(steps)}")
    return tuple(steps)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value


def compare(place: str, wanted: object, found: object) -> Iterator[Problem]:
    """Yield a problem unless a stored value equals the derived one."""
    if wanted != found:
        yield Problem(place, "differs", {"wanted": str(wanted), "found": str(found)})


def collect_problems(state: S, checks: Iterable[Callable[[S], Iterator[Problem]]]) -> list[Problem]:
    """Return what all checks find, in their order.

    After a first problem a check may stumble over the same wrong value; such an exception ends the search.
    """
    found: list[Problem] = []
    try:
        for check in checks:
            for problem in check(state):
                found.append(problem)
    except Exception:
        if not found:
            raise
    return found


def refuse(problems: Sequence[Problem]) -> None:
    """Raise :class:`BadState` with these problems, the first of them as its text; do nothing without any."""
    if problems:
        raise BadState(str(problems[0]), problems)
