"""The choices of King of 12 that are made on the mat: a face, an order, a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.king_of_12.cards import CODES
from games.king_of_12.moves import Kind, Move
from scenes.king_of_12.scene_model import sum_text
from scenes.shell.targets import Target
from sprites.base import dodecahedron, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.dodecahedron import Quat
from sprites.king_of_12 import d12

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

BIG_DIE = 224.0
PANEL_W, PANEL_H = 630.0, 290.0
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
    """Draw the choice over the mat; the selected option is marked, the amber button confirms it."""
    if table.own.kind == Kind.FACE:
        _draw_faces(table, c)
    elif table.own.kind == Kind.ORDER:
        _draw_order(table, c)
    elif table.own.kind == Kind.THEFT:
        _draw_theft(table, c)


def _stand(table: KingTable, c: Canvas, title: str) -> tuple[float, float]:
    """The panel lies where the hand was: dice and cards on the mat stay in sight."""
    x, y = table.own.hand_x - PANEL_W / 2, c.height - PANEL_H - 12
    shapes.panel(c, x, y, PANEL_W, PANEL_H, "leather")
    text.draw(c, title, table.own.hand_x, y + 26, "heading", "text.title", "cm", max_w=PANEL_W - 40)
    shapes.rule(c, table.own.hand_x - 120, y + 44, 240)
    return x, y


def _draw_faces(table: KingTable, c: Canvas) -> None:
    """Draw the die from straight above: the five faces around the top are what may be chosen."""
    t = table.ctx.t
    marked = table.marked_move
    x, y = _stand(table, c, t("king_of_12.choose.face.title"))
    cx, cy = table.own.hand_x, y + 170
    top: int = table.view["face_to_turn"]
    quat = dodecahedron.pose(top, tilt=0.0)
    moves = {move.face: move for move in table.moves}
    marks = {
        face: "confirm" if move == marked else "glow" if find_target(move) in table.hot else "accent"
        for face, move in moves.items()
    }
    d12.draw(c, cx, cy, BIG_DIE, quat, highlight=marks, shadow=False, spread=SPREAD)
    for face, polygon, _facing in dodecahedron.visible_faces(quat, SPREAD):
        if face not in moves:
            continue
        px = cx + BIG_DIE / 2 * sum(point[0] for point in polygon) / len(polygon)
        py = cy + BIG_DIE / 2 * sum(point[1] for point in polygon) / len(polygon)
        box = (px - 28, py - 28, 56.0, 56.0)
        table.ui.note(
            Target(
                find_target(moves[face]),
                box,
                table.own.picker(moves[face]),
                radius=28,
                contains=_on_face(cx, cy, quat, face),
                tip=(t("king_of_12.choose.face.tip", face=face), ""),
            )
        )
    shapes.pill(c, x + 84, y + 170, t("king_of_12.choose.face.now", face=top), "dark", size=16)
    if marked is not None:
        label = t("king_of_12.choose.face.tip", face=marked.face)
        shapes.pill(c, x + PANEL_W - 92, y + 170, label, "win", size=16)


def _on_face(cx: float, cy: float, quat: Quat, face: int) -> Callable[[float, float], bool]:
    def contains(x: float, y: float) -> bool:
        half = BIG_DIE / 2
        return dodecahedron.find_face(quat, (x - cx) / half, (y - cy) / half, SPREAD) == face

    return contains


def _draw_order(table: KingTable, c: Canvas) -> None:
    """Double first or flip first: both sums are shown."""
    t = table.ctx.t
    x, y = _stand(table, c, t("king_of_12.choose.order.title"))
    for k, (move, comes_to) in enumerate(zip(table.moves, table.view["order_sums"], strict=True)):
        assert move.card is not None
        box = (x + 36 + k * 286, y + 66, 272.0, 180.0)
        _option(table, c, box, move)
        label = t(f"king_of_12.choose.order.{CODES[move.card]}")
        text.paragraph(c, label, box[0] + 16, box[1] + 22, box[2] - 32, "label", "text", "c")
        kind = "win" if move == table.marked_move else "plain"
        shapes.pill(c, box[0] + box[2] / 2, box[1] + 134, sum_text(**comes_to), kind)


def _draw_theft(table: KingTable, c: Canvas) -> None:
    """Draw a token of the other Lady, or none."""
    t = table.ctx.t
    theft = table.view["theft"]
    victim = table.names[theft["victim"]] if theft else ""
    x, y = _stand(table, c, t("king_of_12.choose.theft.title", name=victim))
    moves = table.moves
    w = (PANEL_W - 60 - 16 * (len(moves) - 1)) / len(moves)
    for k, move in enumerate(moves):
        box = (x + 30 + k * (w + 16), y + 66, w, 180.0)
        _option(table, c, box, move)
        value = move.token
        cx = box[0] + w / 2
        if value:
            shapes.coin(c, cx, box[1] + 58, 30, str(value), "gold" if value == 2 else "copper")
        label = t(f"king_of_12.choose.theft.{value}")
        text.paragraph(c, label, box[0] + 10, box[1] + (108 if value else 62), w - 20, "label", "text", "c")


def _option(table: KingTable, c: Canvas, box: tuple[float, float, float, float], move: Move) -> None:
    state = table.ui.zone(find_target(move), box, table.own.picker(move), radius=10)
    x, y, w, h = box
    marked = move == table.marked_move
    if marked:
        shapes.glow_box(c, x, y, w, h, 10, strength=150)
    stops = (
        [(0, "control.hover.high"), (1, "control.hover.low")]
        if state == "hover" or marked
        else [(0, "control.high"), (1, "control.low")]
    )
    shapes.gradient_box(c, x, y, w, h, 10, stops, rim="edge.bright" if marked else "edge.low")


def move_label(table: KingTable, move: Move | None) -> str:
    """Return the label of the amber button for a marked move."""
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
