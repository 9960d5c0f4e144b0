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
    from scenes.legends.table_state import LegendsTable

NEAR, FAR = 14.5, 12.5
"""Text sizes on the zoomed chart and on the whole map."""
NAMED_FROM = 1.3
"""Zoom above which all names are shown, in the larger size."""
SMALLEST = 9.5
"""Smallest text size in pixels."""
TALL = 1.3
"""Height of a name in text sizes."""
PANNED_FRAMES = 4
"""Number of frames of a panned chart in one of which names come and go."""
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


class ShownNames:
    """Set of names shown on the chart. While it is panned they come and go in one frame of several, and not at its
    edge, which cuts them off, so that their picture is moved along with it in the others."""

    def __init__(self) -> None:
        self._lies: object = None
        self._at = (0.0, 0.0)
        self._revision = -1
        self._panned = 0
        """Frames in which the chart has been panned since the names were chosen."""
        self._names: tuple[str, ...] = ()
        self.is_settling = False
        """Whether the chart was panned in the last frame, so that they have yet to be chosen for where it stays."""

    def choose(self, table: LegendsTable, c: Canvas) -> tuple[str, ...]:
        """Return the names, those of upper regions first."""
        chart, at = table.own.chart, (table.own.chart.cx, table.own.chart.cy)
        lies = chart.unit, chart.box, chart.composed, c
        is_panned = lies == self._lies and at != self._at
        is_due = table.ui.revision != self._revision or not is_panned or self._panned + 1 >= PANNED_FRAMES
        self._lies, self._at, self._revision = lies, at, table.ui.revision
        self._panned, self.is_settling = 0 if is_due else self._panned + 1, is_panned
        if is_due:
            self._names = tuple(label.name for label in list_labels(table, c, is_panned=is_panned))
        return self._names


def list_labels(
    table: LegendsTable, c: Canvas, names: Collection[str] | None = None, *, is_panned: bool = False
) -> list[Label]:
    """Return the labels that are shown where the chart lies now, those of upper regions first: of these ``names``, else
    of all that lie in sight, also in part while the chart ``is_panned``, and not half below a panel."""
    composed, chart, guide = table.own.chart.composed, table.own.chart, table.turn_marks
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
    texts, widths, feet = _measure(table, c, composed, shown, size)
    (x0, y0), unit = chart.point((0.0, 0.0)), chart.unit
    found = []
    for at, by in _arrange(feet, widths, tall, unit):
        x, y, wide = x0 + feet[at][0] * unit, y0 + feet[at][1] * unit, widths[at]
        left, top = x - wide / 2, y + by - tall / 2
        edges = (left, left + wide)
        if names is not None:
            is_shown = texts[at] in names
        else:
            in_sight = is_panned or chart.holds(x, y)
            is_shown = in_sight and not any(table.own.places.is_over_panel(edge, top) for edge in edges)
        if is_shown:
            found.append(Label(texts[at], (left, top, wide, tall), size))
    return found


def _find_font(size: float) -> text.Font:
    return text.find_font("remark")._replace(size=size)


def _measure(table: LegendsTable, c: Canvas, composed: Composed, regions: tuple[int, ...], size: float) -> Measures:
    """Return the measures of names, made once for each size of text."""

    def measure() -> Measures:
        names = tuple(table.own.region_name(region) for region in regions)
        widths = tuple(text.width(c, name, _find_font(size)) + 12 for name in names)
        return Measures(names, widths, tuple(composed.foot(region) for region in regions))

    texts = table.ctx.texts
    key = ("region names", regions, composed.key, texts.language, texts.brief, size)
    return c.cache.keep(key, measure)


def prepare_zoom(table: LegendsTable, c: Canvas) -> Iterator[None]:
    """Measure the names of a zoomed chart and make their pictures, one by one, before the first zoom."""
    composed = table.own.chart.composed
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
        text.draw(c, name, x + w / 2, y + h / 2, _find_font(size), "text.bright", "cm")


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
