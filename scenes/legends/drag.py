"""The hand on the chart: a cube it carries, or the chart itself that it pans."""

from __future__ import annotations

from dataclasses import dataclass

from maps.readers.legends import Point


@dataclass(slots=True)
class Grip:
    """What the pressed button holds; places in units of the table."""

    pressed_at: Point | None = None
    panning: Point | None = None
    """Where the chart was last taken along."""
    panned: bool = False
    """Whether this press has panned, so that letting go is no choice."""
    carried: tuple[int, float, float] | None = None
    """The region a cube is being carried from, and where the hand is."""
    dropped: Point | None = None
    """Where on the chart the hand let a cube go."""
