"""The strip of the hall: every group in a box, every player in a row with die, value, points and crowns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from games.king_of_12.cards import CODES
from scenes.king_of_12.hall_places import CENTRE_TABLE, FINAL_TABLE, STRIP_W, Box, Row, boxes, die_size
from scenes.king_of_12.stage import Die, SeatStage
from scenes.menus.levels import computer_name
from scenes.shell.targets import Target
from sprites.base import dodecahedron, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card as sprite
from sprites.king_of_12 import d12, d12_crowd

if TYPE_CHECKING:
    from scenes.king_of_12.hall import HallTable

SIGN_X, DIE_X, PILL_X, COIN_X, CROWN_X = 134.0, 166.0, 200.0, 229.0, 249.0


def draw(table: HallTable, c: Canvas) -> None:
    """All boxes, then all rows, those of players who change seats on top."""
    stage = table.hall
    _make_ahead(table, c)
    panels, centre = boxes(stage.hallway, c.height)
    for number, box in enumerate(panels):
        _box(table, c, number, box)
    if centre[3]:
        _centre(table, c, centre)
    still = [k for k in stage.rows if k not in table.movers]
    for k in [*still, *sorted(table.movers)]:
        _row(table, c, k, stage.rows[k])
    for k, seat in enumerate(stage.seats):
        if seat.place.card_scale != 1.0 and (not stage.hallway.finalists or k in stage.hallway.finalists):
            _small(table, c, k, seat)


def _make_ahead(table: HallTable, c: Canvas) -> None:
    """One picture that will be needed soon: so that no frame has to make many."""
    if table.soon:
        size, face, spin = table.soon.pop(0)
        d12.picture(c, size, dodecahedron.pose(face, spin))
    elif table.backs and not any(seat.die.rolling for seat in table.stage.seats):
        colour, emblem, w = table.backs.pop(0)
        sprite.back(c, colour, emblem, w)


def _box(table: HallTable, c: Canvas, number: int, box: Box) -> None:
    t = table.ctx.t
    stage = table.hall
    final = bool(stage.hallway.finalists)
    large = stage.large == number and (not final or number == FINAL_TABLE)
    if final:
        title = t("king_of_12.hall.final" if number == FINAL_TABLE else "king_of_12.hall.onlookers")
    else:
        title = t("king_of_12.hall.group", number=number + 1)
    hot = f"group.{number}" in (table.ui.hover, table.ui.focus if table.ui.show_focus else None)
    x, y, w, h = box

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.rounded(layer, x - 1, y - 1, w + 2, h + 2, 11, "gold_hi", border=2)
        elif hot:
            shapes.rounded(layer, x, y, w, h, 10, "glow", alpha=22)
        text.draw(layer, title, x + 14, y + 17, "sc", 15.5, "gold_hi" if large else "gold", "lm", max_w=w - 60)
        if not final:
            icons.draw(layer, "eye", x + w - 20, y + 16, 16, "gold_hi" if large or hot else "#6b5334")

    table.panels.draw(c, f"box.{number}", (title, large, hot, table.ctx.texts.language), box, paint)
    if not final:
        tip = (title, "" if large else t("king_of_12.hall.group.tip"))
        table.ui.note(Target(f"group.{number}", box, _picker(table, number), tip=tip, radius=10))


def _picker(table: HallTable, number: int) -> Callable[[], None]:
    def pick() -> None:
        table.pick(number)

    return pick


def _centre(table: HallTable, c: Canvas, box: Box) -> None:
    """The centre's box: who waits there, or what it is for."""
    t = table.ctx.t
    stage = table.hall
    large = stage.large == CENTRE_TABLE
    meets = bool(stage.hallway.centre)
    hot = meets and "group.centre" in (table.ui.hover, table.ui.focus if table.ui.show_focus else None)
    x, y, w, h = box
    note = ""
    if large:
        note = t("king_of_12.hall.centre.here")
    elif not meets:
        note = t("king_of_12.hall.centre.empty")

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.rounded(layer, x - 1, y - 1, w + 2, h + 2, 11, "gold_hi", border=2)
        elif hot:
            shapes.rounded(layer, x, y, w, h, 10, "glow", alpha=22)
        ink = "gold_hi" if large else "gold" if meets else "mute"
        text.draw(layer, t("king_of_12.hall.centre"), x + 14, y + 17, "sc", 15.5, ink, "lm", max_w=w - 60)
        icons.draw(layer, "throne", x + w - 20, y + 16, 17, ink)
        if note:
            size = text.fit(layer, note, w - 28, h - 34, "sans", 14, 1.15)
            text.paragraph(layer, note, x + 14, y + 34, w - 28, "sans", size, "#cdb892", line=1.15)

    table.panels.draw(c, "box.centre", (large, meets, hot, note), box, paint)
    if meets:
        tip = (t("king_of_12.hall.centre"), "" if large else t("king_of_12.hall.group.tip"))
        table.ui.note(Target("group.centre", box, _picker(table, CENTRE_TABLE), tip=tip, radius=10))


