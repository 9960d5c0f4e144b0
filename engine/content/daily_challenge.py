"""The table and the puzzle of a day, from its date alone: the same on all computers and in later versions.

A game takes part by a file ``daily.json`` next to its manifest: editions, each good from a day on. A day's table is one
of the tables of the edition that holds then, its puzzle one of that edition's puzzles; which one, and the seed of all
chance, come from the date by a hash. So a new edition, a new puzzle or a new game changes no day that has been, as
long as ``since`` lies ahead. :data:`RULES` is hashed too and stays as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Annotated, Any

import msgspec

from engine import registry, schema
from engine.content import puzzles
from engine.content.puzzles import BadPuzzles
from engine.contract import BadOptions
from engine.schema import expect
from engine.seats import Level
from engine.storage import safe_read

RULES = 1
"""Which law makes tables from dates."""
FILE = "daily.json"
LARGEST = 256 * 1024
FIRST = date(2026, 1, 1)
"""There are no tables of days before."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SEED_LETTERS = 12

Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]


class BadDaily(schema.Misfit):
    """Tables of days that cannot be used; the text names the place and what was expected."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play: the levels or characters of the rivals, in the order in which they sit, and the options."""

    rivals: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1, max_length=3)]
    options: dict[str, Any] = {}


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the daily challenge from one date on."""

    since: date
    tables: Annotated[tuple[Setting, ...], msgspec.Meta(min_length=1)]
    puzzles: tuple[Id, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """The table of a day: ``seat`` is the player's, the rivals sit round the table from there on."""

    day: date
    game: str
    seed: str
    seat: int
    rivals: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return 1 + len(self.rivals)

    def find_level(self, seat: int) -> str:
        """Opponent at each seat; "" at the player's."""
        at = (seat - self.seat) % self.seats
        return self.rivals[at - 1] if at else ""


def number(day: date, *what: str) -> int:
    """A number from a date that looks like chance."""
    said = "|".join((f"four thrones {RULES}", day.isoformat(), *what))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


@cache
def editions(game: str) -> tuple[Edition, ...]:
    """What a game gives to days, the oldest first; none when it takes no part. Raises :class:`BadDaily`."""
    path = registry.folder(game) / FILE
    if not path.exists():
        return ()

    def decode(data: bytes) -> tuple[Edition, ...]:
        found: tuple[Edition, ...] = schema.fit(msgspec.json.decode(data), tuple[Edition, ...], "", BadDaily)
        begins = [one.since for one in found]
        expect(begins == sorted(set(begins)), "since", "each later than the one before", str(begins)[:100])
        rules = registry.rules(game)
        for at, one in enumerate(found):
            for number_, table in enumerate(one.tables):
                place = f"[{at}].tables[{number_}]"
                seats = 1 + len(table.rivals)
                expect(seats in rules.seat_counts, f"{place}.rivals", "as many as there are seats for", str(seats))
                try:
                    rules.check_options(table.options, seats)
                except BadOptions as error:
                    raise BadDaily(f"{place}.options: {error}") from error
        return found

    try:
        return safe_read.read(path, decode, LARGEST)
    except safe_read.Unreadable as error:
        raise BadDaily(str(error)) from error


def games(day: date) -> list[str]:
    """The games that have a table on a day, in the order of the title."""
    return [info.id for info in registry.games() if _edition(info.id, day) is not None]


def trouble() -> str:
    """What is wrong with the files of days, "" when nothing is: a game whose file is no good has no tables."""
    for info in registry.games():
        try:
            editions(info.id)
        except BadDaily as error:
            return str(error)
    return ""


def _edition(game: str, day: date) -> Edition | None:
    try:
        good = [one for one in editions(game) if one.since <= day]
    except BadDaily:
        return None
    return good[-1] if good else None


def table(day: date, game: str) -> Table:
    """The table of a day; raises LookupError when this game has none then."""
    edition = _edition(game, day)
    if edition is None:
        raise LookupError(f"{game} has no table on {day}")
    setting = edition.tables[number(day, game, "table") % len(edition.tables)]
    letters, seed = number(day, game, "seed"), ""
    for _ in range(SEED_LETTERS):
        letters, at = divmod(letters, len(LETTERS))
        seed += LETTERS[at]
    seat = number(day, game, "seat") % (1 + len(setting.rivals))
    return Table(day, game, seed, seat, setting.rivals, setting.options)


def puzzle(day: date) -> tuple[str, str]:
    """Game and name of the puzzle of a day, ("", "") when there is none.

    The games take turns, as far as a hash can: whichever has the smallest number that day.
    """
    able = [(number(day, game, "turn"), game) for game in games(day) if _list_puzzles(game, day)]
    if not able:
        return "", ""
    game = min(able)[1]
    some = _list_puzzles(game, day)
    return game, some[number(day, game, "puzzle") % len(some)]


def _list_puzzles(game: str, day: date) -> tuple[str, ...]:
    """The puzzles that a game offers on a day; they stay on its shelf as long as there are days of this edition."""
    edition = _edition(game, day)
    return edition.puzzles if edition is not None else ()


def find_puzzle(game: str, name: str) -> int | None:
    """Index of a puzzle in its game's list; None when it is gone."""
    try:
        names = [one.id for one in puzzles.load_puzzles(game)]
    except BadPuzzles:
        return None
    return names.index(name) if name in names else None
