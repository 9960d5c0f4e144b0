"""All cards, read from ``cards.json``, and custom decks in the same form.

Saved games hold the numbers of cards (``card``): 18 for each deck, the built-in decks first, custom decks
from OWN_DECKS on, legends from LEGENDS on. Flares and tasks are numbered separately from 0.
A pattern is drawn as rows of text::

    .   nothing needed          c h l   an own piece of at least that rank
    +   marked square           *       summoning square, empty or with a piece that is not higher
                                C H L   summoning square with an own piece of at least that rank
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from engine import schema
from engine.names import clean
from engine.schema import Misfit, expect

from .effect_compiler import (
    ADDED,
    ADDED_AT_ONCE,
    BY_RANK,
    CONDITIONS,
    IF,
    JUMP,
    LINES,
    MARKED,
    RANKS,
    SHOOT,
    USED,
    WHERE,
    BadEffect,
    Step,
    compile_effect,
)
from .expansions import Deck, Expansion, leave_out, list_conditions, list_expansions, list_words, list_zones
from .maps import COMPASS, REACH, Orientation, Piece, orientations

IN_DECK = 18
BUILT_IN = ("imperial", "highland", "sylvan")
OWN_DECK = 6
"""Number of the first custom deck; those of expansions lie between it and the built-in ones."""
OWN_DECKS = OWN_DECK * IN_DECK
MOST_OWN = 4
LEGENDS = 192
FLARES = LEGENDS + 16
"""Number of a flare among other cards (in a hand, under a deck, being played): FLARES + number."""
LEGEND_COUNT = 12
FLARE_COUNT = 12
TASK_COUNT = 24
MOST_PIECES = 6
TaskKind = Literal["destruction", "colored", "summoning", "pattern", "enemy"]
TASK_KINDS = get_args(TaskKind)
DOMAIN = "tash_kalar"
"""Catalogue with the texts of the box."""
COMMON, HEROIC, LEGENDARY = range(3)
RANK_NAMES = ("common", "heroic", "legendary")
"""Names of the ranks in views and texts."""
CARDS_FILE = Path(__file__).with_name("cards.json")
NAME_LENGTH = 24
TEXT_LENGTH = 240


class BadCards(Misfit):
    """Invalid card data; the text names the card, the field and the expected value."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A being or a legend. ``name`` and ``text`` are empty for cards named in the catalogues.

    ``stands``    least rank of an own piece that must stand on the summoning square, -1 = none needed
    ``ways``      its orientations; ``program`` its effect
    ``by_way``    whether marked squares or directions make its orientation matter
    ``by_pieces`` whether it matters which pieces form the pattern
    ``line``      its second program, of an expansion; () for none
    ``uses``      codes of the expansions whose words it uses; ``domain`` of its texts in the catalogues
    """

    number: int
    code: str
    name: str
    text: str
    rank: int
    stands: int
    pieces: tuple[Piece, ...]
    marks: tuple[tuple[int, int], ...]
    directions: int
    ways: tuple[Orientation, ...]
    program: tuple[Step, ...]
    by_way: bool
    by_pieces: bool
    line: tuple[Step, ...] = ()
    uses: frozenset[str] = frozenset()
    domain: str = DOMAIN

    @property
    def text_id(self) -> str:
        """Beginning of the text ids of its name and its text."""
        return f"{self.domain}.card.{self.code}"


@dataclass(frozen=True, slots=True, eq=False)
class Flare:
    """A flare. ``upgraded`` and ``pieces``: by how many of each the opponent must lead for its two effects."""

    upgraded: int
    pieces: int
    programs: tuple[tuple[Step, ...], tuple[Step, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A task; ``condition``: name of a condition in ``scoring`` with its numbers."""

    code: str
    kind: int
    advanced: bool
    points: int
    condition: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Content of the box: cards by number (beings and legends), flares, tasks."""

    cards: tuple[Card | None, ...]
    flares: tuple[Flare, ...]
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The cards of one game, shared by all its states: those of the box, of expansions and of custom decks.

    ``own``: the custom decks as JSON texts; ``decks``: the codes of all decks by number, "" for an unused one.
    """

    own: tuple[str, ...]
    decks: tuple[str, ...]
    cards: tuple[Card | None, ...]

    def card(self, number: int) -> Card:
        """Return the card of this number; raises LookupError."""
        found = self.cards[number]
        if found is None:
            raise LookupError(f"there is no card {number}")
        return found

    def first(self, deck: int) -> int:
        """Return the number of a deck's first card."""
        return deck * IN_DECK

    def find_expansions(self, decks: Iterable[int]) -> tuple[Expansion, ...]:
        """Return the expansions whose words the cards of these decks use, by deck number."""
        used: set[str] = set()
        for deck in set(decks):
            first = self.first(deck)
            used.update(*(card.uses for card in self.cards[first : first + IN_DECK] if card is not None))
        return tuple(one for one in list_expansions() if one.code in used)


