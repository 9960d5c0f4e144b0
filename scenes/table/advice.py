"""The panel beside the table that tells what happened, or what the expert would consider."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.decision import Considered, Decision
from engine.contract import Message
from scenes.shell import panels
from scenes.shell.targets import Box, Target, exactly
from scenes.table import short_chronicle
from scenes.table.desk import TableDesk
from scenes.table.spoken import Row
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

OPTIONS = 3
"""So many options of the expert are named."""
MOST_REASONS = 3
TOP, OPTION_TALL, UNDER_OPTIONS, SIZE = 57, 20, 4, 13.5
"""Where the options begin, how high each is, what is free below them, and the size of the reasons."""
CHANCE_TALL = 22
"""The line at the foot that tells the chance to win."""


def draw(desk: TableDesk, c: Canvas, box: Box, label: Callable[[int], str]) -> None:
    """The chronicle, or the expert's view of the own options; ``label`` names an action in few words."""
    if desk.news.advises:
        _advice(desk, c, box, label)
    else:
        chronicle(c, desk, box)


def chronicle(c: Canvas, desk: TableDesk, box: Box) -> None:
    """What has happened; who comes back to a shared computer is told that the bright lines happened meanwhile."""
    news = desk.news
    if news.aside is not None:
        news.aside(c, box)
        return
    title = desk.ctx.t("ui.chronicle.since" if news.missed else "ui.chronicle")
    lines(c, desk, box, title)
    open_button(c, desk, box[0] + box[2] - 26, box[1] + 24)


def lines(c: Canvas, desk: TableDesk, box: Box, title: str = "") -> None:
    """The newest lines, in a panel if they have a title."""
    news = desk.news
    short_chronicle.draw(
        c, desk.ctx, desk.ui, desk.panels, desk.game, box, news.lines, desk.seats, news.scroll, news.open_line,
        news.since, title,
    )  # fmt: skip


def open_button(c: Canvas, desk: TableDesk, x: float, y: float) -> None:
    """The scroll that opens the whole chronicle."""
    act = desk.news.open_all
    if act is not None:
        t = desk.ctx.t
        tip = (t("evening.chronicle.open"), t("evening.chronicle.open.tip"))
        desk.ui.icon_button(c, "chronicle", x, y, 13, "scroll", act, tip=tip)


def _advice(desk: TableDesk, c: Canvas, box: Box, label: Callable[[int], str]) -> None:
    t = desk.ctx.t
    x, y, w, _ = box
    hint = desk.news.hint
    considered: list[Considered] = (
        [] if hint is None else sorted(hint.considered, key=lambda one: -one.weight)[:OPTIONS]
    )

    def paint(layer: Canvas) -> None:
        desk.news.rows.clear()
        panels.titled(layer, box, t("ui.hint.title"), "hint")
        if hint is None:
            text.paragraph(layer, t("ui.hint.thinking"), x + 18, y + 58, w - 36, "italic", 15, "cream")
            return
        if not considered:
            return
        reasons = considered[0].reasons
        foot = foot_line(desk, layer, box, hint)
        room = foot - y - TOP - UNDER_OPTIONS
        if reasons:  # why the best one is the best says more than what comes third
            room -= text.paragraph_height(layer, desk.ctx.say(reasons[0], desk.names), w - 32, "sans", SIZE)
        yy = y + TOP
        for k, one in enumerate(considered[: max(1, int(room // OPTION_TALL))]):
            face = "serif_bold" if k == 0 else "serif"
            text.draw(layer, label(int(one.action)), x + 16, yy, face, 14.5, "cream", "lm", max_w=w - 74)
            percent = t("ui.percent", value=round(100 * float(one.weight)))
            text.draw(layer, percent, x + w - 14, yy, "sans_bold", 14, "gold_hi" if k == 0 else "mute", "rm")
            note_option(desk, one, label(int(one.action)), (x + 8, yy - OPTION_TALL / 2, w - 16, OPTION_TALL))
            yy += OPTION_TALL
        shapes.rule(layer, x + 14, yy - 6, w - 28, ornament=False)
        tell_reasons(desk, layer, reasons, (x + 16, yy + UNDER_OPTIONS), w - 32, foot, SIZE, 7)

    desk.panels.draw(c, "advice", (desk.ctx.texts.language, hint is None, desk.news.hints), box, paint)
    note_rows(desk)


def note_option(desk: TableDesk, one: Considered, name: str, box: Box) -> None:
    """A choice of the expert as it is drawn: where it would be made, and what its number says."""
    percent = desk.ctx.t("ui.percent", value=round(100 * float(one.weight)))
    tip = (name, desk.ctx.t("ui.hint.weight", percent=percent))
    desk.news.rows.append(Row(box, desk.spoken.of_action(int(one.action)), tip))


def note_rows(desk: TableDesk) -> None:
    """What can be pointed at in the advice that is drawn."""
    for at, row in enumerate(desk.news.rows):
        target = Target(f"advice.{at}", row.box, lambda: None, tip=row.tip, ring=False, radius=6, sound="")
        target.contains = exactly(row.box)
        desk.ui.note(target)


def tell_reasons(
    desk: TableDesk,
    layer: Canvas,
    reasons: Sequence[Message],
    at: tuple[float, float],
    w: float,
    foot: float,
    size: float,
    gap: float,
) -> None:
    """The reasons of advice from ``at`` downwards, as many of them as there is room for above ``foot``."""
    x, y = at
    for reason in reasons[:MOST_REASONS]:
        words = desk.ctx.say(reason, desk.names)
        if y + text.paragraph_height(layer, words, w, "sans", size) > foot:
            break
        tall = text.paragraph(layer, words, x, y, w, "sans", size, "#e6d6b6") + gap
        places = desk.spoken.of_message(reason, desk.view)
        if places:
            desk.news.rows.append(Row((x - 8, y - gap / 2, w + 16, tall), places))
        y += tall


def foot_line(desk: TableDesk, layer: Canvas, box: Box, hint: Decision) -> float:
    """Tell the chance to win at the foot of advice; returns where the room above it ends."""
    x, y, w, h = box
    if hint.chance is None:
        return y + h - 8
    yy = y + h - 8 - CHANCE_TALL
    t = desk.ctx.t
    percent = t("ui.percent", value=round(100 * hint.chance))
    text.draw(layer, t("ui.hint.chance"), x + 16, yy + 11, "serif", 14.5, "cream", "lm", max_w=w - 74)
    text.draw(layer, percent, x + w - 14, yy + 11, "sans_bold", 14, "gold_hi", "rm")
    return yy
