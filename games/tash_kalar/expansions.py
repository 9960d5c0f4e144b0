"""Expansions: what a folder of its own adds to the rules, and the registry that finds such folders.

An expansion is a folder in this package with a ``manifest.json``, which names the module with its ``EXPANSION``, an
object of a class derived from :class:`Expansion`. It may add a deck, words of the effect vocabulary, a second program
of cards, actions, and one field of the state. The modules of the base call the methods below and name no expansion.

The number of a deck (3 to 5) and the first action of an expansion are fixed by its manifest, so that saved games mean
the same whatever else is installed. An expansion that cannot be used is left out, with a problem that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from engine import schema
from engine.contract import BadState
from engine.schema import Misfit

if TYPE_CHECKING:
    from engine.content.arrangement import Choice, Number
    from engine.contract import JSON, Chance, Emit, Event, Message, Problem
    from games.event_texts import Table

    from .cards import Card
    from .effect_compiler import Step
    from .moves import Move
    from .state import State

FOLDER = Path(__file__).parent
MANIFEST = "manifest.json"
ATTACK, GROWTH, MOVEMENT = "attack", "growth", "movement"
TRAITS = (ATTACK, GROWTH, MOVEMENT)
"""Aims that a step of an effect can serve: pieces destroyed or converted, placed or upgraded, moved."""
RESERVED = frozenset(
    ("random", "imperial", "imperial_north", "imperial_south", "highland", "sylvan", "own", "own_1", "own_2", "own_3",
     "own_4", "legends", "flares", "tasks", "tash_kalar", "ui")
)  # fmt: skip
"""Names that mean something else among decks, their looks and the catalogues."""
FIRST_DECK, LAST_DECK = 3, 5
FIRST_ACTION = 4096
ACTIONS_EACH = 1024
"""Actions of the expansion with deck 3 begin at ``FIRST_ACTION``, of the next one ``ACTIONS_EACH`` higher."""

Zone = Callable[["State"], int]
"""Returns the mask of squares that a zone word means now."""
Condition = Callable[["State"], bool]


class BadExpansion(Misfit):
    """Invalid manifest of an expansion; the text names file, field and expected value."""


class Word:
    """A keyword that an expansion adds to the effect vocabulary; unless its methods are overridden it does nothing."""

    at_once = False
    """Whether the step is carried out without a choice, by :meth:`run`."""
    zone = "anywhere"
    """Zone word of the step."""
    trait = ""
    """Aim that the step serves, one of ``TRAITS``, "" for none."""
    fields: frozenset[str] = frozenset()
    """Fields of a step other than ``do``, ``may``, ``then`` and ``none``."""

    def compile(self, entry: Mapping[str, Any], place: str) -> Any:
        """Return what ``Step.data`` keeps of the step's fields; raises ``BadEffect`` naming ``place``."""
        return None

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the actions that carry the step out, ascending; empty when nothing (more) can be done."""
        return []

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Carry out an action of :meth:`list_candidates`; the register of times has been increased already."""

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Carry out a step without a choice."""


@dataclass(frozen=True, eq=False)
class Expansion:
    """What an expansion adds; unless a method is overridden it does nothing and the expansion's field is empty.

    ``value`` is the expansion's field in a state: plain immutable data (ints and tuples), present in games in which a
    seat plays a card that needs it. ``code``, ``deck`` and the file of its cards come from its manifest.
    """

    code: str
    """Code of its deck, and name of its field in saves and views."""
    deck: int
    cards: Path
    line: ClassVar[str] = ""
    """Name of the second program of its cards, "" for none."""
    after_line: ClassVar[Sequence[Mapping[str, Any]]] = ()
    """Steps added to the effect of every card that has such a program."""
    words: ClassVar[Mapping[str, Word]] = {}
    zones: ClassVar[Mapping[str, Zone]] = {}
    conditions: ClassVar[Mapping[str, Condition]] = {}
    events: ClassVar[Table] = {}
    """Lines of its events in the chronicle, in the catalogue of its code."""
    turn_texts: ClassVar[Collection[str]] = ()
    """Kinds of events with a text ``CODE.turn.KIND`` for the sentence about a turn, without the player; other events
    have their line of the log there."""

    @property
    def first_action(self) -> int:
        """First of the action codes of this expansion."""
        return FIRST_ACTION + (self.deck - FIRST_DECK) * ACTIONS_EACH

    # --- its field ------------------------------------------------------------------------------------

    def create(self, seats: int, sides: int) -> Any:
        """Return the value of the field at the beginning of a game."""
        return ()

    def dump(self, value: Any) -> JSON:
        """Return the value as plain data, for saves and views; all seats may see it."""
        return list(value)

    def load(self, data: JSON, seats: int, sides: int) -> Any:
        """Inverse of :meth:`dump`; raises ``BadState`` naming the place."""
        if data != []:
            raise BadState(f"{self.code}: expected no entries, found {data!r}")
        return ()

    def find_problems(self, state: State, value: Any) -> Iterable[Problem]:
        """Yield the reasons why the value cannot occur in this state."""
        return ()

    def get(self, state: State) -> Any:
        """Return the expansion's field in a state; raises ValueError in a game without this expansion."""
        return state.added[state.expansions.index(self)]

    def set(self, state: State, value: Any) -> None:
        """Set the expansion's field in a state."""
        state.added[state.expansions.index(self)] = value

    # --- cards ----------------------------------------------------------------------------------------

    def find_fault(self, card: Card) -> str:
        """Return why a card uses the words of this expansion wrongly: the field and what was expected; "" if it does
        not."""
        return ""

    def find_deck_fault(self, cards: Sequence[Card]) -> str:
        """Return why a deck as a whole uses the words of this expansion wrongly; "" if it does not."""
        return ""

    # --- pieces ---------------------------------------------------------------------------------------

    def on_removal(self, state: State, square: int) -> None:
        """Called after a piece has left the arena: destroyed, converted or picked up."""

    def on_move(self, state: State, origin: int, target: int) -> None:
        """Called after a piece has moved."""

    def on_rank_change(self, state: State, square: int, rank: int) -> None:
        """Called after a piece has got another rank."""

    def count_removals(self, state: State, colour: int, rank: int) -> int:
        """Return how many pieces of this colour and rank are out of the game for good."""
        return 0

    # --- summoning ------------------------------------------------------------------------------------

    def find_pattern_colour(self, state: State) -> int:
        """Return the colour whose pieces form the pattern of the next summoning, -1 for that of the side on turn."""
        return -1

    def count_lent(self, state: State) -> int:
        """Return how many enemy pieces of any colour the next pattern may count."""
        return 0

    def on_summoning(self, state: State, card: Card, victim: int, emit: Emit | None) -> None:
        """Called after a summoning has put its piece, before the effect; ``victim``: 3 * colour + rank of the piece it
        destroyed, -1 for none."""

    def on_effect_ends(self, state: State) -> None:
        """Called at the end of the effect of a card, a line or a flare."""

    def find_cards(self, state: State, seat: int) -> int:
        """Return the mask of the beings of a seat's deck that lie in places of this expansion."""
        return 0

    def on_card_removal(self, state: State, seat: int, card: int) -> None:
        """Called when the position editor lays a being of a seat's deck elsewhere; forget that it lies here."""

    # --- positions arranged by hand -------------------------------------------------------------------

    def list_numbers(self, state: State) -> Iterable[Number]:
        """Yield the numbers of its field for the position editor; all ids begin with the code and a dot."""
        return ()

    def list_choices(self, state: State) -> Iterable[Choice]:
        """Yield the choices of its field for the position editor; all ids begin with the code and a dot."""
        return ()

    def set_value(self, state: State, name: Sequence[str], value: int) -> None:
        """Set a number or a choice (by index) of its field; ``name``: the parts of the id after the code."""
        raise BadState(f"{self.code}.{'.'.join(name)}: expected one of the numbers and choices of the expansion")

    # --- turns ----------------------------------------------------------------------------------------

    def list_actions(self, state: State) -> list[int]:
        """List the action codes of this expansion that are legal in the main phase of the seat on turn, ascending."""
        return []

    def apply(self, state: State, action: int, chance: Chance, emit: Emit | None) -> bool:
        """Carry out an action of this expansion; return True when an effect has begun by it."""
        return False

    def count_actions(self, state: State) -> int:
        """Return by how many actions the turn that begins is longer (below 0: shorter), and reset it."""
        return 0

    def on_turn_ends(self, state: State) -> None:
        """Called when the actions of a turn are over."""

    def describe_action(self, move: Move) -> Message | None:
        """Return the text of an action of this expansion."""
        return None

    def list_moves(self) -> Iterable[tuple[int, Move]]:
        """Yield the action codes of this expansion with their moves, of kind ``USE`` with the number of its deck."""
        return ()


