"""A table on which a choice is marked before it is made, with a chronicle of what has been told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.panels import Line, PanelCache
from scenes.table.chronicle import Lines
from scenes.table.play import PlayScene

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context

PAGE = 4
"""Lines that a page key scrolls."""


class MarkedTable(PlayScene):
    """What the tables with cards to mark have in common."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self.chosen: int | None = None
        """The action that is marked."""
        self.height = 900.0
        self.scroll = 0
        self.panels = PanelCache()
        self.chronicle = self.make_chronicle()
        super().__init__(ctx, session)

    def make_chronicle(self) -> Lines:
        """The keeper of the lines; for each game to fill in."""
        raise NotImplementedError

    # --- stage ------------------------------------------------------------------------------------

    def drop_mark(self) -> None:
        """Let go of a mark that can no longer be carried out."""
        if self.chosen is not None and self.chosen not in self.legal():
            self.chosen = None

    def relabel(self) -> None:
        """Language, palette or size changed."""
        super().relabel()
        self.panels.clear()
        self.chronicle.forget()
        if not self.busy:
            self.reset_stage()

    def note(self, events: Sequence[Event]) -> None:
        """These events are being told now: they enter the chronicle."""
        turn = len(self.session.log)
        self.told.extend((turn, event) for event in events)
        self.scroll = 0

    def play(self, cue: str) -> None:
        """Sound an effect, but not when everything is instant."""
        if not self.ctx.instant and not self.skipping:
            self.ctx.play(cue)

    # --- choosing -----------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Mark an action; marking it again carries it out."""
        if action not in self.legal():
            self.ctx.play("refused")
            return
        if self.chosen == action:
            self.decide(action)
            return
        self.chosen = action
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def before_decision(self, seat: int, action: int) -> None:
        """The person has chosen: the mark has done its duty."""
        self.chosen = None

    def main_or_skip(self) -> None:
        """A click on the amber button: while things move it hurries them on."""
        if self.finished:
            self.game_over()
        elif not self.skip():
            self.main_action()

    # --- chronicle ------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        """The lines of the chronicle."""
        return self.chronicle.all

    def update_lines(self) -> None:
        """Lines for what has been told so far."""
        self.chronicle.update()

    def worth_a_line(self, event: Event, anew: bool) -> bool:
        """Whether an event enters the chronicle; ``anew``: it is the first of the game."""
        return True

    def scroll_lines(self, by: float) -> None:
        """Look further back, or forward again."""
        self.scroll = int(min(max(0, len(self.lines) - 1), max(0, self.scroll + by)))
        self.ui.dirty = True

    def scrolls(self, given: Input) -> bool:
        """Let the wheel and the page keys scroll the chronicle; False when it is none of them."""
        if given.kind == "wheel":
            self.scroll_lines(given.amount)
        elif given.kind == "command" and given.name in ("page_up", "page_down"):
            self.scroll_lines(PAGE if given.name == "page_up" else -PAGE)
        else:
            return False
        return True

    def open_line(self, line: Line) -> None:
        """A line of the chronicle was clicked: say which rule was at work."""
        body = line.text.replace("*", "") + ("\n\n" + line.why if line.why else "")
        self.ctx.ask(self.ctx.t("ui.why.title"), body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def explain_focused(self) -> bool:
        """Show the tip of what is marked by keys or pointer; without one say why the last thing happened."""
        target = self.ui.find(self.ui.focus) or self.ui.find(self.ui.hover)
        if target is not None and target.tip is not None:
            self.ui.hover_time = 1e9
            self.ui.show_focus = True
            self.ui.dirty = True
        else:
            self.explain()
        return True

    # --- the end ------------------------------------------------------------------------------------

    def game_over(self) -> None:
        """Show the result of the game."""
        if self.ctx.instant:
            return
        routes.open(self.ctx, "result", self.session, self.view)
