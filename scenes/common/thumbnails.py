"""The small picture of its table that a saved game has in lists: how it looked when it was left.

It is no part of the save: a game without one, or with one that is no good, is listed all the same.
"""

from io import BytesIO
from pathlib import Path

import pygame

from engine import registry
from engine.storage import files, folders, safe_read, saves
from engine.storage.safe_read import Unreadable
from scenes.shell.context import Context
from scenes.shell.targets import Box
from sprites.base import icons, raster, shapes
from sprites.base.canvas import Canvas

WIDE, HIGH = 256, 144
"""Pixels of a picture."""
MOST_BYTES = 1 << 19
SUFFIX = ".png"


def keep(ctx: Context, save: Path, shown: pygame.Surface) -> None:
    """Save the shown surface as the thumbnail of a save, in the background; a failure is ignored."""
    made = small(shown)

    def write() -> None:
        files.write(saves.thumbnail_path(save), raster.png(made), backup=False)

    ctx.files.submit(str(saves.thumbnail_path(save)), write)


def small(shown: pygame.Surface) -> pygame.Surface:
    """Return the middle of a surface, scaled to the size of a thumbnail."""
    size = shown.get_size()
    part = pygame.Rect(0, 0, min(size[0], size[1] * WIDE // HIGH), min(size[1], size[0] * HIGH // WIDE))
    part.center = (size[0] // 2, size[1] // 2)
    return pygame.transform.smoothscale(shown.subsurface(part), (WIDE, HIGH))


def load(save: Path) -> pygame.Surface | None:
    """Return the thumbnail of a save; None if it is missing or unreadable."""
    try:
        return safe_read.read(saves.thumbnail_path(save), _decode, MOST_BYTES, folders.pictures())
    except Unreadable:
        return None


def _decode(data: bytes) -> pygame.Surface:
    wide, high = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[12:16] != b"IHDR" or (wide, high) != (WIDE, HIGH):
        raise ValueError("another picture")
    return pygame.image.load(BytesIO(data), SUFFIX)


def find_save(name: str) -> Path:
    """Return the path of a save by its file name; folders in a forged name are ignored."""
    return folders.saves() / Path(name).name


class Pictures:
    """Thumbnails of a list of saves, loaded when they are first drawn."""

    def __init__(self) -> None:
        self._read: dict[Path, pygame.Surface | None] = {}
        self._fitted: dict[tuple[Path, tuple[int, int]], pygame.Surface] = {}
        """Those that are drawn, in the size of their boxes."""

    def forget(self) -> None:
        """Drop loaded thumbnails, because the games may have gone on."""
        self._read.clear()
        self._fitted.clear()

    def show(self, save: Path, picture: pygame.Surface) -> None:
        """Set the thumbnail of a save, instead of the file in its folder."""
        self._fitted.clear()
        self._read[save] = picture

    def find(self, name: str) -> pygame.Surface | None:
        """Return the thumbnail of a save by the name of its file; None where there is none."""
        save = find_save(name)
        if save not in self._read:
            self._read[save] = load(save)
        return self._read[save]

    def draw(self, c: Canvas, box: Box, save: Path, game: str) -> None:
        """Draw the thumbnail of a save in a box with a thin frame; the game's emblem where there is none."""
        if save not in self._read:
            self._read[save] = load(save)
        found = self._read[save]
        x, y, w, h = box
        if found is None:
            shapes.round_rect(c, *box, 7, "veil", alpha=220)
            icons.draw(c, registry.info(game).emblem, x + w / 2, y + h / 2, h * 0.55, "accent")
        else:
            place = c.rect(*box)
            key = (save, place.size)
            if key not in self._fitted:
                self._fitted[key] = raster.native(pygame.transform.smoothscale(found, place.size))
            c.surface.blit(self._fitted[key], place)
        shapes.round_rect(c, *box, 5, "edge.low", border=1.5)
