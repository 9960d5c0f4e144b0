"""Viewer of a deck before the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar.cards import IN_DECK
from games.tash_kalar.state import DECK_OF, DECKS
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.tash_kalar import card_faces, card_page
from scenes.tash_kalar.own_decks import Deck
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class DeckScene(Scene):
    """Scene with the eighteen beings of a deck on parchment."""

    name = "deck"
    music = "title"

    def __init__(self, ctx: Context, deck: str, own: list[Deck], colour: int) -> None:
        super().__init__(ctx)
        self.deck = deck
        self.own = own
        self.colour = colour

    def draw(self, c: Canvas) -> None:
        """Draw the cards and the back button."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        title = card_faces.deck_name(self.ctx.texts, self.deck, self.own)
        controls.top_bar(c, title, t("tash_kalar.name"), "scroll")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        x, y, w, h = 200.0, 76.0, 1200.0, c.height - 176
        shapes.panel(c, x, y, w, h, "parchment")
        text.draw(c, title, x + w / 2, y + 34, "display", "paper.title", "cm", max_w=w - 120)
        book = card_faces.book(self.own)
        first = book.first(DECK_OF[DECKS.index(self.deck)])
        found = [book.card(first + k) for k in range(IN_DECK)]
        shown = [card_page.entry(c, self.ctx, card, self.deck, self.colour) for card in found]
        card_page.draw_cards(self.ctx, self.ui, c, (x + 40, y + 60, w - 80, h - 84), shown)
        self.ui.button(
            c, "back", (690, c.height - 84, 220, 54), t("ui.back"), self.ctx.stack.pop, main=True, icon="left",
            key=t("ui.key.main"),
        )  # fmt: skip

    def handle(self, given: Input) -> bool:
        """Handle input: Space and Esc go back."""
        if given.kind == "command" and given.name in ("main", "back"):
            self.ctx.stack.pop()
            return True
        return False
