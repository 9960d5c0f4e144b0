"""The answer to "Why?": its words that the rule book explains are underlined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.shell.dialog import Dialog
from scenes.shell.inputs import Input
from scenes.table.glossary_links import underline
from sprites.base import text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class WhyDialog(Dialog):
    """What is being decided at a table, or why something came to be there."""

    def __init__(self, ctx: Context, game: str, why: str) -> None:
        super().__init__(ctx, ctx.t("ui.why.title"), why, [("ok", ctx.t("ui.ok"), lambda: None)])
        self.game = game

    def draw_words(self, c: Canvas, place: tuple[float, float, float], font: text.Font, align: str) -> None:
        """Words that explain themselves."""
        underline(c, self.ctx, self.ui, self.game, "why", self.body, place, font, align=align, ink="paper.link")

    def handle(self, given: Input) -> bool:
        """The key that explains shows what the word under focus or pointer means."""
        if given.kind == "command" and given.name == "explain":
            self.ui.show_tip()
            return True
        return super().handle(given)
