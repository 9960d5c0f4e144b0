"""The call to action of a table: what is to be decided, in words that explain themselves, and the amber button."""

from functools import partial
from typing import NamedTuple

from scenes.table import loop
from scenes.table.glossary_links import LINE, underline
from scenes.table.script import AnyTable
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box


class Call(NamedTuple):
    """Texts of the call to action and of its main button."""

    title: str
    body: str
    button: str
    icon: str | None = None
    enabled: bool = True


class Amber(NamedTuple):
    """Label and icon of the main button, and whether it is enabled."""

    button: str
    icon: str | None = None
    enabled: bool = True


def find_idle_button(table: AnyTable) -> Amber | None:
    """Return the main button while the player has no choice (go on, show result, skip, wait); None while there is
    one."""
    t = table.ctx.t
    if table.confirming:
        return Amber(t(f"{table.game}.button.go_on"), "right")
    if table.finished:
        return Amber(t("ui.result.show"), "trophy")
    if table.legal():
        return None
    return Amber(t("ui.skip"), "skip") if table.busy else Amber(t(f"{table.game}.button.wait"), "hourglass", False)


def draw_words(
    table: AnyTable, c: Canvas, name: str, box: Box, title: str, body: str, room: Box, *, line: float = LINE,
    rule: bool = False,
) -> None:  # fmt: skip
    """Draw the panel in ``box``: the title above, the text ``body`` centred in ``room``, its glossary words as targets.
    ``name`` is part of their ids; ``line``: line height as a factor; ``rule``: draw a line below the title."""
    x, y, w, h = box
    left, top, wide, high = room
    font = text.fit(c, body, wide, high, "body", line)
    tall = text.paragraph_height(c, body, wide, font, line=line)
    place = (left, top + max(0.0, (high - tall) / 2), wide)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        text.draw(layer, title, x + w / 2, y + (27 if rule else 23), "heading", "text.title", "cm", max_w=w - 28)
        if rule:
            shapes.rule(layer, x + 30, y + 45, w - 60)
        text.paragraph(layer, body, *place, font, "text.body", "c", line=line, bold_colour="text.strong")

    table.panels.draw(c, "action", (title, body, place), box, paint)
    underline(c, table.ctx, table.ui, table.game, name, body, place, font, line=line, align="c", area=box)


def draw_button(table: AnyTable, c: Canvas, box: Box, call: Call | Amber) -> None:
    """Draw the main button, which Space presses; during an animation it skips that."""
    main = table.guide is None or not table.guide.has_main
    if table.by_fingers and not main:
        return  # that of the guide stands in its corner
    key, act = table.ctx.t("ui.key.main") if main else None, partial(loop.press_main, table)
    table.ui.button(
        c, "main", box, call.button, act, main=main, enabled=call.enabled and main, icon=call.icon, key=key,
    )  # fmt: skip
