"""Answers no honest worker gives: forged, cut, garbled, huge, endless. Also a process that speaks them."""

import os
import pickle
import random
import struct
import time
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from ai.decision import Considered, Decision
from ai.workers import protocol
from ai.workers.protocol import Decided, Failed, Ready, Seen
from engine.contract import Message

ODD: list[Any] = [
    None, True, -1, 0, 1, 2**63, 2**64 - 1, -(2**63), 1e308, float("nan"), float("inf"), "", "x", "\u202e\u200b",
    "\ud7ff", "x" * 5000, b"", b"\xff", [], {}, [[]], {"a": {}}, {"list": 5}, {"seat": -9}, {"seats": [1e9]},
    {"text": {"text": 5}}, {"list": [{"list": [{"list": []}]}]}, {"self": 1}, {"n": 2**62}, {"text_id": 1},
    [1] * 300, {str(n): n for n in range(90)},
]  # fmt: skip
"""Values that some field of some message could have."""


def honest(rng: random.Random, ticket: int, legal: tuple[int, ...]) -> Any:
    """A message as it should be."""
    reasons = [Message("king_of_12.hint.alone", {"n": 3}), Message("ui.percent", {"value": 5, "seat": {"seat": 1}})]
    considered = [Considered(action, 1 / len(legal), 0.5, reasons[: rng.randrange(3)]) for action in legal]
    return rng.choice(
        (
            Decided(ticket, Decision(rng.choice(legal), considered)),
            Decided(ticket, Decision(rng.choice(legal), considered)),
            Failed(ticket, "crashed", "ValueError: why"),
            Seen(ticket, "Title", ("king_of_12",)),
            Ready(),
        )
    )


def twisted(rng: random.Random, value: Any) -> Any:
    """The same data with something in it replaced, left out or added."""
    if rng.random() < 0.12:
        return rng.choice(ODD)
    if isinstance(value, dict):
        made = {key: twisted(rng, part) if rng.random() < 0.5 else part for key, part in value.items()}
        if made and rng.random() < 0.1:
            del made[rng.choice(list(made))]
        if rng.random() < 0.1:
            made[rng.choice(("type", "ticket", "decision", "extra", ""))] = rng.choice(ODD)
        return made
    if isinstance(value, list):
        made_list = [twisted(rng, part) if rng.random() < 0.4 else part for part in value]
        return made_list * rng.choice((0, 1, 1, 1, 2, 50))
    return value


def forged(rng: random.Random, ticket: int, legal: tuple[int, ...]) -> bytes:
    """The bytes of one message that something is wrong with, most of the time."""
    kind = rng.random()
    if kind < 0.10:
        return rng.randbytes(rng.choice((0, 1, 2, 5, 40, 400, 4000)))
    if kind < 0.13:
        return b"\x91" * rng.choice((10, 1000, 100_000)) + b"\xc0"  # lists in lists
    if kind < 0.15:
        return b"\x81\xa4type" * 5000
    if kind < 0.17:
        return b"\xdf\xff\xff\xff\xff" + rng.randbytes(50)  # a map of four billion
    if kind < 0.18:
        return bytes(rng.choice((protocol.MOST_BYTES, protocol.MOST_BYTES + 1)))
    if kind < 0.21:
        return pickle.dumps(ODD)
    whole = protocol.encode(honest(rng, rng.choice((ticket, ticket, ticket, 0, -1, 2**63)), legal))
    if kind < 0.45:
        return msgspec.msgpack.encode(twisted(rng, msgspec.msgpack.decode(whole)))
    if kind < 0.60:
        return whole[: rng.randrange(len(whole))]
    if kind < 0.85:
        changed = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 8))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    if kind < 0.95:
        return whole + rng.randbytes(rng.randrange(1, 9))
    return whole


def speak(hears: Connection, says: Connection, guest: bool) -> None:
    """A worker that says one forged message to each question, now and then only half of it, and then nothing."""
    rng = random.Random(os.getpid())
    with_frame = struct.Struct("!i")
    if rng.random() < 0.8:
        says.send_bytes(protocol.encode(Ready()))
    while True:
        question = protocol.question(hears.recv_bytes())
        data = forged(rng, question.ticket, (0, 1, 2))
        frame = with_frame.pack(rng.choice((len(data), len(data), len(data), -1, 2**31 - 1))) + data
        if rng.random() < 0.3:
            frame = frame[: rng.randrange(len(frame))]
        while frame:
            frame = frame[os.write(says.fileno(), frame) :]
        time.sleep(rng.choice((0, 0, 0.05)))
