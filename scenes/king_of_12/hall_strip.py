"""Strip of the hall: a box per group, a row per player with die, value, points and crowns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from engine.seats import Seat
from games.king_of_12.cards import CODES
from games.king_of_12.rounds import CROWNS_TO_WIN
from scenes.king_of_12 import mat
from scenes.king_of_12.hall_layout import CENTRE_TABLE, FINAL_TABLE, STRIP_W, Box, Row, boxes, die_size
from scenes.king_of_12.hall_scene_model import HallStage
from scenes.king_of_12.plates import plate_words
from scenes.king_of_12.scene_model import SeatStage
from scenes.shell.targets import Target
from sprites.base import dodecahedron, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card as sprite
from sprites.king_of_12 import d12, d12_crowd

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

SIGN_X, DIE_X, PILL_X, COIN_X, CROWN_X = 134.0, 166.0, 200.0, 229.0, 249.0


@dataclass(frozen=True, slots=True)
class Strip:
    """Data of the strip: the table, its hall, the bottom player of the viewer's table; ``pick`` shows another table."""

    table: KingTable
    hall: HallStage
    first: int
    pick: Callable[[int], None]

    def picker(self, number: int) -> Callable[[], None]:
        """Return the click handler that shows a table large."""
        return lambda: self.pick(number)


def draw(strip: Strip, c: Canvas) -> None:
    """Draw all boxes, then all rows, those of players who change seats on top."""
    stage = strip.hall
    panels, centre = boxes(stage.hallway, c.height)
    for number, box in enumerate(panels):
        _box(strip, c, number, box)
    if centre[3]:
        _centre(strip, c, centre)
    still = [k for k in stage.rows if k not in stage.movers]
    for k in [*still, *sorted(stage.movers)]:
        _row(strip, c, k, stage.rows[k])
    for k, seat in enumerate(stage.seats):
        if not seat.large and (not stage.hallway.finalists or k in stage.hallway.finalists):
            _small(strip.table.seats[k], c, k, seat)


def _box(strip: Strip, c: Canvas, number: int, box: Box) -> None:
    table, stage = strip.table, strip.hall
    t = table.ctx.t
    final = bool(stage.hallway.finalists)
    large = stage.large == number and (not final or number == FINAL_TABLE)
    if final:
        title = t("king_of_12.hall.final" if number == FINAL_TABLE else "king_of_12.hall.onlookers")
    else:
        title = t("king_of_12.hall.group", number=number + 1)
    hot = f"group.{number}" in table.hot
    x, y, w, h = box

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.round_rect(layer, x - 1, y - 1, w + 2, h + 2, 11, "edge.bright", border=2)
        elif hot:
            shapes.round_rect(layer, x, y, w, h, 10, "glow", alpha=22)
        text.draw(layer, title, x + 14, y + 17, "caption", "text.title" if large else "accent", "lm", max_w=w - 60)
        if not final:
            icons.draw(layer, "eye", x + w - 20, y + 16, 16, "accent.bright" if large or hot else "line")

    table.panels.draw(c, f"box.{number}", (title, large, hot, table.ctx.texts.language), box, paint)
    if not final:
        tip = (title, "" if large else t("king_of_12.hall.group.tip"))
        table.ui.note(Target(f"group.{number}", box, strip.picker(number), tip=tip, radius=10))


def _centre(strip: Strip, c: Canvas, box: Box) -> None:
    """Draw the centre's box: waiting players, or its explanation."""
    table, stage = strip.table, strip.hall
    t = table.ctx.t
    large = stage.large == CENTRE_TABLE
    meets = bool(stage.hallway.centre)
    hot = meets and "group.centre" in table.hot
    x, y, w, h = box
    note = ""
    if large:
        note = t("king_of_12.hall.centre.here")
    elif not meets:
        note = t("king_of_12.hall.centre.empty")

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.round_rect(layer, x - 1, y - 1, w + 2, h + 2, 11, "edge.bright", border=2)
        elif hot:
            shapes.round_rect(layer, x, y, w, h, 10, "glow", alpha=22)
        ink = "text.title" if large else "accent" if meets else "text.muted"
        text.draw(layer, t("king_of_12.hall.centre"), x + 14, y + 17, "caption", ink, "lm", max_w=w - 60)
        icons.draw(layer, "throne", x + w - 20, y + 16, 17, ink)
        if note:
            size = text.fit(layer, note, w - 28, h - 34, "fine", 1.15)
            text.paragraph(layer, note, x + 14, y + 34, w - 28, size, "text.quiet", line=1.15)

    table.panels.draw(c, "box.centre", (large, meets, hot, note), box, paint)
    if meets:
        tip = (t("king_of_12.hall.centre"), "" if large else t("king_of_12.hall.group.tip"))
        table.ui.note(Target("group.centre", box, strip.picker(CENTRE_TABLE), tip=tip, radius=10))


