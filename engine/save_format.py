"""The save file: versioned JSON with a checksum over everything in it.

``{"kind": "four-thrones save", "format": 1, "check": CRC-32 of the bytes of "save", "save": {…}}``.
Inside: options, seats, seed, the log of ``[seat, action, draws, checksum]`` and one snapshot.
"""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec

from engine.log import Entry
from engine.reading import reason_of
from engine.seats import Seat

KIND = "four-thrones save"
FORMAT = 1


class Opening(msgspec.Struct, frozen=True):
    """What chance gave while the game was set up, and the checksum of the state after it."""

    draws: tuple[int, ...]
    checksum: int


class Base(msgspec.Struct, frozen=True):
    """The position the log continues from, when it is not the opening."""

    turn: int
    state: Any


class Progress(msgspec.Struct, frozen=True):
    """How far a game is, as a text id with parameters."""

    id: str
    params: dict[str, Any]


class Summary(msgspec.Struct, kw_only=True):
    """The part of a save that a list of saves shows."""

    game: str
    seats: tuple[Seat, ...]
    turn: int
    over: bool
    assisted: bool
    started: str
    updated: str
    progress: Progress


class Save(Summary, kw_only=True):
    """A whole game. ``rules`` is the version of the rule set that played it, ``id`` names the game for ever."""

    id: str
    rules: int
    options: dict[str, Any]
    seed: str
    try_again: bool
    opening: Opening
    base: Base | None
    log: list[Entry]
    snapshot: Any
    result: tuple[int, ...]


class _Envelope(msgspec.Struct):
    kind: str
    format: int
    check: int
    save: msgspec.Raw


class NotASave(ValueError):
    """JSON of something else."""


class NewerFormat(ValueError):
    """Written by a newer version of the program; ``args[0]`` is its format."""


class DamagedSave(ValueError):
    """Cut off, changed, or unreadable; the text names the place."""


def encode(save: Save) -> bytes:
    """The file's bytes."""
    body = msgspec.json.encode(save)
    head = f'{{"kind": "{KIND}", "format": {FORMAT}, "check": {zlib.crc32(body)}, "save":\n'
    return head.encode() + body + b"\n}\n"


def decode(data: bytes) -> Save:
    """The game in a file's bytes; raises :class:`NotASave`, :class:`NewerFormat`, :class:`DamagedSave`."""
    return _decode(data, Save)


def decode_summary(data: bytes) -> Summary:
    """Only what a list shows; the checksum is checked all the same. Raises as :func:`decode`."""
    return _decode(data, Summary)


T = TypeVar("T")


def _decode(data: bytes, kind: type[T]) -> T:
    body = _body(data)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedSave(reason_of(error)) from error


def _body(data: bytes) -> msgspec.Raw:
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if KIND.encode() in data[:100]:
            raise DamagedSave(reason_of(error)) from error
        raise NotASave(reason_of(error)) from error
    if envelope.kind != KIND:
        raise NotASave(envelope.kind)
    if envelope.format > FORMAT:
        raise NewerFormat(envelope.format)
    if zlib.crc32(envelope.save) != envelope.check:
        raise DamagedSave("the checksum does not fit")
    return envelope.save
