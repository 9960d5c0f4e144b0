"""How the levels would have done at a table: the same seats, options and seed, with each of them in the player's place.

``python3 -m ai.daily_benchmark 2026-11-23 king_of_12`` prints the places at the table of a day. Beside the window a
process of its own plays (:class:`LevelsBeside`), one level after the other, and says each place when it is known.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from multiprocessing.connection import Connection
from typing import Annotated, Any

import msgspec

from ai.choose import choose
from ai.levels import LEVELS
from ai.workers.inbox import attended
from ai.workers.job import Errand
from ai.workers.process import Link
from engine import schema
from engine.content import daily_challenge
from engine.seats import MOST_SEATS, Level, Seat
from engine.session import Session
from engine.storage import safe_read

POLITE = 10
"""So much later than the window the process gets its turn."""
SILENCE_S = 900.0
"""A worker that has said nothing for so long is ended: the grandmaster takes seconds for each decision."""


class Order(msgspec.Struct, frozen=True):
    """Window → worker: play this table for these levels. ``rivals`` by seat, with "" where the levels sit."""

    game: str
    options: dict[str, Any]
    seed: str
    rivals: tuple[Level, ...]
    levels: tuple[str, ...]


class Placed(msgspec.Struct, frozen=True):
    """Worker → window: the place a level has come to."""

    level: str
    place: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]


def play_out(session: Session) -> Session:
    """Let the computers of a game play it to its end."""
    while owing := session.to_act():
        answers = []
        for seat in owing:
            legal = session.legal(seat)
            if len(legal) == 1:
                answers.append((seat, legal[0]))
                continue
            level = session.seats[seat].level
            made = choose(session.game, session.view(seat), seat, legal, level, session.opponent_seed(seat))
            answers.append((seat, made.action))
        for seat, action in answers:
            session.submit(seat, action)
    return session


def placed(order: Order, level: str) -> Placed:
    """The place of a level at a table."""
    seats = [Seat("computer", rival or level, f"{at + 1}", at % 4) for at, rival in enumerate(order.rivals)]
    session = play_out(Session.start(order.game, order.options, seats, order.seed))
    return Placed(level, session.result()[order.rivals.index("")])


def order_of(table: daily_challenge.Table, levels: Sequence[str] = LEVELS) -> Order:
    """What to play for the table of a day."""
    rivals = tuple(table.level_at(seat) for seat in range(table.seats))
    return Order(table.game, dict(table.options), table.seed, rivals, tuple(levels))


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Play what is asked for until the window is gone; what cannot be played is not answered."""
    inbox = attended(hears)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        order = msgspec.msgpack.decode(inbox.get(), type=schema.known(Order))
        for level in order.levels:
            says.send_bytes(msgspec.msgpack.encode(placed(order, level)))


class LevelsBeside:
    """The levels at one table, in a process of its own. Not shared between threads."""

    def __init__(self, order: Order, open_link: Callable[[], Link] | None = None) -> None:
        self.waiting = list(order.levels)
        self._errand = Errand(serve, msgspec.msgpack.encode(order), SILENCE_S, open_link)

    @property
    def working(self) -> bool:
        """Whether more is to come."""
        return self._errand.working

    def poll(self) -> list[Placed]:
        """What has come since the last call. Never waits, never raises."""
        found: list[Placed] = []
        while (data := self._errand.said()) is not None:
            try:
                one = msgspec.msgpack.decode(data, type=schema.known(Placed))
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                self._errand.fail(str(error))
                break
            if one.level in self.waiting:
                self.waiting.remove(one.level)
                found.append(one)
            if not self.waiting:
                self.close()
        return found

    def close(self) -> None:
        """End the process."""
        self._errand.close()


def main(argv: list[str]) -> int:
    """Print the places of the levels at the table of a day; 0, or 2 when there is none."""
    parser = argparse.ArgumentParser(prog="ai.daily_benchmark", description="How the levels do at the table of a day.")
    parser.add_argument("day", type=date.fromisoformat, metavar="YYYY-MM-DD")
    parser.add_argument("game")
    parser.add_argument(
        "levels", nargs="*", metavar="LEVEL", help=f"some of {', '.join(LEVELS)}; all of them by default"
    )
    given = parser.parse_args(argv)
    for level in given.levels:
        if level not in LEVELS:
            parser.error(f"unknown level {level!r}: expected some of {', '.join(LEVELS)}")
    try:
        table = daily_challenge.table(given.day, given.game)
    except LookupError as error:
        parser.error(safe_read.one_line(str(error)))
    for level in given.levels or LEVELS:
        one = placed(order_of(table), level)
        print(f"{level}: {one.place} of {table.seats}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
