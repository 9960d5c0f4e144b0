"""Figures of the Legends glossary: cubes, cities, tokens and signs of the cards."""

from __future__ import annotations

from functools import partial

from sprites.base import icons, shapes
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.legends import pieces

SIZE = 15.0


def _control(c: Canvas, x: float, y: float) -> None:
    shapes.round_rect(c, x - 76, y - 34, 152, 68, 22, "legends/figure.meadow")
    pieces.draw_army(c, x - 30, y + 4, 0, "", 3, SIZE)
    pieces.draw_army(c, x + 34, y + 4, 1, "", 2, SIZE)


def _sea(c: Canvas, x: float, y: float) -> None:
    shapes.round_rect(c, x - 130, y - 34, 260, 68, 12, "legends/figure.sea")
    for left in (-116, 56):
        shapes.round_rect(c, x + left, y - 24, 60, 48, 18, "legends/figure.meadow")
    for at in range(8):
        shapes.round_rect(c, x - 50 + at * 14, y - 2, 5, 5, 2.5, "legends/figure.dots")
    pieces.draw_cube(c, x - 86, y, 0, "", SIZE)


def _sign(c: Canvas, x: float, y: float, name: str) -> None:
    icons.draw(c, name, x, y, 52, "paper.label")


def _elixir(c: Canvas, x: float, y: float) -> None:
    for at in (-40, 0, 40):
        pieces.elixir(c, x + at, y, 46)


def _explore(c: Canvas, x: float, y: float) -> None:
    for at, code in ((-76, "spring"), (0, "cottage"), (76, "stable")):
        pieces.token(c, x + at, y, code, 26)


def _neutral(c: Canvas, x: float, y: float) -> None:
    pieces.draw_army(c, x, y, None, "", 2, SIZE * 1.3)


def word_figures() -> dict[str, Picture]:
    """Return the drawing function of each word's figure."""
    return {
        "control": _control, "sea_crossing": _sea, "elixir": _elixir, "explore": _explore, "neutral": _neutral,
        "flying": partial(_sign, name="feathered-wing"),
    }  # fmt: skip
