"""Region names on the chart, placed without overlaps."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from maps.readers.legends import Point
from scenes.shell.targets import Box
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.legends.table_view import TableView

NEAR, FAR = 14.5, 12.5
"""Text sizes on the zoomed chart and on the whole map."""
SMALLEST = 9.5
"""Smallest text size in pixels."""
STEPS = (0.0, 12.0, -12.0, 22.0, -22.0, 32.0, -32.0)
"""Offsets by which a name avoids its neighbours, downwards first."""


def draw(table: TableView, c: Canvas, only: Collection[int] | None = None) -> None:
    """Draw all visible names, or those of some regions ``only``, those of upper regions first."""
    composed, chart = table.chart.composed, table.chart
    if composed is None:
        return
    size = max(SMALLEST / c.scale, NEAR if chart.zoom > 1.3 else FAR)
    tall = size * 1.3
    regions = tuple(range(table.stage.regions) if only is None else sorted(set(only) & set(range(table.stage.regions))))

    def measure() -> tuple[tuple[str, ...], tuple[float, ...]]:
        names = tuple(table.region_name(region) for region in regions)
        return names, tuple(text.width(c, name, "italic", size) + 12 for name in names)

    texts = table.ctx.texts
    names, widths = c.cache.keep(("region names", regions, composed.key, texts.language, texts.brief, size), measure)
    feet = tuple(composed.foot(region) for region in regions)
    for at, by in _arrange(feet, widths, tall, chart.unit):
        x, y = chart.point(feet[at])
        left, top, wide = x - widths[at] / 2, y + by - tall / 2, widths[at]
        if not chart.holds(x, y) or any(table.places.is_over_panel(edge, top) for edge in (left, left + wide)):
            continue
        shapes.round_rect(c, left, top, wide, tall, tall / 2, "veil", alpha=165)
        text.draw(c, names[at], left + wide / 2, top + tall / 2, "italic", size, "text.bright", "cm")


@lru_cache(maxsize=8)
def _arrange(feet: tuple[Point, ...], widths: tuple[float, ...], tall: float, unit: float) -> list[tuple[int, float]]:
    """Return the numbers of the names, those of upper regions first, and how far each of them avoids its neighbours;
    ``feet`` are places on the chart, of which a pixel is ``unit`` units. The same wherever the chart is panned to."""
    taken: list[Box] = []
    found = []
    for at, (x, y) in sorted(enumerate((x * unit, y * unit) for x, y in feet), key=lambda one: one[1][1]):
        wide = widths[at]
        places = [(x - wide / 2, y + by - tall / 2, wide, tall) for by in STEPS]
        which = next((k for k, one in enumerate(places) if not any(_meet(one, other) for other in taken)), 0)
        taken.append(places[which])
        found.append((at, STEPS[which]))
    return found


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