def list_decks() -> list[Deck]:
    """Return the decks of the installed expansions whose cards can be used, by deck number."""
    box()
    return [Deck(one.code, one.deck) for one in list_expansions()]


def list_additions() -> list[str]:
    """Return the codes, which are the folders, of the installed expansions; their lessons, achievements, puzzles and
    pages belong to the game."""
    return [one.code for one in list_decks()]


def find_deck_text(deck: str) -> str:
    """Return the text id of the name of a deck, given by code."""
    added = any(one.code == deck for one in list_decks())
    return f"{deck}.name" if added else f"{DOMAIN}.option.deck_1.{deck}"


@lru_cache(maxsize=8)
def build_book(own: tuple[str, ...]) -> Book:
    """Return the cards of a game with these custom decks (JSON texts); raises :class:`BadCards`."""
    cards = list(box().cards)
    codes = [*BUILT_IN, *[""] * (OWN_DECK - len(BUILT_IN))]
    for one in list_expansions():
        codes[one.deck] = one.code
    for index, text in enumerate(own):
        place = f"decks[{index}]"
        deck = schema.fit(json.loads(text), _OwnDeck, place, BadCards, named_by="code")
        if deck.code in codes:
            raise BadCards(f"{place}.code: {deck.code!r} appears twice")
        codes.append(deck.code)
        first = OWN_DECKS + index * IN_DECK
        cards[first : first + IN_DECK] = _compile_cards(deck.cards, place, "cards", first)
    return Book(own, tuple(codes), tuple(cards))


def check_deck(data: Any, place: str = "deck") -> None:
    """Check a custom deck; raises :class:`BadCards`.

    The deck is an object with ``code``, ``name`` and 18 ``cards``; a card has ``code``, ``name``, ``text``,
    ``rank``, ``pattern``, ``effect`` and, where its effect shoots, ``directions``.
    """
    deck = schema.fit(data, _OwnDeck, place, BadCards, named_by="code")
    _compile_cards(deck.cards, place, "cards", OWN_DECKS)