class Deck(NamedTuple):
    """Code and deck number of an expansion."""

    code: str
    deck: int


class Fault(NamedTuple):
    """Fault of an expansion: the file in its folder, and the reason."""

    file: str
    reason: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of a manifest: code and number of the deck, file of its cards, modules of the rules, of what the screens
    show and of what opponents know ("": texts and cards alone, and no more than the base)."""

    code: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,23}$")]
    deck: Annotated[int, msgspec.Meta(ge=FIRST_DECK, le=LAST_DECK)]
    cards: Annotated[str, msgspec.Meta(min_length=1)]
    rules: Annotated[str, msgspec.Meta(min_length=1)]
    screens: str = ""
    puzzles: str = ""
    opponents: str = ""


def read_manifest(module: str) -> dict[str, Any]:
    """Return code, deck and cards file of the expansion whose module has this ``__file__``, to create it; raises
    :class:`BadExpansion`."""
    folder = Path(module).parent
    found = schema.read(folder / MANIFEST, Manifest, BadExpansion, named_by="code")
    return {"code": found.code, "deck": found.deck, "cards": folder / found.cards}


PARTS = {"screens": "SCREENS", "puzzles": "THEME", "opponents": "VALUE"}
"""Fields of a manifest that name a module which may be left out → the object in it."""
_faults: dict[str, list[Fault]] = {}
"""Folder → the faults found so far."""
_left_out: set[str] = set()
"""Codes of expansions found to be unusable after their manifest had been read."""


def list_faults() -> list[Fault]:
    """Import all modules of the installed expansions; return what is wrong with them."""
    for kind in PARTS:
        list(load_part(kind))
    return [fault for folder in sorted(_faults) for fault in _faults[folder]]


def report(code: str, file: str, error: object) -> None:
    """Record, once, what is wrong with a file of an expansion; the game goes on without that part."""
    reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    found = Fault(f"{code}/{file}", reason.removeprefix(f"{FOLDER / code / file}: "))
    if found not in _faults.setdefault(code, []):
        _faults[code].append(found)


def leave_out(code: str, file: str, error: object) -> None:
    """Exclude an expansion whose rules or cards cannot be used; the game goes on without it."""
    report(code, file, error)
    _left_out.add(code)
    for kept in (list_expansions, list_words, list_zones, list_conditions):
        kept.cache_clear()


@lru_cache(maxsize=1)
def _read_manifests() -> tuple[Manifest, ...]:
    """Read the manifests, by deck number; unreadable ones, and those that clash with an earlier one, are left out."""
    found: dict[int, Manifest] = {}
    for path in sorted(FOLDER.glob(f"*/{MANIFEST}")):
        try:
            manifest = schema.read(path, Manifest, BadExpansion, named_by="code")
            if manifest.code != path.parent.name or manifest.code in RESERVED:
                raise BadExpansion(f"{path}: code: expected the name of the folder, found {manifest.code!r}")
            if manifest.deck in found:
                raise BadExpansion(f"{path}: deck: expected a number that is free, found {manifest.deck}")
            found[manifest.deck] = manifest
        except BadExpansion as error:
            report(path.parent.name, MANIFEST, error)
    return tuple(found[deck] for deck in sorted(found))


def _list_manifests() -> list[Manifest]:
    return [manifest for manifest in _read_manifests() if manifest.code not in _left_out]


def read_decks() -> list[Deck]:
    """Return the decks of the manifests by number, without importing rules; their cards may be unusable."""
    return [Deck(manifest.code, manifest.deck) for manifest in _read_manifests()]


def load_part(kind: str) -> Iterable[tuple[str, Any]]:
    """Yield each installed expansion's code with the object from its module of this kind (``PARTS``), None if it has
    none or the import fails."""
    for manifest in _list_manifests():
        module, found = getattr(manifest, kind), None
        try:
            found = getattr(import_module(module), PARTS[kind]) if module else None
        except Exception as error:  # code from outside
            report(manifest.code, MANIFEST, BadExpansion(f"{kind}: {module}: {type(error).__name__}: {error}"))
        yield manifest.code, found


@lru_cache(maxsize=1)
def list_expansions() -> tuple[Expansion, ...]:
    """Return the installed expansions by deck number; faulty ones are left out."""
    found = []
    for manifest in _list_manifests():
        try:
            found.append(import_module(manifest.rules).EXPANSION)
        except Exception as error:  # code from outside
            reason = f"rules: {manifest.rules}: {type(error).__name__}: {error}"
            leave_out(manifest.code, MANIFEST, BadExpansion(reason))
    return tuple(found)


def find_expansion(action: int) -> Expansion | None:
    """Return the expansion that an action belongs to, None for an action of the base."""
    return next((one for one in list_expansions() if 0 <= action - one.first_action < ACTIONS_EACH), None)


def find_owner(event: Event) -> Expansion | None:
    """Return the expansion that an event belongs to, None for an event of the base."""
    return next((one for one in list_expansions() if event.kind in one.events), None)


@lru_cache(maxsize=1)
def list_words() -> Mapping[str, Word]:
    """Return the keywords of all expansions, by name."""
    return {name: word for one in list_expansions() for name, word in one.words.items()}


@lru_cache(maxsize=1)
def list_zones() -> Sequence[tuple[str, Zone]]:
    """Return the zone words of all expansions with their functions; a word's index gives its number."""
    return [entry for one in list_expansions() for entry in one.zones.items()]


@lru_cache(maxsize=1)
def list_conditions() -> Sequence[tuple[str, Condition]]:
    """Return the conditions of all expansions with their functions; the index gives the condition's number."""
    return [entry for one in list_expansions() for entry in one.conditions.items()]
