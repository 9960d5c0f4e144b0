"""Hands on the chart: dragging a cube or the chart itself (panning), the wheel, and presses on nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.readers.legends import Point
from scenes.legends import choices
from scenes.legends.layout import CHRONICLE

if TYPE_CHECKING:
    from scenes.legends.table_state import LegendsTable
    from scenes.shell.inputs import Input

GLIDE_AFTER_MS, GLIDE_MS = 250.0, 900.0
"""Where nothing is dragged: how long the chart must be held until it glides, and how long a place at the pointer takes
to the middle."""


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
    pinches: bool = False
    """Whether two fingers zoom."""
    carried: tuple[int, float, float] | None = None
    """Origin region of the dragged cube, and pointer position."""
    dropped: Point | None = None
    """Chart position where the cube was dropped."""


def drag(table: LegendsTable, given: Input) -> bool:
    """Handle a drag, which pans the chart; where nothing is dragged, a click brings a place to the middle."""
    grip, chart, ctx = table.own.grip, table.own.chart, table.ctx
    if given.kind in ("drag", "pinch") and chart.holds(given.x, given.y):
        if given.kind == "pinch":
            chart.pinch(given.amount, (given.x, given.y))
        if given.kind == "pinch" or not (chart.is_whole or ctx.settings.clicks_only):
            chart.pan(given.dx, given.dy)
        grip.pinches = given.kind == "pinch"
        table.ui.dirty = True
        return True
    if given.kind == "lift" and grip.pinches:
        grip.pinches = False
        chart.settle(at_once=ctx.speed == 0 or ctx.reduced)
        table.ui.dirty = True
        return True
    if given.kind == "move" and grip.panning is not None:
        if ctx.settings.clicks_only:
            grip.panning = (given.x, given.y)
            return True
        chart.pan(given.x - grip.panning[0], given.y - grip.panning[1])
        grip.panning = (given.x, given.y)
        table.ui.moved = True
        return True
    if given.kind == "release":
        if grip.panning is not None and ctx.settings.clicks_only and grip.held_ms < GLIDE_AFTER_MS:
            chart.bring_to_middle(grip.panning, at_once=ctx.speed == 0 or ctx.reduced)
            table.ui.dirty = True
        grip.panning = None
        return True
    return False


def glide(table: LegendsTable, ms: float) -> None:
    """Where nothing is dragged, move the chart towards the place on which the pointer is held."""
    grip, chart = table.own.grip, table.own.chart
    held = grip.panning
    if held is None or not table.ctx.settings.clicks_only:
        return
    grip.held_ms += ms
    if grip.held_ms >= GLIDE_AFTER_MS:
        x, y = chart.middle
        chart.pan((x - held[0]) * ms / GLIDE_MS, (y - held[1]) * ms / GLIDE_MS)
        table.ui.moved = True


def press(table: LegendsTable, given: Input) -> bool:
    """Handle a press: on the chart it starts a drag; the right button clears the mark."""
    if not table.confirming and table.skip():
        return True
    if given.button == 3 and choices.put_back(table):
        return True
    own = table.own
    if own.chart.holds(given.x, given.y) and not own.places.is_over_panel(given.x, given.y):
        if not own.chart.is_whole:
            own.grip.panning, own.grip.held_ms = (given.x, given.y), 0.0
        elif given.button == 1 and table.legal() and table.view["phase"] in choices.ON_MAP:
            table.ctx.play("refused")
        return True
    return False


def wheel(table: LegendsTable, given: Input) -> bool:
    """Handle the wheel: scrolls over the log, zooms over the chart."""
    x, y, w, h = CHRONICLE
    if x <= given.x < x + w and y <= given.y < y + h:
        table.past.scroll_lines(given.amount)
        return True
    if table.own.chart.holds(given.x, given.y):
        table.own.zoom(1 if given.amount > 0 else -1, (given.x, given.y))
        return True
    return False
