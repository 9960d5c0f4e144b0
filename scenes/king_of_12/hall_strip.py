"""Strip of the hall: a box per group, a row per player with die, value, points and crowns."""

from __future__ import annotations

from functools import partial

import pygame

from engine.accessibility.nodes import THING
from engine.seats import Seat
from games.king_of_12.cards import CODES
from scenes.king_of_12 import mat
from scenes.king_of_12.hall_layout import (
    CENTRE_TABLE,
    COIN_X,
    CROWN_X,
    DIE_X,
    FINAL_TABLE,
    PILL_X,
    SIGN_X,
    STRIP_W,
    Row,
    boxes,
    die_size,
)
from scenes.king_of_12.hall_state import get_hall
from scenes.king_of_12.plates import draw_crowns, plate_words
from scenes.king_of_12.scene_model import KingTable, SeatStage
from sprites.base import dodecahedron, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.king_of_12 import card as sprite, d12, d12_crowd


def draw(table: KingTable, c: Canvas) -> None:
    """Draw all boxes, then all rows, those of players who change seats on top."""
    stage, t = get_hall(table).stage, table.ctx.t
    finalists, centre = stage.hallway.finalists, stage.hallway.centre
    panels, box = boxes(stage.hallway, c.height)
    for number, each in enumerate(panels):
        if finalists:
            title = t("king_of_12.hall.final" if number == FINAL_TABLE else "king_of_12.hall.onlookers")
            _box(table, c, number, each, title, "", large=stage.large == number == FINAL_TABLE, opens=False)
        else:
            title = t("king_of_12.hall.group", number=number + 1)
            _box(table, c, number, each, title, "eye", large=stage.large == number)
    if box[3]:
        large = stage.large == CENTRE_TABLE
        note = t("king_of_12.hall.centre.here") if large else "" if centre else t("king_of_12.hall.centre.empty")
        title = t("king_of_12.hall.centre")
        _box(table, c, CENTRE_TABLE, box, title, "throne", note, large=large, opens=bool(centre))
    still = [k for k in stage.rows if k not in stage.movers]
    for k in [*still, *sorted(stage.movers)]:
        _row(table, c, k, stage.rows[k])
    for k, seat in enumerate(stage.seats):
        if not seat.large and (not finalists or k in finalists):
            _small(table.seats[k], c, k, seat)


def _box(
    table: KingTable, c: Canvas, number: int, box: Box, title: str, icon: str, note: str = "", *, large: bool,
    opens: bool = True,
) -> None:  # fmt: skip
    """Draw the box of a table, or of the centre with a note; a press shows it large, if it ``opens``."""
    name = "centre" if number == CENTRE_TABLE else str(number)
    hot = opens and f"group.{name}" in table.hot
    x, y, w, h = box
    ink = "text.title" if large else "text.muted" if icon == "throne" and not opens else "accent"

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.bright_frame(layer, box, 10)
        elif hot:
            shapes.round_rect(layer, x, y, w, h, 10, "glow", alpha=22)
        text.draw(layer, title, x + 14, y + 17, "caption", ink, "lm", max_w=w - 60)
        if icon:
            lit = ink if icon == "throne" else "accent.bright" if large or hot else "line"
            icons.draw(layer, icon, x + w - 20, y + 16, 16, lit)
        if note:
            size = text.fit(layer, note, w - 28, h - 34, "fine", 1.15)
            text.paragraph(layer, note, x + 14, y + 34, w - 28, size, "text.quiet", line=1.15)

    table.panels.draw(c, f"box.{name}", (title, large, hot, ink, note), box, paint)
    told = [] if large or not opens else [table.ctx.t("king_of_12.hall.group.tip")]
    hall = get_hall(table)
    if table.by_fingers and number in hall.stage.hallway.tables():  # for fingers a row is too small
        seats = hall.stage.hallway.table(number)
        told += [f"*{table.names[k]}:* {plate_words(table, hall.stage.seats[k])}" for k in seats]
    tip = (title, "\n".join(told))
    if opens:
        table.ui.zone(f"group.{name}", box, partial(hall.pick_table, number), tip=tip, role=THING)
    elif told:
        table.ui.explain(f"group.{name}", box, tip)


