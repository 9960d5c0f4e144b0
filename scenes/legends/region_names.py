"""Region names on the chart, placed without overlaps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from maps.readers.legends import Point
from scenes.legends.charts import Composed
from scenes.shell.targets import Box
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.legends.table_view import TableView

NEAR, FAR = 14.5, 12.5
"""Text sizes on the zoomed chart and on the whole map."""
NAMED_FROM = 1.3
"""Zoom above which all names are shown, in the larger size."""
SMALLEST = 9.5
"""Smallest text size in pixels."""
TALL = 1.3
"""Height of a name in text sizes."""
STEPS = (0.0, 12.0, -12.0, 22.0, -22.0, 32.0, -32.0)
"""Offsets by which a name avoids its neighbours, downwards first."""


class Measures(NamedTuple):
    """Names of regions, their widths on the table, and their places on the chart."""

    names: tuple[str, ...]
    widths: tuple[float, ...]
    feet: tuple[Point, ...]


class Label(NamedTuple):
    """A name in its place."""

    name: str
    box: Box
    size: float


def list_labels(table: TableView, c: Canvas) -> list[Label]:
    """Return the names that are shown where the chart lies now, those of upper regions first; no name lies half below a
    panel."""
    composed, chart, guide = table.chart.composed, table.chart, table.turn_marks
    only: Collection[int] | None = None
    if composed is None:
        return []
    if not chart.names and chart.zoom <= NAMED_FROM:
        if table.guide is None or guide is None:
            return []
        only = [mark.place for mark in guide.numbers]
    size = max(SMALLEST / c.scale, NEAR if chart.zoom > NAMED_FROM else FAR)
    tall = size * TALL
    regions = range(table.stage.regions)
    shown = tuple(regions if only is None else sorted(set(only) & set(regions)))
    names, widths, feet = _measure(table, c, composed, shown, size)
    found = []
    for at, by in _arrange(feet, widths, tall, chart.unit):
        x, y = chart.point(feet[at])
        left, top, wide = x - widths[at] / 2, y + by - tall / 2, widths[at]
        if chart.holds(x, y) and not any(table.places.is_over_panel(edge, top) for edge in (left, left + wide)):
            found.append(Label(names[at], (left, top, wide, tall), size))
    return found


def _measure(table: TableView, c: Canvas, composed: Composed, regions: tuple[int, ...], size: float) -> Measures:
    """Return the measures of names, made once for each size of text."""

    def measure() -> Measures:
        names = tuple(table.region_name(region) for region in regions)
        widths = tuple(text.width(c, name, "italic", size) + 12 for name in names)
        return Measures(names, widths, tuple(composed.foot(region) for region in regions))

    texts = table.ctx.texts
    key = ("region names", regions, composed.key, texts.language, texts.brief, size)
    return c.cache.keep(key, measure)


def prepare_zoom(table: TableView, c: Canvas) -> Iterator[None]:
    """Measure the names of a zoomed chart and make their pictures, one by one, before the first zoom."""
    composed = table.chart.composed
    if composed is None:
        return
    size = max(SMALLEST / c.scale, NEAR)
    names, widths, _ = _measure(table, c, composed, tuple(range(table.stage.regions)), size)
    unseen = c.on(c.layer(1, 1))
    for name, wide in zip(names, widths, strict=True):
        yield
        draw(unseen, [Label(name, (0.0, 0.0, wide, size * TALL), size)])


def draw(c: Canvas, labels: Sequence[Label]) -> None:
    """Draw names in their places."""
    for name, (x, y, w, h), size in labels:
        shapes.round_rect(c, x, y, w, h, h / 2, "veil", alpha=165)
        text.draw(c, name, x + w / 2, y + h / 2, "italic", size, "text.bright", "cm")


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
