"""Figures of the King of the Dice glossary: dice, castles, flames."""

from __future__ import annotations

from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.king_of_the_dice import card as cards
from sprites.king_of_the_dice import pieces

GREEN = 1


def _plus(c: Canvas, x: float, y: float, sign: str) -> None:
    text.draw(c, sign, x, y, "title", "paper.label", "cm", fixed=True)


def _joker(c: Canvas, x: float, y: float) -> None:
    for at in (-84, -20, 72):
        pieces.mini_die(c, x + at, y, 34, "4", GREEN, lit=at > 0)
    _plus(c, x - 52, y, "+")
    _plus(c, x + 26, y, "=")


def _super(c: Canvas, x: float, y: float) -> None:
    made = cards.back(c, 46.0)
    c.surface.blit(made, (c.x(x - 92), c.y(y) - made.get_height() // 2))
    pieces.mini_die(c, x - 12, y, 34, "4", GREEN)
    pieces.mini_die(c, x + 76, y, 34, "4", GREEN, lit=True)
    _plus(c, x - 38, y, "+")
    _plus(c, x + 32, y, "=")


def _alarm(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x - 44, y, 46, None)
    pieces.flame(c, x - 44, y - 4, 34)
    made = cards.back(c, 46.0)
    c.surface.blit(made, (c.x(x + 22), c.y(y) - made.get_height() // 2))


def _area(c: Canvas, x: float, y: float) -> None:
    for at in (-92, -48, -4):
        pieces.castle(c, x + at, y, 42, 0, "")
    pieces.castle(c, x + 92, y, 42, 0, "")


def _tile(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x, y, 52, None)


def _flame(c: Canvas, x: float, y: float) -> None:
    pieces.flame(c, x, y, 52)


def word_figures() -> dict[str, Picture]:
    """Return the drawing function of each word's figure."""
    return {
        "joker": _joker, "super_joker": _super, "alarm": _alarm, "area": _area, "tile": _tile, "flame": _flame,
    }  # fmt: skip
