"""Rivals' updates since the player's last decision, kept so that they can be replayed."""

from __future__ import annotations

from collections.abc import Collection

from engine.contract import View
from engine.session import Update

MOST = 400
"""Updates kept at most; a watcher of a long game sees only the latest again."""


class SeenAgain:
    """The updates of a table since ``mine`` decided last, and the view before the first of them."""

    def __init__(self, mine: Collection[int], view: View) -> None:
        self._mine = mine
        self._last: View = view
        """The view after the newest update that was heard."""
        self.start: View = view
        self.updates: list[Update] = []
        self.telling = False
        """Whether they are being told once more."""

    def note_update(self, update: Update) -> None:
        """An update is told for the first time."""
        if self.telling:
            return
        if update.kind == "reset" or update.seat in self._mine or len(self.updates) >= MOST:
            self.updates = []
            self.start = update.view
        else:
            self.updates.append(update)
        self._last = update.view

    def forget(self, view: View) -> None:
        """Drop all updates: another person looks on from now on, who must not see them."""
        self.updates, self.telling = [], False
        self.start = self._last = view
