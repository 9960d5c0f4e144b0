"""The record of finished games: who played whom, who won, streaks and averages. One SQLite file."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine import files, folders
from engine.session import Session

FILE = "statistics.sqlite3"
LAST_GAMES = 20

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, ended TEXT NOT NULL, turns INTEGER NOT NULL,
    assisted INTEGER NOT NULL, seats INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS players (
    id TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, level TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (id, seat)
);
"""

_COLUMNS = {
    "games": ["id", "game", "ended", "turns", "assisted", "seats"],
    "players": ["id", "seat", "name", "kind", "level", "place"],
}

_NUMBERS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
}


@dataclass(slots=True)
class Tally:
    """Games played and won (a shared first place counts as won), and the mean place."""

    played: int = 0
    won: int = 0
    places: int = 0

    @property
    def share(self) -> float:
        """Part of the games that were won, 0 … 1."""
        return self.won / self.played if self.played else 0.0

    @property
    def mean_place(self) -> float:
        """The mean place, 1 = always first; 0 without games."""
        return self.places / self.played if self.played else 0.0

    def count(self, place: int) -> None:
        """One more game that ended on this place."""
        self.played += 1
        self.won += place == 1
        self.places += place


@dataclass(slots=True)
class PlayerStats:
    """One person, told apart by name. ``streak`` is the present run of wins, ``best_streak`` the longest."""

    name: str
    tally: Tally = field(default_factory=Tally)
    streak: int = 0
    best_streak: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game; the tuples go by seat. ``ended`` is an ISO time."""

    id: str
    game: str
    ended: str
    turns: int
    assisted: bool
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    levels: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(slots=True)
class GameStats:
    """Everything about one game. Assisted games are in ``played``, ``assisted`` and ``last`` only.

    ``against`` is from the persons' side: level of a computer at the table → games and wins.
    ``computers`` is from the computers' own side.
    """

    game: str
    played: int = 0
    assisted: int = 0
    mean_turns: float = 0.0
    persons: Tally = field(default_factory=Tally)
    against: dict[str, Tally] = field(default_factory=dict)
    computers: dict[str, Tally] = field(default_factory=dict)
    players: list[PlayerStats] = field(default_factory=list)
    last: list[PlayedGame] = field(default_factory=list)


def path() -> Path:
    """The file of the record."""
    return folders.statistics() / FILE


def record(session: Session) -> bool:
    """Enter a finished game; entering it again replaces it. False when the game is not over.

    Raises :class:`engine.folders.FolderError`. A damaged record is set aside as ``NAME.bad`` and
    a new one begun.
    """
    if not session.over:
        return False
    with _opened() as base:
        base.execute("DELETE FROM players WHERE id = ?", (session.id,))
        base.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)",
            (session.id, session.game, session.updated, session.turn, session.assisted, len(session.seats)),
        )
        base.executemany(
            "INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)",
            [
                (session.id, number, seat.name, seat.kind, seat.level, place)
                for number, (seat, place) in enumerate(zip(session.seats, session.result(), strict=True))
            ],
        )
    return True


def summary() -> dict[str, GameStats]:
    """Statistics per game id; games never finished are absent. Raises FolderError."""
    if not path().exists():
        return {}
    with _opened() as base:
        found = list(_games(base))
    stats: dict[str, GameStats] = {}
    for played in found:
        _count(stats.setdefault(played.game, GameStats(played.game)), played)
    for each in stats.values():
        each.last = each.last[: -LAST_GAMES - 1 : -1]
        each.players.sort(key=lambda player: (-player.tally.won, player.tally.mean_place, player.name))
    return stats


def clear() -> None:
    """Forget all games; raises FolderError."""
    with _opened() as base:
        base.execute("DELETE FROM players")
        base.execute("DELETE FROM games")


def _games(base: sqlite3.Connection) -> Iterator[PlayedGame]:
    """All games, oldest first."""
    players: dict[str, list[tuple[str, str, str, int]]] = {}
    for key, *row in base.execute("SELECT id, name, kind, level, place FROM players ORDER BY id, seat"):
        players.setdefault(key, []).append((row[0], row[1], row[2], row[3]))
    rows = base.execute("SELECT id, game, ended, turns, assisted FROM games ORDER BY ended, rowid")
    for key, game, ended, turns, assisted in rows:
        names, kinds, levels, places = zip(*players.get(key, [("", "", "", 0)]), strict=True)
        yield PlayedGame(key, game, ended, turns, bool(assisted), names, kinds, levels, places)


def _count(stats: GameStats, played: PlayedGame) -> None:
    stats.played += 1
    stats.mean_turns += (played.turns - stats.mean_turns) / stats.played
    stats.last.append(played)
    if played.assisted:
        stats.assisted += 1
        return
    levels = {level for level, kind in zip(played.levels, played.kinds, strict=True) if kind == "computer"}
    for name, kind, level, place in zip(played.names, played.kinds, played.levels, played.places, strict=True):
        if kind == "computer":
            stats.computers.setdefault(level, Tally()).count(place)
            continue
        stats.persons.count(place)
        for each in levels:
            stats.against.setdefault(each, Tally()).count(place)
        player = next((one for one in stats.players if one.name == name), None)
        if player is None:
            player = PlayerStats(name)
            stats.players.append(player)
        player.tally.count(place)
        player.streak = player.streak + 1 if place == 1 else 0
        player.best_streak = max(player.best_streak, player.streak)


@contextlib.contextmanager
def _opened() -> Iterator[sqlite3.Connection]:
    """The record, open for one transaction."""
    place = path()
    folders.ensure(place.parent)
    try:
        base = _connect(place)
    except sqlite3.OperationalError as error:
        raise _failure(error, place) from error
    except sqlite3.DatabaseError as error:  # not a database, or not this one
        if files.set_aside(place, ".bad") is None:
            raise _failure(error, place) from error
        base = _connect(place)
    try:
        with base:
            yield base
    except sqlite3.OperationalError as error:
        raise _failure(error, place) from error
    finally:
        base.close()


def _connect(place: Path) -> sqlite3.Connection:
    base = sqlite3.connect(place, timeout=5)
    try:
        base.executescript(_TABLES)
        for table, columns in _COLUMNS.items():
            if [row[1] for row in base.execute(f"PRAGMA table_info({table})")] != columns:
                raise sqlite3.DatabaseError(f"the table {table} is not ours")
    except sqlite3.DatabaseError:
        base.close()
        raise
    return base


def _failure(error: sqlite3.Error, place: Path) -> folders.FolderError:
    """What SQLite says, as the player is told of other places that cannot be written."""
    code = getattr(error, "sqlite_errorcode", 0)
    number = _NUMBERS.get(code, 0)
    return folders.failure(OSError(number, str(error)), place)
