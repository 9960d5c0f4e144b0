"""Rows, columns, grids and stacks: boxes from one description of their sizes. Everything is in logical units.

A part is placed once: what draws it gets its box, and so do the targets it registers. Sizes shrink in proportion when
they do not fit; what is left over goes to the parts that have a share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a row or column: its size in units, the function that draws it into its box, its share of spare room,
    and the height below which its targets are too small for a finger."""

    size: float
    draw: Callable[[Box], object]
    share: float = 0.0
    tall: float = 0.0


def split(
    length: float, sizes: Sequence[float], *, gap: float = 0.0, shares: Sequence[float] = ()
) -> list[tuple[float, float]]:
    """Return start and size of each part of a line.

    Sizes and gaps shrink in proportion if they are longer than ``length``; ``shares`` divide spare room.
    """
    needed = sum(sizes) + gap * max(0, len(sizes) - 1)
    shrink = min(1.0, max(0.0, length) / needed) if needed > 0 else 1.0
    spare, whole = max(0.0, length - needed), sum(shares)
    placed, at = [], 0.0
    for k, size in enumerate(sizes):
        size = size * shrink + (spare * shares[k] / whole if whole > 0 else 0.0)
        placed.append((at, size))
        at += size + gap * shrink
    return placed


def _find_sizes(length: float, sizes: Sequence[float] | int, gap: float) -> Sequence[float]:
    """Return the sizes themselves, or for a number that many equal sizes that fill the line."""
    if not isinstance(sizes, int):
        return sizes
    return [max(0.0, length - gap * (sizes - 1)) / max(1, sizes)] * sizes


def rows(box: Box, sizes: Sequence[float] | int, *, gap: float = 0.0, shares: Sequence[float] = ()) -> list[Box]:
    """Return boxes one below the other: with these heights, or (for a number) equal ones that fill the box."""
    x, y, w, h = box
    return [(x, y + at, w, size) for at, size in split(h, _find_sizes(h, sizes, gap), gap=gap, shares=shares)]


def columns(box: Box, sizes: Sequence[float] | int, *, gap: float = 0.0, shares: Sequence[float] = ()) -> list[Box]:
    """Return boxes side by side: with these widths, or (for a number) equal ones that fill the box."""
    x, y, w, h = box
    return [(x + at, y, size, h) for at, size in split(w, _find_sizes(w, sizes, gap), gap=gap, shares=shares)]


def grid(
    box: Box, count: int, across: int, *, gap: float = 0.0, row_gap: float | None = None, height: float | None = None
) -> list[Box]:
    """Return the boxes of ``count`` cells, row by row, ``across`` of them in a row that fills the width.

    Rows are ``height`` high, or lower when they do not all fit; without a height they fill the box.
    """
    lines = -(-count // across)
    between = gap if row_gap is None else row_gap
    heights: Sequence[float] | int = max(1, lines) if height is None else [height] * lines
    cells = [cell for line in rows(box, heights, gap=between) for cell in columns(line, across, gap=gap)]
    return cells[:count]


def inset(box: Box, across: float, down: float | None = None) -> Box:
    """Return a box that is smaller by ``across`` at the left and right, and by ``down`` above and below."""
    x, y, w, h = box
    down = across if down is None else down
    return x + across, y + down, max(0.0, w - 2 * across), max(0.0, h - 2 * down)


def middle(box: Box) -> float:
    """Return the y of the middle of a box."""
    return box[1] + box[3] / 2


def centre(box: Box, w: float, h: float) -> Box:
    """Return a box ``w`` × ``h`` in the middle of another."""
    return box[0] + (box[2] - w) / 2, box[1] + (box[3] - h) / 2, w, h


def surround(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all of these, of which there is at least one."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top


def draw_rows(box: Box, parts: Sequence[Part], *, gap: float = 0.0) -> None:
    """Draw parts one below the other, each into its box."""
    boxes = rows(box, [part.size for part in parts], gap=gap, shares=[part.share for part in parts])
    for part, place in zip(parts, boxes, strict=True):
        part.draw(place)


def draw_columns(box: Box, parts: Sequence[Part], *, gap: float = 0.0) -> None:
    """Draw parts side by side, each into its box."""
    boxes = columns(box, [part.size for part in parts], gap=gap, shares=[part.share for part in parts])
    for part, place in zip(parts, boxes, strict=True):
        part.draw(place)


class Stack:
    """A column whose parts are taken one after the other, when their heights are known only while drawing."""

    def __init__(self, box: Box) -> None:
        self.x, self.y, self.w, height = box
        self.bottom = self.y + height

    @property
    def room(self) -> float:
        """Height that is left."""
        return max(0.0, self.bottom - self.y)

    def take(self, height: float, *, gap: float = 0.0) -> Box:
        """Return the box of the next part, ``gap`` below the last one."""
        self.y += gap
        box = (self.x, self.y, self.w, height)
        self.y += height
        return box

    def skip(self, height: float) -> None:
        """Leave ``height`` units free."""
        self.y += height
