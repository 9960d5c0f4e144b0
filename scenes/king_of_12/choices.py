"""The choices of King of 12 that are made on the mat: a face, an order, a token."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.king_of_12 import moves
from games.king_of_12.cards import CODES
from games.king_of_12.moves import Kind, Move
from scenes.king_of_12 import card_view
from scenes.king_of_12.layout import CARD_RATIO
from scenes.king_of_12.plates import draw_crowns
from scenes.king_of_12.scene_model import sum_text
from scenes.shell.targets import Target
from scenes.table.table_game import SecretOption
from sprites.base import backdrop, dodecahedron, layout, shapes, text
from sprites.king_of_12 import d12
from sprites.king_of_12.card import has_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes.king_of_12.table_state import KingTable
    from sprites.base.canvas import Canvas
    from sprites.base.dodecahedron import Quat
    from sprites.base.layout import Box


BIG_DIE = 224.0
PANEL_W, PANEL_H = 630.0, 290.0
FINGER_DIE, FINGER_PANEL_H = 320.0, 386.0
"""Size of the die and height of its panel for fingers."""
SPREAD = 0.9
"""Spread of the die at which the five neighbours can be read and clicked."""
ON_MAT = frozenset({Kind.FACE, Kind.ORDER, Kind.THEFT})
"""Choices made on the mat; the others are made in the hand."""


def find_target(move: Move) -> str:
    """Return the id of the target by which a move is chosen."""
    if move.kind == Kind.FACE:
        return f"face.{move.face}"
    if move.kind == Kind.THEFT:
        return f"theft.{move.token}"
    assert move.card is not None
    return f"order.{CODES[move.card]}" if move.kind == Kind.ORDER else f"hand.{move.card}"


def draw_choice(table: KingTable, c: Canvas) -> None:
    """Draw the choice over the mat; the selected option is marked, the main button confirms it."""
    if table.own.kind == Kind.FACE:
        _draw_faces(table, c)
    elif table.own.kind == Kind.ORDER:
        _draw_order(table, c)
    elif table.own.kind == Kind.THEFT:
        _draw_theft(table, c)


def _stand(table: KingTable, c: Canvas, title: str, high: float = PANEL_H) -> Box:
    """The panel lies where the hand was: dice and cards on the mat stay in sight."""
    middle, y = table.own.find_hand_x(), c.height - high - 12
    x = middle - PANEL_W / 2
    shapes.panel(c, x, y, PANEL_W, high, "leather")
    text.draw(c, title, middle, y + 26, "heading", "text.title", "cm", max_w=PANEL_W - 40)
    shapes.rule(c, middle - 120, y + 44, 240)
    return x, y, PANEL_W, high


def _draw_options(table: KingTable, c: Canvas, title: str, edge: float, gap: float) -> list[Box]:
    """Draw a panel with a button for each choice side by side; returns their boxes."""
    x, y, w, _ = _stand(table, c, title)
    boxes = layout.columns((x + edge, y + 66, w - 2 * edge, 180), len(table.moves), gap=gap)
    for move, box in zip(table.moves, boxes, strict=True):
        marked = move == table.marked_move
        state = table.ui.zone(find_target(move), box, partial(table.pick, move), radius=10)
        if marked:
            shapes.glow_box(c, *box, 10, strength=150)
        stops = [(0, "control.high"), (1, "control.low")]
        if state == "hover" or marked:
            stops = [(0, "control.hover.high"), (1, "control.hover.low")]
        shapes.gradient_box(c, *box, 10, stops, rim="edge.bright" if marked else "edge.low")
    return boxes


def _draw_faces(table: KingTable, c: Canvas) -> None:
    """Draw the die from straight above: the five faces around the top are what may be chosen."""
    t = table.ctx.t
    marked = table.marked_move
    size, high = (FINGER_DIE, FINGER_PANEL_H) if table.by_fingers else (BIG_DIE, PANEL_H)
    x, y, w, h = _stand(table, c, t("king_of_12.choose.face.title"), high)
    cx, cy = table.own.find_hand_x(), y + h / 2 + 25
    top: int = table.view["face_to_turn"]
    quat = dodecahedron.pose(top, tilt=0.0)
    moves = {move.face: move for move in table.moves}
    marks = {
        face: "confirm" if move == marked else "glow" if find_target(move) in table.hot else "accent"
        for face, move in moves.items()
    }
    d12.draw(c, cx, cy, size, quat, highlight=marks, shadow=False, spread=SPREAD)
    for face, polygon, _facing in dodecahedron.visible_faces(quat, SPREAD):
        if face not in moves:
            continue
        px = cx + size / 2 * sum(point[0] for point in polygon) / len(polygon)
        py = cy + size / 2 * sum(point[1] for point in polygon) / len(polygon)
        box = (px - size / 8, py - size / 8, size / 4, size / 4)
        table.ui.note(
            Target(
                find_target(moves[face]),
                box,
                partial(table.pick, moves[face]),
                radius=28,
                contains=_on_face(cx, cy, size / 2, quat, face),
                tip=(t("king_of_12.choose.face.tip", face=face), ""),
            )
        )
    shapes.pill(c, x + 84, cy, t("king_of_12.choose.face.now", face=top), "dark", size=16)
    if marked is not None:
        label = t("king_of_12.choose.face.tip", face=marked.face)
        shapes.pill(c, x + w - 92, cy, label, "win", size=16)


def _on_face(cx: float, cy: float, half: float, quat: Quat, face: int) -> Callable[[float, float], bool]:
    def contains(x: float, y: float) -> bool:
        return dodecahedron.find_face(quat, (x - cx) / half, (y - cy) / half, SPREAD) == face

    return contains


def _draw_order(table: KingTable, c: Canvas) -> None:
    """Double first or flip first: both sums are shown."""
    t = table.ctx.t
    boxes = _draw_options(table, c, t("king_of_12.choose.order.title"), 36, 14)
    for move, comes_to, (x, y, w, _) in zip(table.moves, table.view["order_sums"], boxes, strict=True):
        assert move.card is not None
        label = t(f"king_of_12.choose.order.{CODES[move.card]}")
        text.paragraph(c, label, x + 16, y + 22, w - 32, "label", "text", "c")
        kind = "win" if move == table.marked_move else "plain"
        shapes.pill(c, x + w / 2, y + 134, sum_text(**comes_to), kind)


def _draw_theft(table: KingTable, c: Canvas) -> None:
    """Draw a token of the other Lady, or none."""
    t, theft = table.ctx.t, table.view["theft"]
    victim = table.names[theft["victim"]] if theft else ""
    boxes = _draw_options(table, c, t("king_of_12.choose.theft.title", name=victim), 30, 16)
    for move, (x, y, w, _) in zip(table.moves, boxes, strict=True):
        value = move.token
        if value:
            shapes.coin(c, x + w / 2, y + 58, 30, str(value), "gold" if value == 2 else "copper")
        label = t(f"king_of_12.choose.theft.{value}")
        text.paragraph(c, label, x + 10, y + (108 if value else 62), w - 20, "label", "text", "c")


def move_label(table: KingTable, move: Move | None) -> str:
    """Return the label of the main button for a marked move."""
    t = table.ctx.t
    if move is None:
        return ""
    if move.kind == Kind.FACE:
        return t("king_of_12.button.turn", face=move.face)
    if move.kind == Kind.THEFT:
        return t(f"king_of_12.button.theft.{move.token}")
    assert move.card is not None
    if move.kind == Kind.ORDER:
        return t(f"king_of_12.button.{CODES[move.card]}_first")
    return t(
        "king_of_12.button.play" if move.kind == Kind.CARD else "king_of_12.button.crown",
        card=table.own.card_name(move.card),
    )


# What King of 12 shows while everybody chooses by keys of their own: the dice and who is ready, and the cards.

BELOW = 24.0
"""Room for the name of a card that is too small to bear it."""
BY_CARD = ("choose", "crown")
"""Phases in which a card of the hand is chosen."""


def list_secret_options(table: KingTable, seat: int) -> list[SecretOption] | None:
    """Return the cards of the set as options for a choice of a card, revealed ones as impossible; None for other
    choices.

    A card under a crown is not gone: only its owner knows it.
    """
    view = table.session.view(None)
    if view["phase"] not in BY_CARD:
        return None
    build = moves.card if view["phase"] == "choose" else moves.crown
    played = view["played"][seat] if view["phase"] == "choose" else ()
    return [
        SecretOption(moves.encode(build(card)), card_view.card_name(table.ctx.texts, card), card in played)
        for card in view["set"]
    ]


def draw_secret_head(table: KingTable, c: Canvas, action: int, box: Box) -> None:
    """Draw a card above its column of keys."""
    card = moves.decode(action).card
    assert card is not None
    x, y, w, h = box
    wide = min(w, h / CARD_RATIO)
    if not has_name(c, wide):
        h -= BELOW
        wide = min(w, h / CARD_RATIO)
        name = card_view.card_name(table.ctx.texts, card)
        text.draw(c, name, x + w / 2, y + h + BELOW / 2 + 2, "name", "text.bright", "cm", max_w=w)
    made = card_view.front(c, table.ctx.texts, card, wide, body=False)
    c.surface.blit(made, (c.x(x + w / 2) - made.get_width() // 2, c.y(y)))


def draw_secret_ground(table: KingTable, c: Canvas, top: float, bottom: float) -> None:
    """Draw a strip of velvet between ``top`` and ``bottom`` with the die and the plate of every seat."""
    c.surface.blit(backdrop.table(c, "table"), (0, 0))
    seats = table.stage.seats
    tall = bottom - 14 - top
    if tall > 170:
        backdrop.mat(c, 40, top, 1200, tall)
    for k, part in enumerate(layout.columns((60, top, 1160, tall), len(seats))):
        seat, middle = seats[k], part[0] + part[2] / 2
        plate = (middle - 128, bottom - 96, 256.0, 72.0)
        room = tall - 110
        if room > 60:
            size = min(130.0, room)
            crystal = table.own.find_crystal(k, c.palette)
            d12.draw(c, middle, top + 12 + room / 2, size, dodecahedron.pose(seat.die.face), crystal=crystal)
        _draw_plate(table, c, k, plate)


def _draw_plate(table: KingTable, c: Canvas, k: int, box: Box) -> None:
    seat, player = table.stage.seats[k], table.seats[k]
    x, y, w, h = box
    shapes.panel(c, x, y, w, h, radius=10)
    shapes.badge(c, player.colour, player.emblem, x + 36, y + h / 2, 22)
    text.draw(c, player.name, x + 68, y + 24, "name", "text.bright", "lm", max_w=112)
    face = table.ctx.t("choice.face", n=seat.die.face)
    text.draw(c, face, x + 68, y + 50, "body", "text.muted", "lm", max_w=112)
    shapes.coin(c, x + w - 36, y + 22, 13, table.write_points(k, str(seat.points)), "gold")
    draw_crowns(c, x + w - 48, y + 51, 21, seat.crowns, pitch=25)
