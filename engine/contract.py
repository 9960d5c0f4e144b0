"""The rules contract: interface between rule sets and everything that uses them (opponents, sessions, scenes).

A rule set is one stateless object, a :class:`RuleSet`, made of functions. A state is a small class with ``__slots__``
made of ints, tuples and short lists: no history, no strings, no random generator. Immutable parts of a game, such as a
board, may be one frozen object shared by all copies. Actions are plain ints; large choices are split into small steps,
each a short list of legal ints. Chance is passed in.

This module imports no other module of the project.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

JSON = Any
"""Plain JSON data: dict with string keys, list, str, int, float, bool, None."""

View = dict[str, Any]
"""Exactly what one seat may know, as plain JSON data."""


class IllegalAction(ValueError):
    """An action that is not legal now. The state is unchanged."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a position cannot occur in a game, or an option cannot be chosen.

    ``place``: field of the dumped state, with index ("bids[1]"), or option; ``reason``: end of the text id
    ``ui.problem.REASON``; ``params``: parameters of that text.
    """

    place: str
    reason: str
    params: Mapping[str, JSON] = field(default_factory=dict)

    def __str__(self) -> str:
        params = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.place}: {self.reason.replace('_', ' ')}" + (f" ({params})" if params else "")

    def to_json(self) -> JSON:
        """Return the problem as a parameter of a :class:`Message`, shown as a text in the reader's language."""
        reason: JSON = {"text": f"ui.problem.{self.reason}", **self.params}
        return {"text": "ui.problem", "place": self.place, "reason": reason}


