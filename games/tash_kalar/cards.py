"""All cards, read from ``cards.json``, and decks of a player's own in the same form.

Numbers of cards (``card``) are written into saved games: 18 for each deck, the built-in decks first, decks of
a player's own from OWN_DECKS on, legends from LEGENDS on. Flares and tasks count from 0 by themselves.
A pattern is drawn as rows of text::

    .   nothing needed          c h l   an own piece of at least that rank
    +   marked square           *       summoning square, empty or with a piece that is not higher
                                C H L   summoning square with an own piece of at least that rank
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.names import clean

from .maps import COMPASS, REACH
from .patterns import Orientation, Piece, orientations
from .program import BY_RANK, JUMP, LINES, MARKED, RANKS, SHOOT, USED, BadEffect, Step, compiled

IN_DECK = 18
BUILT_IN = ("imperial", "highland", "sylvan")
OWN_DECKS = 6 * IN_DECK
MOST_OWN = 4
LEGENDS = 192
FLARES = LEGENDS + 16
"""Flares where they stand among other cards (in a hand, under a deck, being played): FLARES + number."""
LEGEND_COUNT = 12
FLARE_COUNT = 12
TASK_COUNT = 24
MOST_PIECES = 6
TASK_KINDS = ("destruction", "colored", "summoning", "pattern", "enemy")
COMMON, HEROIC, LEGENDARY = range(3)
CARDS_FILE = Path(__file__).with_name("cards.json")
NAME_LENGTH = 24
TEXT_LENGTH = 240


class BadCards(ValueError):
    """The card data cannot be used; the text names the card, the field and what was expected."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A being or a legend. ``name`` and ``text`` are empty where the catalogues have them.

    ``stands``    least rank of the own piece that must stand on the summoning square, -1 = none needed
    ``ways``      the ways to hold it; ``program`` what it does
    ``by_way``    whether its marked squares or directions make the way it is held matter
    ``by_pieces`` whether it matters which pieces the pattern is shown with
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


