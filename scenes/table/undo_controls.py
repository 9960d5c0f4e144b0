"""Taking decisions back at a table, and making them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.storage.folders import FolderError
from scenes.common.resume_game import counts_elsewhere

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context


class TakingBack:
    """``whose`` decisions are taken back (None = anybody's); ``telling``: whether events are being told that nobody
    may interrupt; ``let_go`` drops what the table was about; ``failed`` is told of a save that could not be written."""

    def __init__(
        self,
        ctx: Context,
        session: Session,
        whose: Callable[[], int | None],
        telling: Callable[[], bool],
        let_go: Callable[[], None],
        failed: Callable[[FolderError], None],
    ) -> None:
        self._ctx, self._session = ctx, session
        self._whose, self._telling, self._let_go, self._failed = whose, telling, let_go, failed
        self._counts: bool | None = None
        """Whether the end of this game counts elsewhere; None until the game is over."""

    def state(self) -> tuple[bool, str]:
        """Whether a decision can be taken back now, else the text id of the reason."""
        if self._telling():
            return False, "ui.undo.reason.busy"
        if self._session.over:
            if self._counts is None:
                self._counts = counts_elsewhere(self._ctx, self._session.id)
            if self._counts:
                return False, "ui.undo.reason.counts"
        return self._session.undo_check(self._whose())

    def words(self) -> tuple[bool, str]:
        """Whether a decision can be taken back now, and what the tip of the button says."""
        possible, reason = self.state()
        return possible, self._ctx.t("ui.bar.undo.tip" if possible else reason) if possible or reason else ""

    def undo(self) -> bool:
        """Take the last own decision back; False, and why not is said, when that cannot be."""
        return self._step(self.state(), self._session.undo)

    def redo(self) -> bool:
        """Make an undone decision again; False, and why not is said, when that cannot be."""
        return self._step(self._session.redo_check(), lambda seat: self._session.redo())

    def last_choice(self, seat: int) -> int:
        """The turn after the last decision of a seat: what came later may have been missed."""
        log = self._session.log
        return next((turn + 1 for turn in range(len(log) - 1, -1, -1) if log[turn].seat == seat), 0)

    def _step(self, check: tuple[bool, str], step: Callable[[int | None], object]) -> bool:
        possible, reason = check
        if not possible:
            self._ctx.play("refused")
            if reason:
                self._ctx.toast(self._ctx.t(reason))
            return False
        self._let_go()
        self._ctx.play("undo")
        try:
            step(self._whose())
        except FolderError as error:
            self._failed(error)
        return True
