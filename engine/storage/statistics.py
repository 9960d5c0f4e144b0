"""The record of finished games: who played whom, who won, streaks and averages.

One SQLite file; how it is opened, and what happens when it is damaged: :mod:`engine.storage.sqlite_store`.
"""

import os
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine import names, schema
from engine.contract import Message
from engine.session import Session
from engine.storage import folders, household, sqlite_store

FILE = "statistics.sqlite3"
FIRST_YEAR = "2025"
"""Year before which no game can have ended: the clock was wrong."""
LAST_GAMES = 20


@dataclass(slots=True)
class Tally:
    """Games played and won (a shared first place counts as won); ``places``: sum of the final places."""

    played: int = 0
    won: int = 0
    places: int = 0

    @property
    def share(self) -> float:
        """Share of the games that were won, 0 to 1."""
        return self.won / self.played if self.played else 0.0

    @property
    def mean_place(self) -> float:
        """The mean place, 1 = always first; 0 without games."""
        return self.places / self.played if self.played else 0.0

    def count(self, place: int) -> None:
        """Count one more game that ended on this place."""
        self.played += 1
        self.won += place == 1
        self.places += place


@dataclass(frozen=True, slots=True)
class Meeting:
    """A person met a computer in a game: its level, the person's ``score`` (1 placed before it, 0.5 level, 0 behind),
    the number of seats, and the level's rating and slope then (:attr:`PlayedGame.rated`)."""

    level: str
    score: float
    seats: int
    rated: tuple[int, float] | None = None


@dataclass(slots=True)
class PlayerStats:
    """One person, told apart by name (:func:`engine.names.fold`); ``name``: the latest spelling.

    ``streak`` is the present run of wins, ``best_streak`` the longest; ``meetings`` with computers, oldest first.
    """

    name: str
    tally: Tally = field(default_factory=Tally)
    streak: int = 0
    best_streak: int = 0
    meetings: list[Meeting] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game; the tuples go by seat. ``ended`` is an ISO time; ``advised``: advice was shown in it;
    ``handicap``: steps, () without one; ``rated``: by seat the rating that the level had then and its slope (the worth
    of a point in that form of the game), None for persons and if it was not recorded."""

    id: str
    game: str
    ended: str
    turns: int
    assisted: bool
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    levels: tuple[str, ...]
    places: tuple[int, ...]
    advised: bool = False
    handicap: tuple[int, ...] = ()
    rated: tuple[tuple[int, float] | None, ...] = ()


_RATED = re.compile(r"(?s)(?!file:)(.*)@([0-9]{1,4})/([0-9.]{1,6})")
"""How the column ``level`` holds a level with its rating and slope; without them in earlier versions."""
ASSISTED, ADVISED = 1, 2
"""Bits of the column ``assisted``: earlier versions know the first, and count a game with any as one with help."""
STEP_SHIFT, STEP_BITS = 2, 3
"""The higher bits hold the steps of the handicap: STEP_BITS per seat, for the first four seats."""


@dataclass(slots=True)
class GameStats:
    """Everything about one game. Games with help count only in ``played``, in ``assisted`` or ``advised``, and
    ``last``.

    ``against``: the persons' games and wins by level of a computer at the table; ``computers``: those of the computers
    by level; ``last``: latest games, the newest first.
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
    advised: int = 0
    latest: int = 0
    """Index of its last game among the finished games of all kinds."""

    def find_player(self, name: str) -> PlayerStats | None:
        """Return the person of this name; None for one who has not finished a game."""
        return find_player(self.players, name)


def find_player(players: Iterable[PlayerStats], name: str) -> PlayerStats | None:
    """Return the person of this name, or None; names are compared by :func:`engine.names.fold`."""
    wanted = names.fold(name)
    return next((one for one in players if names.fold(one.name) == wanted), None)


def find_seat(played: PlayedGame, name: str) -> int | None:
    """Return the seat of a person in a game (of two seats, the one placed better); None if the person did not play."""
    wanted = names.fold(name)
    seats = zip(played.places, played.kinds, played.names, strict=True)
    own = [
        (place, at) for at, (place, kind, each) in enumerate(seats) if kind == "person" and names.fold(each) == wanted
    ]
    return min(own)[1] if own else None


