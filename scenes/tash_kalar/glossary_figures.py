"""Figures of the Tash-Kalar glossary: pieces on a few squares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sprites.base import icons, shapes
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.tash_kalar.pieces import draw_piece

CELL, PIECE = 42.0, 13.0
OWN, ENEMY = 0, 1
COMMON, HEROIC, LEGENDARY = range(3)
Man = tuple[int, int] | None
"""Colour and rank of a square's piece, or None."""


def _row(c: Canvas, x: float, y: float, men: Sequence[Man], sign: str = "", falls: int = -1) -> None:
    """Draw squares in a row; ``sign`` between the first and the last, ``falls``: the destroyed piece's colour."""
    left = x - CELL * len(men) / 2
    for at, man in enumerate(men):
        _square(c, left + CELL * (at + 0.5), y, man)
    if sign:
        icons.draw(c, sign, left + CELL * len(men) / 2, y - (0 if len(men) > 2 else 26), 20, "paper.link")
    if falls >= 0:
        icons.draw(c, "crossed-swords", left + CELL * (falls + 0.5) + 12, y - 12, 17, "paper.link")


def _square(c: Canvas, x: float, y: float, man: Man, lit: bool = False) -> None:
    shapes.round_rect(
        c,
        x - CELL / 2 + 1,
        y - CELL / 2 + 1,
        CELL - 2,
        CELL - 2,
        4,
        "tash_kalar/square.lit" if lit else "tash_kalar/square.plain",
    )
    if man is not None:
        draw_piece(c, x, y, PIECE, man[0], man[1], shadow=False)


def _around(c: Canvas, x: float, y: float) -> None:
    cell = CELL * 0.7
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            left, top = x + cell * column - cell / 2, y + cell * row - cell / 2
            colour = "tash_kalar/square.plain" if column == row == 0 else "tash_kalar/square.lit"
            shapes.round_rect(c, left + 1, top + 1, cell - 2, cell - 2, 3, colour)
    draw_piece(c, x, y, PIECE * 0.75, OWN, COMMON, shadow=False)


def word_figures() -> dict[str, Picture]:
    """Return the drawing function of each word's figure."""
    own, hero, legend = (OWN, COMMON), (OWN, HEROIC), (OWN, LEGENDARY)
    foe = (ENEMY, COMMON)
    ahead = "ph-arrow-right"
    return {
        "upgrade": partial(_row, men=(own, hero, legend)),
        "combat_move": partial(_row, men=(own, foe), sign=ahead, falls=1),
        "standard_move": partial(_row, men=(hero, foe), sign=ahead, falls=1),
        "combat_leap": partial(_row, men=(own, None, None, None, foe), sign=ahead, falls=4),
        "standard_leap": partial(_row, men=(hero, None, None, None, foe), sign=ahead, falls=4),
        "convert": partial(_row, men=(foe, None, own), sign=ahead),
        "improvised": partial(_row, men=(own, foe, own)),
        "flare": partial(_row, men=(own, None, foe, foe, foe, foe)),
        "adjacent": _around,
    }
