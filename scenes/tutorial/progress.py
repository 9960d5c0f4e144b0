"""How far a learner is: the row of a game's lessons in the top bar, and the list of a lesson's steps at the side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.content import lessons
from engine.content.lessons import Corner
from scenes.shell.finger_row import FINGER_TOP, STATE_RIGHT, find_free_height
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tutorial.controller import Guide
    from scenes.tutorial.view import Coin

CENTRE, Y = 800.0, 27.0
R, HALF = 15.0, 18.0
"""Radius of a coin, and half the height of the current lesson's, which has its title next to its number."""
FEW = 8
"""Coins that lie wide; more of them lie close, with less room for the title."""
GAP, NARROW_GAP = 20.0, 8.0
"""From the edge of a coin to that of the next."""
TITLE, NARROW_TITLE = 260.0, 130.0
"""The title and the room for it; a longer one gets smaller."""
BEFORE, BEHIND = 42.0, 18.0
"""What the number takes before a title, and what is free behind it."""
GOLD = [(0, "text.figure"), (1, "base/laurel.low")]
DARK = [(0, "marked.high"), (1, "control.low")]
HEAD, PAD = 46.0, 17.0
"""Height of the title, size of the words, room round the words of a row."""
SHOW_H, WAYS_H, SPACE = 42.0, 36.0, 8.0
"""Below the rows: the button that shows how it is done, those to other lessons, and what is free between."""
FOOT = SHOW_H + WAYS_H + 2 * SPACE
"""Room for the buttons; what can be done after a lesson is in its bubble."""
LARGE_TEXT = 1.3
"""From this size of texts on only the present step is shown."""
PIECES, FLIGHT_MS, APART_MS = 6, 620.0, 70.0
"""Gold pieces that fly to the coin of a lesson that is done, how long, and how far apart."""
Row = tuple[int, str, float]
"""A step of the list: its number, its words, the height it takes."""


def draw_row(guide: Guide, c: Canvas) -> tuple[float, float] | None:
    """Draw the row of lessons in the middle of the top bar, or farther left where the game needs the right. Return x
    and y of the current lesson's coin; None without a row."""
    if guide.whole:
        return None
    coins, y = guide.course.strip(), Y
    gap, room = (GAP, TITLE) if len(coins) <= FEW else (NARROW_GAP, NARROW_TITLE)
    if guide.table.by_fingers:  # plates stand there
        at, coin, y = guide.number, coins[guide.number], FINGER_TOP - 30
        wide = _wide(c, coin, NARROW_TITLE)
        _coin(guide, c, at, coin, (STATE_RIGHT - wide, wide, y))
        return STATE_RIGHT - wide / 2, y
    widths = [_wide(c, coin, room) for coin in coins]
    whole = sum(widths) + gap * (len(coins) - 1)
    left = min(CENTRE - whole / 2, guide.table.hooks.recap_right - whole)
    here, x = (CENTRE, y), left
    for at, (coin, wide) in enumerate(zip(coins, widths, strict=True)):
        if at:
            done = coins[at - 1].stars > 0
            shapes.line(c, x - gap, y, x, y, "edge" if done else "edge.low", 2.4 if done else 2)
        _coin(guide, c, at, coin, (x, wide, y))
        if coin.now:
            here = (x + BEFORE / 2, y)
        x += wide + gap
    return here


def _wide(c: Canvas, coin: Coin, room: float) -> float:
    if not coin.now:
        return 2 * R
    return BEFORE + min(room, text.width(c, coin.title, "name")) + BEHIND


def _coin(guide: Guide, c: Canvas, at: int, coin: Coin, place: tuple[float, float, float]) -> None:
    ui, t = guide.table.ui, guide.table.ctx.t
    x, wide, y = place
    half = HALF if coin.now else R
    large = guide.table.ctx.touch.grow(2 * half)
    note = t("lesson.stars", n=coin.stars) if coin.stars else t("lesson.open")
    box = (x, y - half, wide, 2 * half)
    pressed = (x, y - large / 2, wide, large)
    if ui.touch.least:
        ui.cover(pressed)
    state = ui.zone(f"lesson.{at}", pressed, partial(guide.course.go, at), tip=(coin.title, note), radius=half)
    cx = x + (BEFORE if coin.now else wide) / 2
    if coin.now:
        shapes.glow_box(c, *box, half, "glow", 130, reach=9)
        shapes.gradient_box(c, *box, half, GOLD, angle=90, rim="rim.dark")
        text.draw_rows(c, coin.title, x + BEFORE - 4, y, wide - BEFORE, "name", "confirm.text", "l", high=2 * half)
    else:
        if state == "hover":
            shapes.glow(c, cx, y, 28, "glow", 150)
        stops: Sequence[tuple[float, str]] = GOLD if coin.stars else DARK
        shapes.outline(c, "circle", cx, y, R, list(stops), rim="rim.dark", rim_w=1.4)
    if coin.stars and not coin.now:
        icons.draw(c, "check", cx, y, 18, "confirm.text")
    else:
        ink = "confirm.text" if coin.now else "text.quiet"
        text.draw(c, str(at + 1), cx, y + 0.5, "name", ink, "cm", fixed=True)


