"""The sheet over a result that shows how the points of each side grew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.session import Session
from scenes.results.score_chart import draw_side_chart, get_history
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.shell.context import Context

WIDE, HIGH = 1180.0, 560.0


class CourseSheet(Scene):
    """A line for every side; a key that goes on or back, or a click outside, closes the sheet."""

    opaque = False
    name = "course"

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx)
        self.session = session
        self.sheet: Box = (0.0, 0.0, 0.0, 0.0)

    def draw(self, c: Canvas) -> None:
        """Draw veil, panel, lines and the button."""
        veil(c)
        self.ui.modal()
        t, session = self.ctx.t, self.session
        top = (c.height - HIGH) / 2 - 30
        self.sheet = (800 - WIDE / 2, top, WIDE, HIGH)
        with tell_as_one(c.words, self.sheet, self.describe):
            title = t(f"{session.game}.result.course")
            draw_side_chart(self.ctx, session, c, self.sheet, title, get_history(session, games.course))
        place = (800.0 - 120, top + HIGH + 16, 240.0, 50.0)
        self.ui.button(c, "close", place, t("ui.ok"), self.ctx.stack.pop, main=True, key=t("ui.key.main"))

    def describe(self) -> str:
        """Return each side's points in their order, as they are spoken."""
        rows, names = get_history(self.session, games.course), self.session.names
        told = [f"{names[side]}: {', '.join(str(row[side]) for row in rows)}." for side in range(len(rows[0]))]
        return " ".join([f"{self.ctx.t(f'{self.session.game}.result.course')}.", *told])

    def handle(self, given: Input) -> bool:
        """Close it."""
        x, y, w, h = self.sheet
        is_outside = given.kind == "press" and not (x <= given.x < x + w and y <= given.y < y + h)
        if is_outside or (given.kind == "command" and given.name in ("back", "main", "activate")):
            self.ctx.stack.pop()
        return True
