"""The life of a process that reviews games: one game after the other, a first look and then finer ones.

Two of them can share a game: one works from its beginning on, and its helper from the end back, until they meet. What
the helper has found of a step is handed on to the other one, which alone tells reviews; whether it has a helper, and
how quick it is, changes none of them.
"""

from __future__ import annotations

import contextlib
import os
import queue
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Annotated

import msgspec

from ai.workers.inbox import attended
from engine import schema

from .report import WHOLE, Review

if TYPE_CHECKING:
    from .analyser import Reviewer, Worked

TELL_EVERY_S = 0.4
"""Reviews that come sooner after each other are not told."""
POLITE = 5
"""So much later than the window the process gets its turn."""


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Window → worker: review this game. ``save`` are the bytes of its file, ``people`` seats whose best choice is
    looked for."""

    save: bytes
    people: tuple[int, ...]


class Share(msgspec.Struct, frozen=True, tag="share"):
    """Window → helper: work the steps of this game out, from the last one back; each of them is an answer."""

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
    """Review what is asked for until the window is gone; an answer is a review as JSON, or a fault.

    While a game is reviewed, what is heard is what a helper has found (:class:`ai.analysis.analyser.Worked`).
    """
    inbox = attended(hears)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        data = inbox.get()
        try:
            for answer in _answers(data, inbox):
                says.send_bytes(answer)
        except (OSError, ValueError):
            return


def _answers(data: bytes, inbox: queue.SimpleQueue[bytes]) -> Iterator[bytes]:
    try:
        told = 0.0
        asked: Order | Attempt | Share = msgspec.msgpack.decode(data, type=schema.known(Order | Attempt | Share))
        if isinstance(asked, Attempt):
            yield msgspec.json.encode(attempted(asked))
            return
        if isinstance(asked, Share):
            for worked in shared(asked):
                yield msgspec.msgpack.encode(worked)
            return
        for review in reviews(asked, inbox):
            now = time.monotonic()
            if review.worked_out or not told or now - told >= TELL_EVERY_S:
                told = now
                yield msgspec.json.encode(review)
    except Exception as error:
        yield msgspec.json.encode(Fault(f"{type(error).__name__}: {error}"[:200]))


def attempted(asked: Attempt) -> Attempted:
    """The answer to an attempt; raises what reading a game raises."""
    reviewer = _reviewer(asked.save, ())
    stretch = next(one for one in reviewer.stretches if one.turn == asked.turn)
    by, _ = reviewer.choices.compared(stretch, asked.seat, asked.best, asked.action)
    return Attempted(round(by.gain * WHOLE), by.clear)


def reviews(order: Order, helped: queue.SimpleQueue[bytes] | None = None) -> Iterator[Review]:
    """The reviews of a game, finer and finer, with what a helper says; raises what reading a game raises."""
    reviewer = _reviewer(order.save, order.people)
    first = reviewer.first()
    yield first
    yield from reviewer.finer(first, Helped(reviewer, helped).step)


def shared(asked: Share) -> Iterator[Worked]:
    """The steps of a game, worked out from the last one back; raises what reading a game raises."""
    reviewer = _reviewer(asked.save, asked.people)
    for at in reversed(range(len(reviewer.stretches))):
        yield reviewer.worked_out(at)


def _reviewer(save: bytes, people: tuple[int, ...]) -> Reviewer:
    from engine.session import Session
    from engine.storage import save_format

    from .analyser import Reviewer

    session, _ = Session.resume(save_format.decode(save), None)
    return Reviewer(session.game, session.course, session.options, session.id, people)


class Helped:
    """What a helper has found so far; what makes no sense is passed over."""

    def __init__(self, reviewer: Reviewer, heard: queue.SimpleQueue[bytes] | None) -> None:
        from .analyser import Worked

        self._decoder = msgspec.msgpack.Decoder(schema.known(Worked))
        self._reviewer = reviewer
        self._heard = heard
        self._found: dict[int, Worked] = {}

    def step(self, at: int) -> Worked | None:
        """What was found of a step; None when nobody has worked it out yet."""
        while self._heard is not None and not self._heard.empty():
            with contextlib.suppress(msgspec.DecodeError, ValueError, RecursionError):
                worked = self._decoder.decode(self._heard.get())
                worked.check(self._reviewer.seats, len(self._reviewer.stretches))
                self._found[worked.at] = worked
        return self._found.get(at)
