"""The menu of a running game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import verify
from scenes.campaign.goals import list_goals
from scenes.shell import routes
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable


class GameMenu(Scene):
    """Go on, settings, rule book, new game, leave. The game is saved after every decision anyway."""

    opaque = False
    name = "menu"

    def __init__(self, ctx: Context, table: AnyTable) -> None:
        super().__init__(ctx)
        self.table = table
        self.goals = [ctx.say(goal) for goal in list_goals(ctx, table.session)]
        """What a game of the road is played for."""

    def draw(self, c: Canvas) -> None:
        """A column of buttons on leather."""
        t = self.ctx.t
        veil(c)
        self.ui.modal()
        rows: list[tuple[str, str, Callable[[], None], bool]] = [
            ("resume", "play", self.ctx.stack.pop, True),
            ("rules", "rules", self._rules, False),
            ("settings", "settings", self._settings, False),
            ("new", "dice", self._new, False),
            ("leave", "exit", self._leave, False),
        ]
        labels = {key: t(f"ui.menu.{key}") for key, *_ in rows}
        guide = self.table.guide
        if guide is not None and guide.way_out is not None:
            labels["way_out"], act = guide.way_out
            rows[3] = ("way_out", "book", act, False)
        w, h = 440.0, 168 + 64.0 * len(rows) + 26.0 * len(self.goals)
        x, y = (1600 - w) / 2, (c.height - h) / 2
        shapes.panel(c, x, y, w, h)
        text.draw(c, t("ui.menu.title"), 800, y + 40, "display", "text.title", "cm")
        shapes.rule(c, x + 40, y + 66, w - 80)
        for k, (key, icon, action, main) in enumerate(rows):
            box = (x + 50, y + 88 + k * 64, w - 100, 52.0)
            self.ui.button(c, key, box, labels[key], action, main=main, icon=icon)
        for k, goal in enumerate(self.goals):
            yy = y + 96 + 64 * len(rows) + 26 * k
            icons.draw(c, "round-star", x + 60, yy, 17, "accent")
            text.draw(c, goal, x + 78, yy, "label", "text", "lm", max_w=w - 110)
        session = self.table.session
        if session.over:
            seed = t("ui.menu.seed", seed=session.seed)
        else:  # the seed would tell all dice
            seed = t("study.fair.code", code=verify.seed_code(session.seed))
        text.draw(c, seed, 800, y + h - 52, "body", "text.muted", "cm", max_w=w - 40)
        saved = t("ui.menu.saved" if self.table.session.autosave else "ui.menu.not_saved")
        text.draw(c, saved, 800, y + h - 28, "body", "text.muted", "cm", max_w=w - 40)

    def _rules(self) -> None:
        routes.open(self.ctx, "rules", self.table.session.game)

    def _settings(self) -> None:
        routes.open(self.ctx, "settings")

    def _new(self) -> None:
        routes.go(self.ctx, "title")
        routes.open(self.ctx, "set_up", self.table.session.game)

    def _leave(self) -> None:
        routes.go(self.ctx, "title")

    def handle(self, given: Input) -> bool:
        """Esc and Space go on with the game."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
