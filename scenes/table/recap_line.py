"""What the others did since the player's last decision, in one sentence of the top bar: where nothing moves, it would
be unseen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from sprites.base import text

if TYPE_CHECKING:
    from scenes.shell.panels import Line
    from sprites.base.canvas import Canvas

LEAST = 260.0
"""With less room nothing is told: the marks on the table say it."""


def summarize(
    lines: Sequence[Line], kinds: Collection[str], fits: Callable[[str], bool], more: Callable[[int], str]
) -> str:
    """Join the lines that matter (those of some kinds, or all) to one sentence that fits, the newest for certain;
    "" where not even that one fits. ``more(n)`` says that n earlier ones are left out."""
    told = [line for line in lines if line.kind in kinds] or list(lines)
    words = [line.text.replace("*", "").rstrip(". ") for line in told]
    for left_out in range(len(words)):
        said = "; ".join(words[left_out:])
        if left_out:
            said = f"{said} {more(left_out)}"
        if fits(said):
            return said
    return ""


def find_room(c: Canvas, title: str, where: str, right: float) -> float:
    """Return the room in units between the state line of the top bar and its buttons."""
    before = 98.0 + min(420.0, text.width(c, title, "heading")) + 14 + text.width(c, where, "body")
    return right - before - 30
