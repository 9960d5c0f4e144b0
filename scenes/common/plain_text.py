"""Pages saved as plain text, to be read with any program: the rulebook, the chronicle, the analysis of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Message
from engine.storage import folders, saves
from engine.storage.folders import FolderError
from sprites.base.drawn_words import make_plain

if TYPE_CHECKING:
    from scenes.shell.context import Context

SUFFIX = ".txt"
WIDEST = 96
"""Letters of a line at most: what reads line by line shall not have to scroll."""


def save_text(ctx: Context, stem: str, lines: Sequence[str]) -> None:
    """Write lines into a new file of the player's documents in the background, and name the file when it is there.

    ``lines`` may have signs for bold letters and icons; "" is an empty line.
    """
    data = compose_text(lines).encode("utf-8")

    def write() -> list[Message]:
        try:
            path = saves.write_new(folders.exports(), stem, SUFFIX, data)
        except FolderError as error:
            return [error.message]
        return [Message("reader.saved", {"name": path.name, "path": str(path)})]

    if not ctx.quiet:
        ctx.files.submit(f"text {stem}", write)


def compose_text(lines: Sequence[str]) -> str:
    """Return lines as they stand in the file: plain, and broken at spaces."""
    found: list[str] = []
    for line in lines:
        for part in line.split("\n"):
            found += _break_line(make_plain(part))
    return "\n".join(found) + "\n"


def _break_line(line: str) -> list[str]:
    broken, now = [], ""
    for word in line.split(" "):
        if now and len(now) + 1 + len(word) > WIDEST:
            broken.append(now)
            now = word
        else:
            now = f"{now} {word}" if now else word
    return [*broken, now]
