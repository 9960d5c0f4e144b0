"""The table and the puzzle of a day, from its date alone: the same on all computers and in later versions.

A game takes part by a file ``daily.json`` next to its manifest: editions, each good from a day on. A day's table is one
of the tables of the edition that holds then, its puzzle one of that edition's puzzles; which one, and the seed of all
chance, come from the date by a hash. So a new edition, a new puzzle or a new game changes no day that has been, as
long as ``since`` lies ahead. :data:`RULES` is hashed too and stays as it is.
"""

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
from engine.seats import MOST_SEATS, Level
from engine.storage import safe_read
from engine.storage.household import ProgressFile

RULES = 1
"""Version of the method that derives tables from dates."""
FILE = "daily.json"
LARGEST = 256 * 1024
FIRST = date(2026, 1, 1)
"""First day that has tables."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SEED_LETTERS = 12

Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]


class BadDaily(schema.Misfit):
    """Invalid data of daily challenges; the text names the place and what was expected."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play: the levels or characters of the rivals, in seating order from the player on, and the options."""

    rivals: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1, max_length=3)]
    options: dict[str, Any] = {}


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the daily challenge from ``since`` on: tables, and the names of the puzzles."""

    since: date
    tables: Annotated[tuple[Setting, ...], msgspec.Meta(min_length=1)]
    puzzles: tuple[Id, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """The table of a day: ``seat`` is the player's, ``rivals`` sit on the seats after it, cyclically."""

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
        """Return the level or character at a seat; "" at the player's."""
        at = (seat - self.seat) % self.seats
        return self.rivals[at - 1] if at else ""


def number(day: date, *what: str) -> int:
    """Return a 64-bit number hashed from a date and words."""
    said = "|".join((f"four thrones {RULES}", day.isoformat(), *what))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


@cache
def editions(game: str) -> tuple[Edition, ...]:
    """Return a game's editions of the daily challenge, oldest first; none when it takes no part. Raises
    :class:`BadDaily`."""
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
    """List the games that have a table on a day, in title order."""
    return [info.id for info in registry.games() if _edition(info.id, day) is not None]


def trouble() -> str:
    """Describe the first invalid file of daily challenges, "" when all are valid; such a game has no tables."""
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
    """Return the table of a day; raises LookupError when this game has none then."""
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
    """Return game and name of the puzzle of a day, ("", "") when there is none.

    The game is the one with the smallest hash number of that day.
    """
    able = [(number(day, game, "turn"), game) for game in games(day) if _list_puzzles(game, day)]
    if not able:
        return "", ""
    game = min(able)[1]
    some = _list_puzzles(game, day)
    return game, some[number(day, game, "puzzle") % len(some)]


def _list_puzzles(game: str, day: date) -> tuple[str, ...]:
    """Return the names of the puzzles that a game offers on a day; () without an edition of that day."""
    edition = _edition(game, day)
    return edition.puzzles if edition is not None else ()


def find_puzzle(game: str, name: str) -> int | None:
    """Return the index of a puzzle in its game's list; None when it is not there any more."""
    try:
        names = [one.id for one in puzzles.load_puzzles(game)]
    except BadPuzzles:
        return None
    return names.index(name) if name in names else None


# Results of the daily tables and puzzles: one counted try each.

DAYS_FILE = "days.json"
MOST_GONE = 20
"""Most lost tries of one table that are remembered."""

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,80}\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=40)]
_File = Annotated[str, msgspec.Meta(pattern=r"^[^/\\:\x00-\x1f]{0,200}\Z")]
_Place = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]


class Try(msgspec.Struct, frozen=True):
    """The counted game of a table: its id and the name of its save; the place it ended on, 0 while it goes on.

    ``levels``: final places by level of the computers that took over the player's seat for comparison. ``gone``: ids of
    earlier tries replaced by this one, as their saves were lost before their games ended. ``advised``: advice was shown
    in the counted game.
    """

    id: _Id = ""
    save: _File = ""
    place: _Place = 0
    ended: Annotated[str, msgspec.Meta(max_length=40)] = ""
    levels: dict[_Name, _Place] = {}
    advised: bool = False
    gone: Annotated[tuple[_Id, ...], msgspec.Meta(max_length=MOST_GONE)] = ()

    def replace_lost(self, lost: "Try") -> "Try":
        """Return this try as the replacement of one whose save is lost: its id is added to ``gone``."""
        return msgspec.structs.replace(self, gone=(*lost.gone, lost.id)[-MOST_GONE:]) if lost.id else self


class Day(msgspec.Struct, frozen=True):
    """One day: the counted tries by game, how often its puzzle was tried, and whether the last of these solved it."""

    tables: dict[_Name, Try] = {}
    tries: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    solved: bool = False


class DailyResults(msgspec.Struct, dict=True):
    """Results by day, of all days on which a table or a puzzle was opened."""

    days: dict[date, Day] = {}

    def get(self, day: date) -> Day:
        """Return the results of one day; empty ones where there are none."""
        return self.days.get(day, Day())

    def count_sealed_letters(self, day: date) -> int:
        """Count the tables of a day that have not been begun, and its puzzle if it has not been tried."""
        if day < FIRST:
            return 0
        made = self.get(day)
        is_sealed = bool(puzzle(day)[0]) and not (made.tries or made.solved)
        return sum(not made.tables.get(game, Try()).id for game in games(day)) + is_sealed

    def find_day(self, game_id: str) -> date | None:
        """Return the day of the daily challenge whose counted try this game is; None for all other games."""
        days = (day for day, made in self.days.items() if any(one.id == game_id for one in made.tables.values()))
        return next(days, None) if game_id else None

    def record_try(self, day: date, game: str, one: Try) -> None:
        """Store the counted try of a table: begun, finished or corrected."""
        before = self.get(day)
        self.days[day] = msgspec.structs.replace(before, tables={**before.tables, game: one})

    def record_puzzle(self, day: date, solved: bool) -> None:
        """Record a finished try at the puzzle of a day; ignored once it is solved."""
        before = self.get(day)
        if not before.solved:
            self.days[day] = msgspec.structs.replace(before, tries=min(9999, before.tries + 1), solved=solved)


def _better(one: Try, other: Try) -> Try:
    """Return the better of two tries at one table from two copies of the program: the one that has ended, else the one
    that replaces the other, else the first."""
    if bool(one.place) != bool(other.place):
        return one if one.place else other
    if one.id in other.gone:
        return other
    return one if one.id != other.id else max(one, other, key=lambda each: len(each.levels))


def _merge(found: DailyResults, now: DailyResults) -> DailyResults:
    days = dict(found.days)
    for day, mine in now.days.items():
        before = found.get(day)
        tables = dict(before.tables)
        for game, one in mine.tables.items():
            tables[game] = _better(tables[game], one) if game in tables else one
        tries = max(before.tries, mine.tries) if before.solved == mine.solved else (before, mine)[mine.solved].tries
        days[day] = Day(tables, tries, before.solved or mine.solved)
    return DailyResults(dict(sorted(days.items())))


KEPT = ProgressFile(DAYS_FILE, DailyResults, _merge, "today.file")
