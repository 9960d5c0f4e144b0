"""Analyses in worker processes, polled once a frame and never waited for.

Several workers can share a game; one of them reports reviews, all of them pieces (``pieces.py``), which the window
passes on. The result does not depend on how many there are.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ai.algorithms import heartbeat
from ai.analysis.pieces import MOST_PIECES, Piece, PieceStore, read_piece
from ai.analysis.report import WHOLE, Review
from ai.workers.process import Job, WorkerProcess
from ai.workers.protocol import GO, HOLD, start_inbox
from engine import schema
from engine.desktop.system import free_memory
from engine.storage import save_format

if TYPE_CHECKING:
    from ai.analysis.analyser import Analyser
    from engine.session import Session

TELL_EVERY_S = 0.4
"""Least seconds between two reports."""
POLITE = 5
"""Niceness of the process relative to the window."""
BELOW_NORMAL = 0x4000
"""Priority class of the process on Windows."""


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Window → worker: analyse this game. ``save``: the bytes of its file; ``people``: seats of persons, whose best
    choices are looked for; ``known``: known pieces; ``part``: fraction of each list of tasks at which to begin, 0 for
    the worker that reports reviews."""

    save: bytes
    people: tuple[int, ...]
    known: tuple[bytes, ...] = ()
    part: float = 0.0


class Ahead(msgspec.Struct, frozen=True, tag="ahead"):
    """Window → worker: compute the results for this running game that stay valid at its end; answers are pieces, then
    :data:`DONE`."""

    save: bytes
    people: tuple[int, ...]


DONE = b"\xc4\x00"
"""Worker → window: there is nothing more to be worked out ahead."""


class Attempt(msgspec.Struct, frozen=True, tag="attempt"):
    """Window → worker: is this action as good as the best one at this turn?"""

    save: bytes
    turn: int
    seat: int
    best: int
    action: int


class AttemptResult(msgspec.Struct, frozen=True):
    """Worker → window: loss of win probability by the action in millionths, and whether it is clear (not noise)."""

    lost: Annotated[int, msgspec.Meta(ge=-WHOLE, le=WHOLE)]
    clear: bool


class Fault(msgspec.Struct, frozen=True):
    """Worker → window: the game cannot be analysed."""

    why: str


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Process orders until the window closes the connection; answers are reviews as JSON, faults, and pieces.

    During an analysis incoming messages are pieces of other workers; an order ends it.
    """
    inbox = start_inbox(hears, can_pause=True)
    heartbeat.start(says.send_bytes)
    lower_priority()
    store = PieceStore(heard=inbox, report=says.send_bytes)
    while True:
        data = store.unread.pop(0) if store.unread else inbox.get()
        try:
            for answer in _answers(data, store):
                says.send_bytes(answer)
        except (OSError, ValueError):
            return


def lower_priority() -> None:
    """Lower the priority of this process, so that the window and the opponents come first."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    elif sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32")
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


def _answers(data: bytes, store: PieceStore) -> Iterator[bytes]:
    try:
        told = 0.0
        asked: Order | Ahead | Attempt | Piece
        asked = msgspec.msgpack.decode(data, type=schema.prepare(Order | Ahead | Attempt | Piece))
        if isinstance(asked, Piece):
            store.take(data)
            return
        if isinstance(asked, Attempt):
            yield msgspec.json.encode(answer_attempt(asked))
            return
        if isinstance(asked, Ahead):
            for _ in _analyser(asked.save, asked.people).prepare(store):
                free_memory()  # a solved trick leaves 30 MB
                if store.unread:
                    return
            yield DONE
            return
        for piece in asked.known:
            store.take(piece)
        for review in reviews(asked, store):
            free_memory()
            if store.unread:
                return
            now = time.monotonic()
            if not asked.part and (review.worked_out or not told or now - told >= TELL_EVERY_S):
                told = now
                yield msgspec.json.encode(review)
    except Exception as error:
        yield msgspec.json.encode(Fault(f"{type(error).__name__}: {error}"[:200]))


def answer_attempt(asked: Attempt) -> AttemptResult:
    """Return the result of a retry; raises what reading a save raises."""
    analyser = _analyser(asked.save, ())
    stretch = next(one for one in analyser.stretches if one.turn == asked.turn)
    by, _ = analyser.choices.compare(stretch, asked.seat, asked.best, asked.action)
    return AttemptResult(round(by.gain * WHOLE), by.clear)


def reviews(order: Order, store: PieceStore | None = None) -> Iterator[Review]:
    """Yield increasingly precise analyses of the game of an order; raises what reading a save raises. ``store``: known
    pieces, and those of other processes."""
    analyser = _analyser(order.save, order.people)
    first = analyser.first()
    yield first
    yield from analyser.finer(first, store, order.part)


