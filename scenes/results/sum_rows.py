"""Points of a player as a sum of parts, each with its sign, that is counted part by part; rows of those who lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.shell.spoken_scene import end_sentence
from sprites.base import layout, shapes, text

if TYPE_CHECKING:
    from scenes.results.outcome import Outcome
    from sprites.base.canvas import Canvas
    from sprites.base.layout import Box

Sign = Callable[["Canvas", float, float, float, bool], None]
"""Draws the sign of a part round a middle, of a size; whether it brought any points."""
PLUS, EQUAL = "+", "="


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a sum: its sign and its points."""

    sign: Sign
    points: int


def draw_sum(
    c: Canvas, parts: Sequence[Part], total: int, box: Box, size: float, share: float, *, won: bool = False
) -> None:
    """Draw the parts in columns and the sum at the end; ``share`` of it has been counted."""
    counted = share * len(parts)
    pill = 2.9 * size
    y = layout.middle(box)
    cells = layout.columns((box[0], box[1], box[2] - pill, box[3]), len(parts))
    so_far = 0.0
    for at, (part, cell) in enumerate(zip(parts, cells, strict=True)):
        shown = max(0.0, min(1.0, counted - at))
        so_far += part.points * shown
        left = cell[0]
        if at:
            text.draw(c, PLUS, left - size * 0.1, y, text.resize("strong", size * 0.72), "text.muted", "cm", fixed=True)
        part.sign(c, left + size * 0.95, y, size * 1.25, bool(part.points) and shown > 0)
        ink = "text" if part.points and shown else "text.faint"
        label = format_points(round(part.points * shown))
        text.draw(c, label, left + size * 1.85, y, text.resize("figure", size), ink, "lm", fixed=True)
    edge = box[0] + box[2]
    text.draw(c, EQUAL, edge - pill + size * 0.2, y, text.resize("strong", size * 0.8), "text.muted", "cm", fixed=True)
    shapes.pill(c, edge - size * 1.2, y, format_points(round(so_far) if share < 1 else total),
                "win" if won else "plain", size=size * 0.95)  # fmt: skip


def describe_sum(t: Callable[..., str], parts: Sequence[tuple[str, int]], total: int) -> str:
    """Return a sum as it is spoken: the name of each part with its points, and the total."""
    rows = [t("reader.result.item", what=what, n=format_points(points)) for what, points in parts]
    return " ".join(part for part in (end_sentence(", ".join(rows)), describe_total(t, total)) if part)


def describe_total(t: Callable[..., str], total: int) -> str:
    """Return all points of a side as they are spoken."""
    return t("reader.result.total", n=format_points(total))


def format_points(points: int) -> str:
    """Return a number with a real minus."""
    return str(points).replace("-", "\u2212")


def draw_rival_row(
    c: Canvas, outcome: Outcome, seat: int, box: Box, parts: Sequence[Part], total: int, share: float
) -> None:
    """Draw place, face, name and sum of a player who did not win; the viewer's row is framed."""
    x, y, w, h = box
    who = outcome.session.seats[seat]
    shapes.panel(c, *box, radius=10)
    if seat == outcome.person:
        shapes.round_rect(c, x - 1, y - 1, w + 2, h + 2, 11, "edge.bright", alpha=200, border=1.6)
    middle = y + h / 2
    place = outcome.ctx.t("ui.result.place", place=outcome.result[seat])
    text.draw(c, place, x + 26, middle, "figure", "text.title", "cm", max_w=34)
    outcome.draw_face(c, who, x + 70, middle, h * 0.36, sign=8.5)
    left = x + 108
    room = w * 0.36 - 108
    text.draw(c, who.name, left, y + h * 0.37, "name", "text.bright", "lm", max_w=room)
    text.draw(c, outcome.describe_kind(who), left, y + h * 0.72, "fine", "text.muted", "lm", max_w=room)
    draw_sum(c, parts, total, (x + w * 0.37, y, w * 0.63 - 10, h), 16, share)
