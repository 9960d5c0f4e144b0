"""The panel beside the table that tells what happened, or what the expert would consider."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ai.decision import Decision
from scenes.shell import panels
from scenes.shell.targets import Box
from scenes.table.desk import TableDesk
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

OPTIONS = 3
"""So many options of the expert are named."""
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
    title = desk.ctx.t("ui.chronicle.since" if news.missed else "ui.chronicle")
    panels.chronicle(
        c, desk.ui, desk.panels, box, title, news.lines, desk.seats, news.scroll, news.open_line, news.since
    )


def _advice(desk: TableDesk, c: Canvas, box: Box, label: Callable[[int], str]) -> None:
    t = desk.ctx.t
    x, y, w, _ = box
    hint = desk.news.hint
    considered: list[Any] = [] if hint is None else sorted(hint.considered, key=lambda one: -one.weight)[:OPTIONS]

    def paint(layer: Canvas) -> None:
        panels.titled(layer, box, t("ui.hint.title"), "hint")
        if hint is None:
            text.paragraph(layer, t("ui.hint.thinking"), x + 18, y + 58, w - 36, "italic", 15, "cream")
            return
        yy = y + 57
        for k, one in enumerate(considered):
            face = "serif_bold" if k == 0 else "serif"
            text.draw(layer, label(int(one.action)), x + 16, yy, face, 14.5, "cream", "lm", max_w=w - 74)
            percent = t("ui.percent", value=round(100 * float(one.weight)))
            text.draw(layer, percent, x + w - 14, yy, "sans_bold", 14, "gold_hi" if k == 0 else "mute", "rm")
            yy += 20
        if considered:
            shapes.rule(layer, x + 14, yy - 6, w - 28, ornament=False)
            foot = foot_line(desk, layer, box, hint)
            for reason in list(considered[0].reasons)[:3]:
                words = desk.ctx.say(reason, desk.names)
                tall = text.paragraph_height(layer, words, w - 32, "sans", 13.5)
                if yy + 4 + tall > foot:
                    break
                yy += text.paragraph(layer, words, x + 16, yy + 4, w - 32, "sans", 13.5, "#e6d6b6") + 7

    desk.panels.draw(c, "advice", (desk.ctx.texts.language, hint is None, desk.news.hints), box, paint)


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
