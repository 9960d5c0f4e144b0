"""The contract every rule set keeps and every opponent, session and scene relies on.

A rule set is one stateless object. A state is a small class with ``__slots__`` made of ints,
tuples and short lists: no history, no strings, no random generator. What never changes in a game,
such as a board, may be one frozen object that all copies share. Everything a rule set offers is
listed in :class:`Rules`. Actions are plain ints; big choices are asked in small steps, each a
short list of legal ints. Chance is handed in, never owned.

This module imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

JSON = Any
"""Plain JSON data: dict with string keys, list, str, int, float, bool, None."""

View = dict[str, Any]
"""All and only what one seat may know, as plain JSON data."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The state is unchanged."""


class BadOptions(ValueError):
    """Options that a rule set cannot play with; the text names the option and what was expected."""


class BadState(ValueError):
    """Dumped data that is not a state of this rule set; the text names the place."""


class Chance(Protocol):
    """A source of random results, handed in by the caller (see ``engine.chance``)."""

    def below(self, n: int) -> int:
        """A whole number 0 … n-1, all equally likely; n >= 1."""
        ...

    def die(self, sides: int) -> int:
        """A whole number 1 … sides."""
        ...

    def draw(self, pool: Sequence[int]) -> int:
        """One element of a non-empty pool; the pool itself is not changed."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, told by the rules while an action is applied.

    ``kind`` is a short name within the game ("revealed"), ``data`` plain JSON data,
    ``seats`` who may see it (None = everybody, watchers included).
    """

    kind: str
    data: Mapping[str, JSON] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None


Emit = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Message:
    """A text to be looked up in the catalogues: id plus named parameters.

    Parameters are plain values. A value ``{"seat": 2}`` stands for that seat's name and
    ``{"text": "some.id"}`` for another catalogue text; the key ``n`` chooses the plural form.
    Parameters may come from a file: whoever makes a text of them (``scenes.shell.i18n``) takes any value.
    """

    id: str
    params: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One option a game offers at set-up.

    ``kind`` is "choice" (one of ``values``), "flag" (bool), "cards" (list of ints out of
    ``values``), "data" (plain JSON data made at set-up by the game's own page, such as maps of a
    player's own; ``check_options`` says what it may be). Text ids are ``GAME.option.NAME`` and
    ``GAME.option.NAME.VALUE``.

    A ``twist`` changes what there is to choose in a game; it is a flag or a choice, off by default, and left out of
    complete options while it is off. Its rule is told by ``GAME.option.NAME.help``.
    """

    name: str
    kind: str
    default: JSON
    values: tuple[JSON, ...] = ()
    twist: bool = False


S = TypeVar("S")


def complete(offered: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options, those that are given and the defaults of the others; raises :class:`BadOptions` naming the option.

    Choices and flags are checked; cards and data are for the rules to check.
    """
    full = {option.name: option.default for option in offered}
    for name, value in given.items():
        if name not in full:
            raise BadOptions(f"{name}: there is no such option")
        full[name] = value
    for option in offered:
        value = full[option.name]
        if option.kind == "choice" and not any(type(value) is type(one) and value == one for one in option.values):
            raise BadOptions(f"{option.name}: expected one of {', '.join(map(str, option.values))}, found {value!r}")
        if option.kind == "flag" and not isinstance(value, bool):
            raise BadOptions(f"{option.name}: expected true or false, found {value!r}")
        if option.twist and value == option.default:
            del full[option.name]  # a game without twists has the options it always had
    return full


def twist_bits(twists: Sequence[str], full: Mapping[str, Any]) -> int:
    """The twists among complete options as one number: a bit for each of these flags, in their order."""
    return sum(1 << place for place, name in enumerate(twists) if full.get(name))


def twist_names(twists: Sequence[str], mask: int) -> list[str]:
    """Those of these flags that :func:`twist_bits` has told, by name."""
    return [name for place, name in enumerate(twists) if mask >> place & 1] if mask else []


def check_seats(seats: int, counts: Sequence[int]) -> None:
    """Raises :class:`BadOptions` unless a game can be played by so many."""
    if seats not in counts:
        raise BadOptions(f"seats: expected {min(counts)} to {max(counts)}, found {seats!r}")


class Rules(Protocol[S]):
    """What a rule set offers. Every method but ``apply`` leaves its state argument unchanged."""

    id: str
    """Package name of the game, e.g. ``king_of_12``."""
    seat_counts: tuple[int, ...]
    """Numbers of seats the game can be played with, ascending."""
    version: int
    """Raised when a change of the rules makes old logs replay differently."""
    resignations: tuple[int, ...]
    """Actions with which a seat gives the game up, () where there are none. Whoever plays by chance or gives advice
    leaves them out; a table offers them apart from the other choices."""
    retold: tuple[str, ...]
    """Fields of a dumped state that only repeat what the log tells, () where there are none. Checksums leave them out,
    so that games which were saved before a field was kept still lead to theirs."""

    def options(self) -> tuple[Option, ...]:
        """The options with their defaults, in the order of the set-up screen."""
        ...

    def check_options(self, options: Mapping[str, JSON], seats: int) -> dict[str, JSON]:
        """Complete, normalised options; raises :class:`BadOptions`."""
        ...

    def new(self, options: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> S:
        """A state at the first decision; raises :class:`BadOptions`."""
        ...

    def clone(self, state: S) -> S:
        """An independent copy, made in a few microseconds."""
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """Seats that owe a decision; several = simultaneous; () = the game is over."""
        ...

    def legal(self, state: S, seat: int) -> Sequence[int]:
        """Legal actions, ascending; never empty for a seat that owes a decision, empty for others."""
        ...

    def apply(self, state: S, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        """Carry out one decision in place. ``emit`` is None in search.

        Raises :class:`IllegalAction` with the state unchanged when the action is not in
        ``legal(state, seat)``.
        """
        ...

    def result(self, state: S) -> tuple[int, ...]:
        """Standing per seat when the game is over (1 = winner, ties share the better place); () before."""
        ...

    def view(self, state: S, seat: int | None) -> View:
        """All and only what that seat may know, plain JSON data; seat None = a watcher."""
        ...

    def determinize(self, view: View, chance: Chance) -> S:
        """A full state that fits the view, built from the view alone: ``view(result, seat) == view``."""
        ...

    def describe(self, what: int | Event) -> Message | None:
        """Text for an action or event, for the log and for screen texts; None = not worth a line."""
        ...

    def explain(self, what: int | Event) -> Message | None:
        """A longer text that says which rule was at work in an event or what an action would do."""
        ...

    def dump(self, state: S) -> JSON:
        """The whole state as plain JSON data."""
        ...

    def load(self, data: JSON) -> S:
        """The inverse of ``dump``; raises :class:`BadState` naming the place.

        The data may be forged: what comes back is a position that a game can be in, every number
        in its range, every card once, what a phase needs there. Called when a game is resumed only.
        """
        ...

    def check_state(self, state: S, options: Mapping[str, JSON], seats: int) -> None:
        """Raises :class:`BadState` when this is no state of a game with these complete options and seats."""
        ...
