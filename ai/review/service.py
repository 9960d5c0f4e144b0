"""The life of the process that reviews games: one game after the other, a first look and then finer ones."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Annotated

import msgspec

from ai.ears import attended

from .account import WHOLE, Review

TELL_EVERY_S = 0.4
"""Reviews that come sooner after each other are not told."""
POLITE = 5
"""So much later than the window the process gets its turn."""


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Window → worker: review this game. ``save`` are the bytes of its file, ``people`` seats whose best choice is
    looked for."""

    save: bytes
    people: tuple[int, ...]


class Attempt(msgspec.Struct, frozen=True, tag="attempt"):
    """Window → worker: is this action as good as the best one, after so many decisions?"""

    save: bytes
    turn: int
    seat: int
    best: int
    action: int


class Attempted(msgspec.Struct, frozen=True):
    """Worker → window: what the action loses, in millionths, and whether that is clear of its noise."""

    lost: Annotated[int, msgspec.Meta(ge=-WHOLE, le=WHOLE)]
    clear: bool


class Fault(msgspec.Struct, frozen=True):
    """Worker → window: the game cannot be reviewed."""

    why: str


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Review what is asked for until the window is gone; an answer is a review as JSON, or a fault."""
    inbox = attended(hears)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        data = inbox.get()
        try:
            for answer in _answers(data):
                says.send_bytes(answer)
        except (OSError, ValueError):
            return


def _answers(data: bytes) -> Iterator[bytes]:
    try:
        told = 0.0
        asked: Order | Attempt = msgspec.msgpack.decode(data, type=Order | Attempt)
        if isinstance(asked, Attempt):
            yield msgspec.json.encode(attempted(asked))
            return
        for review in reviews(asked):
            now = time.monotonic()
            if review.finished or not told or now - told >= TELL_EVERY_S:
                told = now
                yield msgspec.json.encode(review)
    except Exception as error:
        yield msgspec.json.encode(Fault(f"{type(error).__name__}: {error}"[:200]))


def attempted(asked: Attempt) -> Attempted:
    """The answer to an attempt; raises what reading a game raises."""
    from engine import save_format
    from engine.session import Session

    from .reviewed import Reviewer

    session, _ = Session.resume(save_format.decode(asked.save), None)
    reviewer = Reviewer(session.game, session.course, session.options, session.id, ())
    stretch = next(one for one in reviewer.stretches if one.turn == asked.turn)
    by, _ = reviewer.choices.compared(stretch, asked.seat, asked.best, asked.action)
    return Attempted(round(by.gain * WHOLE), by.clear)


def reviews(order: Order) -> Iterator[Review]:
    """The reviews of a game, finer and finer; raises what reading a game raises."""
    from engine import save_format
    from engine.session import Session

    from .reviewed import Reviewer

    session, _ = Session.resume(save_format.decode(order.save), None)
    reviewer = Reviewer(session.game, session.course, session.options, session.id, order.people)
    first = reviewer.first()
    yield first
    yield from reviewer.finer(first)
