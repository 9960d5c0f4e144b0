"""Figures that are written down line by line as they come, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def read_lines(path: Path, decode: Callable[[str], T], writer: str) -> list[T]:
    """What the lines of a file hold; a line that was cut off when it was written is taken out of the file.

    ``writer`` is who writes such files, for the message. Raises ValueError for a file of something else, OSError for
    one that cannot be read.
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
    """Add a line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(msgspec.json.encode(data).decode() + "\n")
