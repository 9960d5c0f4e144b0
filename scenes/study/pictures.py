"""Pictures of a game: the moment that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sprites.base import raster
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

SIZE = (1920, 1080)


def encode_png(scene: Looking) -> bytes:
    """The table as it stands, as the bytes of a PNG file."""
    canvas = Canvas(pygame.Surface(SIZE), palette=scene.ctx.settings.palette, patterns=scene.ctx.settings.patterns)
    scene.pane.paint(canvas)
    scene.pane.relabel()  # what was drawn for this size is of no use on the screen
    return raster.png(canvas.target.subsurface(canvas.rect(*scene.pane.shown)))
