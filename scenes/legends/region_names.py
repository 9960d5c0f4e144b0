"""Region names on the chart, placed without overlaps."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

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
    taken: list[Box] = []
    feet = [
        (chart.point(composed.foot(region)), region)
        for region in range(table.stage.regions)
        if only is None or region in only
    ]
    for (x, y), region in sorted(feet, key=lambda one: one[0][1]):
        name = table.region_name(region)
        wide = text.width(c, name, "italic", size) + 12
        places = [(x - wide / 2, y + by - tall / 2, wide, tall) for by in STEPS]
        box = next((one for one in places if not any(_meet(one, other) for other in taken)), places[0])
        taken.append(box)
        left, top = box[0], box[1]
        if not chart.holds(x, y) or any(table.places.is_over_panel(at, top) for at in (left, left + wide)):
            continue
        shapes.round_rect(c, left, top, wide, tall, tall / 2, "veil", alpha=165)
        text.draw(c, name, left + wide / 2, top + tall / 2, "italic", size, "text.bright", "cm")


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
