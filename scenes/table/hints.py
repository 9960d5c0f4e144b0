"""The advice a person has asked for: for one decision, shown to nobody else, gone when that is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ai.decision import find_recommendation
from engine.storage.folders import FolderError
from scenes.table.location_links import Row

if TYPE_CHECKING:
    from ai.decision import Decision
    from scenes.table.opponents import Hint, Owed
    from scenes.table.table_view import AnyTable


class Hints:
    """What is shown of an expert's thoughts."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.shown: Decision | None = None
        self.count = 0
        """How many hints there have been: tells the picture of one from that of the next."""
        self.rows: list[Row] = []
        """The lines of what is shown, as they are drawn now."""
        self._owed: Owed | None = None

    @property
    def best(self) -> int | None:
        """The action that is recommended most."""
        return None if self.shown is None else find_recommendation(self.shown, ())

    def ask(self) -> None:
        """Show the expert's view of the player's options, or hide it when it is shown."""
        table = self._table
        if table.guide is not None and table.guide.advise():
            return
        if self.shown is not None:
            self.drop()
        elif not table.may_act() or table.opponents.hinting or table.viewer is None:
            table.ctx.play("refused")
        else:
            table.opponents.ask_hint(table.viewer)
        table.ui.dirty = True

    def update(self, answered: Hint | None) -> None:
        """Show a hint that has been answered, if it still fits; drop the shown one once its decision is made."""
        table = self._table
        if answered is not None:
            table.ui.dirty = True
            if table.may_act() and answered.owed == table.get_pending():
                self.take(answered)
                table.ctx.play("advice")
        if self.shown is not None and self._owed != table.get_pending():
            self.drop()

    def take(self, hint: Hint) -> None:
        """Show what has been thought about a decision that is still owed."""
        giving_up = self._table.session.rules.resignations  # nobody's advice
        left = [one for one in hint.decision.considered if one.action not in giving_up]
        self.shown, self._owed = replace(hint.decision, considered=left), hint.owed
        self.count += 1
        self._mark()

    def _mark(self) -> None:
        """The game counts as one with advice from now on; what that means is said once."""
        table = self._table
        counted = not table.session.helped
        try:
            fresh = table.session.note_advice()
        except FolderError as error:
            table.report_folder_error(error)
            fresh = True
        if fresh and counted and table.session.autosave is not None:
            table.ctx.toast(table.ctx.t("ui.hint.counts"), at_top=True)

    def drop(self) -> None:
        """No advice any more, neither shown nor to come."""
        self.shown = self._owed = None
        self.rows.clear()
        self._table.opponents.drop_hint()
        self._table.ui.dirty = True