def _row(table: HallTable, c: Canvas, k: int, row: Row) -> None:
    """Sign, name and crowns of a player; the things of those at the large table are shown small."""
    stage = table.hall
    seat = stage.seats[k]
    player = table.session.seats[k]
    owes = not table.busy and k in table.session.to_act() and not seat.ready
    own = k == table.first() and bool(table.people)
    moving = k in table.movers
    looks_on = bool(stage.hallway.finalists) and k not in stage.hallway.finalists
    gone = k in stage.gone and bool(stage.hallway.centre)
    face = None if looks_on or seat.pill or seat.die.rolling or gone else seat.die.face
    points = None if looks_on else seat.points
    key = ("hall row", player, seat.crowns, seat.ready, owes, own, moving, points, face, round(row.h, 1))

    def make() -> pygame.Surface:
        layer = c.layer(STRIP_W, row.h + 4)
        on = c.on(layer, (0.0, -row.h / 2 - 2))
        _label(on, player.colour, player.emblem, player.name, row.h, seat, own or moving)
        if owes:
            icons.draw(on, "hourglass", SIGN_X, 0, 14, "#a48d6a")
        if face is not None:
            text.draw(on, str(face), PILL_X, 0, "black", 15, "#e6d6b6", "cm", fixed=True)
        if points is not None:
            shapes.coin(on, COIN_X, 0, min(11.0, row.h * 0.33), str(points), "gold" if points else "copper")
        return layer

    made = c.cache.get((*key, c.palette, c.patterns, c.text_scale), make)
    if moving:
        box = (row.x + 4, row.y - row.h / 2, STRIP_W - 8, row.h)
        shapes.glow_box(c, *box, 9, strength=150)
        shapes.gradient_box(c, *box, 8, [(0, "#5b4128"), (1, "#33231a")], rim="gold")
    c.surface.blit(made, (c.x(row.x), c.y(row.y - row.h / 2 - 2)))
    if looks_on:
        return  # only the crowns count
    if seat.place.side != "row":
        _mirrored(table, c, k, seat, row)
    if not table.busy or table.confirming:
        _tips(table, k, seat, row)


def _label(c: Canvas, colour: int, emblem: str, name: str, h: float, seat: SeatStage, lit: bool) -> None:
    if lit:
        shapes.rounded(c, 5, -h / 2 + 1, STRIP_W - 10, h - 2, 7, "gold", alpha=36)
    shapes.badge(c, colour, emblem, 21, 0, min(14.0, h * 0.38))
    room = 80.0 - (16 if seat.ready else 0)
    size = min(17.0, h * 0.44)
    text.draw(c, name, 39, 0, "serif_bold", size, "#fff2d2", "lm", max_w=room)
    if seat.ready:
        icons.draw(c, "check", 41 + min(room, text.width(c, name, "serif_bold", size)) + 9, 0, 14, "ok")
    for n in range(2):
        shapes.crown(c, CROWN_X + n * 16, 0, 14.5, n < seat.crowns)


