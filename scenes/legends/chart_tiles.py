"""A zoomed chart in tiles: parts of its picture at the scale of the zoom. A tile is scaled once, when it comes into
view."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from functools import cache

import pygame

from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.draw_commands import Layer, Mosaic

SIDES = range(384, 640)
"""Sides that a tile may have, in pixels."""
SPARE = 8
"""Tiles out of sight that are kept."""
MAKE_S = 0.002
"""Time in a frame for scaling tiles that are in view smoothly."""
AHEAD = 160
"""Pixels outside of the view in which tiles are made before they come into it."""
MOSAICS = 6
"""Most rectangles in which a chart shows its sea."""
Tile = tuple[int, int]
"""Column and row of a tile."""


class ChartTiles:
    """The tiles of one picture at one scale, the most recently used last."""

    def __init__(self) -> None:
        self._key: tuple[int, float] = (0, 0.0)
        self._side, self._part = 1, 1
        self._tiles: dict[Tile, pygame.Surface] = {}
        self._rough = set[Tile]()
        """Tiles that were scaled in a hurry."""
        self._complete: tuple[Sequence[Tile], Sequence[Tile]] | None = None
        """The tiles in sight and ahead that were asked for last, where none is missing or rough."""
        self._mosaics: list[Mosaic] = []
        """The tiles in sight of each rectangle in which the sea shows."""
        self._origins: dict[str, tuple[Layer, tuple[int, int]]] = {}
        """The layers that lie on the picture, and where it lay when each of them was recorded."""

    def forget(self) -> None:
        """Drop all tiles: the picture has changed."""
        self._complete = None
        self._tiles.clear()
        self._rough.clear()
        self._mosaics.clear()

    def choose_scale(self, source: pygame.Surface, source_k: float, k: float) -> None:
        """From now on show ``source``, which has ``source_k`` pixels for a pixel of the maps, at ``k`` pixels."""
        if (id(source), k) != self._key:
            self._key = (id(source), k)
            self._side, self._part = find_tile(source_k / k)
            self.forget()

    def list_visible(self, at: tuple[int, int], boxes: Sequence[pygame.Rect]) -> list[Tile]:
        """Return the tiles in sight when the picture lies at a place of the window and shows inside these boxes."""
        found: dict[Tile, None] = {}
        for box in boxes:
            columns = range((box.left - at[0]) // self._side, (box.right - 1 - at[0]) // self._side + 1)
            rows = range((box.top - at[1]) // self._side, (box.bottom - 1 - at[1]) // self._side + 1)
            found.update(dict.fromkeys(itertools.product(columns, rows)))
        return list(found)

    def find_box(self, at: tuple[int, int], tiles: Sequence[Tile]) -> pygame.Rect:
        """Return the rectangle of the window round some tiles."""
        columns, rows = {tile[0] for tile in tiles}, {tile[1] for tile in tiles}
        x, y, side = min(columns), min(rows), self._side
        size = (max(columns) + 1 - x) * side, (max(rows) + 1 - y) * side
        return pygame.Rect((at[0] + x * side, at[1] + y * side), size)

    def make(self, source: pygame.Surface, tiles: Sequence[Tile], ahead: Sequence[Tile] = (), *, at_once: bool) -> bool:
        """Scale tiles that are missing, as many as a frame has time for, the others roughly; True when all are smooth.
        Then one of those that lie ``ahead`` is made."""
        if (tiles, ahead) == self._complete:
            return True
        begin, made = time.perf_counter(), 0
        for tile in tiles:
            if tile in self._tiles and tile not in self._rough:
                self._tiles[tile] = self._tiles.pop(tile)
            elif at_once or time.perf_counter() - begin < MAKE_S:
                self._tiles[tile] = self._scale(source, tile, pygame.transform.smoothscale)
                self._rough.discard(tile)
                made += 1
            elif tile not in self._tiles:
                self._tiles[tile] = self._scale(source, tile, pygame.transform.scale)
                self._rough.add(tile)
        missing = next((tile for tile in ahead if tile not in self._tiles), None)
        if not made and missing is not None:
            self._tiles[missing] = self._scale(source, missing, pygame.transform.smoothscale)
        wanted = {*tiles, *ahead}
        spare = [tile for tile in self._tiles if tile not in wanted]
        for tile in spare[: max(0, len(spare) - SPARE)]:
            del self._tiles[tile]
            self._rough.discard(tile)
        self._complete = (tiles, ahead) if missing is None and self._rough.isdisjoint(tiles) else None
        return self._rough.isdisjoint(tiles)

    def _scale(
        self, source: pygame.Surface, tile: Tile, scale: Callable[[pygame.Surface, tuple[int, int]], pygame.Surface]
    ) -> pygame.Surface:
        """Return a tile of ``side`` pixels, from ``part`` pixels of the picture; outside of it one without pixels."""
        side, part = self._side, self._part
        box = pygame.Rect(tile[0] * part, tile[1] * part, part, part).clip(source.get_rect())
        size = (round(box.w * side / part), round(box.h * side / part))
        if not (size[0] and size[1]):
            return pygame.Surface((0, 0), 0, source)
        found = source.subsurface(box)
        return found if size == box.size else scale(found, size)

    def draw(self, c: Canvas, at: tuple[int, int], boxes: Sequence[pygame.Rect]) -> None:
        """Draw the tiles inside these boxes of the window."""
        for box in boxes:
            c.surface.set_clip(box)
            mosaic = self._lay_out(self.list_visible(at, [box]))
            if isinstance(c.surface, DisplayList):
                c.surface.blit_mosaic(mosaic, at)
            else:
                mosaic.paint(c.surface, at)

    def _lay_out(self, tiles: Sequence[Tile]) -> Mosaic:
        """Return these tiles in their places, the same object for as long as they are the same."""
        pieces = [(self._tiles[tile], (tile[0] * self._side, tile[1] * self._side)) for tile in tiles]
        found = next((each for each in self._mosaics if each.pieces == pieces), None) or Mosaic(pieces)
        self._mosaics = [found, *(each for each in self._mosaics if each is not found)][:MOSAICS]
        return found

    def find_shift(self, name: str, layer: Layer, at: tuple[int, int]) -> tuple[int, int]:
        """Return how far the picture, which lies at ``at``, has moved since a layer was recorded, which was in this
        frame or before."""
        if name not in self._origins or self._origins[name][0] is not layer:
            self._origins[name] = (layer, at)
        x, y = self._origins[name][1]
        return at[0] - x, at[1] - y


@cache
def find_tile(share: float) -> tuple[int, int]:
    """Return the side of a tile in pixels and the pixels of the picture it is made of, ``share`` of them a pixel.

    Of all possible sides the one whose part of the picture is nearest to whole pixels, so that tiles join smoothly.
    """
    side = min(SIDES, key=lambda one: abs(one * share - round(one * share)))
    return side, round(side * share)
