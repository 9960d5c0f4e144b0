"""Log handler that collects drawing and sound problems."""

from __future__ import annotations

import logging


class Listener(logging.Handler):
    """Collects the lines of a log while open: ``lines`` has each line once, in order."""

    def __init__(self, log: logging.Logger) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._log = log
        log.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Collect a line."""
        line = record.getMessage()
        if line not in self.lines:
            self.lines.append(line)

    def close(self) -> None:
        """Stop collecting."""
        self._log.removeHandler(self)
        super().close()