def _clean_texts(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked deck with names and texts cleaned for display (see ``engine.names``)."""
    cards = [
        {**card, "name": clean(card["name"], NAME_LENGTH), "text": clean(card["text"], TEXT_LENGTH)}
        for card in data["cards"]
    ]
    return {**data, "name": clean(data["name"], NAME_LENGTH), "cards": cards}


def deck_text(data: Any) -> str:
    """Return the data of a deck as canonical JSON text, unchecked; :func:`build_book` checks it."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_deck(content: bytes, place: str) -> dict[str, Any]:
    """Return the deck in a file's bytes, checked, with texts cleaned for display; raises only :class:`BadCards`."""
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadCards(f"{place}: cannot be read: {error}") from error
    try:
        check_deck(data, place)
        return _clean_texts(data)
    except BadCards:
        raise
    except Exception as error:  # unexpected kinds of values
        raise BadCards(f"{place}: cannot be used: {type(error).__name__}: {error}") from error


@lru_cache(maxsize=1)
def box(path: Path = CARDS_FILE) -> Box:
    """Return the cards of a file, by default those of the box, read and checked once; raises :class:`BadCards`."""
    file = schema.read(path, _File, BadCards, named_by="code")
    place = f"{path}:"
    cards: list[Card | None] = [None] * (LEGENDS + LEGEND_COUNT)
    for index, deck in enumerate(file.decks):
        first = index * IN_DECK
        cards[first : first + IN_DECK] = _compile_cards(deck.cards, place, f"decks[{index}].cards", first)
    cards[LEGENDS:] = _compile_cards(file.legends, place, "legends", LEGENDS)
    for one in list_expansions():
        first = one.deck * IN_DECK
        try:
            added = schema.read(one.cards, _AddedFile, BadCards, named_by="code")
            cards[first : first + IN_DECK] = _compile_cards(added.cards, f"{one.cards}:", "cards", first)
        except Exception as error:  # code from outside checks its cards
            leave_out(one.code, one.cards.name, error)
    flares = tuple(_flare(each, f"{place} flares[{index}]") for index, each in enumerate(file.flares))
    tasks = tuple(
        Task(each.code, TASK_KINDS.index(each.kind), each.advanced, each.points, each.condition) for each in file.tasks
    )
    return Box(tuple(cards), flares, tasks)


# --- what stands in the files -------------------------------------------------------------------------------------

_Code = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
_Number = Annotated[int, msgspec.Meta(ge=1, le=9)]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a being or a legend; its effect as in ``effect_compiler``."""

    code: _Code
    rank: Literal["C", "H", "L"]
    pattern: Annotated[list[Annotated[str, msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]
    effect: list[Any]
    directions: list[str] = msgspec.field(default_factory=list)
    lines: dict[str, list[Any]] = msgspec.field(default_factory=dict)
    """A second effect by the name that an expansion gives it."""

    def __post_init__(self) -> None:
        """Check the card on its own."""
        _check_code(self.code)
        expect(len(self.lines) <= 1, "lines", "one line at most", list(self.lines))
        for word in self.directions:
            expect(word in COMPASS, "directions", f"a list of {', '.join(COMPASS)}", word)
        stands, _, _ = _pattern(self.pattern)
        expect(stands <= RANKS.index(self.rank), "pattern", "no piece of a higher rank than the being's own to replace")


class _OwnEntry(_Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a custom being, with its own texts instead of catalogue ids."""

    name: str
    text: str

    def __post_init__(self) -> None:
        """Check that the texts can be shown."""
        super().__post_init__()
        _check_text("name", self.name, NAME_LENGTH)
        _check_text("text", self.text, TEXT_LENGTH)


class _Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a deck of the box."""

    code: _Code
    cards: Annotated[list[_Entry], msgspec.Meta(min_length=IN_DECK, max_length=IN_DECK)]

    def __post_init__(self) -> None:
        """Check that codes are distinct and no card is a legend."""
        _check_deck(self.code, self.cards)


class _OwnDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a custom deck."""

    code: _Code
    name: str
    cards: Annotated[list[_OwnEntry], msgspec.Meta(min_length=IN_DECK, max_length=IN_DECK)]

    def __post_init__(self) -> None:
        """Check that the name can be shown, codes are distinct and no card is a legend."""
        _check_text("name", self.name, NAME_LENGTH)
        _check_deck(self.code, self.cards)


class _AddedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the deck of an expansion."""

    cards: Annotated[list[_Entry], msgspec.Meta(min_length=IN_DECK, max_length=IN_DECK)]

    def __post_init__(self) -> None:
        """Check that codes are distinct and no card is a legend."""
        _check_deck("added", self.cards)


class _FlareEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of a flare with its two effects."""

    upgraded: _Number
    upper: list[Any]
    pieces: _Number
    lower: list[Any]


class _TaskEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of a task; its condition as in ``tasks``."""

    code: _Code
    kind: TaskKind
    advanced: bool
    points: Annotated[int, msgspec.Meta(ge=1, le=3)]
    condition: Annotated[dict[str, Any], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        """Check that the code is plain."""
        _check_code(self.code)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file of the box."""

    decks: Annotated[list[_Deck], msgspec.Meta(min_length=len(BUILT_IN), max_length=len(BUILT_IN))]
    legends: Annotated[list[_Entry], msgspec.Meta(min_length=LEGEND_COUNT, max_length=LEGEND_COUNT)]
    flares: Annotated[list[_FlareEntry], msgspec.Meta(min_length=FLARE_COUNT, max_length=FLARE_COUNT)]
    tasks: Annotated[list[_TaskEntry], msgspec.Meta(min_length=TASK_COUNT, max_length=TASK_COUNT)]

    def __post_init__(self) -> None:
        """Check the number of decks, the ranks of legends and that codes are distinct."""
        for index, deck in enumerate(self.decks):
            expect(deck.code == BUILT_IN[index], f"decks[{index}].code", BUILT_IN[index], deck.code)
        for index, card in enumerate(self.legends):
            expect(card.rank == "L", f"legends[{index}].rank", "L", card.rank)
        codes = [card.code for cards in (*(deck.cards for deck in self.decks), self.legends) for card in cards]
        expect(len(set(codes)) == len(codes), "decks", "different codes for all cards")


def _check_code(code: str) -> None:
    expect(code.replace("_", "a").isalnum(), "code", f"1 to {NAME_LENGTH} letters, digits or _", code)


def _check_text(name: str, text: str, most: int) -> None:
    """Check that a text of a deck can be shown, see ``engine.names``."""
    shown = clean(text, most) if len(text) <= 4 * most else ""
    fits = bool(shown) and len(text.strip()) <= most and not any(map(_is_control, text))
    expect(fits, name, f"a text of 1 to {most} characters", text)


def _check_deck(code: str, cards: Sequence[_Entry]) -> None:
    _check_code(code)
    expect(len({card.code for card in cards}) == IN_DECK, "cards", f"{IN_DECK} different codes")
    for index, card in enumerate(cards):
        expect(card.rank != "L", f"cards[{index}].rank", "C or H", card.rank)


def _is_control(char: str) -> bool:
    """Whether a character is a control character or a lone surrogate, which fonts cannot draw and files cannot hold."""
    return char < " " or "\x7f" <= char < "\xa0" or "\ud800" <= char <= "\udfff"


# --- what the rules use -------------------------------------------------------------------------------------------


def _compile_cards(entries: Sequence[_Entry], place: str, name: str, first: int) -> list[Card]:
    """Compile cards with their effects and all orientations; raises :class:`BadCards`."""
    between = " " if place.endswith(":") else "."
    cards = [
        _card(entry, f"{place}{between}{name}[{index}] ({entry.code})", first + index)
        for index, entry in enumerate(entries)
    ]
    for one in list_expansions():
        fault = one.find_deck_fault(cards)
        if fault:
            raise BadCards(f"{place}{between}{name}: {fault}")
    return cards


def _card(entry: _Entry, place: str, number: int) -> Card:
    stands, pieces, marks = _pattern(entry.pattern)
    line, owner = _line(entry, place)
    directions = sum(1 << COMPASS.index(word) for word in set(entry.directions))
    program = _program([*entry.effect, *(owner.after_line if owner else ())], f"{place}.effect")
    aims = any((step.op == SHOOT and not step.along_last) or LINES in (step.where, step.to) for step in program)
    if aims != bool(directions):
        raise BadCards(f"{place}.directions: expected directions exactly where the effect follows them")
    if any(MARKED in (step.where, step.to) for step in program) != bool(marks):
        raise BadCards(f"{place}.pattern: expected marked squares exactly where the effect uses them")
    if any(MARKED in (step.where, step.to) or LINES in (step.where, step.to) or step.op == SHOOT for step in line):
        raise BadCards(f"{place}.lines: expected neither marked squares nor directions, which only a summoning has")
    name, text = (entry.name, entry.text) if isinstance(entry, _OwnEntry) else ("", "")
    card = Card(
        number=number,
        code=entry.code,
        name=clean(name, NAME_LENGTH),
        text=clean(text, TEXT_LENGTH),
        rank=RANKS.index(entry.rank),
        stands=stands,
        pieces=pieces,
        marks=marks,
        directions=directions,
        ways=orientations(pieces, marks, directions),
        program=program,
        by_way=bool(marks or directions),
        by_pieces=any(USED in (step.where, step.also[0]) for step in program if step.op not in (JUMP, BY_RANK)),
        line=line,
        uses=_find_uses((*program, *line)),
        domain=next((one.code for one in list_expansions() if number // IN_DECK == one.deck), DOMAIN),
    )
    for one in list_expansions():
        fault = one.find_fault(card) if one.code in card.uses else ""
        if fault:
            raise BadCards(f"{place}.{fault}")
    return card


def _line(entry: _Entry, place: str) -> tuple[tuple[Step, ...], Expansion | None]:
    """Compile the second program of a card; return it, () if there is none, and the expansion that knows its name."""
    for name, effect in entry.lines.items():
        owner = next((one for one in list_expansions() if one.line == name), None)
        if owner is None:
            names = ", ".join(one.line for one in list_expansions() if one.line) or "no line"
            raise BadCards(f"{place}.lines: expected {names}, found {name!r}")
        return _program(effect, f"{place}.lines.{name}"), owner
    return (), None


def _find_uses(program: tuple[Step, ...]) -> frozenset[str]:
    """Codes of the expansions whose words a program has."""
    zones, conditions = list_zones(), list_conditions()
    found: set[str] = set()
    for step in program:
        names: list[tuple[str, str]] = []
        if step.op in (ADDED, ADDED_AT_ONCE):
            names += [("words", name) for name, word in list_words().items() if word is step.word]
        places = (step.where, step.to, step.toward, step.also[0])
        names += [("zones", zones[where - len(WHERE)][0]) for where in places if where >= len(WHERE)]
        if step.op == IF and step.number >= len(CONDITIONS):
            names.append(("conditions", conditions[step.number - len(CONDITIONS)][0]))
        for kind, name in names:
            found |= {one.code for one in list_expansions() if name in getattr(one, kind)}
    return frozenset(found)


def _program(effect: list[Any], place: str) -> tuple[Step, ...]:
    try:
        return compile_effect(effect, place)
    except BadEffect as error:
        raise BadCards(str(error)) from error


def _flare(entry: _FlareEntry, place: str) -> Flare:
    effects = (_program(entry.upper, f"{place}.upper"), _program(entry.lower, f"{place}.lower"))
    return Flare(entry.upgraded, entry.pieces, effects)


def _pattern(rows: list[str]) -> tuple[int, tuple[Piece, ...], tuple[tuple[int, int], ...]]:
    """Parse a pattern: return the least rank on the summoning square, other pieces, marked squares; raises Misfit."""
    targets = [(x, y, char) for y, row in enumerate(rows) for x, char in enumerate(row) if char in f"*{RANKS}"]
    expect(len(targets) == 1, "pattern", "one summoning square", len(targets))
    column, line, target = targets[0]
    signs = f".+*{RANKS}{RANKS.lower()}"
    pieces, marks = [], []
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            dx, dy = x - column, y - line
            expect(char in signs, "pattern", f"only these signs: {signs}", char)
            if char in ".*":
                continue
            near = max(abs(dx), abs(dy)) <= REACH
            expect(near, "pattern", f"nothing farther than {REACH} from the summoning square", row)
            if char == "+":
                marks.append((dx, dy))
            else:
                pieces.append((dx, dy, RANKS.index(char.upper())))
    stands = -1 if target == "*" else RANKS.index(target)
    expect(1 <= len(pieces) <= MOST_PIECES, "pattern", f"1 to {MOST_PIECES} pieces", len(pieces))
    return stands, tuple(pieces), tuple(marks)
