"""Opponents about even with a person, from the record of finished games, read in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai import character
from ai.ratings import nearest_even, own_rating
from engine.contract import Message
from engine.seats import WHO
from engine.storage import statistics
from engine.storage.statistics import PlayerStats

if TYPE_CHECKING:
    from scenes.shell.context import Context


class AboutEven:
    """Reads the record once, and says whom a person of this game could meet on even terms."""

    def __init__(self, ctx: Context, game: str) -> None:
        self._game = game
        self._players: list[PlayerStats] | None = None
        self._known: dict[str, str | None] = {}
        ctx.records.submit("summary", self._look)

    def _look(self) -> list[Message]:
        told: list[Message] = []
        found = statistics.summary(told).get(self._game)
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
            record = next((one for one in self._players if one.name == person), None)
            own = None if record is None else own_rating(self._game, record.meetings, record.tally.played)
            self._known[person] = nearest_even(self._game, own, [WHO + stem for stem in character.ours()])
        return self._known[person]
