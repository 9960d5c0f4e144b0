"""The pattern of a being: own pieces needed, marked squares, and the white frame where the being lands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import pygame

from sprites.base import raster, shapes
from sprites.base.canvas import Canvas
from sprites.tash_kalar import pieces

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Bit order of ``directions``: up, then clockwise."""
_SIZES = (0.365, 0.345, 0.335)
"""Radius of a piece (that of a common one) as a share of a square, by rank."""


class Pattern(Protocol):
    """A pattern, seen from the summoning square: columns to the right, rows down."""

    @property
    def rank(self) -> int:
        """Rank of the being."""

    @property
    def stands(self) -> int:
        """Rank of an own piece that must stand where the being lands, -1 = none."""

    @property
    def pieces(self) -> Sequence[tuple[int, int, int]]:
        """The other pieces and their ranks."""

    @property
    def marks(self) -> Sequence[tuple[int, int]]:
        """Marked squares."""

    @property
    def directions(self) -> int:
        """Indicated directions as bits."""


def draw(
    c: Canvas, card: Pattern, x: float, y: float, side: float, colour: int, emblem: str = "", *, least: int = 3
) -> None:
    """Draw the pattern in the middle of a square of ``side`` units, with at least ``least`` columns' room."""
    spots = [(0, 0), *((a, b) for a, b, _ in card.pieces), *card.marks]
    left, up = min(a for a, _ in spots), min(b for _, b in spots)
    columns, rows = max(a for a, _ in spots) - left + 1, max(b for _, b in spots) - up + 1
    cell = side / max(columns, rows, least)
    ox, oy = x + (side - columns * cell) / 2, y + (side - rows * cell) / 2
    gap, radius = max(0.5, cell * 0.03), cell * 0.07
    for row in range(rows):
        for column in range(columns):
            px, py = ox + column * cell + gap, oy + row * cell + gap
            stops = ((0, "tash_kalar/square.high"), (1, "tash_kalar/square.low"))
            shapes.gradient_box(c, px, py, cell - 2 * gap, cell - 2 * gap, radius, stops, rim="tash_kalar/square.rim")

    def middle(a: int, b: int) -> tuple[float, float]:
        return ox + (a - left + 0.5) * cell, oy + (b - up + 0.5) * cell

    for a, b in card.marks:
        stops = ((0, "tash_kalar/destroy.high"), (1, "tash_kalar/missing.low"))
        shapes.outline(
            c, "diamond", *middle(a, b), cell * 0.28, stops, rim="tash_kalar/missing.rim", rim_w=max(0.6, cell * 0.03)
        )
    for a, b, rank in card.pieces:
        pieces.draw_piece(c, *middle(a, b), cell * _SIZES[rank], colour, rank, emblem=emblem)
    cx, cy = middle(0, 0)
    shapes.round_rect(
        c,
        cx - cell / 2 + gap,
        cy - cell / 2 + gap,
        cell - 2 * gap,
        cell - 2 * gap,
        radius,
        "tash_kalar/chosen.ground",
        alpha=70,
    )
    if card.stands >= 0:
        pieces.draw_piece(c, cx, cy, cell * _SIZES[card.stands], colour, card.stands, emblem=emblem)
    else:
        pieces.draw_piece(c, cx, cy, cell * _SIZES[card.rank] * 0.9, colour, card.rank, emblem=emblem, alpha=150)
    frame = max(1.2, cell * 0.075)
    shapes.round_rect(
        c,
        cx - cell / 2 + gap / 2,
        cy - cell / 2 + gap / 2,
        cell - gap,
        cell - gap,
        radius,
        "tash_kalar/white",
        border=frame,
    )
    for bit, (dx, dy) in enumerate(DIRECTIONS):
        if card.directions >> bit & 1:
            _arrow(c, cx, cy, cell, dx, dy)


def _arrow(c: Canvas, cx: float, cy: float, cell: float, dx: int, dy: int) -> None:
    """Draw a small golden arrow head on the frame of the summoning square, pointing away from it."""
    angle = math.atan2(dy, dx)
    half = cell * 0.15
    away = cell * 0.5 - half * 0.1
    px = max(4, c.px(2 * half + 4))
    key = ("tash arrow", px, dx, dy)

    def make() -> pygame.Surface:
        made = raster.empty(px, px)
        m = px / 2
        for share, colour in ((1.0, "tash_kalar/frame.dark"), (0.66, "tash_kalar/frame.light")):
            r = half * c.scale * share
            points = [
                (m + r * reach * math.cos(angle + turn), m + r * reach * math.sin(angle + turn))
                for turn, reach in ((0.0, 1.1), (2.2, 1.1), (-2.2, 1.1))
            ]
            made.blit(raster.tint(raster.polygon_mask(px, px, points), colour), (0, 0))
        return made

    made = c.cache.get(key, make)
    x, y = cx + dx * away, cy + dy * away
    c.surface.blit(made, (c.x(x) - px // 2, c.y(y) - px // 2))
