"""Sheet at the end of a tournament round: every group with its points and its winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

ROW = 44.0


def draw(table: KingTable, c: Canvas, events: Sequence[Event]) -> None:
    """Draw points by group, dropped points, crown winners."""
    t = table.ctx.t
    cx, cy = table.own.centre()
    points: list[int] = list(events[0].data["points"])
    dropped = {seat for event in events if event.kind == "points_dropped" for seat in event.data["seats"]}
    winners = {event.data["seat"] for event in events if event.kind == "round_won"}
    groups = [event.data for event in events if event.kind == "at_table"]
    longest = max(len(group["seats"]) for group in groups)
    w = max(480.0, 226.0 * len(groups) + 24)
    h = 150 + ROW * longest + 14
    x, y = cx - w / 2, cy - h / 2
    shapes.panel(c, x, y, w, h, "parchment")
    text.draw(c, t("king_of_12.round.title", n=events[0].data["round"]), cx, y + 32, "display", "paper.title", "cm")
    cause = t(f"king_of_12.round.cause.{events[0].data['cause']}")
    text.draw(c, cause, cx, y + 60, "aside", "paper.text.muted", "cm", max_w=w - 50)
    shapes.rule(c, cx - 150, y + 78, 300, colour="edge.low")
    wide = (w - 24) / len(groups)
    for n, group in enumerate(groups):
        left = x + 12 + n * wide
        final = group["stage"] == "final"
        title = t("king_of_12.hall.final") if final else t("king_of_12.hall.group", number=group["group"] + 1)
        text.draw(c, title, left + wide / 2, y + 104, "heading", "paper.label", "cm", max_w=wide - 20)
        if n:
            shapes.line(c, left, y + 96, left, y + h - 20, "paper.line", 1, alpha=150)
        for at, k in enumerate(sorted(group["seats"], key=lambda seat: -points[seat])):
            player = table.seats[k]
            cy_ = y + 144 + at * ROW
            if k in winners:
                shapes.round_rect(c, left + 8, cy_ - ROW / 2 + 2, wide - 16, ROW - 4, 8, "accent", alpha=90)
            shapes.badge(c, player.colour, player.emblem, left + 30, cy_, 15)
            text.draw(c, player.name, left + 52, cy_, "name", "paper.text", "lm", max_w=wide - 130)
            said = table.write_points(k, str(points[k]))
            shapes.coin(c, left + wide - 60, cy_, 14, said, "gold" if points[k] else "copper")
            if k in dropped:
                shapes.line(c, left + wide - 76, cy_ + 11, left + wide - 44, cy_ - 11, "bad", 3)
            elif k in winners:
                icons.draw(c, "crown", left + wide - 27, cy_ - 1, 26, "paper.crown")