def _analyser(save: bytes, people: tuple[int, ...]) -> Analyser:
    from engine.session import Session
    from engine.storage import save_format

    from .analyser import Analyser

    session, _ = Session.resume(save_format.decode(save), None)
    levels = [seat.level for seat in session.seats]
    return Analyser(session.game, session.course, session.options, session.id, people, levels)


MOST_WORKERS = 8
"""Workers of one analysis at most; there is one for each processor."""


class AttemptWorker:
    """Rates retries of a key moment in a separate process, one at a time. Not thread-safe."""

    def __init__(self, open_link: Callable[[], WorkerProcess] | None = None) -> None:
        self._open = open_link
        self._errand: Job | None = None

    def ask(self, attempt: Attempt) -> None:
        """Submit a retry; only one at a time. If no process can be started, the next ``poll`` says so."""
        order = msgspec.msgpack.encode(attempt)
        if self._errand is None or not self._errand.working:
            self._errand = Job(serve, order, open_link=self._open)
        else:
            self._errand.ask(order)

    def poll(self) -> AttemptResult | Literal["failed"] | None:
        """Return the result, "failed", or None if it is not ready. Never waits, never raises."""
        data = None if self._errand is None else self._errand.receive()
        if data is None:
            return None if self._errand is not None and self._errand.working else "failed"
        try:
            return schema.decode(data, AttemptResult)
        except (msgspec.DecodeError, ValueError, RecursionError):
            self.close()
            return "failed"

    def close(self) -> None:
        """End the process."""
        if self._errand is not None:
            self._errand.close()


class AnalysisWorker:
    """Analyses one game in worker processes, one for each processor. ``known``: pieces from before. Not thread-safe."""

    def __init__(
        self,
        save: bytes,
        people: Sequence[int],
        open_link: Callable[[], WorkerProcess] | None = None,
        known: Mapping[bytes, bytes] | None = None,
    ) -> None:
        self.review: Review | None = None
        self.known = dict(known or {})
        """The pieces that are known, as they were sent, by their keys."""
        count = 1 if open_link is not None else max(1, min(MOST_WORKERS, os.cpu_count() or 1))
        self._jobs = []
        for number in range(count):
            order = Order(save, tuple(people), tuple(self.known.values()), number / count)
            self._jobs.append(Job(serve, msgspec.msgpack.encode(order), open_link=open_link))

    @property
    def problem(self) -> str:
        """Why no more results will come, in words; "" while running."""
        return self._jobs[0].problem

    @property
    def working(self) -> bool:
        """Whether a more precise result is to come."""
        return self._jobs[0].working

    def poll(self) -> bool:
        """Process incoming results; return whether the review or ``problem`` has changed. Never waits, never raises."""
        news, before = False, self.problem
        for job in self._jobs:
            while (data := job.receive()) is not None:
                if self._keep(data):
                    for other in self._jobs:
                        if other is not job:
                            other.tell(data)
                elif job is self._jobs[0]:
                    news = True
                    self._take(data)
        if not self.working:
            self.close()
        return news or self.problem != before

    def let_work(self, on: bool) -> None:
        """Let the processes go on (``on``), or suspend them where they are because others need the cores."""
        for job in self._jobs:
            if job.resting is on:
                job.tell(GO if on else HOLD)
                job.rest(not on)

    def _keep(self, data: bytes) -> bool:
        """Remember a piece; whether it is one."""
        piece = None if data[:1] == b"{" else read_piece(data)
        if piece is not None and piece.data is not None and len(self.known) < MOST_PIECES:
            self.known[piece.key] = data
        return piece is not None

    def _take(self, data: bytes) -> None:
        try:
            self.review = schema.decode(data, Review)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            try:
                self._jobs[0].fail(schema.decode(data, Fault).why)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self._jobs[0].fail(str(error))
            return
        if self.review.finished:
            self.close()

    def close(self) -> None:
        """End the processes."""
        for job in self._jobs:
            job.close()


# Who owns them: the process that works ahead of a game that goes on, and those of a finished game.
#
# While a person thinks, cores that nobody needs work out what will hold at the end of the game. Until then nothing of
# it is read here: pieces are kept as the bytes that they came as, in memory alone, and given out for a game that is
# over and for no other. The process of the game under way is stopped as soon as its core is needed.

MOST_GAMES = 4
"""Games whose pieces are kept while the program runs."""
MOST_FAILURES = 3
"""Failures of processes after which a game is no longer worked at ahead."""


def has_spare_core(busy: int) -> bool:
    """Whether a processor core is free if the window uses one and others ``busy`` ones."""
    return (os.cpu_count() or 1) > 1 + busy


