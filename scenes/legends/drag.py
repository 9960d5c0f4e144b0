"""Dragging on the chart: a cube, or the chart itself (panning)."""

from __future__ import annotations

from dataclasses import dataclass

from maps.readers.legends import Point


@dataclass(slots=True)
class Grip:
    """State of a drag; positions in units of the table."""

    pressed_at: Point | None = None
    panning: Point | None = None
    """Last position of panning."""
    held_ms: float = 0.0
    """How long the chart has been held where nothing is dragged: then it glides."""
    panned: bool = False
    """Whether this press has panned, so that its release is no choice."""
    carried: tuple[int, float, float] | None = None
    """Origin region of the dragged cube, and pointer position."""
    dropped: Point | None = None
    """Chart position where the cube was dropped."""
