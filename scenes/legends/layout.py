"""Layout of the Legends table in logical units. The two free corners of the T hold the panels."""

from __future__ import annotations

from dataclasses import dataclass

from sprites.base.layout import Box, rows

ROW_X, ROW_Y, PITCH = 322.0, 76.0, 162.0
CHRONICLE: Box = (24.0, 62.0, 280.0, 172.0)
ACTION: Box = (1312.0, 62.0, 264.0, 172.0)
MAIN: Box = (1326.0, 172.0, 148.0, 48.0)
CHART_TOP = 242.0
CHART_X, CHART_W = 26.0, 1548.0
OWN_W, OWN_H = 492.0, 300.0
RIVAL_W, RIVAL_H, RIVAL_GAP = 492.0, 94.0, 9.0
OWN_X, RIVAL_X = 24.0, 1084.0
GOALS: Box = (312.0, 240.0, 976.0, 36.0)
"""Strip of a stage's goals; the chart begins below it."""
RAIL: Box = (312.0, 56.0, 988.0, 30.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout values that depend on the shape of the map and the window height."""

    chart: Box
    own: Box
    rivals: tuple[Box, ...]
    tools: tuple[tuple[float, float], ...]
    """Possible left ends of the row of chart buttons; the best place first."""

    def is_over_panel(self, x: float, y: float) -> bool:
        """Whether a panel lies over the chart here."""
        return any(left <= x < left + w and top <= y < top + h for left, top, w, h in (self.own, *self.rivals))


def layout(shape: str, rivals: int, height: float, goals: bool = False) -> Layout:
    """Return the layout with panels in the free corners: at the bottom for a stem below and the ring, else at the
    top; ``goals``: below the strip of a stage's goals."""
    bottom = height - 12
    upper = GOALS[1] + GOALS[3] + 6 if goals else CHART_TOP
    chart_box = (CHART_X, upper, CHART_W, bottom - upper)
    top = upper + 2 if shape == "t_above" else bottom - OWN_H
    if shape == "ring":
        chart_box = (CHART_X, upper, CHART_W, top - 12 - upper)
    own = (OWN_X, top, OWN_W, OWN_H)
    plates = (RIVAL_X, top, RIVAL_W, rivals * (RIVAL_H + RIVAL_GAP))
    boxes = tuple(rows(plates, [RIVAL_H] * rivals, gap=RIVAL_GAP))
    left, right = OWN_X + OWN_W + 50, RIVAL_X - 166.0
    if shape == "ring":
        tools: tuple[tuple[float, float], ...] = ((560.0, top + 24),)
    else:
        first, last = upper + 30, bottom - 34
        heights = (last, last - 260) if shape == "t_below" else (first, first + 260)
        tools = tuple((x, y) for y in heights for x in (right, left))
    return Layout(chart_box, own, boxes, tools)


def card_box(place: int) -> Box:
    """Return the box of a card of the row."""
    return (ROW_X + place * PITCH, ROW_Y, 150.0, 158.0)
