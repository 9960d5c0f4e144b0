"""A page of the settings with two panels of rows and a button that goes back."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.menus import settings_rows
from scenes.menus.settings_rows import Page, Row
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas

LEFT, RIGHT, WIDE = 60.0, 810.0, 730.0
"""Left edges and width of the panels."""

Panel = tuple[str, str, Sequence[Row]]
"""Text id of a title, its icon, and the rows below it."""


class TwoPanelPage(Scene):
    """The base of such pages."""

    def set_field(self, field: str, value: object) -> None:
        """Change a setting and apply it."""
        if getattr(self.ctx.settings, field) != value:
            setattr(self.ctx.settings, field, value)
            self.ctx.apply_settings()

    def draw_panels(self, c: Canvas, subtitle: str, left: Panel, right: Panel) -> None:
        """Draw the bar with a subtitle (text id) and both panels."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t(subtitle), "settings")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        page = Page(c, self.ui, self.ctx, self.set_field, lambda row, value: None)
        for edge, (title, icon, rows) in ((LEFT, left), (RIGHT, right)):
            box = (edge, 84.0, WIDE, c.height - 196)
            shapes.panel(c, *box)
            x, top, w, tall = layout.inset(box, 32, 22)
            icons.draw(c, icon, x + 14, top + 14, 26, "accent")
            text.draw(c, t(title), x + 40, top + 15, "heading", "text.title", "lm", max_w=w - 40)
            shapes.rule(c, x, top + 42, w, ornament=False)
            layout.draw_rows((x, top + 58, w, tall - 58), settings_rows.list_parts(page, rows, 104.0))

    def draw_back(self, c: Canvas) -> None:
        """Draw the button that goes back."""
        t = self.ctx.t
        self.ui.button(
            c, "back", (640, c.height - 92, 320, 62), t("ui.settings.done"), self.ctx.stack.pop, main=True,
            icon="check", key=t("ui.key.main"),
        )  # fmt: skip

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