@dataclass(frozen=True, slots=True, eq=False)
class Flare:
    """``upgraded`` and ``pieces``: how many more the opponent must have, for each of its two effects."""

    upgraded: int
    pieces: int
    programs: tuple[tuple[Step, ...], tuple[Step, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A task; ``condition`` is a name with numbers, see ``tasks``."""

    code: str
    kind: int
    advanced: bool
    points: int
    condition: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Everything in the box: cards by number (legends too), flares, tasks."""

    cards: tuple[Card | None, ...]
    flares: tuple[Flare, ...]
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The cards of one game, shared by all its states: those of the box and decks of the players' own.

    ``own`` are the own decks as JSON texts, ``decks`` the codes of all decks, own ones last.
    """

    own: tuple[str, ...]
    decks: tuple[str, ...]
    cards: tuple[Card | None, ...]

    def card(self, number: int) -> Card:
        """The card of this number."""
        found = self.cards[number]
        if found is None:
            raise LookupError(f"there is no card {number}")
        return found

    def first(self, deck: int) -> int:
        """Number of a deck's first card."""
        return deck * IN_DECK if deck < len(BUILT_IN) else OWN_DECKS + (deck - len(BUILT_IN)) * IN_DECK


@lru_cache(maxsize=1)
def box() -> Box:
    """The cards of the box, read and checked once; raises :class:`BadCards`."""
    return read_cards(CARDS_FILE)


@lru_cache(maxsize=8)
def book_of(own: tuple[str, ...]) -> Book:
    """The cards of a game with these decks of the players' own (JSON texts); raises :class:`BadCards`."""
    cards = list(box().cards)
    codes = list(BUILT_IN)
    for index, text in enumerate(own):
        data = json.loads(text)
        code, found = _deck(data, f"decks[{index}]", OWN_DECKS + index * IN_DECK, named=True)
        if code in codes:
            raise BadCards(f"decks[{index}].code: {code!r} is there twice")
        codes.append(code)
        cards[OWN_DECKS + index * IN_DECK : OWN_DECKS + (index + 1) * IN_DECK] = found
    return Book(own, tuple(codes), tuple(cards))


def checked_deck(data: Any, place: str = "deck") -> str:
    """A deck of a player's own as a JSON text that is always the same; raises :class:`BadCards`.

    The deck is an object with ``code``, ``name`` and 18 ``cards``; a card has ``code``, ``name``, ``text``,
    ``rank``, ``pattern``, ``effect`` and, where its effect shoots, ``directions``.
    """
    _deck(data, place, OWN_DECKS, named=True)
    return deck_text(data)


def _as_shown(data: Mapping[str, Any]) -> dict[str, Any]:
    """A checked deck whose names and texts are as they are shown (see ``engine.names``)."""
    cards = [
        {**card, "name": clean(card["name"], NAME_LENGTH), "text": clean(card["text"], TEXT_LENGTH)}
        for card in data["cards"]
    ]
    return {**data, "name": clean(data["name"], NAME_LENGTH), "cards": cards}


def deck_text(data: Any) -> str:
    """The data of a deck as a JSON text that is always the same, unchecked; :func:`book_of` checks it."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_deck(path: Path) -> dict[str, Any]:
    """A deck file of a player's own, checked, its texts fit to be shown.

    Raises :class:`BadCards` naming file, card and field.
    """
    try:
        return deck_of(path.read_bytes(), str(path))
    except OSError as error:
        raise BadCards(f"{path}: cannot be read: {error}") from error


def deck_of(content: bytes, place: str) -> dict[str, Any]:
    """The deck in the bytes of a file, checked, its texts fit to be shown; raises nothing but :class:`BadCards`."""
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadCards(f"{place}: cannot be read: {error}") from error
    try:
        checked_deck(data, place)
        return _as_shown(data)
    except BadCards:
        raise
    except Exception as error:  # values of a kind that no single check foresees
        raise BadCards(f"{place}: cannot be used: {type(error).__name__}: {error}") from error


def read_cards(path: Path) -> Box:
    """Read and check the cards of the box; raises :class:`BadCards`."""
    data = _read(path)
    if not isinstance(data, dict):
        raise BadCards(f"{path}: expected an object")
    cards: list[Card | None] = [None] * (LEGENDS + LEGEND_COUNT)
    for index, entry in enumerate(_entries(data, "decks", len(BUILT_IN), str(path))):
        code, found = _deck(entry, f"{path}: decks[{index}]", index * IN_DECK, named=False)
        if code != BUILT_IN[index]:
            raise BadCards(f"{path}: decks[{index}].code: expected {BUILT_IN[index]}, found {code!r}")
        cards[index * IN_DECK : (index + 1) * IN_DECK] = found
    for index, entry in enumerate(_entries(data, "legends", LEGEND_COUNT, str(path))):
        card = _card(entry, f"{path}: legends[{index}]", LEGENDS + index, named=False)
        if card.rank != LEGENDARY:
            raise BadCards(f"{path}: legends[{index}].rank: expected L")
        cards[LEGENDS + index] = card
    codes = [card.code for card in cards if card]
    if len(set(codes)) != len(codes):
        raise BadCards(f"{path}: expected different codes for all cards")
    flares = [_flare(each, f"{path}: flares[{i}]") for i, each in enumerate(_entries(data, "flares", 12, str(path)))]
    tasks = [_task(each, f"{path}: tasks[{i}]") for i, each in enumerate(_entries(data, "tasks", 24, str(path)))]
    return Box(tuple(cards), tuple(flares), tuple(tasks))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadCards(f"{path}: cannot be read: {error}") from error


def _entries(data: Mapping[str, Any], name: str, count: int, place: str) -> list[Any]:
    found = data.get(name)
    if not isinstance(found, list) or len(found) != count:
        raise BadCards(f"{place}: {name}: expected a list of {count}")
    return found


def _deck(data: Any, place: str, first: int, named: bool) -> tuple[str, list[Card]]:
    if not isinstance(data, dict):
        raise BadCards(f"{place}: expected an object, found {type(data).__name__}")
    _only(data, {"code", "cards", *(("name",) if named else ())}, place)
    code = _code(data, place)
    if named:
        _text(data, "name", place, NAME_LENGTH)
    entries = _entries(data, "cards", IN_DECK, place)
    cards = [_card(entry, f"{place}.cards[{i}]", first + i, named) for i, entry in enumerate(entries)]
    if len({card.code for card in cards}) != IN_DECK:
        raise BadCards(f"{place}.cards: expected {IN_DECK} different codes")
    for index, card in enumerate(cards):
        if card.rank == LEGENDARY:
            raise BadCards(f"{place}.cards[{index}] ({card.code}).rank: expected C or H")
    return code, cards


def _card(entry: Any, place: str, number: int, named: bool) -> Card:
    if not isinstance(entry, dict):
        raise BadCards(f"{place}: expected an object, found {entry!r}")
    code = _code(entry, place)
    place = f"{place} ({code})"
    more = ("name", "text") if named else ()
    _only(entry, {"code", "rank", "pattern", "directions", "effect", *more}, place)
    name = _text(entry, "name", place, NAME_LENGTH) if named else ""
    text = _text(entry, "text", place, TEXT_LENGTH) if named else ""
    rank = entry.get("rank")
    if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
        raise BadCards(f"{place}.rank: expected C, H or L, found {rank!r}")
    stands, pieces, marks = _pattern(entry.get("pattern"), f"{place}.pattern")
    if stands > RANKS.index(rank):
        raise BadCards(f"{place}.pattern: no piece of a higher rank than the being's own may be replaced")
    directions = 0
    for word in entry.get("directions", []) if isinstance(entry.get("directions", []), list) else [None]:
        if word not in COMPASS:
            raise BadCards(f"{place}.directions: expected a list of {', '.join(COMPASS)}, found {word!r}")
        directions |= 1 << COMPASS.index(word)
    try:
        program = compiled(entry.get("effect"), f"{place}.effect")
    except BadEffect as error:
        raise BadCards(str(error)) from error
    aims = any((step.op == SHOOT and not step.along_last) or LINES in (step.where, step.to) for step in program)
    if aims != bool(directions):
        raise BadCards(f"{place}.directions: expected directions exactly where the effect follows them")
    if any(MARKED in (step.where, step.to) for step in program) != bool(marks):
        raise BadCards(f"{place}.pattern: expected marked squares exactly where the effect uses them")
    return Card(
        number, code, name, text, RANKS.index(rank), stands, pieces, marks, directions,
        orientations(pieces, marks, directions), program, bool(marks or directions),
        any(USED in (step.where, step.also[0]) for step in program if step.op not in (JUMP, BY_RANK)),
    )  # fmt: skip


def _pattern(rows: Any, place: str) -> tuple[int, tuple[Piece, ...], tuple[tuple[int, int], ...]]:
    """What stands on the summoning square, the other pieces, and the marked squares."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row for row in rows):
        raise BadCards(f"{place}: expected rows of text, found {rows!r}")
    targets = [(x, y, char) for y, row in enumerate(rows) for x, char in enumerate(row) if char in f"*{RANKS}"]
    if len(targets) != 1:
        raise BadCards(f"{place}: expected one summoning square, found {len(targets)}")
    column, line, target = targets[0]
    pieces, marks = [], []
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            dx, dy = x - column, y - line
            if char not in f".+*{RANKS}{RANKS.lower()}":
                raise BadCards(f"{place}: expected signs of .+*{RANKS}{RANKS.lower()}, found {char!r}")
            if char in ".*":
                continue
            if max(abs(dx), abs(dy)) > REACH:
                raise BadCards(f"{place}: expected nothing farther than {REACH} from the summoning square")
            if char == "+":
                marks.append((dx, dy))
            else:
                pieces.append((dx, dy, RANKS.index(char.upper())))
    stands = -1 if target == "*" else RANKS.index(target)
    if not 1 <= len(pieces) <= MOST_PIECES:
        raise BadCards(f"{place}: expected 1 to {MOST_PIECES} pieces, found {len(pieces)}")
    return stands, tuple(pieces), tuple(marks)


def _flare(entry: Any, place: str) -> Flare:
    if not isinstance(entry, dict):
        raise BadCards(f"{place}: expected an object, found {entry!r}")
    _only(entry, {"upgraded", "upper", "pieces", "lower"}, place)
    for name in ("upgraded", "pieces"):
        if type(entry.get(name)) is not int or not 1 <= entry[name] <= 9:
            raise BadCards(f"{place}.{name}: expected a whole number 1 to 9, found {entry.get(name)!r}")
    try:
        upper, lower = (compiled(entry.get(name), f"{place}.{name}") for name in ("upper", "lower"))
    except BadEffect as error:
        raise BadCards(str(error)) from error
    return Flare(entry["upgraded"], entry["pieces"], (upper, lower))


def _task(entry: Any, place: str) -> Task:
    if not isinstance(entry, dict):
        raise BadCards(f"{place}: expected an object, found {entry!r}")
    _only(entry, {"code", "kind", "advanced", "points", "condition"}, place)
    code = _code(entry, place)
    if entry.get("kind") not in TASK_KINDS:
        raise BadCards(f"{place}.kind: expected one of {', '.join(TASK_KINDS)}, found {entry.get('kind')!r}")
    if not isinstance(entry.get("advanced"), bool):
        raise BadCards(f"{place}.advanced: expected true or false, found {entry.get('advanced')!r}")
    if entry.get("points") not in (1, 2, 3):
        raise BadCards(f"{place}.points: expected 1 to 3, found {entry.get('points')!r}")
    if not isinstance(entry.get("condition"), dict) or not entry["condition"]:
        raise BadCards(f"{place}.condition: expected an object, found {entry.get('condition')!r}")
    return Task(code, TASK_KINDS.index(entry["kind"]), entry["advanced"], entry["points"], entry["condition"])


def _only(entry: Mapping[str, Any], allowed: set[str], place: str) -> None:
    for name in entry:
        if name not in allowed:
            raise BadCards(f"{place}.{name}: there is no such field; there are {', '.join(sorted(allowed))}")


def _code(entry: Mapping[str, Any], place: str) -> str:
    code = entry.get("code")
    if not isinstance(code, str) or not 1 <= len(code) <= NAME_LENGTH or not code.replace("_", "a").isalnum():
        raise BadCards(f"{place}.code: expected 1 to {NAME_LENGTH} letters, digits or _, found {code!r}")
    return code


def _text(entry: Mapping[str, Any], name: str, place: str, most: int) -> str:
    """A text of a deck as it is shown, see ``engine.names``."""
    found = entry.get(name)
    shown = clean(found, most) if isinstance(found, str) and len(found) <= 4 * most else ""
    if not isinstance(found, str) or not shown or len(found.strip()) > most or any(map(_not_shown, found)):
        raise BadCards(f"{place}.{name}: expected a text of 1 to {most} characters, found {_short(found)}")
    return shown


def _short(found: Any) -> str:
    """What was found, in one short line."""
    said = ascii(found)
    return said if len(said) <= 60 else said[:59] + "…"


def _not_shown(char: str) -> bool:
    """Whether a character is a control sign or half of one, which no font draws and no file may hold."""
    return char < " " or "\x7f" <= char < "\xa0" or "\ud800" <= char <= "\udfff"
