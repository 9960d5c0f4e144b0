"""A moment looked at as a turn: what was played and what was better, on two boards that are stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.study.table_preview import Pane
from scenes.study.turn_lines import SAME, TurnLine
from scenes.table.game_log import TurnMarks

if TYPE_CHECKING:
    from ai.analysis.report import Moment
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

BOTH, PLAYED, BEST = range(3)
REST_MS = 700.0
"""Between two steps while the turns are played by themselves."""


class TurnView:
    """Both lines of a moment with a board each, after ``at`` of their ``count`` steps.

    ``shown``: both boards, or only one of them; ``eyes``: the seat they are seen from.
    """

    def __init__(
        self, ctx: Context, ui: Ui, moment: Moment, lines: tuple[TurnLine, TurnLine], eyes: int | None
    ) -> None:
        self.ctx = ctx
        self._ui = ui
        self.moment = moment
        self.lines = lines
        self.count = max(1, *(len(line.parts) for line in lines))
        self.at = self.count
        self.shown = BOTH
        self.playing = False
        self._rest = 0.0
        self.panes = [
            Pane(ctx, line.session, eyes, heard=number == 0, only_board=True) for number, line in enumerate(lines)
        ]
        self.go(self.count, False)

    @property
    def same(self) -> int:
        """How many parts both turns begin with."""
        return self.lines[0].colours.count(SAME)

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different."""
        return self.playing or any(pane.moving for pane in self.panes) or not self._is_still

    @property
    def _is_still(self) -> bool:
        """Whether both boards show the step."""
        return all(pane.session.turn == line.count_decisions(self.at)
                   for pane, line in zip(self.panes, self.lines, strict=True))  # fmt: skip

    def go(self, step: int, told: bool = True) -> None:
        """Show both turns after so many steps; ``told``: one step forward is animated."""
        told = told and step == self.at + 1 and not self.ctx.instant
        self._ui.set_focus("steps", show=False)  # whatever was pressed, the arrow keys go on from here
        self.at = max(0, min(self.count, step))
        for pane, line in zip(self.panes, self.lines, strict=True):
            if not told:
                pane.go(line.count_decisions(self.at), False)
        self._mark()
        self._ui.dirty = True

    def step(self, by: int) -> None:
        """One step on or back."""
        self.playing = False
        self.go(self.at + by)

    def play(self) -> None:
        """Play both turns by themselves from the first step, or stop."""
        self.playing = not self.playing
        if self.playing:
            self.go(0, False)
            self._rest = REST_MS
        self._ui.dirty = True

    def show(self, shown: int) -> None:
        """Show both boards side by side, or one of them larger."""
        self.shown = shown
        self._ui.dirty = True

    def update(self, ms: float, speed: float) -> None:
        """Let time pass: boards that lag behind the step follow, decision by decision."""
        for pane, line in zip(self.panes, self.lines, strict=True):
            pane.update(ms, speed)
            target = line.count_decisions(self.at)
            if not pane.busy and pane.session.turn != target:
                pane.go(pane.session.turn + 1 if pane.session.turn < target else target, bool(speed))
        self._mark()
        if self.playing and self._is_still and not any(pane.busy for pane in self.panes):
            self._rest -= ms
            if self._rest <= 0:
                self._rest = REST_MS
                self.go(self.at + 1)
                self.playing = self.at < self.count

    def _mark(self) -> None:
        """Mark on each board what has been done; while it moves, what had been done before."""
        for pane, line in zip(self.panes, self.lines, strict=True):
            late = pane.session.turn != line.count_decisions(self.at) or pane.busy
            marks: TurnMarks = line.find_marks(self.at - 1 if late and self.at else self.at)
            pane.table.turn_marks = marks

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        for pane in self.panes:
            pane.relabel()

    def close(self) -> None:
        """Release both tables."""
        for pane in self.panes:
            pane.close()
