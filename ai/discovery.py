"""What the opponents in the player's folder offer, asked of a worker process: the window runs no such file.

Files are asked one after the other. One that hangs, ends its process or cannot be used is listed with the
reason, and the next ones go to a new process.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ai.opponents_folder import PREFIX, names, stamp
from ai.workers.protocol import Failure, Look, Seen
from engine.names import of_file

if TYPE_CHECKING:
    from ai.workers.queue import Lane

DEADLINE_S = 3.0
"""For reading one file, beside the start of the process."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One file: its title and games; or ``failure`` and ``problem``, how and why it cannot be used."""

    title: str
    games: tuple[str, ...] = ()
    failure: Failure | None = None
    problem: str = ""


class Roster:
    """The known offers, by level (``file:clever``). Not shared between threads."""

    def __init__(self, deadline: float = DEADLINE_S) -> None:
        self.deadline = deadline
        self._lane: Lane | None = None
        self._known: dict[str, tuple[tuple[int, int], Offer]] = {}
        self._asked: dict[int, tuple[str, tuple[int, int]]] = {}
        self._tickets = 0

    @property
    def busy(self) -> bool:
        """Whether some file has still to say what it offers."""
        return bool(self._asked)

    def look(self) -> None:
        """Ask every file that is new or has changed since it was asked."""
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
                from ai.workers.queue import Lane  # loaded only for players who have opponents of their own

                self._lane = Lane(True, self.deadline, patient=True)
            self._lane.ask(Look(self._tickets, level.removeprefix(PREFIX)))

    def poll(self) -> bool:
        """Take in what has been said; True when something is known that was not. Never waits, never raises."""
        if not self._asked or self._lane is None:
            return False
        outcomes = self._lane.poll()
        for outcome in outcomes:
            level, mark = self._asked.pop(outcome.question.ticket)
            stem = of_file(level.removeprefix(PREFIX))
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
        """The files that can play this game, those that have not answered yet included."""
        waiting = {level for level, _ in self._asked.values()}
        can = {level for level, (_, offer) in self._known.items() if game in offer.games}
        return sorted(waiting | can)

    def title(self, level: str) -> str:
        """How an opponent from a file is called: its title where that is known, else the name of the file."""
        known = self._known.get(level)
        return known[1].title if known is not None and known[1].title else of_file(level.removeprefix(PREFIX))

    def problems(self) -> dict[str, Offer]:
        """The files that cannot be used, by their names."""
        bad = {level: offer for level, (_, offer) in self._known.items() if offer.failure is not None}
        return {of_file(level.removeprefix(PREFIX)): offer for level, offer in bad.items()}

    def close(self) -> None:
        """End the process that is being asked."""
        self._asked.clear()
        if self._lane is not None:
            self._lane.end(wait=True)


def found(game: str) -> dict[str, str]:
    """Levels of the opponents for this game with their titles, for scripts: asks a worker and waits for it.

    Files that cannot be used are left out.
    """
    roster = Roster()
    try:
        roster.look()
        while roster.busy:
            roster.poll()
            time.sleep(0.005)
        return {level: roster.title(level) for level in roster.levels(game)}
    finally:
        roster.close()
