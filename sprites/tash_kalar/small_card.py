"""A Tash-Kalar card without its words, as small as a thumbnail: picture, frame of its deck, rank of its piece."""

from __future__ import annotations

import pygame

from sprites.base import assets, icons, pictures, raster, shapes
from sprites.base.canvas import Canvas
from sprites.tash_kalar import pieces
from sprites.tash_kalar.card_art import find_deck_look

FLARE = "flares"
"""The deck whose cards have no picture, but a sun."""


def draw_small(
    c: Canvas, picture: str, deck: str, rank: int, colour: int, size: tuple[float, float], emblem: str = ""
) -> pygame.Surface:
    """Return a card ``size`` units wide and high; ``picture`` is the name of a being's one, "" for a flare."""
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
