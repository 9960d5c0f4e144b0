"""What the window and the workers say to each other, in MessagePack, decoded into known types and nothing else.

A worker may run a file of the player's that says anything whatever; so nothing is unpickled, every
message is checked for shape, size and sense, and what is not as it should be is :class:`BadMessage`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ai.decision import Decision
from engine import names, schema
from engine.contract import Message

MOST_BYTES = 1_000_000
"""A longer message is none. The longest honest one has some ten thousand bytes."""
MOST_CONSIDERED = 4096
MOST_REASONS = 5
MOST_GAMES = 64
MOST_WORDS = 200
"""Characters of a reason why a file cannot be used."""
_DEEPEST = 4

Failure = Literal["crashed", "slow", "illegal", "silent"]
"""How an opponent can fail: it ended or raised, took too long, answered what it may not, answered nothing."""


class BadMessage(ValueError):
    """Bytes from a worker that are no message of ours."""


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Window → worker: decide. ``judged``: say what the chance to win is too."""

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


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Worker → window: Python is loaded; from now on time counts."""


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


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Worker → window: the opponent itself failed, the worker is well."""

    ticket: int
    how: Failure
    why: str = ""


Question = Ask | Look
Reply = Ready | Decided | Seen | Failed

_ENCODER = msgspec.msgpack.Encoder()
_QUESTIONS: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(schema.known(Ask | Look))
_REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(schema.known(Ready | Decided | Seen | Failed))


def encode(message: Question | Reply) -> bytes:
    """The bytes of a message; raises TypeError, ValueError or OverflowError for what cannot be written."""
    return _ENCODER.encode(message)


def question(data: bytes) -> Question:
    """The question in these bytes; raises msgspec.DecodeError."""
    return _QUESTIONS.decode(data)


def reply(data: bytes) -> Reply:
    """The answer in these bytes, with bounded texts; raises :class:`BadMessage`."""
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
    """Whether a decision is one that can be carried out and shown."""
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
        for one in decision.considered
    )


def _showable(reason: Message) -> bool:
    return len(reason.id) <= 100 and reason.id.isprintable() and _plain(dict(reason.params), _DEEPEST)


def _plain(value: Any, deeper: int) -> bool:
    """Whether a parameter of a text is small and plain."""
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
