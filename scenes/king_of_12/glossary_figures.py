"""Figures of the King of 12 glossary, and of cards applied to the viewer's die."""

from __future__ import annotations

from games.king_of_12.cards import REVERSER, SORCERER, TROUBLEMAKERS, opposite
from games.king_of_12.trick import VALUED, value_alone
from scenes.king_of_12.scene_model import sum_text
from sprites.base import dodecahedron, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.king_of_12 import d12

DIE = 66.0


def _die(c: Canvas, x: float, y: float, face: int, spread: float = 0.0) -> None:
    pose = dodecahedron.pose(face, tilt=0.0) if spread else dodecahedron.pose(face)
    d12.draw(c, x, y, DIE, pose, shadow=False, spread=spread)


def _draw_sign(c: Canvas, x: float, y: float, sign: str) -> None:
    text.draw(c, sign, x, y, "title", "paper.label", "cm", fixed=True)


def _opposite(c: Canvas, x: float, y: float) -> None:
    _die(c, x - 56, y, 3)
    _die(c, x + 56, y, 10)
    _draw_sign(c, x, y, "+")


def _neighbour(c: Canvas, x: float, y: float) -> None:
    _die(c, x, y, 3, spread=0.9)


def _crown(c: Canvas, x: float, y: float) -> None:
    for at in (-34, 34):
        shapes.crown(c, x + at, y, 52, True)


def _value(c: Canvas, x: float, y: float) -> None:
    _die(c, x - 82, y, 7)
    shapes.pill(c, x + 46, y, "7 + 7 = 14", "plain")


def _draw_cancelling(c: Canvas, x: float, y: float) -> None:
    for at in (-50, 50):
        shapes.pill(c, x + at, y, "10", "out")
    _draw_sign(c, x, y, "=")


def _trick(c: Canvas, x: float, y: float) -> None:
    for at, value, kind in ((-84, "13", "win"), (0, "9", "plain"), (84, "4", "plain")):
        shapes.pill(c, x + at, y - 16, value, kind)
    shapes.coin(c, x - 84, y + 22, 13, "2", "gold")
    shapes.coin(c, x, y + 22, 13, "1", "copper")


def card_figure(card: int, face: int) -> Picture | None:
    """Return a figure of a card's effect on a die showing ``face``; None for cards without one."""
    if card in VALUED:
        said = sum_text(**value_alone(card, face))

        def draw_value(c: Canvas, x: float, y: float) -> None:
            _die(c, x - 82, y, face)
            shapes.pill(c, x + 46, y, said, "plain")

        return draw_value
    if card in (REVERSER, TROUBLEMAKERS):

        def draw_flip(c: Canvas, x: float, y: float) -> None:
            _die(c, x - 56, y, face)
            _die(c, x + 56, y, opposite(face))
            _draw_sign(c, x, y, "\u2192")

        return draw_flip
    return (lambda c, x, y: _die(c, x, y, face, spread=0.9)) if card == SORCERER else None


def word_figures() -> dict[str, Picture]:
    """Return the drawing function of each word's figure."""
    return {
        "opposite": _opposite, "neighbour": _neighbour, "crown": _crown, "value": _value, "cancelled": _draw_cancelling,
        "trick": _trick,
    }  # fmt: skip
