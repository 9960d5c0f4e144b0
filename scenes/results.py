"""The end of a game: who wins the throne."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import folders, statistics
from engine.contract import View
from engine.folders import FolderError
from engine.session import Session
from scenes import games
from scenes.inputs import Input
from scenes.levels import level_name
from scenes.stack import Scene
from sprites import backdrop, icons, shapes, text
from sprites.canvas import Canvas
from sprites.timeline import Timeline

if TYPE_CHECKING:
    from scenes.context import Context


class GameResult(Scene):
    """Standing of all seats, the course of the game, and what next."""

    name = "result"

    def __init__(self, ctx: Context, session: Session, view: View) -> None:
        super().__init__(ctx)
        self.session = session
        self.view = view
        self.music = session.game
        self.timeline = Timeline()
        self.grow = 0.0

    def enter(self) -> None:
        """Sound the fanfare, remember the result."""
        if not self.ctx.quiet:
            try:
                statistics.record(self.session)
            except FolderError as error:
                self.ctx.notices.append(error.message)
        if self.ctx.speed == 0 or self.ctx.reduced:
            self.grow = 1.0
        else:
            self.timeline.to(self, 900, grow=1.0)

    @property
    def moving(self) -> bool:
        """Whether the picture still grows."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Let time pass."""
        self.timeline.update(ms)

    def draw(self, c: Canvas) -> None:
        """The winner's emblem under a crown, the table of seats, the buttons."""
        t = self.ctx.t
        session = self.session
        result = session.result()
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        winners = [k for k, place in enumerate(result) if place == 1]
        shift = (c.height - 900) / 2
        first = winners[0] if winners else 0
        shapes.glow(c, 800, 210 + shift, 330 * self.grow + 1, alpha=150)
        shapes.badge(c, session.seats[first].colour, session.seats[first].emblem, 800, 236 + shift, 88 * self.grow + 1)
        icons.draw(c, "crown", 800, 96 + shift + 20 * (1 - self.grow), 108, "gold_hi")
        you = winners == [k for k, seat in enumerate(session.seats) if seat.kind == "person"]
        names = self.ctx.texts.join([session.seats[k].name for k in winners])
        title = t("ui.result.title.you" if you else "ui.result.title", name=names)
        text.draw(c, title, 800, 372 + shift, "sc_black", 46, "gold_hi", "cm", shadow=True, max_w=1300)
        sub = t(f"{session.game}.result.sub")
        text.draw(c, sub, 800, 418 + shift, "italic", 22, "#e6d2a4", "cm", shadow=True, max_w=1100)
        self._table(c, 456 + shift)
        self._buttons(c, c.height - 112)

    def _table(self, c: Canvas, y: float) -> None:
        t = self.ctx.t
        result = self.session.result()
        rounds: list[dict[str, Any]] = list(self.view.get("round_results", []))[-8:]
        seats = sorted(range(len(result)), key=lambda k: result[k])
        w = 900.0
        row = 54.0
        h = 64 + row * len(seats)
        x = (1600 - w) / 2
        shapes.panel(c, x, y, w, h)
        column = min(70.0, 380.0 / max(1, len(rounds)))
        for n, one in enumerate(rounds):
            cx = x + 400 + n * column
            text.draw(c, t("ui.result.round", n=one["round"]), cx, y + 30, "sans_bold", 14, "mute", "cm", max_w=column)
        text.draw(c, t("ui.result.crowns"), x + w - 80, y + 30, "sans_bold", 14, "mute", "cm", max_w=120)
        for at, k in enumerate(seats):
            seat = self.session.seats[k]
            cy = y + 72 + at * row
            if result[k] == 1:
                shapes.rounded(c, x + 14, cy - row / 2 + 3, w - 28, row - 6, 9, "gold", alpha=38)
            text.draw(c, t("ui.result.place", place=result[k]), x + 44, cy, "black", 22, "gold_hi", "cm")
            shapes.badge(c, seat.colour, seat.emblem, x + 96, cy, 18)
            kind = t("ui.plate.person") if seat.kind == "person" else level_name(self.ctx, seat.level)
            text.draw(c, seat.name, x + 128, cy - 8, "serif_bold", 19, "cream", "lm", max_w=210)
            text.draw(c, kind, x + 128, cy + 13, "sans", 13.5, "mute", "lm", max_w=210)
            for n, one in enumerate(rounds):
                won = one["winner"] == k
                cx = x + 400 + n * column
                text.draw(c, str(one["points"][k]), cx, cy, "black", 19, "gold_hi" if won else "mute", "cm")
                if won:
                    icons.draw(c, "crown", cx, cy - 20, 15, "gold")
            crowns = self.view["crowns"][k] if "crowns" in self.view else 0
            for n in range(crowns):
                shapes.crown(c, x + w - 92 + n * 26, cy, 22, True)

    def _buttons(self, c: Canvas, y: float) -> None:
        t = self.ctx.t
        self.ui.button(c, "leave", (430, y + 6, 230, 54), t("ui.menu.leave"), self._leave, icon="home", size=19)
        self.ui.button(c, "look", (676, y + 6, 230, 54), t("ui.result.look"), self.ctx.stack.pop, icon="eye", size=19)
        self.ui.button(
            c,
            "again",
            (922, y, 300, 66),
            t("ui.result.again"),
            self._again,
            main=True,
            icon="dice",
            size=22,
            key=t("ui.key.space"),
        )

    def _leave(self) -> None:
        from scenes.title import Title

        self.ctx.stack.replace(Title(self.ctx))

    def _again(self) -> None:
        """The same seats and options with a new seed."""
        from scenes.play import autosave_path
        from scenes.setup import new_seed
        from scenes.title import Title

        session = self.session
        path = None
        if not self.ctx.quiet:
            try:
                path = autosave_path(folders.ensure(folders.saves()), session.game)
            except FolderError as error:
                self.ctx.notices.append(error.message)
        seats = [msgspec.structs.replace(seat) for seat in session.seats]
        again = Session.start(
            session.game, session.options, seats, new_seed(), try_again=session.try_again, autosave=path
        )
        stack = self.ctx.stack
        stack.replace(Title(self.ctx))
        stack.settle()
        stack.push(games.table(self.ctx, again))

    def handle(self, given: Input) -> bool:
        """Space plays again, Esc looks at the table."""
        if given.kind != "command":
            return False
        if given.name == "main":
            self._again()
        elif given.name == "back":
            self.ctx.stack.pop()
        else:
            return False
        return True
