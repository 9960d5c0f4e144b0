"""Opponents about even with a person, from the record of finished games, read in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai import character
from ai.ratings import nearest_even, own_rating
from engine.contract import Message
from engine.seats import WHO
from engine.storage import statistics
from engine.storage.statistics import Meeting, PlayedGame, PlayerStats, find_player, find_seat

if TYPE_CHECKING:
    from scenes.shell.context import Context


class AboutEven:
    """Reads the record once, and says whom a person of this game could meet on even terms."""

    def __init__(self, ctx: Context, game: str) -> None:
        self._game = game
        self._players: list[PlayerStats] | None = None
        self._last: list[PlayedGame] = []
        self._known: dict[str, str | None] = {}
        ctx.records.submit("summary", self._look)

    def _look(self) -> list[Message]:
        told: list[Message] = []
        found = statistics.summary(told).get(self._game)
        self._last = found.last if found is not None else []
        self._players = found.players if found is not None else []
        return told

    @property
    def read(self) -> bool:
        """Whether the record has been read."""
        return self._players is not None

    def level_for(self, person: str) -> str | None:
        """The character that is nearest to even; None before the fifth game, or when nobody is."""
        if self._players is None:
            return None
        if person not in self._known:
            record = find_player(self._players, person)
            own = None if record is None else own_rating(self._game, record.meetings, record.tally.played)
            self._known[person] = nearest_even(self._game, own, [WHO + stem for stem in character.ours()])
        return self._known[person]

    def count_games(self, person: str) -> int:
        """Return how many games a person has finished, at least: those of long ago that did not count are forgotten."""
        record = find_player(self._players or (), person)
        return max(
            0 if record is None else record.tally.played,
            sum(find_seat(played, person) is not None for played in self._last),
        )

    def find_streak(self, person: str) -> int:
        """Games won in a row by a person, the latest first; defeats in a row as a negative number.

        A game with help or advice is passed over, and so is one with other people.
        """
        streak = 0
        for played in self._last:
            if (
                played.assisted
                or played.advised
                or played.kinds.count("person") != 1
                or find_seat(played, person) is None
            ):
                continue
            won = played.places[played.kinds.index("person")] == 1
            if streak and won != (streak > 0):
                break
            streak += 1 if won else -1
        return streak

    def count_meetings(self, person: str, level: str) -> tuple[int, int]:
        """How often a person came in before and after a computer of this level or character."""
        meetings = [one.score for one in self._find(person) if one.level == level]
        return sum(score == 1 for score in meetings), sum(score == 0 for score in meetings)

    def estimate_rating(self, person: str) -> int | None:
        """Rating of a person in this game; None before the fifth game."""
        record = find_player(self._players or (), person)
        own = None if record is None else own_rating(self._game, record.meetings, record.tally.played)
        return None if own is None else own.rating

    def _find(self, person: str) -> list[Meeting]:
        record = find_player(self._players or (), person)
        return [] if record is None else record.meetings