class BadOptions(ValueError):
    """Options that a rule set does not support; the text names the option and what was expected.

    ``problems``: the same as texts for players, as far as there are any.
    """

    def __init__(self, said: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(said)
        self.problems = tuple(problems)


class BadState(ValueError):
    """Data that is not a valid state of this rule set; the text names the place.

    ``problems``: what the rules' invariants found; empty where the data do not even fit the schema.
    """

    def __init__(self, said: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(said)
        self.problems = tuple(problems)


class Chance(Protocol):
    """Source of random results, passed in by the caller (see ``engine.chance``)."""

    def below(self, n: int) -> int:
        """Return a uniformly random integer 0 … n-1; n >= 1."""
        ...

    def die(self, sides: int) -> int:
        """Return a random integer 1 … sides."""
        ...

    def draw(self, pool: Sequence[int]) -> int:
        """Return a random element of a non-empty pool; the pool is not changed."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened while an action was applied.

    ``kind``: short name within the game ("revealed"); ``data``: plain JSON data; ``seats``: who may see it (None =
    everybody, spectators included); ``reveals``: the event shows hidden information, so that the decision cannot be
    undone.
    """

    kind: str
    data: Mapping[str, JSON] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None
    reveals: bool = False


Emit = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Message:
    """A catalogue text: id and named parameters.

    Parameters are plain values. ``{"seat": 2}`` stands for the name of that seat and ``{"text": "some.id"}`` for
    another catalogue text; ``n`` selects the plural form. Parameters may come from a file, so formatting
    (``scenes.shell.i18n``) accepts any value.
    """

    id: str
    params: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game's set-up.

    ``kind``: "choice" (one of ``values``), "flag" (bool), "cards" (list of ints out of ``values``), "steps" (an int
    out of ``values`` per seat, see :func:`handicap_option`) or "data" (plain JSON data from the game's own set-up page,
    such as custom maps; validated by ``check_options``, and omitted where the default is None and nothing is set).
    Text ids are ``GAME.option.NAME`` and ``GAME.option.NAME.VALUE``.

    A ``twist`` is a rule variant: a flag or choice, off by default and omitted from complete options while off. Its
    rule text is ``GAME.option.NAME.help``.
    """

    name: str
    kind: str
    default: JSON
    values: tuple[JSON, ...] = ()
    twist: bool = False


HANDICAP = "handicap"
"""Name of the option with a handicap per seat."""
MOST_STEPS = 6
"""Highest step of a handicap."""


def handicap_option() -> Option:
    """Return the option of a handicap: per seat a step 0 … 6, in the game's own terms; a step includes the lower ones.

    Off by default, and then omitted from complete options, as twists are.
    """
    return Option(HANDICAP, "steps", [], tuple(range(MOST_STEPS + 1)))


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


def complete(offered: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Add default values to the given options; raises :class:`BadOptions` naming the option.

    Choices and flags are checked here; the rules check cards and data.
    """
    full = {option.name: option.default for option in offered}
    for name, value in given.items():
        if name not in full:
            raise BadOptions(f"{name}: there is no such option")
        full[name] = value
    for option in offered:
        value = full[option.name]
        if option.kind == "steps":
            if not isinstance(value, list | tuple) or not all(
                type(one) is int and one in option.values for one in value
            ):
                raise BadOptions(f"{option.name}: expected steps from 0 to {option.values[-1]}, found {value!r}")
            full[option.name] = list(value)
            if not any(value):
                del full[option.name]
        if option.kind == "choice" and not any(type(value) is type(one) and value == one for one in option.values):
            raise BadOptions(f"{option.name}: expected one of {', '.join(map(str, option.values))}, found {value!r}")
        if option.kind == "flag" and not isinstance(value, bool):
            raise BadOptions(f"{option.name}: expected true or false, found {value!r}")
        if option.kind == "data" and value is option.default is None:
            del full[option.name]
        if option.twist and value == option.default:
            del full[option.name]  # options without twists stay as they were before twists existed
    return full


def twist_bits(twists: Sequence[str], full: Mapping[str, Any]) -> int:
    """Encode the active twists as a bit mask, bit = index in ``twists``; ``full``: complete options."""
    return sum(1 << place for place, name in enumerate(twists) if full.get(name))


def twist_names(twists: Sequence[str], mask: int) -> list[str]:
    """Return the names whose bits are set in a mask of :func:`twist_bits`."""
    return [name for place, name in enumerate(twists) if mask >> place & 1] if mask else []


def take_handicap(full: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the steps of each seat from complete options, () without a handicap.

    Raises :class:`BadOptions` if they are not for this number of seats.
    """
    steps = full.get(HANDICAP, ())
    if steps and len(steps) != seats:
        raise BadOptions(f"{HANDICAP}: expected a step for each of {seats} seats, found {list(steps)}")
    return tuple(steps)


def tell_handicap(steps: Sequence[int], emit: Emit | None) -> None:
    """Emit an event ``handicap`` for each seat with a step above 0."""
    if emit is not None:
        for seat, step in enumerate(steps):
            if step:
                emit(Event(HANDICAP, {"seat": seat, "step": step}))


def check_handicap(steps: Sequence[int], full: Mapping[str, Any], seats: int) -> None:
    """Raise :class:`BadState` unless the steps of a state are those of these complete options."""
    if tuple(steps) != take_handicap(full, seats):
        raise BadState(f"{HANDICAP}: expected the steps that the options say, found {list(steps)}")


def check_seats(seats: int, counts: Sequence[int]) -> None:
    """Raise :class:`BadOptions` if the game does not support this number of seats."""
    if seats not in counts:
        raise BadOptions(f"seats: expected {min(counts)} to {max(counts)}, found {seats!r}")


class NewGame(Protocol[S_co]):
    """Type of :attr:`RuleSet.new`: create a state."""

    def __call__(
        self, options: Mapping[str, JSON], seats: int, chance: Chance, /, emit: Emit | None = None
    ) -> S_co: ...


class ApplyAction(Protocol[S_contra]):
    """Type of :attr:`RuleSet.apply`: apply one decision to a state."""

    def __call__(
        self, state: S_contra, seat: int, action: int, chance: Chance, /, emit: Emit | None = None
    ) -> None: ...


def separate_sides(_options: Mapping[str, JSON], seats: int) -> tuple[int, ...]:
    """Return a side of its own for every seat, for games without teams."""
    return tuple(range(seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(Generic[S]):
    """A rule set, made of the functions of a game's modules; all but ``apply`` leave the given state unchanged."""

    id: str
    """Package name of the game, e.g. ``king_of_12``."""
    seat_counts: tuple[int, ...]
    """Supported numbers of seats, ascending."""
    version: int
    """Incremented when a rule change makes old logs replay differently."""
    resignations: tuple[int, ...] = ()
    """Actions that resign the game. Random play and advice leave them out; tables offer them separately."""
    retold: tuple[str, ...] = ()
    """Fields of a dumped state that are derived from the log. Checksums exclude them, so that games saved before such a
    field existed still match."""
    options: Callable[[], tuple[Option, ...]]
    """Options with defaults, in set-up order."""
    check_options: Callable[[Mapping[str, JSON], int], dict[str, JSON]]
    """(options, seats): return complete, normalised options; raises :class:`BadOptions`."""
    sides: Callable[[Mapping[str, JSON], int], tuple[int, ...]] = separate_sides
    """(complete options, seats): side of each seat, numbered from 0. Seats of one side win and lose together."""
    new: NewGame[S]
    """Return a state at the first decision; raises :class:`BadOptions`."""
    clone: Callable[[S], S]
    """Return an independent copy, in a few microseconds."""
    to_act: Callable[[S], tuple[int, ...]]
    """Seats that have to decide; several for simultaneous decisions, () when the game is over."""
    legal: Callable[[S, int], Sequence[int]]
    """(state, seat): legal actions, ascending; never empty for a seat that has to decide, empty for others."""
    apply: ApplyAction[S]
    """Apply one decision in place. ``emit`` is None in search.

    Raises :class:`IllegalAction` with the state unchanged if the action is not in ``legal(state, seat)``.
    """
    result: Callable[[S], tuple[int, ...]]
    """Final places by seat (1 = winner, ties share the better place); () while the game runs."""
    view: Callable[[S, int | None], View]
    """(state, seat): exactly what a seat may know, as plain JSON data; seat None = spectator."""
    determinize: Callable[[View, Chance], S]
    """Build a random full state consistent with the view, from the view alone: ``view(result, seat) == view``."""
    describe: Callable[[int | Event], Message | None]
    """Return the text of an action or event for log and screen; None if it has none."""
    explain: Callable[[int | Event], Message | None]
    """Return a longer text on the rule behind an action or event; None if it has none."""
    dump: Callable[[S], JSON]
    """Return the whole state as plain JSON data."""
    load: Callable[[JSON], S]
    """Inverse of ``dump``; raises :class:`BadState` naming the place.

    The data may be forged, so the result is fully validated: number ranges, each card once, data required by the phase.
    Called only when a game is resumed.
    """
    check_state: Callable[[S, Mapping[str, JSON], int], None]
    """(state, complete options, seats): raise :class:`BadState` if the state does not belong to such a game."""


Rules = RuleSet
"""Type for everything that uses rules: a rule set, or an object with the same attributes."""


# Translation between the action numbers of the contract and a game's own moves.

M = TypeVar("M", bound=Hashable)


class ActionCodec(Generic[M]):
    """All moves of a game with their action numbers, listed at first use; ``game``: its name in error texts."""

    def __init__(self, game: str, list_moves: Callable[[], Iterable[tuple[int, M]]]) -> None:
        self._game = game
        self._list_moves = list_moves

    @cached_property
    def _moves(self) -> dict[int, M]:
        return dict(self._list_moves())

    @cached_property
    def _numbers(self) -> dict[M, int]:
        return {move: number for number, move in self._moves.items()}

    def find_move(self, number: int) -> M | None:
        """Return the move of a number, None for an unused one."""
        return self._moves.get(number)

    def decode(self, number: int) -> M:
        """Return the move of a number; raises ValueError for an unused one."""
        move = self._moves.get(number)
        if move is None:
            raise ValueError(f"{number!r} is no move of {self._game}")
        return move

    def decode_all(self, numbers: Iterable[int]) -> tuple[M, ...]:
        """Return the moves of several numbers; raises ValueError for an unused one."""
        return tuple(map(self.decode, numbers))

    def encode(self, move: M) -> int:
        """Return the number of a move; raises ValueError for an impossible one."""
        number = self._numbers.get(move)
        if number is None:
            raise ValueError(f"{move!r} is no move of {self._game}")
        return number
