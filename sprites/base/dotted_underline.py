"""Dotted underlines of glossary words in texts on card faces."""

from __future__ import annotations

from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.theme import rgb

Marks = tuple[tuple[int, int], ...]
"""Marked words of a text: index of the first, and number of words."""
INK = "paper.link"


def draw(
    c: Canvas,
    said: str,
    place: tuple[float, float, float],
    font: text.Font,
    marks: Marks,
    *,
    line: float,
    align: str,
    fixed: bool = True,
) -> None:
    """Draw dots under the marked words of a text drawn by ``text.paragraph`` at ``place`` (x, y, width)."""
    if not marks:
        return
    x, y, w = place
    boxes = text.word_boxes(c, said, w, font, line=line, align=align, fixed=fixed)
    thick = max(1, round(font.size * c.scale / 11))
    for at, count in marks:
        for _, (left, top, wide, high) in boxes[at : at + count]:
            first, last, low = c.x(x + left), c.x(x + left + wide), c.y(y + top + high + font.size * 0.17)
            for px in range(first, max(first + 1, last - thick + 1), 3 * thick):
                c.surface.fill(rgb(INK), (px, low, 2 * thick, thick))
