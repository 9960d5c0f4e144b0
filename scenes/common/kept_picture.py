"""A page that is kept as a picture among the player's documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.storage import folders, saves
from sprites.base import raster
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.stack import Scene


class KeptPicture:
    """The picture of a scene: asked for, taken from its next drawing, written in the background, told when written.

    ``stem``: how the name of its file begins.
    """

    def __init__(self, scene: Scene, stem: str) -> None:
        self.scene, self.stem = scene, stem
        self.is_wanted = False
        self._saved: Path | None = None

    def ask(self) -> None:
        """Keep the next drawing."""
        self.is_wanted = self.scene.ui.dirty = True

    def take(self, c: Canvas, box: Box) -> None:
        """Keep what has been drawn in a box, if that was asked for."""
        if not self.is_wanted:
            return
        self.is_wanted = False
        shown = c.copy(c.rect(*box))

        def write() -> None:
            self._saved = saves.write_new(folders.exports(), self.stem, ".png", raster.png(shown))

        if not self.scene.ctx.quiet:
            self.scene.ctx.files.submit(f"picture {self.stem}", write)

    def tell(self) -> None:
        """Say where a picture lies that has just been written; called in every frame."""
        ctx = self.scene.ctx
        if self._saved is not None and ctx.stack.top is self.scene:
            saved, self._saved = self._saved, None
            ctx.tell_written(ctx.t("result.picture.title"), ctx.t("result.picture.body"), saved)
