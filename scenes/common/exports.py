"""Pages kept among the player's documents: as plain text, to be read with any program (the rulebook, the chronicle, the
analysis of a game), or as a picture."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import TextWrapper

from engine.contract import Message
from engine.storage import folders, saves
from scenes.shell.context import Context
from scenes.shell.stack import Scene
from sprites.base import raster
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain
from sprites.base.layout import Box

SUFFIX = ".txt"
WIDEST = 96
"""Letters of a line at most: what reads line by line shall not have to scroll."""
BREAK = TextWrapper(WIDEST, replace_whitespace=False, break_long_words=False, break_on_hyphens=False)


def save_text(ctx: Context, stem: str, lines: Sequence[str]) -> None:
    """Write lines into a new text file of the player's documents in the background, then tell its path. ``lines`` may
    contain marks for bold letters and icons; "" is an empty line. ``stem``: how the file's name begins."""
    data = compose_text(lines).encode("utf-8")

    def write() -> list[Message]:
        path = saves.write_new(folders.exports(), stem, SUFFIX, data)
        return [Message("reader.saved", {"name": path.name, "path": str(path)})]

    if not ctx.quiet:
        ctx.files.submit(f"text {stem}", write, asked=True)


def compose_text(lines: Sequence[str]) -> str:
    """Return the text of the file: lines without marks, broken at spaces."""
    found: list[str] = []
    for line in lines:
        for part in line.split("\n"):
            found += BREAK.wrap(make_plain(part).lstrip(" ")) or [""]
    return "\n".join(found) + "\n"


class KeptPicture:
    """Export of a scene as a picture: :meth:`ask`, :meth:`take` at the next drawing, :meth:`tell` once it is written.
    ``stem``: how the name of its file begins."""

    def __init__(self, scene: Scene, stem: str) -> None:
        self.scene, self.stem = scene, stem
        self.is_wanted = False
        self._saved: Path | None = None

    def ask(self) -> None:
        """Ask for a picture of the next drawing."""
        self.is_wanted = self.scene.ui.dirty = True

    def take(self, c: Canvas, box: Box) -> None:
        """If asked for, copy what was drawn in a box, and write it to a PNG file in the background."""
        if not self.is_wanted:
            return
        self.is_wanted = False
        shown = c.copy(c.rect(*box))

        def write() -> None:
            self._saved = saves.write_new(folders.exports(), self.stem, ".png", raster.png(shown))

        if not self.scene.ctx.quiet:
            self.scene.ctx.files.submit(f"picture {self.stem}", write, asked=True)

    def tell(self) -> None:
        """Say where a picture that has just been written is; called in every frame."""
        ctx = self.scene.ctx
        if self._saved is not None and ctx.stack.top is self.scene:
            saved, self._saved = self._saved, None
            ctx.tell_written(ctx.t("result.picture.title"), ctx.t("result.picture.body"), saved)
