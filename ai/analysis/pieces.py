"""Pieces of an analysis: results that stand by themselves, each kept by a key of all that it depends on.

Several processes work at one game: each does the whole analysis, but begins its lists at another place, says with what
it begins and what it has found, and takes over what the others have found. A game that is not over is analysed as far
as it has come; what is found then holds for its end as well, because the key of a piece names the decisions up to its
place and none after it. Whatever is not known, or not to be read, is worked out again.
"""

import hashlib
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine import schema
from engine.history import History

from .report import FORMAT

KEY_BYTES = 16
WAIT_S = 3.0
"""Seconds that a piece is waited for with which another process has begun; then it is worked out here."""
MOST_PIECES = 4096
"""Pieces of one game at most that are kept."""


class Piece(msgspec.Struct, frozen=True, tag="piece"):
    """A result found by a process (``data``: MessagePack), or the message that a process begins with it (None)."""

    key: bytes
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A piece to be computed: its key, the type of its result, and the function that computes it."""

    key: bytes
    kind: Any
    compute: Callable[[], Any]


def make_key(*parts: object) -> bytes:
    """Return the key (a hash) of a result that depends on exactly these numbers, texts and bytes."""
    return hashlib.blake2b(repr((FORMAT, *parts)).encode(), digest_size=KEY_BYTES).digest()


def hash_positions(course: History, *parts: object) -> list[bytes]:
    """Return a hash for each position of a game: of ``parts`` and of all decisions before the position."""
    found = [make_key(*parts, course.base)]
    for entry in course.entries:
        found.append(make_key(found[-1], entry.seat, entry.action, entry.draws, entry.checksum))
    return found


class PieceStore:
    """Results of the analysis of one game. ``known``: encoded pieces from before; ``heard``: queue of messages
    (MessagePack) from other processes; ``report``: called with each piece computed here. Not thread-safe."""

    def __init__(
        self,
        known: Iterable[bytes] = (),
        heard: queue.SimpleQueue[bytes] | None = None,
        report: Callable[[bytes], object] | None = None,
    ) -> None:
        self.unread: list[bytes] = []
        """What arrived and is no piece, in order."""
        self._known: dict[bytes, bytes] = {}
        self._values: dict[bytes, Any] = {}
        self._begun: set[bytes] = set()
        self._heard = heard
        self._report = report
        for data in known:
            self.take(data)

    def find(self, task: Task) -> Any:
        """Return the result of a task: the known one, or computed now and reported to the other processes."""
        if task.key not in self._values and not self.has(task):
            self._tell(Piece(task.key))
            value = self._values[task.key] = task.compute()
            data = msgspec.msgpack.encode(value)
            self._known[task.key] = data
            self._tell(Piece(task.key, data))
        return self._values[task.key]

    def work(self, tasks: Sequence[Task], begin: int = 0) -> Iterator[int]:
        """Compute all unknown tasks, from index ``begin`` round to it again; yield how many are known each time."""
        order = [*tasks[begin:], *tasks[:begin]]
        while True:
            self._listen()
            left = [task for task in order if not self.has(task)]
            yield len(order) - len(left)
            if not left:
                return
            free = next((task for task in left if task.key not in self._begun), None)
            if free is not None:
                self.find(free)
            elif not self._listen(WAIT_S) or self.unread:
                self._begun.clear()  # the process that has begun with them may be gone

    def has(self, task: Task) -> bool:
        """Whether the result of a task is known and can be decoded."""
        if task.key in self._values:
            return True
        data = self._known.get(task.key)
        if data is None:
            return False
        try:
            self._values[task.key] = msgspec.msgpack.decode(data, type=schema.prepare(task.kind))
        except (msgspec.DecodeError, ValueError, RecursionError):
            del self._known[task.key]
            return False
        return True

    def _tell(self, piece: Piece) -> None:
        if self._report is not None:
            self._report(msgspec.msgpack.encode(piece))

    def _listen(self, wait_s: float = 0.0) -> bool:
        """Take in pieces of other processes, waiting up to ``wait_s`` for the first; return whether any came."""
        came = False
        while self._heard is not None:
            try:
                data = self._heard.get(timeout=wait_s) if wait_s and not came else self._heard.get_nowait()
            except queue.Empty:
                break
            came = True
            self.take(data)
        return came

    def take(self, data: bytes) -> None:
        """Store a piece that another process has found or begun with; keep any other message in ``unread``."""
        piece = read_piece(data)
        if piece is None:
            self.unread.append(data)
        elif piece.data is None:
            self._begun.add(piece.key)
        elif len(self._known) < MOST_PIECES:
            self._known.setdefault(piece.key, piece.data)


def read_piece(data: bytes) -> Piece | None:
    """Return the decoded piece; None if the data are no valid piece."""
    try:
        found: Piece = msgspec.msgpack.decode(data, type=schema.prepare(Piece))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return found
