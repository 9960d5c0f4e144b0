"""The rule book of a game, page by page, in the language in use; card pages show the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import lessons
from scenes.menus.lessons import teach
from scenes.shell import entries as games
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class RuleBook(Scene):
    """Contents on leather at the left, the page on parchment."""

    name = "rules"

    def __init__(self, ctx: Context, game: str, page: int = 0) -> None:
        super().__init__(ctx)
        self.game = game
        self.page = page
        self.scroll = 0.0
        self.overflow = 0.0

    def count(self) -> int:
        """How many pages the catalogue holds."""
        number = 0
        while self.ctx.texts.has(f"{self.game}.rules.{number + 1}.title"):
            number += 1
        return number

    def draw(self, c: Canvas) -> None:
        """Contents, page, turning."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.rules.title"), t(f"{self.game}.name"), "rules")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        pages = self.count() + 1
        self.page = min(self.page, pages - 1)
        x, y, h = 60.0, 84.0, c.height - 190
        shapes.panel(c, x, y, 380, h)
        row = min(62.0, (h - 40) / pages)
        for k in range(pages):
            title = t("ui.rules.cards") if k == pages - 1 else t(f"{self.game}.rules.{k + 1}.title")
            box = (x + 20, y + 20 + k * row, 340.0, row - 8)
            self.ui.button(c, f"page.{k}", box, title, self._opener(k), main=False, size=17 if k != self.page else 18)
            if k == self.page:
                shapes.rounded(c, *box, 10, "gold_hi", border=2)
        px, pw = 470.0, 1070.0
        shapes.panel(c, px, y, pw, h, "parchment")
        if self.page == pages - 1:
            self._cards(c, px, y, pw, h)
        else:
            self._page(c, px, y, pw, h)
        self.ui.button(c, "back", (60, c.height - 84, 220, 54), t("ui.back"), self.ctx.stack.pop, icon="left", size=19)
        if lessons.has(self.game):
            guided = (300, c.height - 84, 300, 54)
            learn = t("lesson.teach")
            self.ui.button(c, "guided", guided, learn, lambda: teach(self.ctx, self.game), icon="star", size=18)
        if self.page > 0:
            self.ui.button(
                c,
                "previous",
                (1060, c.height - 84, 220, 54),
                t("ui.rules.previous"),
                self._opener(self.page - 1),
                icon="left",
                size=18,
            )
        if self.page < pages - 1:
            self.ui.button(
                c,
                "next",
                (1300, c.height - 88, 240, 62),
                t("ui.rules.next"),
                self._opener(self.page + 1),
                main=True,
                icon="right",
                size=20,
                key=t("ui.key.space"),
            )

    def _page(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        number = self.page + 1
        text.draw(
            c, t(f"{self.game}.rules.{number}.title"), x + w / 2, y + 56, "sc_x", 32, "#4a2a10", "cm", max_w=w - 120
        )
        shapes.rule(c, x + w / 2 - 180, y + 86, 360, colour="#8c6426")
        body = t(f"{self.game}.rules.{number}.body")
        room = h - 150
        size = text.fit(c, body, w - 160, room, "sans", 23, 1.3)
        tall = text.paragraph_height(c, body, w - 160, "sans", size, line=1.3)
        self.overflow = max(0.0, tall - room)
        self.scroll = min(self.scroll, self.overflow)
        if self.overflow:
            clip = c.surface.get_clip()
            c.surface.set_clip(c.rect(x, y + 100, w, room + 20))
            text.paragraph(c, body, x + 80, y + 116 - self.scroll, w - 160, "sans", size, "ink", line=1.3)
            c.surface.set_clip(clip)
        else:
            text.paragraph(c, body, x + 80, y + 116, w - 160, "sans", size, "ink", line=1.3)

    def _cards(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        text.draw(c, t("ui.rules.cards"), x + w / 2, y + 42, "sc_x", 30, "#4a2a10", "cm")
        shapes.rule(c, x + w / 2 - 180, y + 66, 360, colour="#8c6426")
        games.card_page(self.game, self.ctx, self.ui, c, (x + 40, y + 84, w - 80, h - 110))

    def _opener(self, k: int) -> Any:
        def show() -> None:
            self.page = k
            self.scroll = 0.0
            self.ctx.play("card_lift")
            self.ui.dirty = True

        return show

    def handle(self, given: Input) -> bool:
        """Space and arrows turn pages, the wheel scrolls, Esc goes back."""
        if given.kind == "wheel":
            self.scroll = max(0.0, min(self.overflow, self.scroll - given.amount * 40))
            self.ui.dirty = True
            return True
        if given.kind != "command":
            return False
        pages = self.count() + 1
        if given.name in ("main", "page_down") and self.page < pages - 1:
            self._opener(self.page + 1)()
        elif given.name == "page_up" and self.page > 0:
            self._opener(self.page - 1)()
        elif given.name in ("back", "main", "rules"):
            self.ctx.stack.pop()
        else:
            return False
        return True