def path() -> Path:
    """Return the path of the record."""
    return folders.statistics() / FILE


def record(session: Session, told: list[Message] | None = None) -> bool:
    """Enter a finished game, see :func:`enter`; return False if the game is not over."""
    played = make_entry(session)
    if played is not None:
        enter(played, told)
    return played is not None


def make_entry(session: Session) -> PlayedGame | None:
    """Return the entry of a finished game for the record; None if the game is not over."""
    if not session.over:
        return None
    return PlayedGame(
        session.id,
        session.game,
        session.updated,
        session.turn,
        session.assisted,
        tuple(seat.name for seat in session.seats),
        tuple(seat.kind for seat in session.seats),
        tuple(seat.level for seat in session.seats),
        session.result(),
        session.advised,
        session.handicap,
    )


def enter(played: PlayedGame, told: list[Message] | None = None) -> None:
    """Enter a finished game; entering it again replaces it.

    Raises :class:`engine.storage.folders.FolderError`. A damaged record is set aside as ``NAME.bad`` and replaced; here
    and in the functions below, messages about that for the player are added to ``told``.
    """
    rated = played.rated or (None,) * len(played.levels)
    levels = [
        level if one is None else f"{level}@{one[0]}/{one[1]:.4g}"
        for level, one in zip(played.levels, rated, strict=True)
    ]
    seats = zip(played.names, played.kinds, levels, played.places, strict=True)
    rows = [(played.id, number, *seat) for number, seat in enumerate(seats)]
    steps = sum(step << STEP_SHIFT + STEP_BITS * seat for seat, step in enumerate(played.handicap))
    help_ = ASSISTED * played.assisted | ADVISED * played.advised | steps

    def write(base: sqlite3.Connection) -> None:
        base.execute("DELETE FROM players WHERE id = ?", (played.id,))
        base.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)",
            (played.id, played.game, played.ended, played.turns, help_, len(rows)),
        )
        base.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)", rows)

    sqlite_store.use(path(), write, _list(told))


def summary(told: list[Message] | None = None) -> dict[str, GameStats]:
    """Return statistics by game id; without games that were never finished. Raises FolderError."""
    stats: dict[str, GameStats] = {}
    for number, played in enumerate(load_games(told)):
        of_game = stats.setdefault(played.game, GameStats(played.game))
        of_game.latest = number
        _count(of_game, played)
    for each in stats.values():
        each.last = each.last[: -LAST_GAMES - 1 : -1]
        each.players.sort(key=lambda player: (-player.tally.won, player.tally.mean_place, player.name))
    return stats


def load_games(told: list[Message] | None = None) -> list[PlayedGame]:
    """Return all finished games, oldest first, with the present names of people; raises FolderError."""
    if not os.path.lexists(path()):
        return []
    known = household.read_known_names()
    return sqlite_store.use(path(), lambda base: list(_games(base, known)), _list(told))


def find_games(ids: Collection[str], told: list[Message] | None = None) -> dict[str, PlayedGame]:
    """Return those of the games with these ids that are in the record, by id; raises FolderError."""
    return {played.id: played for played in load_games(told) if played.id in ids} if ids else {}


def clear(told: list[Message] | None = None) -> None:
    """Remove all games from the record; raises FolderError."""

    def forget(base: sqlite3.Connection) -> None:
        base.execute("DELETE FROM players")
        base.execute("DELETE FROM games")

    sqlite_store.use(path(), forget, _list(told))


def check(told: list[Message] | None = None) -> None:
    """Check the whole record, and copy it if the last backup is a week old; raises FolderError.

    Takes time proportional to the file: call it in the background.
    """
    if os.path.lexists(path()):
        sqlite_store.check(path(), _list(told))


def _list(told: list[Message] | None) -> list[Message]:
    return [] if told is None else told


