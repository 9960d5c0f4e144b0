"""Work with files that nobody has to wait for: one thread beside the window, one piece of work after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from engine.contract import Message
from engine.storage import safe_read
from engine.storage.folders import FolderError

Work = Callable[[], "list[Message] | None"]

IDLE_S = 5.0


class BackgroundWorker:
    """Does what it is asked in a thread of its own, which ends by itself when there is nothing to do."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._changed = threading.Condition()
        self._waiting: dict[str, Work] = {}
        self._working = False
        self._thread: threading.Thread | None = None
        self._said: list[Message] = []
        self._told: dict[str, Message] = {}

    def submit(self, key: str, work: Work) -> None:
        """Do this soon; what waits under the same key and has not begun is left out.

        What ``work`` returns, or the message of a FolderError it raises, is to be told the player
        (:meth:`news`); the same failure of the same work is told once until it succeeds.
        """
        with self._changed:
            self._waiting[key] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def messages(self) -> list[Message]:
        """What the player should be told since the last call."""
        if not self._said:
            return []
        with self._changed:
            said, self._said = self._said, []
        return said

    def finish(self, seconds: float) -> bool:
        """Wait until all is done; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._working, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._working = False
                self._changed.notify_all()
                if not self._changed.wait_for(lambda: bool(self._waiting), IDLE_S):
                    self._thread = None
                    return
                key = next(iter(self._waiting))
                work = self._waiting.pop(key)
                self._working = True
            news: list[Message] = []
            failure: Message | None = None
            try:
                news = work() or []
            except FolderError as error:
                failure = error.message
            except Exception as error:  # this thread must go on, whatever a file does to its reader
                failure = safe_read.about(
                    "ui.folder.failed", path=str(Path(key)), reason=safe_read.describe_error(error)
                )
            with self._changed:
                if failure is None:
                    self._told.pop(key, None)
                elif self._told.get(key) != failure:
                    self._told[key] = failure
                    news = [*news, failure]
                self._said += news
