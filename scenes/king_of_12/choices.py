"""The choices of King of 12 that are made on the mat: a face, an order, a token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.shell.targets import Target
from sprites.base import dodecahedron, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.dodecahedron import Quat
from sprites.king_of_12 import d12

if TYPE_CHECKING:
    from scenes.king_of_12.table import Table

FACE = 20
ALCHEMIST_FIRST = 40
TROUBLEMAKERS_FIRST = 41
NO_TOKEN = 50
CROWN = 60
BIG_DIE = 224.0
PANEL_W, PANEL_H = 630.0, 290.0
SPREAD = 0.9
"""How far the die opens, so that the five neighbours can be read and clicked."""


def kind_of(legal: Sequence[int]) -> str:
    """Which choice a list of legal actions is: card, face, order, theft, crown, or "" for none."""
    if not legal:
        return ""
    first = legal[0]
    if first < FACE:
        return "card"
    if first < ALCHEMIST_FIRST:
        return "face"
    if first < NO_TOKEN:
        return "order"
    return "theft" if first < CROWN else "crown"


def draw_choice(table: Table, c: Canvas, kind: str, legal: Sequence[int]) -> None:
    """The choice over the mat; the chosen one is marked, the amber button carries it out."""
    if kind == "face":
        _draw_faces(table, c, legal)
    elif kind == "order":
        _draw_order(table, c, legal)
    elif kind == "theft":
        _draw_theft(table, c, legal)


def _stand(table: Table, c: Canvas, title: str) -> tuple[float, float]:
    """The panel lies where the hand was: dice and cards on the mat stay in sight."""
    x, y = table.hand_x - PANEL_W / 2, c.height - PANEL_H - 12
    shapes.panel(c, x, y, PANEL_W, PANEL_H, "leather")
    text.draw(c, title, table.hand_x, y + 26, "sc_x", 20, "gold_hi", "cm", max_w=PANEL_W - 40)
    shapes.rule(c, table.hand_x - 120, y + 44, 240)
    return x, y


def _draw_faces(table: Table, c: Canvas, legal: Sequence[int]) -> None:
    """The die from straight above: the five faces around the top are what may be chosen."""
    t = table.ctx.t
    x, y = _stand(table, c, t("king_of_12.choose.face.title"))
    cx, cy = table.hand_x, y + 170
    top = table.face_to_turn()
    quat = dodecahedron.pose(top, tilt=0.0)
    marks = {}
    for action in legal:
        face = action - FACE
        target_id = f"face.{face}"
        chosen = table.chosen == action
        hot = target_id in (table.ui.hover, table.ui.focus if table.ui.show_focus else None)
        marks[face] = "amber" if chosen else "glow" if hot else "gold"
    d12.draw(c, cx, cy, BIG_DIE, quat, highlight=marks, shadow=False, spread=SPREAD)
    for face, polygon, _facing in dodecahedron.visible_faces(quat, SPREAD):
        if face + FACE not in legal:
            continue
        px = cx + BIG_DIE / 2 * sum(point[0] for point in polygon) / len(polygon)
        py = cy + BIG_DIE / 2 * sum(point[1] for point in polygon) / len(polygon)
        box = (px - 28, py - 28, 56.0, 56.0)
        table.ui.note(
            Target(
                f"face.{face}",
                box,
                _choose(table, face + FACE),
                radius=28,
                contains=_on_face(cx, cy, quat, face),
                tip=(t("king_of_12.choose.face.tip", face=face), ""),
            )
        )
    shapes.pill(c, x + 84, y + 170, t("king_of_12.choose.face.now", face=top), "dark", size=16)
    if table.chosen is not None:
        label = t("king_of_12.choose.face.tip", face=table.chosen - FACE)
        shapes.pill(c, x + PANEL_W - 92, y + 170, label, "win", size=16)


def _on_face(cx: float, cy: float, quat: Quat, face: int) -> Callable[[float, float], bool]:
    def contains(x: float, y: float) -> bool:
        half = BIG_DIE / 2
        return dodecahedron.face_at(quat, (x - cx) / half, (y - cy) / half, SPREAD) == face

    return contains


def _draw_order(table: Table, c: Canvas, legal: Sequence[int]) -> None:
    """Double first or flip first: both sums are shown."""
    t = table.ctx.t
    x, y = _stand(table, c, t("king_of_12.choose.order.title"))
    face = table.view["faces"][table.view["seat"]]
    other = 13 - face
    sums = {
        ALCHEMIST_FIRST: (t("king_of_12.choose.order.alchemist"), f"{other} + {face} = {other + face}"),
        TROUBLEMAKERS_FIRST: (t("king_of_12.choose.order.troublemakers"), f"{other} \u00d7 2 = {other * 2}"),
    }
    for k, action in enumerate(legal):
        label, result = sums[action]
        box = (x + 36 + k * 286, y + 66, 272.0, 180.0)
        _option(table, c, f"order.{action}", box, action)
        text.paragraph(c, label, box[0] + 16, box[1] + 22, box[2] - 32, "serif", 17, "cream", "c")
        shapes.pill(c, box[0] + box[2] / 2, box[1] + 134, result, "win" if table.chosen == action else "plain")


def _draw_theft(table: Table, c: Canvas, legal: Sequence[int]) -> None:
    """A token of the other Lady, or none."""
    t = table.ctx.t
    theft = table.view["theft"]
    victim = table.names[theft["victim"]] if theft else ""
    x, y = _stand(table, c, t("king_of_12.choose.theft.title", name=victim))
    w = (PANEL_W - 60 - 16 * (len(legal) - 1)) / len(legal)
    for k, action in enumerate(legal):
        box = (x + 30 + k * (w + 16), y + 66, w, 180.0)
        _option(table, c, f"theft.{action}", box, action)
        value = action - NO_TOKEN
        cx = box[0] + w / 2
        if value:
            shapes.coin(c, cx, box[1] + 58, 30, str(value), "gold" if value == 2 else "copper")
        label = t(f"king_of_12.choose.theft.{value}")
        text.paragraph(c, label, box[0] + 10, box[1] + (108 if value else 62), w - 20, "serif", 17, "cream", "c")


def _option(table: Table, c: Canvas, target_id: str, box: tuple[float, float, float, float], action: int) -> None:
    state = table.ui.zone(target_id, box, _choose(table, action), radius=10)
    x, y, w, h = box
    if table.chosen == action:
        shapes.glow_box(c, x, y, w, h, 10, strength=150)
    stops = (
        [(0, "#614631"), (1, "#382617")]
        if state == "hover" or table.chosen == action
        else [(0, "#4a3423"), (1, "#2c1d12")]
    )
    shapes.gradient_box(c, x, y, w, h, 10, stops, rim="gold_hi" if table.chosen == action else "gold_lo")


def _choose(table: Table, action: int) -> Callable[[], None]:
    def choose() -> None:
        table.choose(action)

    return choose


def action_label(table: Table, action: int | None) -> str:
    """What the amber button says for a chosen action."""
    t = table.ctx.t
    if action is None:
        return ""
    if action < FACE:
        return t("king_of_12.button.play", card=table.card_name(action))
    if action < ALCHEMIST_FIRST:
        return t("king_of_12.button.turn", face=action - FACE)
    if action == ALCHEMIST_FIRST:
        return t("king_of_12.button.alchemist_first")
    if action == TROUBLEMAKERS_FIRST:
        return t("king_of_12.button.troublemakers_first")
    if action < CROWN:
        return t(f"king_of_12.button.theft.{action - NO_TOKEN}")
    return t("king_of_12.button.crown", card=table.card_name(action - CROWN))
