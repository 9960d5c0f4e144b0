"""Messages between window and workers: MessagePack, decoded into known types only.

A worker may run an opponent file that sends arbitrary bytes. Nothing is unpickled; every message is checked for type,
size and meaning, and an invalid one raises :class:`BadMessage`.
"""

import _thread
import math
import os
import queue
import signal
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Literal

import msgspec

from ai.decision import Decision, TurnReason
from engine import names, schema
from engine.contract import Message
from games.event_texts import TurnPart

MOST_BYTES = 1_000_000
"""Most bytes of a message; the longest valid ones have some ten thousand."""
MOST_CONSIDERED = 4096
MOST_REASONS = 5
MOST_PARTS = 24
"""Most parts of a plan, and most effects of a part."""
MOST_GAMES = 64
MOST_WORDS = 200
"""Most characters of the reason why a file cannot be used."""
_DEEPEST = 5

Failure = Literal["crashed", "slow", "illegal", "silent"]
"""How an opponent can fail: it exited or raised, took too long, returned an illegal action, or returned nothing."""


class BadMessage(ValueError):
    """Bytes from a worker that are not a valid message."""


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Window → worker: decide. ``judged``: include win probabilities."""

    ticket: int
    game: str
    view: Any
    seat: int
    legal: tuple[int, ...]
    level: str
    seed: int
    judged: bool = False


class Look(msgspec.Struct, frozen=True, tag="look"):
    """Window → worker: what does the opponent file of this name offer?"""

    ticket: int
    name: str


class AskWhy(msgspec.Struct, frozen=True, tag="why"):
    """Window → worker: why has a seat played this line (``ai.aims``)? ``view``: of the seat that asks, before it."""

    ticket: int
    game: str
    view: Any
    seat: int
    line: tuple[int, ...]
    seed: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Worker → window: the process has loaded its modules; deadlines count from now on."""


class Decided(msgspec.Struct, frozen=True, tag="decided"):
    """Worker → window: the answer to :class:`Ask`."""

    ticket: int
    decision: Decision


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """Worker → window: the answer to :class:`Look`. With ``problem`` set the file cannot be used."""

    ticket: int
    title: str
    games: tuple[str, ...]
    problem: str = ""


class Reasoned(msgspec.Struct, frozen=True, tag="reasoned"):
    """Worker → window: the answer to :class:`AskWhy`."""

    ticket: int
    reason: TurnReason


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Worker → window: the opponent failed, but the worker itself can be used further."""

    ticket: int
    how: Failure
    why: str = ""


Question = Ask | Look | AskWhy
Reply = Ready | Decided | Seen | Reasoned | Failed

_REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(schema.prepare(Reply))


encode: Callable[[Question | Reply], bytes] = msgspec.msgpack.Encoder().encode
"""Encode a message; raises TypeError, ValueError or OverflowError if that is impossible."""
question: Callable[[bytes], Question] = msgspec.msgpack.Decoder(schema.prepare(Question)).decode
"""Decode a question; raises msgspec.DecodeError."""


def reply(data: bytes) -> Reply:
    """Return the decoded reply with its texts limited in length; raises :class:`BadMessage`."""
    if len(data) > MOST_BYTES:
        raise BadMessage(f"{len(data)} bytes")
    try:
        found = _REPLIES.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise BadMessage(str(error)[:MOST_WORDS]) from None
    if isinstance(found, Seen):
        games = tuple(name[: names.LONGEST] for name in found.games[:MOST_GAMES])
        return Seen(found.ticket, names.clean(found.title), games, names.clean(found.problem, MOST_WORDS))
    if isinstance(found, Failed):
        return Failed(found.ticket, found.how, names.clean(found.why, MOST_WORDS))
    return found


def sensible(decision: Decision, legal: Sequence[int]) -> bool:
    """Whether a decision is legal, with valid numbers and texts that can be displayed."""
    allowed = set(legal)
    if decision.action not in allowed or len(decision.considered) > MOST_CONSIDERED:
        return False
    if not all(
        told is None or 0 <= told <= 1 for told in (decision.chance, *(one.chance for one in decision.considered))
    ):
        return False
    return all(
        one.action in allowed
        and math.isfinite(one.weight)
        and -1e-6 <= one.weight <= 1 + 1e-6
        and math.isfinite(one.value)
        and len(one.reasons) <= MOST_REASONS
        and all(map(_showable, one.reasons))
        and len(one.plan) <= MOST_PARTS
        and all(map(_tells_part, one.plan))
        for one in decision.considered
    )


def is_displayable(reason: TurnReason) -> bool:
    """Whether the reason of a turn has valid numbers and texts that can be displayed."""
    numbers = (*reason.chances, *reason.shares, *(min(1.0, margin) for margin in reason.margins))
    said = [one for one in (reason.aim, reason.other) if one is not None]
    return (
        all(-1e-6 <= one <= 1 + 1e-6 for one in numbers)
        and -1 <= reason.threatens < MOST_GAMES
        and all(map(_showable, said))
        and len(reason.parts) <= MOST_PARTS
        and all(map(_tells_part, reason.parts))
    )


def _tells_part(part: TurnPart) -> bool:
    """Whether a part of a plan can be told."""
    said = (part.said, *part.effects)
    return len(said) <= MOST_PARTS and all(map(_showable, said))


def _showable(reason: Message) -> bool:
    return len(reason.id) <= 100 and reason.id.isprintable() and _plain(dict(reason.params), _DEEPEST)


def _plain(value: Any, deeper: int) -> bool:
    """Whether a text parameter is small plain data."""
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return math.isfinite(value)
    if isinstance(value, str):
        return len(value) <= MOST_WORDS
    if deeper and isinstance(value, list | dict) and len(value) <= MOST_GAMES:
        parts = value.values() if isinstance(value, dict) else value
        return all(_plain(part, deeper - 1) for part in parts)
    return False


# Receiving side of a worker process: messages arrive through a pipe; when it closes, the process ends.


HOLD, GO = b"\xc2", b"\xc3"
"""Window → worker: compute nothing until told to go on; go on."""


class Pause:
    """Suspends the main thread of a worker between two Python instructions, wherever it is, and resumes it."""

    def __init__(self) -> None:
        self._go = threading.Event()
        self._go.set()
        signal.signal(signal.SIGINT, lambda *_: self._go.wait())

    def take(self, data: bytes) -> bool:
        """Pause or resume as a message says; return whether it was such a message. Called by another thread."""
        if data == HOLD:
            self._go.clear()
            _thread.interrupt_main()
        elif data == GO:
            self._go.set()
        return data in (HOLD, GO)


def start_inbox(hears: Connection, can_pause: bool = False) -> queue.SimpleQueue[bytes]:
    """Detach this process as a worker and start a thread that puts incoming messages into the returned queue.

    The thread ends the process when the window is gone, even during an endless computation. ``can_pause``: :data:`HOLD`
    and :data:`GO` suspend and resume the computation.
    """
    # Ctrl-C in a terminal reaches the whole group, but only the window decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # lets the window end everything a worker has started
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    pause = Pause() if can_pause else None
    threading.Thread(target=_listen, args=(hears, inbox, pause), name="ears", daemon=True).start()
    return inbox


def _listen(hears: Connection, inbox: queue.SimpleQueue[bytes], pause: Pause | None) -> None:
    try:
        while True:
            data = hears.recv_bytes()
            if pause is None or not pause.take(data):
                inbox.put(data)
    except (EOFError, OSError):
        os._exit(0)
