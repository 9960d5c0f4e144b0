"""Owns the processes of all analyses: the one that works ahead of a game that goes on, and those of a finished game.

While a person thinks, cores that nobody needs work out what will hold at the end of the game. Until then nothing of it
is read here: pieces (``pieces.py``) are kept as the bytes that they came as, in memory alone, and given out for a game
that is over and for no other. The process of the game under way is stopped as soon as its core is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from ai.analysis.pieces import MOST_PIECES, read_piece
from ai.analysis.worker import DONE, Ahead, AnalysisWorker, serve
from ai.workers.process import Job, WorkerProcess
from ai.workers.protocol import GO, HOLD
from engine.storage import save_format

if TYPE_CHECKING:
    from engine.session import Session

MOST_GAMES = 4
"""Games whose pieces are kept while the program runs."""
MOST_FAILURES = 3
"""Failures of processes after which a game is no longer worked at ahead."""


def has_spare_core(busy: int) -> bool:
    """Whether a core is left in addition to the window's own and those that others use."""
    return (os.cpu_count() or 1) > 1 + busy


class AnalysisOwner:
    """Starts, stops and ends the processes of analyses; polled once a frame and never waited for. Not thread-safe."""

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
        """The process that works ahead, None while there is none."""
        return None if self._job is None else self._job.process_id

    def follow(self, session: Session | None, may_work: bool) -> None:
        """Let the process work at this game that goes on, or stop it; once it is over have it analysed if ``may_work``.

        To be called in every frame, with None where nothing is played.
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
        """Return the analysis of a finished game, the one under way or a new one; None for a game that goes on."""
        if not session.over:
            return None
        worker = self._worker if self._of == session.id else None
        if worker is None or worker.problem:
            worker = self._start(session)
        self._worker, self._of = None, session.id
        worker.let_work(True)
        return worker

    def give_back(self, session: Session, worker: AnalysisWorker) -> None:
        """End an analysis; its results are kept for the next attempt, unless it is finished."""
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
        """Have the process go on, with the game as it stands now when it is through with what it had."""
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
