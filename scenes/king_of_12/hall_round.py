"""Sheet at the end of a tournament round: every group with its points and its winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.king_of_12.plates import draw_points
from scenes.king_of_12.right_column import draw_sheet_head
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

ROW = 44.0


def draw(table: KingTable, c: Canvas) -> None:
    """Draw points by group, dropped points, crown winners."""
    events = table.stage.sheet
    if events is None:
        return
    t = table.ctx.t
    cx, cy = table.own.centre()
    groups = [event.data for event in events if event.kind == "at_table"]
    w = max(480.0, 226.0 * len(groups) + 24)
    h = 164 + ROW * max(len(group["seats"]) for group in groups)
    box = (cx - w / 2, cy - h / 2, w, h)
    points, dropped, winners = draw_sheet_head(table, c, box, events)
    for n, (group, column) in enumerate(
        zip(groups, layout.columns(layout.inset(box, 12, 0), len(groups)), strict=True)
    ):
        left, y, wide, _ = column
        final = group["stage"] == "final"
        title = t("king_of_12.hall.final") if final else t("king_of_12.hall.group", number=group["group"] + 1)
        text.draw(c, title, left + wide / 2, y + 104, "heading", "paper.label", "cm", max_w=wide - 20)
        if n:
            shapes.line(c, left, y + 96, left, y + h - 20, "paper.line", 1, alpha=150)
        order = sorted(group["seats"], key=lambda seat: -points[seat])
        rows = layout.rows((left + 8, y + 122, wide - 16, h), [ROW] * len(order))
        for k, row in zip(order, rows, strict=True):
            player, middle = table.seats[k], layout.middle(row)
            if k in winners:
                shapes.round_rect(c, *layout.inset(row, 0, 2), 8, "accent", alpha=90)
            shapes.badge(c, player.colour, player.emblem, left + 30, middle, 15)
            text.draw(c, player.name, left + 52, middle, "name", "paper.text", "lm", max_w=wide - 130)
            shown = table.write_points(k, str(points[k]))
            draw_points(c, left + wide - 60, middle, 14, shown, is_lost=k in dropped)
            if k in winners:
                icons.draw(c, "crown", left + wide - 27, middle - 1, 26, "paper.crown")
