"""Parts of Tash-Kalar cards: looks from ``cards.json``, the pattern of a being, and a card as small as a thumbnail."""

import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec
import pygame

from sprites.base import assets, icons, pictures, raster, shapes
from sprites.base.canvas import Canvas
from sprites.base.theme import Written
from sprites.tash_kalar import pieces

# Looks of beings, tasks and decks of Tash-Kalar: ``cards.json``.

T = TypeVar("T")
HERE = Path(__file__).parent
OF_BOX = ("cards.json", "palette.json")
OWN = "own"


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Icon and theme of the picture of a being."""

    icon: str
    theme: str


class TaskLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of a task, and the coloured squares it is about."""

    icon: str
    ground: Literal["", "red", "green", "both"]


class DeckLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two colours of a deck, and its sign."""

    high: Written
    low: Written
    icon: str


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file: look of each card by code."""

    pictures: dict[str, Picture]
    decks: dict[str, DeckLook]
    tasks: dict[str, TaskLook] = {}


@lru_cache(maxsize=1)
def looks() -> Looks:
    """Load the looks of the box and of the expansions, once. Raises AssetError for those of the box."""
    found = assets.data("tash_kalar/cards.json", Looks)
    for path in sorted(HERE.glob("*.json")):
        if path.name not in OF_BOX:
            try:
                more = assets.data(f"tash_kalar/{path.name}", Looks)
            except assets.AssetError as error:
                assets.miss(error)
                continue
            found.pictures.update(more.pictures)
            found.decks.update(more.decks)
    return found


def find_deck_look(deck: str) -> DeckLook:
    """Return the look of a deck; the one of custom decks for a deck without a look."""
    decks = looks().decks
    return decks.get(deck) or find_look(decks, OWN)


def find_look(group: Mapping[str, T], code: str) -> T:
    """Return an entry of a group. Raises AssetError for an unknown code."""
    found = group.get(code)
    if found is None:
        raise assets.AssetError(f"sprites/tash_kalar/cards.json has no {code!r}")
    return found


# A Tash-Kalar card without its words, as small as a thumbnail: picture, frame of its deck, rank of its piece.

FLARE = "flares"
"""The deck whose cards have no picture, but a sun."""


def draw_small(
    c: Canvas, picture: str, deck: str, rank: int, colour: int, size: tuple[float, float], emblem: str = ""
) -> pygame.Surface:
    """Return a card ``size`` units wide and high; ``picture``: name of a being's picture, "" for a flare."""
    w, h = c.px(size[0]), c.px(size[1])
    key = ("tash small card", picture, deck, rank, colour, emblem, w, h, c.palette, c.patterns)
    return c.cache.get(key, lambda: _paint(c, picture, deck, rank, colour, size, emblem))


def _paint(
    c: Canvas, picture: str, deck: str, rank: int, colour: int, size: tuple[float, float], emblem: str
) -> pygame.Surface:
    w, h = c.px(size[0]), c.px(size[1])
    look = find_deck_look(deck)
    radius, edge = c.px(4), max(2, c.px(2.4))
    made = raster.fill(raster.round_rect_mask(w, h, radius), [(0, look.high), (1, look.low)])
    window = raster.round_rect_mask(w - 2 * edge, h - 2 * edge, max(1, radius - 1))
    try:
        if not picture:
            raise assets.AssetError("a flare has no picture")
        art = pictures.load(f"tash_kalar/{picture}.jpg")
        side = min(art.get_width() * (h - 2 * edge) // (w - 2 * edge), art.get_height())
        wide = side * (w - 2 * edge) // (h - 2 * edge)
        part = art.subsurface((art.get_width() - wide, 0, wide, side))  # the being stands right, next to its pattern
        made.blit(raster.clip(pygame.transform.smoothscale(part, window.get_size()), window), (edge, edge))
    except assets.AssetError as error:
        if picture:
            assets.miss(error)
        sky = [(0.0, "tash_kalar/legend.sky"), (0.5, "tash_kalar/legend.sky.mid"), (1.0, "tash_kalar/legend.sky.low")]
        made.blit(raster.fill(window, sky), (edge, edge))
    on = c.on(made, (0.0, 0.0))
    if picture:
        pieces.draw_piece(on, 9.5, 9.5, (6.6, 6.2, 5.6)[rank], colour, rank, emblem=emblem, shadow=False)
    else:
        sun = ("tash_kalar/legend.sun", "tash_kalar/legend.sun.low")
        icons.gradient(on, "sun-radiations", size[0] / 2, size[1] / 2, size[0] * 0.7, sun)
    shapes.round_rect(on, 0.5, 0.5, size[0] - 1, size[1] - 1, 4, "edge.low", border=1.2)
    return made


# The pattern of a being: own pieces needed, marked squares, and the white frame where the being lands.

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Bit order of ``directions``: up, then clockwise."""
_SIZES = (0.365, 0.345, 0.335)
"""Radius of a piece (that of a common one) as a share of a square, by rank."""


class Pattern(NamedTuple):
    """Pattern of a being or a legend, relative to the summoning square: columns to the right, rows down."""

    rank: int
    """Rank of the being."""
    stands: int
    """Rank of an own piece that must stand where the being lands, -1 = none."""
    pieces: tuple[tuple[int, int, int], ...]
    """The other pieces and their ranks."""
    marks: tuple[tuple[int, int], ...]
    """Marked squares."""
    directions: int
    """Indicated directions as bits."""


def draw_pattern(c: Canvas, pattern: Pattern, x: float, y: float, side: float, colour: int, emblem: str = "") -> None:
    """Draw the pattern in the middle of a square of ``side`` units; its squares are at most a third as wide."""
    spots = [(0, 0), *((a, b) for a, b, _ in pattern.pieces), *pattern.marks]
    left, up = min(a for a, _ in spots), min(b for _, b in spots)
    columns, rows = max(a for a, _ in spots) - left + 1, max(b for _, b in spots) - up + 1
    cell = side / max(columns, rows, 3)
    ox, oy = x + (side - columns * cell) / 2, y + (side - rows * cell) / 2
    gap, radius = max(0.5, cell * 0.03), cell * 0.07
    for row in range(rows):
        for column in range(columns):
            px, py = ox + column * cell + gap, oy + row * cell + gap
            stops = ((0, "tash_kalar/square.high"), (1, "tash_kalar/square.low"))
            shapes.gradient_box(c, px, py, cell - 2 * gap, cell - 2 * gap, radius, stops, rim="tash_kalar/square.rim")

    def middle(a: int, b: int) -> tuple[float, float]:
        return ox + (a - left + 0.5) * cell, oy + (b - up + 0.5) * cell

    for a, b in pattern.marks:
        stops = ((0, "tash_kalar/destroy.high"), (1, "tash_kalar/missing.low"))
        shapes.outline(
            c, "diamond", *middle(a, b), cell * 0.28, stops, rim="tash_kalar/missing.rim", rim_w=max(0.6, cell * 0.03)
        )
    for a, b, rank in pattern.pieces:
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
    if pattern.stands >= 0:
        pieces.draw_piece(c, cx, cy, cell * _SIZES[pattern.stands], colour, pattern.stands, emblem=emblem)
    else:
        pieces.draw_piece(c, cx, cy, cell * _SIZES[pattern.rank] * 0.9, colour, pattern.rank, emblem=emblem, alpha=150)
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
        if pattern.directions >> bit & 1:
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
