"""Opponents of another checkout at the same table: each side with its own rules, kept in step by seed and log.

So a level can be measured against what it was. Where the two sides do not allow the same moves, or end differently, the
rules have changed: that is told (:class:`OutOfStep`) and the game counts for nobody, which makes this a test of the
rules as well.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

PREFIX = "before:"
"""``before:expert`` is the expert of the other checkout."""
TABLE = Path(__file__).with_name("cross_version_server.py")
NEEDED = ("ai/choose.py", "engine/registry.py", "engine/chance.py")


class OutOfStep(Exception):
    """The two checkouts do not agree about a game; the text says at which turn, and on what."""


class NoCheckout(ValueError):
    """A folder that holds no other checkout of this project; the text names it and what is missing."""


def check_checkout(folder: Path) -> Path:
    """The folder, once it is seen to be a checkout; raises :class:`NoCheckout`."""
    for name in NEEDED:
        if not (folder / name).is_file():
            raise NoCheckout(f"{folder}: expected a checkout of this project, found no {name}")
    return folder


class CrossVersionGame:
    """One game in the other checkout; a process of its own, ended by ``with``."""

    def __init__(self, folder: Path, game: str, options: Mapping[str, Any], seats: int, seed: int) -> None:
        source = TABLE.read_text("utf-8")
        # The text is handed over, not the file: its folder would be searched for modules before the checkout's.
        command = [sys.executable, "-c", source]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        self.turn = 0
        self._now = self._ask({"new": [game, dict(options), seats, seed]})

    def __enter__(self) -> CrossVersionGame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def compare(self, owing: Sequence[int], legal: Mapping[int, Sequence[int]], result: Sequence[int]) -> None:
        """Raises :class:`OutOfStep` unless the same is owed, allowed and won there."""
        there = self._now
        mine: dict[str, Any] = {
            "owing": list(owing),
            "legal": {str(seat): list(actions) for seat, actions in legal.items()},
            "result": list(result),
        }
        for what, value in mine.items():
            if there[what] != value:
                raise OutOfStep(f"turn {self.turn}: {what} here {value}, there {there[what]}")

    def choose(self, seat: int, level: str, seed: int) -> tuple[int, float]:
        """What that checkout's opponent does, and the seconds it took."""
        answer = self._ask({"choose": [seat, level.removeprefix(PREFIX), seed]})
        return answer["action"], answer["seconds"]

    def apply(self, answers: Sequence[tuple[int, int]]) -> None:
        """The decisions of a turn, in their order."""
        self._now = self._ask({"apply": [list(each) for each in answers]})
        self.turn += 1

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question; raises :class:`OutOfStep` when that checkout could give none."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (OSError, ValueError) as error:
            raise OutOfStep(f"turn {self.turn}: the other checkout ended at {question}") from error
        assert isinstance(answer, dict)
        return answer
