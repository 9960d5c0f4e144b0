"""Bookmarks and chapters of a game that is studied, and the note on each."""

from __future__ import annotations

from collections.abc import Callable

from engine.storage.studies import LONGEST_NOTE, Mark, Study
from scenes.shell.context import Context
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from sprites.base.canvas import Canvas


class Bookmarks:
    """The bookmarks of one analysis; ``look``: returns the study and the shown position, ``change``: takes a study."""

    def __init__(
        self, ctx: Context, ui: Ui, look: Callable[[], tuple[Study, int]], change: Callable[[Study], None]
    ) -> None:
        self._ctx, self._ui, self._look, self._change = ctx, ui, look, change
        self._removed: dict[int, Mark] = {}
        """Bookmarks that were taken away, by their positions."""

    def find(self) -> Mark | None:
        """Return the bookmark at the shown position."""
        study, turn = self._look()
        return study.find_mark(turn)

    def toggle(self) -> None:
        """Set a bookmark at this position, or remove it; set again it has its note again."""
        (study, turn), mark = self._look(), self.find()
        if mark is None:
            before = self._removed.pop(turn, Mark(turn))
            self._change(study.add_mark(turn, before.note, before.chapter))
        else:
            self._removed[turn] = mark
            self._change(study.remove_mark(turn))

    def toggle_chapter(self) -> None:
        """Begin a chapter at this position, or remove its beginning; the bookmark stays."""
        (study, turn), mark = self._look(), self.find()
        if mark is not None:
            self._change(study.add_mark(turn, mark.note, not mark.chapter))

    def set_note(self, note: str) -> None:
        """Set the player's note on this position."""
        (study, turn), mark = self._look(), self.find()
        self._change(study.add_mark(turn, note, mark is not None and mark.chapter))

    def draw_note(self, c: Canvas, box: Box) -> bool:
        """Draw the field for the note on the bookmark at this position; return whether there is one."""
        mark = self.find()
        if mark is not None:
            hint = self._ctx.t("study.note")
            self._ui.text_field(c, "note", box, mark.note, self.set_note, placeholder=hint, limit=LONGEST_NOTE)
        return mark is not None

    def draw_buttons(self, c: Canvas, right: float, y: float) -> None:
        """Draw the buttons of the bookmark at this position and of the chapter that begins with it."""
        mark, ui, t = self.find(), self._ui, self._ctx.t
        if mark is not None:
            said = (t("study.chapter.end" if mark.chapter else "study.chapter.begin"), "")
            ui.icon_button(c, "chapter", right - 77, y, 16, "book", self.toggle_chapter, on=mark.chapter, tip=said)
        said = (t("study.unmark" if mark else "study.mark"), "")
        ui.icon_button(c, "mark", right - 38, y, 18, "star", self.toggle, on=mark is not None, tip=said)
