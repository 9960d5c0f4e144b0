"""One process on one errand beside the window: asked, listened to once a frame, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection

from ai.workers.process import Link
from engine.storage.patience import Stopwatch

Serve = Callable[[Connection, Connection, bool], None]
LONGEST = 200
"""Letters of what is said about a failure."""


class Errand:
    """A worker with its order. ``silence_s``: said nothing for so long, it is ended. Not shared between threads."""

    def __init__(
        self, serve: Serve, order: bytes, silence_s: float, open_link: Callable[[], Link] | None = None
    ) -> None:
        self.problem = ""
        """Why nothing more will come; "" while all is well, and when it was closed."""
        self._silence_s = silence_s
        self._heard = Stopwatch()
        """How long it has said nothing."""
        self._link: Link | None = None
        try:
            self._link = Link(False, serve) if open_link is None else open_link()
            self._link.send(order)
        except Exception as error:  # no process to be had
            self.fail(str(error))

    @property
    def working(self) -> bool:
        """Whether more is to come."""
        return self._link is not None

    def tell(self, data: bytes) -> None:
        """Say more to it; never waits, never raises."""
        if self._link is not None:
            self._link.send(data)

    def ask(self, order: bytes) -> None:
        """Another order, which it has as long for as for the first; never waits, never raises."""
        self._heard.restart()
        self.tell(order)

    def said(self) -> bytes | None:
        """The next message that has come; None when there is none, or none will come. Never waits, never raises."""
        if self._link is None:
            return None
        try:
            data = self._link.receive()
        except EOFError:
            self.fail("the worker has ended")
            return None
        if data is not None:
            self._heard.restart()
        elif self._heard.read() > self._silence_s:
            self.fail("the worker is silent")
        return data

    def fail(self, why: str) -> None:
        """Nothing more is wanted from it, for a reason."""
        self.problem = why[:LONGEST] or "?"
        self.close()

    def close(self) -> None:
        """End the process."""
        link, self._link = self._link, None
        if link is not None:
            link.end()
