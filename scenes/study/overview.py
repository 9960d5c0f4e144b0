"""The study of a whole game: the table, the curve below it, the breakdown and the moments at its side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.shell.targets import Box
from scenes.study import course_panel, export, hands, side_panels
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

PANE_TALL = 542.0
"""The table; in a taller window the curve gets what is more."""
OVER_WIDE = 336.0
"""Least width of the panel with all hands."""
STOPPED_TALL = 48.0
"""The line that says that the analysis has stopped."""
STRIP_TALL = 96.0
"""Track and controls below a large table."""


def draw(scene: Looking, c: Canvas) -> None:
    """Draw everything below the top bar."""
    if scene.large:
        high = c.height - 62 - 22 - 12 - STRIP_TALL
        side = OVER_WIDE + 12 if scene.open_hands else 0.0
        _draw_table(scene, c, (24, 62, 1552 - side, high))
        course_panel.draw_strip(scene, c, (24, c.height - 22 - STRIP_TALL, 1552, STRIP_TALL))
        if scene.open_hands:
            hands.draw(scene, c, (1576 - OVER_WIDE, 62, OVER_WIDE, high))
        return
    high = PANE_TALL
    beside = 1072 - scene.pane.width_for(high) - 12
    if scene.open_hands:
        beside = max(beside, OVER_WIDE)
    place = (24.0, 62.0, 1072 - (beside + 12 if beside >= side_panels.NARROWEST else 0), high)
    wide = _draw_table(scene, c, place)[2]
    if scene.open_hands:
        hands.draw(scene, c, (24 + 1072 - beside, 62, beside, high))
    else:
        side_panels.draw_side_panels(scene, c, (24 + wide + 12, 62, beside, high))
    course_panel.draw(scene, c, (24, 62 + high + 12, 1072, c.height - 22 - 74 - high))
    side_panels.draw_bill(scene, c, (1112, 62, 464, 298))
    page = (1112.0, 372.0, 464.0, c.height - 372 - 22 - 130 - (STOPPED_TALL + 8 if scene.stopped else 0))
    side_panels.draw_page(scene, c, page)
    if scene.stopped:
        _draw_resume_offer(scene, c, (page[0], page[1] + page[3] + 8, page[2], STOPPED_TALL))
    export.draw_buttons(scene, c, (1112, c.height - 22 - 118, 464, 118))


def _draw_resume_offer(scene: Looking, c: Canvas, box: Box) -> None:
    """Say that the analysis has ended too early, and offer to go on with it."""
    x, y, w, h = box
    shapes.panel(c, *box)
    t, wide = scene.ctx.t, 150.0
    text.draw(c, t("study.stopped"), x + 16, y + h / 2, "label", "text", "lm", max_w=w - wide - 40)
    scene.ui.button(c, "analyse", (x + w - wide - 8, y + 7, wide, h - 14), t("study.stopped.again"), scene.analyse,
                    icon="redo", tip=(t("study.stopped.again"), t("study.stopped.tip")))  # fmt: skip


def _draw_table(scene: Looking, c: Canvas, place: Box) -> Box:
    """The table as large as it can be in the middle of a place; the box it fills."""
    x, y, w, h = place
    high = h * min(1.0, w / scene.pane.width_for(h))
    return scene.pane.draw(c, x + (w - scene.pane.width_for(high)) / 2, y + (h - high) / 2, high)
