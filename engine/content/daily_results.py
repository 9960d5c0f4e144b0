"""Results of the daily tables and puzzles (:mod:`engine.content.daily_challenge`): one counted try each."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec

from engine.content import daily_challenge
from engine.seats import MOST_SEATS
from engine.storage import folders
from engine.storage.progress_file import ProgressFile

FILE = "days.json"
MOST_GONE = 20
"""Lost tries of one table that are remembered."""

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,80}\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=40)]
_File = Annotated[str, msgspec.Meta(pattern=r"^[^/\\:\x00-\x1f]{0,200}\Z")]
_Place = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]


class Try(msgspec.Struct, frozen=True):
    """The counted game of a table: its id and the name of its save; the place it ended on, 0 while it goes on.

    ``levels``: the places of computers who sat there instead. ``gone``: the ids of tries before it whose saves were
    lost before their games ended; it takes their place. ``advised``: advice was shown in the counted game.
    """

    id: _Id = ""
    save: _File = ""
    place: _Place = 0
    ended: Annotated[str, msgspec.Meta(max_length=40)] = ""
    levels: dict[_Name, _Place] = {}
    advised: bool = False
    gone: Annotated[tuple[_Id, ...], msgspec.Meta(max_length=MOST_GONE)] = ()

    def replace_lost(self, lost: Try) -> Try:
        """Result of a new attempt in place of one whose save is gone."""
        return msgspec.structs.replace(self, gone=(*lost.gone, lost.id)[-MOST_GONE:]) if lost.id else self


class Day(msgspec.Struct, frozen=True):
    """One day: the tries by game, how often its puzzle was tried, and whether it was solved (the last try did that)."""

    tables: dict[_Name, Try] = {}
    tries: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    solved: bool = False


class DailyResults(msgspec.Struct, dict=True):
    """All days on which something was opened."""

    days: dict[date, Day] = {}

    def get(self, day: date) -> Day:
        """Return the result of one day; an empty one where there is none."""
        return self.days.get(day, Day())

    def count_sealed_letters(self, day: date) -> int:
        """Return how many letters of a day have not been opened, the puzzle among them."""
        if day < daily_challenge.FIRST:
            return 0
        made = self.get(day)
        is_sealed = bool(daily_challenge.puzzle(day)[0]) and not (made.tries or made.solved)
        return sum(not made.tables.get(game, Try()).id for game in daily_challenge.games(day)) + is_sealed

    def find_day(self, game_id: str) -> date | None:
        """Return the day whose letter this game is; None for other games, and for repetitions that do not count."""
        days = (day for day, made in self.days.items() if any(one.id == game_id for one in made.tables.values()))
        return next(days, None) if game_id else None

    def record_try(self, day: date, game: str, one: Try) -> None:
        """The counted try of a table has begun, has ended, or is known better."""
        before = self.get(day)
        self.days[day] = msgspec.structs.replace(before, tables={**before.tables, game: one})

    def record_puzzle(self, day: date, solved: bool) -> None:
        """A try at the puzzle has ended. Once it is solved nothing more counts."""
        before = self.get(day)
        if not before.solved:
            self.days[day] = msgspec.structs.replace(before, tries=min(9999, before.tries + 1), solved=solved)


def _path() -> Path:
    return folders.statistics() / FILE


def _better(one: Try, other: Try) -> Try:
    """Of the same table in two copies of the program: what has ended, what takes the other's place, what was first."""
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


KEPT = ProgressFile(_path, DailyResults, _merge, "today.file")
