"""A page: a scene that describes itself in parts, with a top bar, a foot and a way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes.shell import finger_row, routes
from scenes.shell.inputs import Input
from scenes.shell.parts import Act, Parts, Scrolls
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, layout
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

WIDE, FOOT, LOW = 1600.0, 62.0, 30.0
"""Width of a page, height of the row of buttons below the body, room below the body where there are none."""

ROW_MARGIN = 16.0
"""Room round the body where fingers need large parts."""


class Page(Scene):
    """Base of pages. Its content is ``body``; Esc and Space go back."""

    head = ""
    """Text id of what stands in the top bar."""
    icon = ""
    done = ""
    """Text id of an amber button in the middle of the foot in place of a plain way back."""

    ground = "table"
    """Backdrop of the page."""
    margin = 60.0
    """Room at the left and right of body and foot."""
    top, low = 84.0, 110.0
    """Room above and below the body; where there is no room for a foot, the way back in the bar is all."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.scrolls = Scrolls()

    def go_back(self) -> None:
        """Leave the page, to the title where there is nothing below it."""
        routes.back(self.ctx)

    def subtitle(self) -> str:
        """Return what stands behind the title."""
        return ""

    def bar_words(self) -> tuple[str, str, str]:
        """Return title, what stands behind it, and icon of the top bar."""
        return self.ctx.t(self.head), self.subtitle(), self.icon

    def body(self, parts: Parts) -> Part:
        """Return what stands between bar and foot."""
        return parts.space()

    def bar(self, parts: Parts) -> None:
        """Draw further controls in the top bar."""

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the parts of the row below the body: the way back. Without any the body reaches down to its place."""
        t, back = self.ctx.t, self.go_back
        if self.done:
            button = parts.button("back", t(self.done), back, "check", height=FOOT, main=True, width=320)
            return parts.space(share=1), button, parts.space(share=1)
        return parts.button("back", t("ui.back"), back, "left", width=220), parts.space(share=1)

    def draw(self, c: Canvas) -> None:
        """Draw bar, body and foot."""
        t, parts = self.ctx.t, Parts(self.ctx, self.ui, c, self.scrolls)
        c.surface.blit(backdrop.table(c, self.ground), (0, 0))
        controls.top_bar(c, *self.bar_words())
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.go_back, tip=(t("ui.back"), ""))
        self.bar(parts)
        left, wide = self.margin, WIDE - 2 * self.margin
        foot = self.foot(parts) if self.low > FOOT else ()
        if c.foot:
            self._draw_for_fingers(parts, foot)
            return
        low = self.low if foot else min(self.low, LOW)
        self.body(parts).draw((left, self.top, wide, c.height - self.top - low))
        layout.draw_columns((left, c.height - low + 18, wide, FOOT), foot, gap=20)

    def _draw_for_fingers(self, parts: Parts, foot: Sequence[Part]) -> None:
        """The body reaches down to the row of large buttons, in which the foot stands between signs and amber."""
        c, touch = parts.c, self.ui.touch
        self.body(parts).draw((ROW_MARGIN, self.top, WIDE - 2 * ROW_MARGIN, c.height - self.top - ROW_MARGIN))
        room = finger_row.find_words_box(c, self.ui.count_signs(), touch.least, touch.gap)
        layout.draw_columns(room, foot, gap=max(finger_row.GAP, touch.gap))

    def list_acts(self) -> dict[str, Act]:
        """Return the commands that the page handles: Esc goes back, and so does Space where no button has it."""
        has_main = any(target.main for target in self.ui.targets)
        return {"back": self.go_back} if has_main else {"back": self.go_back, "main": self.go_back}

    def handle(self, given: Input) -> bool:
        """Handle commands of the page, and scroll by wheel and page keys."""
        act = self.list_acts().get(given.name) if given.kind == "command" else None
        if act is not None:
            act()
        elif not self.scrolls.handle(given):
            return False
        self.ui.dirty = True
        return True
