"""Listening to what drawing and sound could not do as they should."""

from __future__ import annotations

import logging


class Listener(logging.Handler):
    """Listens to a log for as long as it is open: ``lines`` has each line once, in the order of discovery."""

    def __init__(self, log: logging.Logger) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._log = log
        log.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a line."""
        line = record.getMessage()
        if line not in self.lines:
            self.lines.append(line)

    def close(self) -> None:
        """Listen no more."""
        self._log.removeHandler(self)
        super().close()
