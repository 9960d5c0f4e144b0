"""The panel beside the table that tells what happened, or what the expert would consider."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scenes.shell.panels import chronicle, titled
from scenes.shell.targets import Box
from scenes.table.play import PlayScene
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

OPTIONS = 3
"""So many options of the expert are named."""


def draw(table: PlayScene[Any], c: Canvas, box: Box, label: Callable[[int], str]) -> None:
    """The chronicle, or the expert's view of the own options; ``label`` names an action in few words."""
    if table.hint is not None or table.opponents.hinting:
        _advice(table, c, box, label)
        return
    missed = table.shared and table.viewer is not None and table.last_choice() > 0
    title = table.ctx.t("ui.chronicle.since" if missed else "ui.chronicle")
    chronicle(
        c, table.ui, table.panels, box, title, table.lines, table.session.seats, table.scroll, table.open_line,
        table.last_choice(),
    )  # fmt: skip


def _advice(table: PlayScene[Any], c: Canvas, box: Box, label: Callable[[int], str]) -> None:
    t = table.ctx.t
    x, y, w, h = box
    hint = table.hint
    considered: list[Any] = [] if hint is None else sorted(hint.considered, key=lambda one: -one.weight)[:OPTIONS]

    def paint(layer: Canvas) -> None:
        titled(layer, box, t("ui.hint.title"), "hint")
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
            for reason in list(considered[0].reasons)[:3]:
                words = table.ctx.say(reason, table.names)
                tall = text.paragraph_height(layer, words, w - 32, "sans", 13.5)
                if yy + 4 + tall > y + h - 8:
                    break
                yy += text.paragraph(layer, words, x + 16, yy + 4, w - 32, "sans", 13.5, "#e6d6b6") + 7

    table.panels.draw(c, "advice", (table.ctx.texts.language, hint is None, table.hints.count), box, paint)
