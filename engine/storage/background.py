"""Work in a background thread, one task after the other, so that the window never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from engine.contract import Message
from engine.storage import safe_read
from engine.storage.folders import FolderError

Work = Callable[[], "list[Message] | None"]
"""A task; it may return messages for the player."""

IDLE_S = 5.0


class BackgroundWorker:
    """Runs submitted tasks in one thread, which ends by itself when idle; its tasks are named by files or subjects."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._changed = threading.Condition()
        self._waiting: dict[str, Work] = {}
        self._working = False
        self._thread: threading.Thread | None = None
        self._said: list[Message] = []
        self._told: dict[str, Message] = {}

    def submit(self, key: str, work: Work) -> None:
        """Queue a task; it replaces a waiting one with the same key.

        A message returned by ``work``, or that of a FolderError it raises, is collected for the player
        (:meth:`messages`); a repeated failure of the same task is reported once until it succeeds.
        """
        with self._changed:
            self._waiting[key] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def messages(self) -> list[Message]:
        """Return the messages for the player since the last call."""
        if not self._said:
            return []
        with self._changed:
            said, self._said = self._said, []
        return said

    def finish(self, seconds: float) -> bool:
        """Wait until all tasks are done; False after a timeout."""
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
            except Exception as error:  # the thread must survive any error in reading a file
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