_Row = tuple[str, str, str, int]
_PlayerRow: type[tuple[str, str, str, str, int]] = tuple[str, str, str, str, int]
_GameRow: type[tuple[str, str, str, int, int]] = tuple[str, str, str, int, int]


def _games(base: sqlite3.Connection, known: Mapping[str, str]) -> Iterator[PlayedGame]:
    """Yield all games, oldest first; ``known``: present names of people by folded earlier ones."""
    players: dict[str, list[_Row]] = {}
    for row in base.execute("SELECT id, name, kind, level, place FROM players ORDER BY id, seat"):
        key, name, kind, level, place = schema.convert(row, _PlayerRow)
        shown = known.get(names.fold(name), name) if known and kind == "person" else name
        players.setdefault(key, []).append((shown, kind, level, place))
    rows = base.execute("SELECT id, game, ended, turns, assisted FROM games ORDER BY rowid")
    for key, game, ended, turns, help_ in _sort_by_end([schema.convert(row, _GameRow) for row in rows]):
        called, kinds, written, places = zip(*players.get(key, [("", "", "", 0)]), strict=True)
        levels, rated = zip(*map(_split_rating, written), strict=True)
        assisted, advised = bool(help_ & ASSISTED), bool(help_ & ADVISED)
        bits = help_ >> STEP_SHIFT
        steps = (
            tuple(bits >> STEP_BITS * seat & (1 << STEP_BITS) - 1 for seat in range(len(called))) if bits > 0 else ()
        )
        yield PlayedGame(key, game, ended, turns, assisted, called, kinds, levels, places, advised, steps, rated)


def _split_rating(written: str) -> tuple[str, tuple[int, float] | None]:
    """Split a stored level into level, and (rating, slope) or None."""
    found = _RATED.fullmatch(written)
    if found is None or found[3].count(".") > 1 or not found[3].strip("."):
        return written, None
    return found[1], (int(found[2]), float(found[3]))


def _sort_by_end(rows: list[tuple[str, str, str, int, int]]) -> list[tuple[str, str, str, int, int]]:
    """Sort rows, given in order of entry, by the time when the game ended. A game with an impossible time comes right
    after the one that was entered before it."""
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    believed, ends = "", {}
    for row in rows:
        if FIRST_YEAR <= row[2] <= tomorrow:
            believed = row[2]
        ends[row[0]] = believed
    return sorted(rows, key=lambda row: ends[row[0]])


def _count(stats: GameStats, played: PlayedGame) -> None:
    stats.played += 1
    stats.mean_turns += (played.turns - stats.mean_turns) / stats.played
    stats.last.append(played)
    if played.assisted or played.advised:
        stats.assisted += played.assisted
        stats.advised += played.advised and not played.assisted
        return
    levels = {level for level, kind in zip(played.levels, played.kinds, strict=True) if kind == "computer"}
    people: dict[str, tuple[str, int]] = {}
    for name, kind, level, place in zip(played.names, played.kinds, played.levels, played.places, strict=True):
        if kind == "computer":
            stats.computers.setdefault(level, Tally()).count(place)
            continue
        stats.persons.count(place)
        for each in levels:
            stats.against.setdefault(each, Tally()).count(place)
        # A person on two seats has played one game, and ended it on the better place.
        person = names.fold(name)
        if person not in people or place < people[person][1]:
            people[person] = (name, place)
    for name, place in people.values():
        player = stats.find_player(name)
        if player is None:
            player = PlayerStats(name)
            stats.players.append(player)
        player.name = name
        player.tally.count(place)
        if not played.handicap:
            player.meetings += list_meetings(played, place)
        player.streak = player.streak + 1 if place == 1 else 0
        player.best_streak = max(player.best_streak, player.streak)


def list_meetings(played: PlayedGame, own: int) -> Iterator[Meeting]:
    """Yield the meetings of a person that finished in place ``own`` with every computer of the game."""
    rated = played.rated or (None,) * len(played.levels)
    for kind, level, place, one in zip(played.kinds, played.levels, played.places, rated, strict=True):
        if kind == "computer":
            yield Meeting(level, (own < place) + (own == place) / 2, len(played.places), one)
