"""The menu of a running game."""

from collections.abc import Sequence
from functools import partial

from engine import verify
from engine.content import objectives
from scenes.campaign.progress_view import find_goals
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import Sheet
from scenes.shell.parts import Act, Parts
from scenes.table.script import AnyTable
from sprites.base.layout import Part


class GameMenu(Sheet):
    """Sheet with the menu of a running game: go on, settings, rule book, new game, leave."""

    name = "menu"
    head = "ui.menu.title"
    width = 440.0

    def __init__(self, ctx: Context, table: AnyTable) -> None:
        super().__init__(ctx)
        self.table = table
        self.goals = [ctx.say(objectives.text(table.session.game, goal)) for goal in find_goals(ctx, table.session)]
        """What a game of the road is played for."""

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the rows: buttons, the game's goals, its seed, and whether it is saved."""
        t, guide, session = self.ctx.t, self.table.guide, self.table.session
        rows: list[tuple[str, str, str, Act]] = [
            ("resume", t("ui.menu.resume"), "play", self.ctx.stack.pop),
            ("rules", t("ui.menu.rules"), "rules", partial(routes.open, self.ctx, "rules", session.game)),
            ("settings", t("ui.menu.settings"), "settings", partial(routes.open, self.ctx, "settings")),
            ("new", t("ui.menu.new"), "dice", self._new),
            ("leave", t("ui.menu.leave"), "exit", partial(routes.go, self.ctx, "title")),
        ]
        if guide is not None and guide.way_out is not None:
            rows[3] = ("way_out", guide.way_out[0], "book", guide.way_out[1])
        if self.table.by_fingers:
            rows[1:1] = [
                (name, t(f"keys.action.{name}"), icon, partial(self._do, act)) for name, icon, act in self._list_more()
            ]
        buttons = [
            parts.inset(parts.button(name, label, act, icon, height=52, main=name == "resume"), 18, 6)
            for name, label, icon, act in rows
        ]
        if self.table.shared:
            tip = (t("ui.menu.still"), t("ui.menu.still.tip"))
            still = parts.checkbox("still", tip[0], self.ctx.settings.still_table, self._set_still, tip=tip)
            buttons.insert(3, parts.inset(still, 18, 6))
        goals = [
            parts.row([parts.icon("round-star", 17, width=24), parts.line(goal, "label", share=1)], 26, gap=4)
            for goal in self.goals
        ]
        seed = t("study.fair.code", code=verify.seed_code(session.seed))  # the seed would tell all dice
        if session.over:
            seed = t("ui.menu.seed", seed=session.seed)
        saved = t("ui.menu.saved" if session.autosave else "ui.menu.not_saved")
        notes = [parts.line(words, colour="text.muted", align="c", height=24) for words in (seed, saved)]
        return [
            parts.space(8), parts.rule(16), *buttons, *(parts.inset(goal, 18) for goal in goals),
            parts.space(10), *notes,
        ]  # fmt: skip

    def _list_more(self) -> Sequence[tuple[str, str, Act]]:
        """Return what keys do at every table and fingers find here."""
        past = self.table.past
        return ("redo", "redo", self.table.back.redo), ("why", "why", past.explain), ("chronicle", "scroll", past.open)

    def _do(self, act: Act) -> None:
        self.ctx.stack.pop()
        self.ctx.stack.settle()
        act()

    def _set_still(self, on: bool) -> None:
        self.ctx.settings.still_table = on
        self.ctx.save_settings()
        if not self.table.busy:
            self.table.reset_stage()
        self.table.ui.dirty = self.ui.dirty = True

    def _new(self) -> None:
        routes.go(self.ctx, "title")
        routes.open(self.ctx, "set_up", self.table.session.game)