def draw_steps(guide: Guide, c: Canvas, taken: Sequence[Box]) -> None:
    """Draw the list of steps in the first corner where it covers no ``taken`` box; nothing if there is none."""
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
    rows, foot = _rows(guide, c, corner)
    high = HEAD + sum(high for _, _, high in rows) + 12 + foot
    y = corner.y + low
    if guide.table.by_fingers:
        y = min(max(y, FINGER_TOP), find_free_height(c.height) - high)
    return rows, (corner.x, y, corner.w, high)


def _rows(guide: Guide, c: Canvas, corner: Corner) -> tuple[list[Row], float]:
    """Return number, words and height of the steps that fit, and the height left for the buttons below them. The
    current step comes first, then by turns later and earlier ones."""
    table, lesson, steps = guide.table, guide.lesson, guide.lesson.steps

    def row(at: int) -> Row:
        text_id = lessons.text_id(table.game, lesson.id, steps[at].id, "line")
        said = table.ctx.t(text_id, **table.hooks.lesson_words(table))
        return at, said, text.paragraph_height(c, said, corner.w - 74, line=1.15) + PAD

    first = last = guide.at
    found = [row(guide.at)]
    room = corner.h - HEAD - 12 - found[0][2]
    large = 2 * (table.ctx.touch.least + SPACE)  # for fingers, where there is room for it
    foot = 0.0 if guide.over else large if FOOT < large <= room else FOOT
    room -= foot
    while c.text_scale < LARGE_TEXT:
        more = sorted((at for at in (last + 1, first - 1) if 0 <= at < len(steps)), key=lambda at: abs(at - guide.at))
        fits = next((one for one in map(row, more) if one[2] <= room), None)
        if fits is None:
            break
        room -= fits[2]
        found.append(fits)
        first, last = min(first, fits[0]), max(last, fits[0])
    return sorted(found), foot


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
        _draw_step(c, said, (x, top, w, high), state)
        top += high
    if not guide.over:
        _foot(guide, c, (x + 12, top + SPACE, w - 24, y + h - 12 - top))


def _foot(guide: Guide, c: Canvas, box: Box) -> None:
    """Buttons: show the solution, previous lesson, next lesson."""
    ui, t = guide.table.ui, guide.table.ctx.t
    x, y, w, h = box
    doing = not (guide.table.busy or guide.step.reading or guide.showing)
    show_h, ways_h = (SHOW_H, WAYS_H) if h < FOOT + 1 else (h / 2 - SPACE, h / 2 - SPACE)
    shown = (x, y, w, show_h)
    ui.button(c, "guide.show", shown, t("lesson.show"), guide.show, icon="eye", enabled=doing)
    y += show_h + SPACE
    half = (w - SPACE) / 2
    if guide.number:
        before, tip = guide.course.strip()[guide.number - 1].title, t("lesson.before.tip")
        act = partial(guide.course.go, guide.number - 1)
        place = (x, y, half, ways_h)
        ui.button(c, "guide.before", place, t("lesson.before"), act, icon="left", tip=(before, tip))
    leave, tip = t(guide.leave_words), t("lesson.skip.tip")
    place = (x + half + SPACE, y, half, ways_h) if guide.number else (x, y, w, ways_h)
    ui.button(c, "guide.leave", place, leave, guide.course_on, icon="skip", tip=(leave, tip))


def _draw_step(c: Canvas, said: str, box: Box, state: str) -> None:
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


def draw_gold(guide: Guide, c: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw gold pieces on their way to the lesson's coin, once, at its end."""
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