def _row(table: KingTable, c: Canvas, k: int, row: Row) -> None:
    """Draw sign, name and crowns of a player; items at the large table as small copies."""
    hall = get_hall(table)
    stage, seat = hall.stage, hall.stage.seats[k]
    player = table.seats[k]
    owes = not table.busy and k in table.pending and not seat.ready
    own = k == hall.first and bool(table.people)
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
        _draw_mirror(table, c, k, seat, row)
    if not table.by_fingers and (table.confirming or not table.busy):
        _tips(table, k, seat, row)


def _label(c: Canvas, colour: int, emblem: str, name: str, h: float, seat: SeatStage, lit: bool) -> None:
    if lit:
        shapes.round_rect(c, 5, -h / 2 + 1, STRIP_W - 10, h - 2, 7, "accent", alpha=36)
    shapes.badge(c, colour, emblem, 21, 0, min(14.0, h * 0.38))
    room = 80.0 - (16 if seat.ready else 0)
    font = text.resize("name", h * 0.44)
    text.draw(c, name, 39, 0, font, "text.bright", "lm", max_w=room)
    if seat.ready:
        icons.draw(c, "check", 41 + min(room, text.width(c, name, font)) + 9, 0, 14, "good")
    draw_crowns(c, CROWN_X, 0, 14.5, seat.crowns, pitch=16)


def _draw_mirror(table: KingTable, c: Canvas, k: int, seat: SeatStage, row: Row) -> None:
    """Draw a copy of the die in the row of a player at the large table or in the centre."""
    stage = get_hall(table).stage
    if k in stage.gone and stage.hallway.centre:
        icons.draw(c, "arrow-right", row.x + DIE_X, row.y, 17, "accent.bright")
    elif not seat.die.rolling:
        pose = dodecahedron.pose(seat.die.face, -0.1)
        d12.draw(c, row.x + DIE_X, row.y, die_size(row.h), pose, dim=seat.die.dim, shadow=False)
    if seat.card is not None and seat.place.side != "centre" and k not in stage.gone:
        _sign(table.seats[k], c, seat, row.x + SIGN_X, row.y, 1.0)
    if seat.pill and k not in stage.gone:
        shapes.pill(c, row.x + PILL_X, row.y, seat.pill.rsplit(" ", 1)[-1], seat.pill_kind, size=13)


def _small(player: Seat, c: Canvas, k: int, seat: SeatStage) -> None:
    """Draw die, card sign and value of a player whose table is not the large one."""
    die = seat.die
    if die.glow > 0.02 or (seat.pill_kind == "win" and seat.pill):
        shapes.glow(c, die.x, die.y, die.size * 0.9, alpha=120)
    if die.crowd >= 0:
        made = d12_crowd.frame(c, seat.place.die_size, die.goal, die.spin, die.crowd, k)
        y = die.y - d12_crowd.height(die.crowd, seat.place.die_size)
        c.blit_centred(made, die.x, y)
    elif die.rolling:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, fast=True, shadow=False)
    elif abs(die.size - seat.place.die_size) > 0.5:
        mat.travelling(c, die)
    else:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, dim=die.dim, shadow=False)
    if seat.card is not None:
        _sign(player, c, seat, seat.card.x, seat.card.y, seat.card.alpha / 255)
    if seat.pill:
        shapes.pill(c, *seat.place.pill, seat.pill.rsplit(" ", 1)[-1], seat.pill_kind, size=13)
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
    c.blit_centred(made, x, y)


def _tips(table: KingTable, k: int, seat: SeatStage, row: Row) -> None:
    """Register the tooltip of a row, including the help of the card in it."""
    hall = get_hall(table)
    box = (row.x + 4, row.y - row.h / 2, 112.0, row.h)
    tip = (table.names[k], f"{table.role(k)}. {plate_words(table, seat)}")
    show = partial(hall.pick_table, hall.stage.hallway.home(k))
    table.ui.zone(f"row.{k}", box, show, tip=tip, radius=7, role=THING)
    card = seat.card
    if card is None or card.code is None or card.turn < 0.99 or seat.place.side != "row":
        return
    spot = (row.x + SIGN_X - 15, row.y - row.h / 2, 30.0, row.h)
    tip = table.own.card_tip(card.code)
    table.ui.zone(f"sign.{k}", spot, partial(table.ctx.ask, *tip), tip=tip, radius=8, role=THING)