class AnalysisOwner:
    """Owns the worker processes of analyses; polled once a frame, it never waits. Not thread-safe."""

    def __init__(self, open_link: Callable[[], WorkerProcess] | None = None) -> None:
        self._open = open_link
        self._known: dict[str, dict[bytes, bytes]] = {}
        """The pieces of each game that is not analysed yet, by its id."""
        self._session: Session | None = None
        """The game that goes on."""
        self._job: Job | None = None
        self._sent = -1
        """How many decisions of it had been made when the process was last asked."""
        self._idle = True
        self._failures = 0
        self._worker: AnalysisWorker | None = None
        """The analysis of a game that has just ended and is not looked at yet."""
        self._of = ""

    @property
    def process_id(self) -> int | None:
        """Process id of the worker that prepares an analysis, None while there is none."""
        return None if self._job is None else self._job.process_id

    def follow(self, session: Session | None, may_work: bool) -> None:
        """Prepare the analysis of a running game in a process; analyse it once it is over if ``may_work``.

        Call it in every frame, with None where nothing is played.
        """
        if session is not self._session:
            self._end_job()
            self._session, self._sent, self._failures = session, -1, 0
        self._receive()
        if self._worker is not None:
            self._worker.let_work(may_work)
            self._worker.poll()
        if session is None:
            return
        if not session.over:  # the end that was analysed is of another game, or was taken back
            if self._worker is not None:
                self._get_pieces(self._of).update(self._worker.known)
                self._worker.close()
            self._worker, self._of = None, ""
        if session.over:
            self._end_job()
            if may_work and self._of != session.id:
                self._of, self._worker = session.id, self._start(session)
        elif may_work and self._failures < MOST_FAILURES:
            self._prepare(session)
        else:
            self._hold()

    def adopt(self, session: Session) -> AnalysisWorker | None:
        """Hand over the analysis of a finished game, under way or started now; None for a running game."""
        if not session.over:
            return None
        worker = self._worker if self._of == session.id else None
        if worker is None or worker.problem:
            worker = self._start(session)
        self._worker, self._of = None, session.id
        worker.let_work(True)
        return worker

    def give_back(self, session: Session, worker: AnalysisWorker) -> None:
        """End an adopted analysis; unless it is finished, its pieces are kept for the next :meth:`adopt`."""
        worker.close()
        self._known.pop(session.id, None)
        if worker.review is None or not worker.review.finished:
            self._get_pieces(session.id).update(worker.known)

    def close(self) -> None:
        """End all processes."""
        self._end_job()
        if self._worker is not None:
            self._worker.close()

    def _start(self, session: Session) -> AnalysisWorker:
        if self._worker is not None:
            self._worker.close()
        save = save_format.encode(session.record())
        return AnalysisWorker(save, list_people(session) or [0], self._open, self._get_pieces(session.id))

    def _prepare(self, session: Session) -> None:
        """Give the process the present position of the game once it has finished what it had."""
        if self._job is not None and self._job.resting and not self._idle:
            self._job.ask(GO)
        if not self._idle or session.turn == self._sent:
            return
        order = msgspec.msgpack.encode(Ahead(save_format.encode(session.record()), tuple(list_people(session) or [0])))
        self._sent, self._idle = session.turn, False
        if self._job is None:
            self._job = Job(serve, order, open_link=self._open)
        else:
            self._job.ask(GO)
            self._job.ask(order)

    def _hold(self) -> None:
        if self._job is not None and not self._job.resting:
            self._job.tell(HOLD)
            self._job.rest(True)

    def _receive(self) -> None:
        """Keep the pieces that came."""
        job, session = self._job, self._session
        if job is None or session is None:
            return
        while (data := job.receive()) is not None:
            piece = read_piece(data)
            known = self._get_pieces(session.id)
            if piece is not None and piece.data is not None and len(known) < MOST_PIECES:
                known[piece.key] = data
            elif piece is None:  # it is through, or the game cannot be analysed
                self._idle = True
                job.rest(True)
                self._failures += data != DONE
        if not job.working:
            self._failures += 1
            self._end_job()

    def _end_job(self) -> None:
        if self._job is not None:
            self._job.close()
        self._job, self._idle, self._sent = None, True, -1

    def _get_pieces(self, id: str) -> dict[bytes, bytes]:
        known = self._known.pop(id, {})
        self._known[id] = known
        while len(self._known) > MOST_GAMES:
            del self._known[next(iter(self._known))]
        return known


def list_people(session: Session) -> Sequence[int]:
    """Return the seats of persons."""
    return [number for number, seat in enumerate(session.seats) if seat.is_person]
