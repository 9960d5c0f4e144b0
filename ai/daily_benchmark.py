"""Benchmark of the daily challenge: every level plays the same seats, options and seed in the player's place.

``python3 -m ai.daily_benchmark 2026-11-23 king_of_12`` prints the places at the table of a day. For the window a
separate process plays one level after the other and reports each place (:class:`BenchmarkWorker`).
"""

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

from ai.algorithms import heartbeat
from ai.choose import choose
from ai.levels import LEVELS
from ai.workers.process import Job, WorkerProcess
from ai.workers.protocol import start_inbox
from engine import schema
from engine.content import daily_challenge
from engine.seats import MOST_SEATS, Level, Seat
from engine.session import Session
from engine.storage import safe_read

POLITE = 10
"""Niceness of the process relative to the window."""


class Order(msgspec.Struct, frozen=True):
    """Window → worker: play this table for these levels. ``rivals`` by seat, "" for the seat of the level."""

    game: str
    options: dict[str, Any]
    seed: str
    rivals: tuple[Level, ...]
    levels: tuple[str, ...]


class Placed(msgspec.Struct, frozen=True):
    """Worker → window: the place a level reached."""

    level: str
    place: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]


def play_out(session: Session) -> Session:
    """Let the computer seats of a session play it to its end; return the same session."""
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


def find_place(order: Order, level: str) -> Placed:
    """Play the table of an order with ``level`` in the free seat; return the place that it reached."""
    seats = [Seat("computer", rival or level, f"{at + 1}", at % 4) for at, rival in enumerate(order.rivals)]
    session = play_out(Session.start(order.game, order.options, seats, order.seed))
    return Placed(level, session.result()[order.rivals.index("")])


def make_order(table: daily_challenge.Table, levels: Sequence[str] = LEVELS) -> Order:
    """Build the order for the table of a day."""
    rivals = tuple(table.find_level(seat) for seat in range(table.seats))
    return Order(table.game, dict(table.options), table.seed, rivals, tuple(levels))


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Play incoming orders until the window closes the connection; one that cannot be played ends the process."""
    inbox = start_inbox(hears)
    heartbeat.start(says.send_bytes)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        order = msgspec.msgpack.decode(inbox.get(), type=schema.prepare(Order))
        for level in order.levels:
            says.send_bytes(msgspec.msgpack.encode(find_place(order, level)))


class BenchmarkWorker:
    """Plays the table of an order with every level in a separate process. Not thread-safe."""

    def __init__(self, order: Order, open_link: Callable[[], WorkerProcess] | None = None) -> None:
        self.waiting = list(order.levels)
        self._errand = Job(serve, msgspec.msgpack.encode(order), open_link=open_link)

    @property
    def working(self) -> bool:
        """Whether results are still to come."""
        return self._errand.working

    def poll(self) -> list[Placed]:
        """Return the results since the last call. Never waits, never raises."""
        found: list[Placed] = []
        while (data := self._errand.receive()) is not None:
            try:
                one = msgspec.msgpack.decode(data, type=schema.prepare(Placed))
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
    """Print the places of the levels at the table of a day; returns 0, or 2 if there is no table."""
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
        one = find_place(make_order(table), level)
        print(f"{level}: {one.place} of {table.seats}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
