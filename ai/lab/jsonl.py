"""Append-only JSON lines files of results, so that interrupted measurements can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def read_lines(path: Path, decode: Callable[[str], T], writer: str) -> list[T]:
    """Decode the lines of a file; a truncated last line is removed from it.

    ``writer``: program named in the message for files of another kind (ValueError). Raises OSError for an unreadable
    file.
    """
    found: list[T] = []
    if not path.exists():
        return found
    lines = path.read_text("utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            found.append(decode(line))
        except (ValueError, TypeError, KeyError) as error:
            if number == len(lines):
                break
            raise ValueError(f"{path}: line {number}: expected a game written by {writer}") from error
    if lines[-1]:
        path.write_text("\n".join([*lines[: len(found)], ""]), "utf-8")
    return found


def append_line(path: Path, data: Any) -> None:
    """Append data to a file as one JSON line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(msgspec.json.encode(data).decode() + "\n")
