"""Seats at set-up: a row each, or small boxes in two columns when there are more than four."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.seats import Seat
from scenes.common.picture_names import name_picture
from scenes.shell.player_identity import get_emblem
from sprites.base import layout, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui


class SeatEditor(Protocol):
    """What the seats' controls need of the scene: its seats by number, and how each of them is changed."""

    ctx: Context
    ui: Ui
    seats: list[Seat]

    def next_emblem(self, k: int) -> None:
        """Give a seat the next emblem."""

    def next_colour(self, k: int) -> None:
        """Give a seat the next colour."""

    def make_renamer(self, k: int) -> Callable[[str], None]:
        """Return what a text field calls with the new name of a seat."""

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return who may sit there, and which of them does."""

    def set_kind(self, k: int, choice: int) -> None:
        """Seat the chosen kind of player."""


def draw_one(scene: SeatEditor, c: Canvas, k: int, seat: Seat, box: Box) -> None:
    """Draw one of up to four seats with its controls: emblem, name, kind of player, colour."""
    t = scene.ctx.t
    x, y, w, h = box
    look = theme.player(seat.colour, c.palette)
    # The names of the colours are true in the usual palette only; the shapes are the same in all.
    naming = "ui.colour" if c.palette == "standard" else "ui.shape"
    shapes.gradient_box(c, x, y, w, h, 10, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
    shapes.round_rect(c, x + 6, y + 10, 6, h - 20, 3, look.base)
    cy = y + h / 2
    badge = layout.centre((x + 24, y, 72.0, h), 72.0, 72.0)
    room = layout.centre((x + 116, y, 588.0, h), 588.0, 40.0)
    name_box, kind_box, colour_box = layout.columns(room, [190.0, 244.0, 130.0], gap=12)
    state = scene.ui.zone(
        f"seat.{k}.emblem",
        badge,
        lambda: scene.next_emblem(k),
        tip=(t("ui.setup.emblem"), t("ui.setup.emblem.tip")),
        radius=36,
        label=t("reader.seat.emblem", n=k + 1),
        value=name_picture(scene.ctx, get_emblem(seat)),
    )
    if state == "hover":
        shapes.glow(c, x + 60, cy, 56)
    shapes.badge(c, seat.colour, seat.emblem, x + 60, cy, 32)
    scene.ui.text_field(
        c,
        f"seat.{k}.name",
        name_box,
        seat.name,
        scene.make_renamer(k),
        placeholder=t("ui.setup.name"),
        limit=12,
        name=t("reader.seat.name", n=k + 1),
    )
    labels, chosen = scene.list_kinds(seat)
    name = t("reader.seat", n=k + 1)
    scene.ui.dropdown(c, f"seat.{k}.kind", kind_box, labels, chosen, lambda n: scene.set_kind(k, n), name=name)
    tip = (t("ui.setup.colour"), t("ui.setup.colour.tip"))
    label, value = t("reader.seat.colour", n=k + 1), t(f"{naming}.{seat.colour}")
    state = scene.ui.zone(
        f"seat.{k}.colour", colour_box, lambda: scene.next_colour(k), tip=tip, label=label, value=value
    )
    shapes.gradient_box(
        c, *colour_box, 9, [(0, "control.high"), (1, "control.low")], rim="edge" if state == "hover" else "edge.low"
    )
    shapes.outline(c, look.shape, x + 598, cy, 13, [(0, look.high), (0.45, look.base), (1, look.low)], rim="edge")
    text.draw(c, value, x + 620, cy, "strong", "text", "lm", max_w=78)


def draw_many(scene: SeatEditor, c: Canvas, box: Box) -> None:
    """Draw two columns of small boxes, numbered like the seats of a hall."""
    x, y, w, h = box
    half = (len(scene.seats) + 1) // 2
    row = min(84.0, h / half)
    columns = layout.columns((x, y, w - 6, half * row), 2, gap=6)
    places = [layout.rows(column, [row - 6] * half, gap=6) for column in columns]
    for k, seat in enumerate(scene.seats):
        _draw_small(scene, c, k, seat, places[k // half][k % half])


def _draw_small(scene: SeatEditor, c: Canvas, k: int, seat: Seat, place: Box) -> None:
    t = scene.ctx.t
    x, y, w, h = place
    look = theme.player(seat.colour, c.palette)
    shapes.gradient_box(c, x, y, w, h, 9, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
    shapes.round_rect(c, x + 4, y + 7, 5, h - 14, 2, look.base)
    line = min(34.0, (h - 8) / 2)
    cy = y + h / 2
    r = min(27.0, h * 0.38)
    tip = (t("ui.setup.emblem"), t("ui.setup.emblem.tip"))
    round_box = (x + 16, cy - r - 2, 2 * r + 4, 2 * r + 4)
    label = t("reader.seat.emblem", n=k + 1)
    state = scene.ui.zone(
        f"seat.{k}.emblem", round_box, lambda: scene.next_emblem(k), tip=tip, radius=r, label=label,
        value=name_picture(scene.ctx, get_emblem(seat)),
    )  # fmt: skip
    if state == "hover":
        shapes.glow(c, x + 18 + r, cy, r * 1.8)
    shapes.badge(c, seat.colour, seat.emblem, x + 18 + r, cy, r)
    left = x + 2 * r + 30
    room = x + w - 8 - left
    name_box = (left, cy - line, room - line - 4, line - 1)
    name_id = f"seat.{k}.name"
    scene.ui.text_field(
        c, name_id, name_box, seat.name, scene.make_renamer(k), placeholder=t("ui.setup.name"), limit=12,
        name=t("reader.seat.name", n=k + 1),
    )  # fmt: skip
    box = (left + room - line, cy - line, line, line - 1)
    tip = (t("ui.setup.colour"), t("ui.setup.colour.tip"))
    label = t("reader.seat.colour", n=k + 1)
    value = t(f"ui.colour.{seat.colour}") if c.palette == "standard" else t(f"ui.shape.{seat.colour}")
    state = scene.ui.zone(f"seat.{k}.colour", box, lambda: scene.next_colour(k), tip=tip, label=label, value=value)
    shapes.gradient_box(
        c, *box, 8, [(0, "control.high"), (1, "control.low")], rim="edge" if state == "hover" else "edge.low"
    )
    stops = [(0, look.high), (0.45, look.base), (1, look.low)]
    shapes.outline(c, look.shape, box[0] + line / 2, box[1] + line / 2 - 0.5, line * 0.34, stops, rim="edge")
    labels, chosen = scene.list_kinds(seat)
    kind_box = (left, cy + 1, room, line - 1)
    name = t("reader.seat", n=k + 1)
    scene.ui.dropdown(c, f"seat.{k}.kind", kind_box, labels, chosen, lambda n: scene.set_kind(k, n), name=name)
