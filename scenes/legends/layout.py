"""Layout of the Legends table in logical units. The two free corners of the T hold the panels."""

from dataclasses import dataclass

from scenes.shell.finger_row import FINGER_TOP, PITCH as SIGN_PITCH, find_corner, find_free_height, lay_plates
from sprites.base.layout import Box, columns, rows

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
FINGER_OWN_H, FINGER_KEY_W, FINGER_KEY_H = 116.0, 204.0, 116.0
"""Heights of the viewer's plate and of the keys next to it for fingers, and width of a key."""
FINGER_ACTION_H, FINGER_ROW_H = 168.0, 188.0
SMALL_CHART: Box = (1290.0, 198.0, 294.0, 132.0)
"""The whole chart over a zoomed one: it shows which part that is."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout values that depend on the shape of the map and the window height."""

    chart: Box
    own: Box
    rivals: tuple[Box, ...]
    tools: tuple[tuple[float, float], ...]
    """Possible places of the first of the chart buttons; the best one first."""
    tool_step: tuple[float, float] = (38.0, 0.0)
    """From one of these buttons to the next."""
    chronicle: Box = CHRONICLE
    action: Box = ACTION
    main: Box = MAIN
    row: tuple[float, float] = (ROW_X, ROW_Y)
    """Where the first card of the row lies."""
    keys: tuple[Box, ...] = ()
    """Keys that open the row and the log, where these hide nothing of the chart otherwise."""
    covers: tuple[Box, ...] = ()
    """What else lies over the chart."""

    def is_over_panel(self, x: float, y: float) -> bool:
        """Whether a panel lies over the chart here."""
        boxes = (self.own, *self.rivals, *self.keys, *self.covers)
        return any(left <= x < left + w and top <= y < top + h for left, top, w, h in boxes)


def layout(shape: str, rivals: int, height: float, goals: bool = False) -> Layout:
    """Return the layout with panels in the free corners: at the bottom for a stem below and the ring, else at the top;
    ``rivals``: their number, ``goals``: all below the strip of a stage's goals."""
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


def layout_for_fingers(shape: str, rivals: int, height: float, is_open: bool) -> Layout:
    """Return the layout for fingers: the chart takes the window between the plates of the others and the buttons in the
    corner; ``is_open``: the viewer's panel stands open."""
    corner, free = find_corner(height), find_free_height(height)
    x, _, w, _ = corner
    bottom = height - 12
    wide = x - 8 if shape == "t_above" else 1600.0  # where the chart is broad below it ends at the buttons
    low = free - FINGER_ACTION_H if shape == "ring" else bottom - FINGER_KEY_H
    own_h = OWN_H if is_open else FINGER_OWN_H
    tools = (x, FINGER_TOP, 4 * SIGN_PITCH, SIGN_PITCH)
    if shape == "t_below":  # the sea leaves room next to its stem
        tools = (x - 120, free - FINGER_ACTION_H, SIGN_PITCH, 4 * SIGN_PITCH)
    keys = columns((OWN_X + OWN_W + 16, bottom - FINGER_KEY_H, 2 * FINGER_KEY_W + 16, FINGER_KEY_H), 2, gap=16)
    return Layout(
        chart=(0.0, FINGER_TOP, wide, low - 8 - FINGER_TOP),
        own=(12.0, bottom - own_h, OWN_W, own_h),
        rivals=tuple(lay_plates(rivals)),
        tools=((tools[0] + SIGN_PITCH / 2, tools[1] + SIGN_PITCH / 2),),
        tool_step=(0.0, SIGN_PITCH) if shape == "t_below" else (SIGN_PITCH, 0.0),
        chronicle=(12.0, FINGER_TOP + 8, 380.0, 250.0) if shape == "t_above" else (12.0, 496.0, 508.0, 164.0),
        action=(x, free - FINGER_ACTION_H, w, FINGER_ACTION_H),
        main=corner,
        row=(OWN_X, bottom - FINGER_KEY_H - FINGER_ROW_H),
        keys=tuple(keys),
        covers=((x, free - FINGER_ACTION_H, w, height - free + FINGER_ACTION_H), tools),
    )


def card_box(place: int, places: Layout) -> Box:
    """Return the box of the card at a place of the row."""
    x, y = places.row
    return (x + place * PITCH, y, 150.0, 158.0)