def _row(strip: Strip, c: Canvas, k: int, row: Row) -> None:
    """Draw sign, name and crowns of a player; items at the large table as small copies."""
    table, stage = strip.table, strip.hall
    seat = stage.seats[k]
    player = table.seats[k]
    owes = not table.busy and k in table.pending and not seat.ready
    own = k == strip.first and bool(table.people)
    moving = k in stage.movers
    looks_on = bool(stage.hallway.finalists) and k not in stage.hallway.finalists
    gone = k in stage.gone and bool(stage.hallway.centre)
    face = None if looks_on or seat.pill or seat.die.rolling or gone else seat.die.face
    points = None if looks_on else table.write_points(k, str(seat.points))
    key = ("hall row", player, seat.crowns, seat.ready, owes, own, moving, points, face, round(row.h, 1))

    def make() -> pygame.Surface:
        layer = c.layer(STRIP_W, row.h + 4)
        on = c.on(layer, (0.0, -row.h / 2 - 2))
        _label(on, player.colour, player.emblem, player.name, row.h, seat, own or moving)
        if owes:
            icons.draw(on, "hourglass", SIGN_X, 0, 14, "text.dim")
        if face is not None:
            text.draw(on, str(face), PILL_X, 0, "name", "text.body", "cm", fixed=True)
        if points is not None:
            shapes.coin(on, COIN_X, 0, min(11.0, row.h * 0.33), points, "gold" if seat.points else "copper")
        return layer

    made = c.cache.get((*key, c.palette, c.patterns, c.text_scale), make)
    if moving:
        box = (row.x + 4, row.y - row.h / 2, STRIP_W - 8, row.h)
        shapes.glow_box(c, *box, 9, strength=150)
        shapes.gradient_box(c, *box, 8, [(0, "control.raised"), (1, "control.hover.low")], rim="edge")
    c.surface.blit(made, (c.x(row.x), c.y(row.y - row.h / 2 - 2)))
    if looks_on:
        return  # only the crowns matter
    if seat.place.side != "row":
        _draw_mirror(strip, c, k, seat, row)
    if not table.busy or table.confirming:
        _tips(strip, k, seat, row)


def _label(c: Canvas, colour: int, emblem: str, name: str, h: float, seat: SeatStage, lit: bool) -> None:
    if lit:
        shapes.round_rect(c, 5, -h / 2 + 1, STRIP_W - 10, h - 2, 7, "accent", alpha=36)
    shapes.badge(c, colour, emblem, 21, 0, min(14.0, h * 0.38))
    room = 80.0 - (16 if seat.ready else 0)
    font = text.resize("name", h * 0.44)
    text.draw(c, name, 39, 0, font, "text.bright", "lm", max_w=room)
    if seat.ready:
        icons.draw(c, "check", 41 + min(room, text.width(c, name, font)) + 9, 0, 14, "good")
    for n in range(CROWNS_TO_WIN):
        shapes.crown(c, CROWN_X + n * 16, 0, 14.5, n < seat.crowns)


def _draw_mirror(strip: Strip, c: Canvas, k: int, seat: SeatStage, row: Row) -> None:
    """Draw a copy of the die in the row of a player at the large table or in the centre."""
    stage = strip.hall
    if k in stage.gone and stage.hallway.centre:
        icons.draw(c, "arrow-right", row.x + DIE_X, row.y, 17, "accent.bright")
    elif not seat.die.rolling:
        d12.draw(
            c, row.x + DIE_X, row.y, die_size(row.h), dodecahedron.pose(seat.die.face, -0.1), dim=seat.die.dim,
            shadow=False,
        )  # fmt: skip
    if seat.card is not None and seat.place.side != "centre" and k not in stage.gone:
        _sign(strip.table.seats[k], c, seat, row.x + SIGN_X, row.y, 1.0)
    if seat.pill and k not in stage.gone:
        shapes.pill(c, row.x + PILL_X, row.y, short(seat.pill), seat.pill_kind, size=13)


def _small(player: Seat, c: Canvas, k: int, seat: SeatStage) -> None:
    """Draw die, card sign and value of a player whose table is not the large one."""
    die = seat.die
    if die.glow > 0.02 or (seat.pill_kind == "win" and seat.pill):
        shapes.glow(c, die.x, die.y, die.size * 0.9, alpha=120)
    if die.crowd >= 0:
        made = d12_crowd.frame(c, seat.place.die_size, die.goal, die.spin, die.crowd, k)
        y = die.y - d12_crowd.height(die.crowd, seat.place.die_size)
        c.surface.blit(made, (c.x(die.x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))
    elif die.rolling:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, fast=True, shadow=False)
    elif abs(die.size - seat.place.die_size) > 0.5:
        mat.travelling(c, die)
    else:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, dim=die.dim, shadow=False)
    if seat.card is not None:
        _sign(player, c, seat, seat.card.x, seat.card.y, seat.card.alpha / 255)
    if seat.pill:
        shapes.pill(c, *seat.place.pill, short(seat.pill), seat.pill_kind, size=13)
    if seat.place.side == "centre":
        shapes.badge(c, player.colour, player.emblem, die.x - 20, die.y - 14, 9)


def _sign(player: Seat, c: Canvas, seat: SeatStage, x: float, y: float, strength: float) -> None:
    card = seat.card
    if card is None or strength < 0.1:
        return
    if card.code is not None and card.turn >= 0.5:
        made = sprite.sign(c, CODES[card.code], 12.5, dim=card.dim >= 0.5)
        if card.glow > 0.02:
            shapes.glow(c, x, y, 22, alpha=int(190 * card.glow))
    else:
        made = sprite.back(c, player.colour, player.emblem, 15)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def short(pill: str) -> str:
    """Return only the value of a sum text."""
    return pill.rsplit(" ", 1)[-1]


def _tips(strip: Strip, k: int, seat: SeatStage, row: Row) -> None:
    """Register the tooltip of a row, including the help of the card in it."""
    table = strip.table
    number = strip.hall.hallway.home(k)
    box = (row.x + 4, row.y - row.h / 2, 112.0, row.h)
    tip = (table.names[k], f"{table.role(k)}. {plate_words(table, seat)}")
    table.ui.note(Target(f"row.{k}", box, strip.picker(number), tip=tip, ring=True, radius=7))
    card = seat.card
    if card is None or card.code is None or card.turn < 0.99 or seat.place.side != "row":
        return
    tip = table.own.card_tip(card.code)
    spot = (row.x + SIGN_X - 15, row.y - row.h / 2, 30.0, row.h)
    table.ui.note(Target(f"sign.{k}", spot, table.own.opener(card.code), tip=tip, ring=True, radius=8))