def _mirrored(table: HallTable, c: Canvas, k: int, seat: SeatStage, row: Row) -> None:
    """Who is seen large, or waits in the centre, has a picture of the die in the row."""
    stage = table.hall
    if k in stage.gone and stage.hallway.centre:
        icons.draw(c, "arrow-right", row.x + DIE_X, row.y, 17, "gold_hi")
    elif not seat.die.rolling:
        d12.draw(
            c, row.x + DIE_X, row.y, die_size(row.h), dodecahedron.pose(seat.die.face, -0.1), dim=seat.die.dim,
            shadow=False,
        )  # fmt: skip
    if seat.card is not None and seat.place.side != "centre" and k not in stage.gone:
        _sign(table, c, k, seat, row.x + SIGN_X, row.y, 1.0)
    if seat.pill and k not in stage.gone:
        shapes.pill(c, row.x + PILL_X, row.y, short(seat.pill), seat.pill_kind, size=13)


def _small(table: HallTable, c: Canvas, k: int, seat: SeatStage) -> None:
    """Die, card sign and value of a player whose table is not the large one."""
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
        travelling(c, die)
    else:
        d12.draw(c, die.x, die.y, die.size, die.quat, dim=die.dim, shadow=False)
    if seat.card is not None:
        _sign(table, c, k, seat, seat.card.x, seat.card.y, seat.card.alpha / 255)
    if seat.pill:
        shapes.pill(c, *seat.place.pill, short(seat.pill), seat.pill_kind, size=13)
    if seat.place.side == "centre":
        player = table.session.seats[k]
        shapes.badge(c, player.colour, player.emblem, die.x - 20, die.y - 14, 9)


def travelling(c: Canvas, die: Die) -> None:
    """A die between two tables: one picture, scaled as it comes nearer."""
    size, spin = die.model or (die.size, die.spin)
    full = d12.picture(c, size, dodecahedron.pose(die.face, spin), dim=die.dim)
    side = max(1, round(full.get_width() * die.size / size))
    shapes.glow(c, die.x, die.y + die.size * 0.2, round(die.size / 12) * 8.0 + 4, "shadow", 90)
    made = pygame.transform.smoothscale(full, (side, side))
    c.surface.blit(made, (c.x(die.x) - side // 2, c.y(die.y) - side // 2))


def _sign(table: HallTable, c: Canvas, k: int, seat: SeatStage, x: float, y: float, strength: float) -> None:
    card = seat.card
    if card is None or strength < 0.1:
        return
    player = table.session.seats[k]
    if card.code is not None and card.turn >= 0.5:
        made = sprite.sign(c, CODES[card.code], 12.5, dim=card.dim >= 0.5)
        if card.glow > 0.02:
            shapes.glow(c, x, y, 22, alpha=int(190 * card.glow))
    else:
        made = sprite.back(c, player.colour, player.emblem, 15)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def short(pill: str) -> str:
    """The value alone of a sum that explains it."""
    return pill.rsplit(" ", 1)[-1]


def _tips(table: HallTable, k: int, seat: SeatStage, row: Row) -> None:
    """What the row says, in words; and what the card lying there does."""
    t = table.ctx.t
    player = table.session.seats[k]
    kind = t("ui.plate.person")
    if player.kind != "person":
        kind = computer_name(table, k)
    body = t("king_of_12.plate.tip", points=seat.points, crowns=seat.crowns, cards=seat.hand_size)
    number = table.hall.hallway.home(k)
    box = (row.x + 4, row.y - row.h / 2, 112.0, row.h)
    tip = (player.name, f"{kind}. {body}")
    table.ui.note(Target(f"row.{k}", box, _picker(table, number), tip=tip, ring=True, radius=7))
    card = seat.card
    if card is None or card.code is None or card.turn < 0.99 or seat.place.side != "row":
        return
    tip = (table.card_name(card.code), t(f"king_of_12.card.{CODES[card.code]}.help"))
    spot = (row.x + SIGN_X - 15, row.y - row.h / 2, 30.0, row.h)
    table.ui.note(Target(f"sign.{k}", spot, table.sign_opener(card.code), tip=tip, ring=True, radius=8))
