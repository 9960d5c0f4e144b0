"""Side list of a lesson's steps: done, current and coming."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.content.lessons import Corner
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tutorial.state import Guide

HEAD, PAD = 46.0, 17.0
"""Height of the title, size of the words, room round the words of a row."""
SHOW_H, WAYS_H, SPACE = 42.0, 36.0, 8.0
"""Below the rows: the button that shows how it is done, those to other lessons, and what is free between."""
FOOT = SHOW_H + WAYS_H + 2 * SPACE
LARGE_TEXT = 1.3
"""From this size of texts on only the present step is shown."""
PIECES, FLIGHT_MS, APART_MS = 6, 620.0, 70.0
"""Gold pieces that fly to the coin of a lesson that is done, how long, and how far apart."""
Row = tuple[int, str, float]
"""A step of the list: its number, its words, the height it takes."""


def draw(guide: Guide, c: Canvas, taken: Sequence[Box]) -> None:
    """The list in the first corner where it hides nothing of what is ``taken``; nothing where there is no such one."""
    look = guide.look
    if guide.whole:
        return
    if guide.table.busy and look.corner is not None:
        _panel(guide, c, *_lay_out(guide, c, look.corner))
        return
    look.corner = None
    for corner in guide.corners:
        rows, box = _lay_out(guide, c, corner)
        if not _hides(box, taken):
            look.corner = corner
            _panel(guide, c, rows, box)
            return


def _hides(box: Box, taken: Sequence[Box]) -> bool:
    x, y, w, h = box
    return any(
        x < left + wide + 8 and left < x + w + 8 and y < top + high + 8 and top < y + h + 8
        for left, top, wide, high in taken
    )


def _lay_out(guide: Guide, c: Canvas, corner: Corner) -> tuple[list[Row], Box]:
    """What stands in the list, and all that it covers."""
    low = c.height - 900 if corner.y > 450 else 0.0
    rows = _rows(guide, c, corner)
    high = HEAD + sum(high for _, _, high in rows) + 12 + _measure_foot(guide)
    return rows, (corner.x, corner.y + low, corner.w, high)


def _measure_foot(guide: Guide) -> float:
    """Room for the buttons; what can be done after a lesson is in its bubble."""
    return 0.0 if guide.over else FOOT


def _rows(guide: Guide, c: Canvas, corner: Corner) -> list[Row]:
    """Number, words and height of the steps that fit: the present one, then by turns what comes and what was."""
    t, steps = guide.table.ctx.t, guide.lesson.steps

    def row(at: int) -> Row:
        said = t(guide.line_id(at), **guide.table.hooks.lesson_words(guide.table))
        return at, said, text.paragraph_height(c, said, corner.w - 74, line=1.15) + PAD

    first = last = guide.at
    found = [row(guide.at)]
    room = corner.h - HEAD - 12 - _measure_foot(guide) - found[0][2]
    while c.text_scale < LARGE_TEXT:
        more = sorted((at for at in (last + 1, first - 1) if 0 <= at < len(steps)), key=lambda at: abs(at - guide.at))
        fits = next((one for one in map(row, more) if one[2] <= room), None)
        if fits is None:
            break
        room -= fits[2]
        found.append(fits)
        first, last = min(first, fits[0]), max(last, fits[0])
    return sorted(found)


def _panel(guide: Guide, c: Canvas, rows: Sequence[Row], box: Box) -> None:
    t = guide.table.ctx.t
    x, y, w, h = box
    shapes.box_shadow(c, x, y, w, h, 14, "hand")
    shapes.panel(c, x, y, w, h)
    count = t("ui.tutorial.step", at=guide.at + 1, of=len(guide.lesson.steps))
    wide = text.draw(c, count, x + w - 16, y + 24.5, "strong", "text.muted", "rm")
    title, room = t("lesson.list", n=guide.number + 1, title=guide.title), w - 44 - wide
    if text.width(c, title, "heading") > room:  # it stands in the row of lessons too
        title = t("lesson.number", n=guide.number + 1)
    text.draw(c, title, x + 18, y + 24, "heading", "accent", "lm", max_w=room)
    shapes.rule(c, x + 14, y + 41, w - 28, ornament=False)
    top = y + HEAD
    for at, said, high in rows:
        state = "done" if guide.over or at < guide.at else "now" if at == guide.at else "later"
        _row(c, said, (x, top, w, high), state)
        top += high
    if not guide.over:
        _foot(guide, c, (x + 12, top + SPACE, w - 24, FOOT))


def _foot(guide: Guide, c: Canvas, box: Box) -> None:
    """Buttons: show the solution, previous lesson, next lesson."""
    ui, t = guide.table.ui, guide.table.ctx.t
    x, y, w, _ = box
    doing = not (guide.table.busy or guide.step.reading or guide.showing)
    shown = (x, y, w, SHOW_H)
    ui.button(c, "guide.show", shown, t("lesson.show"), guide.show, icon="eye", enabled=doing)
    y += SHOW_H + SPACE
    half = (w - SPACE) / 2
    if guide.number:
        before, tip = guide.course.strip()[guide.number - 1].title, t("lesson.before.tip")
        act = _going(guide, guide.number - 1)
        place = (x, y, half, WAYS_H)
        ui.button(c, "guide.before", place, t("lesson.before"), act, icon="left", tip=(before, tip))
    leave, tip = t(guide.leave_words), t("lesson.skip.tip")
    place = (x + half + SPACE, y, half, WAYS_H) if guide.number else (x, y, w, WAYS_H)
    ui.button(c, "guide.leave", place, leave, guide.course_on, icon="skip", tip=(leave, tip))


def _going(guide: Guide, at: int) -> Callable[[], None]:
    return lambda: guide.course.go(at)


def _row(c: Canvas, said: str, box: Box, state: str) -> None:
    x, y, w, h = box
    cy = y + h / 2
    if state == "now":
        shapes.round_rect(c, x + 8, y + 1, w - 16, h - 2, 9, "accent", alpha=52)
        shapes.round_rect(c, x + 8, y + 1, w - 16, h - 2, 9, "edge.bright", alpha=210, border=1.4)
        shapes.outline(c, "diamond", x + 30, cy, 8, [(0, "shine"), (1, "base/star.low")], rim="rim.dark")
    elif state == "done":
        shapes.outline(c, "circle", x + 30, cy, 10, [(0, "good.high"), (1, "good.low")], rim="good.ink")
        icons.draw(c, "check", x + 30, cy, 12, "good.ink")
    else:
        shapes.outline(c, "circle", x + 30, cy, 8.5, [(0, "panel.top"), (1, "panel.low")], rim="edge.low", rim_w=1.2)
    ink = {"done": "text.muted", "now": "text.bright", "later": "text.dim"}[state]
    text.paragraph(c, said, x + 54, y + PAD / 2, w - 74, "body", ink, line=1.15, bold_colour="text.strong")


def fly(guide: Guide, c: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Gold pieces on their way to the coin of the lesson, once, when it is done."""
    look, ctx, clock = guide.look, guide.table.ctx, guide.table.ui.clock
    if not guide.over or ctx.reduced or ctx.instant:
        return
    if look.done_at is None:
        look.done_at = clock
    for number in range(PIECES):
        share = (clock - look.done_at - number * APART_MS) / FLIGHT_MS
        if share >= 1:
            continue
        look.moves = True
        if share <= 0:
            continue
        eased = 1 - (1 - share) ** 3
        x = start[0] + (end[0] - start[0]) * eased + (number - 2.5) * 14 * (1 - eased)
        y = start[1] + (end[1] - start[1]) * eased - math.sin(share * math.pi) * 60
        shapes.outline(
            c, "circle", x, y, 8, [(0, "text.figure"), (1, "base/laurel.low")], rim="confirm.text", rim_w=1.4
        )
