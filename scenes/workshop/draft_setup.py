"""The set-up of a game whose position is to be arranged: who sits there and which options are on, then the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.content.drafts import begin_draft
from scenes.menus.setup import SetUp
from scenes.table.new_game import new_seed

if TYPE_CHECKING:
    from scenes.workshop.editor_view import Arranging


class DraftSetUp(SetUp):
    """The set-up page; its amber button leads back to the editor with a position of that game."""

    start_text = "ui.edit.begin.setup"

    def __init__(self, editor: Arranging, game: str) -> None:
        super().__init__(editor.ctx, game)
        self.editor = editor

    def enter(self) -> None:
        """Offer no lessons: they are about playing."""

    def start(self) -> None:
        """Take up the first position of such a game in the editor."""
        checked = self.check_setup()
        if checked is None:
            return
        options, seats = checked
        self.ctx.stack.pop()
        self.editor.open_draft(begin_draft(self.game, options, len(seats), new_seed()), tuple(seats))
