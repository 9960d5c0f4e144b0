"""Finds out through a worker process what the opponent files in the player's folder offer.

The window itself runs no such file. Files are asked one after the other. One that hangs, ends its process or cannot be
used is listed with the reason, and the next one gets a new process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ai.opponents_folder import PREFIX, names, stamp
from ai.workers.protocol import Failure, Look, Seen
from engine.names import from_file_stem

if TYPE_CHECKING:
    from ai.workers.pool import RequestQueue

DEADLINE_S = 3.0
"""Seconds to read one file, without the start of the process."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Title and games of an opponent file, or how (``failure``) and why (``problem``) it cannot be used."""

    title: str
    games: tuple[str, ...] = ()
    failure: Failure | None = None
    problem: str = ""


class Discovery:
    """What each file (by level: ``file:clever``) offers, asked for in a worker process. Not thread-safe."""

    def __init__(self, deadline: float = DEADLINE_S) -> None:
        self.deadline = deadline
        self._lane: RequestQueue | None = None
        self._known: dict[str, tuple[tuple[int, int], Offer]] = {}
        self._asked: dict[int, tuple[str, tuple[int, int]]] = {}
        self._tickets = 0

    @property
    def busy(self) -> bool:
        """Whether a file has not answered yet."""
        return bool(self._asked)

    def look(self) -> None:
        """Start asking every new or changed file, and forget files that are gone; answers come by ``poll``."""
        present = [PREFIX + name for name in names()]
        self._known = {level: known for level, known in self._known.items() if level in present}
        open_now = {level for level, _ in self._asked.values()}
        for level in present:
            mark = stamp(level.removeprefix(PREFIX))
            known = self._known.get(level)
            if level in open_now or (known is not None and known[0] == mark):
                continue
            self._tickets += 1
            self._asked[self._tickets] = (level, mark)
            if self._lane is None:
                from ai.workers.pool import RequestQueue  # loaded only for players who have opponents of their own

                self._lane = RequestQueue(True, self.deadline, patient=True)
            self._lane.ask(Look(self._tickets, level.removeprefix(PREFIX)))

    def poll(self) -> bool:
        """Process incoming answers; return whether something new is known. Never waits, never raises."""
        if not self._asked or self._lane is None:
            return False
        outcomes = self._lane.poll()
        for outcome in outcomes:
            level, mark = self._asked.pop(outcome.question.ticket)
            stem = from_file_stem(level.removeprefix(PREFIX))
            if not isinstance(outcome.reply, Seen):
                offer = Offer(stem, failure=outcome.how or "crashed", problem=outcome.why)
            elif outcome.reply.problem:
                offer = Offer(stem, failure="crashed", problem=outcome.reply.problem)
            else:
                offer = Offer(outcome.reply.title or stem, outcome.reply.games)
            self._known[level] = (mark, offer)
        if outcomes and not self._asked:
            self._lane.end()  # nothing more to ask: no process is kept for it
        return bool(outcomes)

    def levels(self, game: str) -> list[str]:
        """Return the levels (``file:NAME``) that can play this game, including files that have not answered yet."""
        waiting = {level for level, _ in self._asked.values()}
        can = {level for level, (_, offer) in self._known.items() if game in offer.games}
        return sorted(waiting | can)

    def title(self, level: str) -> str:
        """Display name of an opponent file: its title if known, else the file name."""
        known = self._known.get(level)
        return known[1].title if known is not None and known[1].title else from_file_stem(level.removeprefix(PREFIX))

    def problems(self) -> dict[str, Offer]:
        """Return the offers of files that cannot be used (:attr:`Offer.problem` says why), by file name."""
        bad = {level: offer for level, (_, offer) in self._known.items() if offer.failure is not None}
        return {from_file_stem(level.removeprefix(PREFIX)): offer for level, offer in bad.items()}

    def close(self) -> None:
        """End the worker process."""
        self._asked.clear()
        if self._lane is not None:
            self._lane.end(wait=True)
