"""Declaring, copying, keying and serialising of states.

A state is a dataclass with slots; each of its fields is declared once: kind, bounds, first value, what is dumped. This
module imports only the schemas and the contract, so that rules may use it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import field, fields
from typing import Annotated, Any, Generic, TypeVar, cast, get_type_hints

import msgspec

from engine import schema
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState, Problem

S = TypeVar("S")


def make_copier(kind: type[S]) -> Callable[[S], S]:
    """Return a function that copies a state: lists are copied, immutable values are shared.

    Its code is generated field by field for speed, because search copies many states.
    """
    lines = ["def copied(state):", " twin = new()"]
    for each in fields(kind):  # type: ignore[arg-type]
        copy = "[:]" if str(each.type).startswith("list[") else ""
        lines.append(f" twin.{each.name} = state.{each.name}{copy}")
    lines.append(" return twin")
    names: dict[str, Any] = {"new": kind}
    exec("\n".join(lines), names)
    return cast(Callable[[S], S], names["copied"])


def make_bounds(least: int, most: int) -> msgspec.Meta:
    """Return the metadata of a number in a dump that lies in ``least`` … ``most``."""
    return msgspec.Meta(ge=least, le=most)


Bit = Annotated[int, make_bounds(0, 1)]
Steps = tuple[Annotated[int, make_bounds(0, MOST_STEPS)], ...]
"""Step of a handicap of each seat, () without one."""


def keep(
    start: Any = msgspec.UNSET,
    *,
    per_seat: int = 0,
    per_side: int = 0,
    times: int = 0,
    seldom: bool = False,
    dumped: bool = True,
) -> Any:
    """Declare a field of a state.

    ``start``: its first value, or that of each entry of a list or tuple, whose length is ``per_seat`` times the seats +
    ``per_side`` times the sides + ``times``; without ``start`` the game sets the field. ``seldom``: left out of dumps
    while it is empty or zero, as in saves made before the field existed. ``dumped``: False for a field derived from
    others.
    """
    return field(metadata={"start": start, "each": (per_seat, per_side, times), "seldom": seldom, "dumped": dumped})


def make_starter(kind: type[S]) -> Callable[[S, int, int], None]:
    """Return a function (state, seats, sides) that sets the declared fields of a state to their ``start`` values."""
    lines = ["def begin(state, seats, sides):"]
    names: dict[str, Any] = {}
    for each in fields(kind):  # type: ignore[arg-type]
        start = each.metadata.get("start", msgspec.UNSET)
        if start is msgspec.UNSET:
            continue
        value = f"start_{each.name}"
        names[value] = start
        is_list = str(each.type).startswith("list[")
        if any(each.metadata["each"]):
            value = f"[{value}]" if is_list else f"({value},)"
            value += " * ({} * seats + {} * sides + {})".format(*each.metadata["each"])
        elif is_list:
            value += "[:]"
        lines.append(f" state.{each.name} = {value}")
    exec("\n".join(lines), names)
    return cast(Callable[[S, int, int], None], names["begin"])


class KeyedState(Generic[S]):
    """A state as part of a cache key: two are equal if their ``key`` is. The state must not be changed afterwards."""

    __slots__ = ("key", "state")

    def __init__(self, state: S, key: Hashable) -> None:
        self.state = state
        self.key = key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyedState) and self.key == other.key


class StateSchema:
    """Which fields of a kind of state are dumped, and within which bounds, from the declarations of the fields.

    ``left_out``: fields that are not dumped; ``by_hand``: types, by name, of fields that the game dumps and reads
    itself.
    """

    def __init__(self, kind: type[Any], left_out: Sequence[str] = (), /, **by_hand: Any) -> None:
        kinds = get_type_hints(kind, include_extras=True)
        self._fields = {
            each.name: each.metadata or keep().metadata
            for each in fields(kind)
            if each.metadata.get("dumped", True) and each.name not in (*left_out, *by_hand)
        }
        rows = [
            (name, kinds[name], msgspec.UNSET) if told["seldom"] else (name, kinds[name])
            for name, told in self._fields.items()
        ]
        self._struct = msgspec.defstruct("Dumped", [*rows, *by_hand.items()], kw_only=True)
        self._always = tuple(name for name, told in self._fields.items() if not told["seldom"])
        self._seldom = tuple(name for name, told in self._fields.items() if told["seldom"])

    def dump(self, state: object) -> dict[str, JSON]:
        """Return the declared fields as plain JSON by name; tuples become lists."""
        found: dict[str, JSON] = {}
        for name in self._always:
            value = getattr(state, name)
            found[name] = value if type(value) is int else _lists(value)
        for name in self._seldom:
            value = getattr(state, name)
            if value and (type(value) is int or any(value)):
                found[name] = _lists(value)
        return found

    def read(self, data: JSON) -> Any:
        """Validate a dumped state; return an object with its fields. Raises :class:`BadState` naming the place."""
        return schema.fit(data, self._struct, error=BadState)

    def take(self, state: Any, found: Any, sides: int = 0) -> None:
        """Copy the fields in ``found`` (see :meth:`read`) to the state; raises :class:`BadState` for a wrong length."""
        for name, told in self._fields.items():
            value = getattr(found, name)
            if value is msgspec.UNSET:
                continue
            per_seat, per_side, times = told["each"]
            wanted = per_seat * state.seats + per_side * sides + times
            if wanted and len(value) != wanted:
                raise BadState(f"{name}: expected {wanted} entries, found {len(value)}")
            setattr(state, name, value)


def _lists(value: Any) -> Any:
    if type(value) is not tuple and type(value) is not list:
        return value
    return [each if type(each) is int else _lists(each) for each in value]


def check_steps(steps: Sequence[int], seats: int) -> None:
    """Raise :class:`BadState` unless a dumped handicap is empty or has a step for every seat, at least one above 0."""
    if steps and (len(steps) != seats or not any(steps)):
        raise BadState(f"{HANDICAP}: expected a step for each of {seats} seats, some not 0, found {list(steps)}")


def compare(place: str, wanted: object, found: object) -> Iterator[Problem]:
    """Yield a problem unless a stored value equals the derived one."""
    if wanted != found:
        yield Problem(place, "differs", {"wanted": str(wanted), "found": str(found)})


def collect_problems(state: S, checks: Iterable[Callable[[S], Iterator[Problem]]]) -> list[Problem]:
    """Return the problems that all checks find, in their order.

    An exception ends the search after a first problem, whose wrong value may have caused it; else it is raised.
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
    """Raise :class:`BadState` with these problems and the first one's text; do nothing if there are none."""
    if problems:
        raise BadState(str(problems[0]), problems)
