"""A line of the player's own: played by one person for all seats from a position of a finished game, and kept in its
study."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.replay import follow_branch
from engine.storage.studies import LONGEST_BRANCH, MOST_BRANCHES, Branch
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from scenes.table.companion import Aside
from scenes.table.new_game import new_seed
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from engine.replay import Rewound
    from engine.session import Session
    from engine.storage.studies import Study
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable

FOOT = 62.0
SHOWN = 14
"""Decisions that are listed, the last ones."""


class LineGuide:
    """Goes along while a line is played: lists it, and keeps it when it is done."""

    whole = False
    helps = True
    reading = False

    def __init__(self, ctx: Context, table: AnyTable, turn: int, keep: Callable[[Branch | None], None]) -> None:
        """``keep`` is told the line, or None when nothing was decided."""
        self.ctx = ctx
        self.table = table
        self.turn = turn
        self._keep = keep

    @property
    def session(self) -> Session:
        """The game that the line is played in."""
        return self.table.session

    @property
    def branch(self) -> Branch | None:
        """The line so far; None before its first decision."""
        entries = tuple(self.session.course.entries[self.turn - self.session.course.base :])
        return Branch(self.turn, entries) if entries else None

    @property
    def way_out(self) -> tuple[str, Callable[[], None]]:
        """The menu keeps the line and leads back to the study."""
        return self.ctx.t("study.line.keep"), self.finish

    def finish(self) -> None:
        """Keep the line and leave the table."""
        self._keep(self.branch)

    @property
    def aside(self) -> Aside:
        """The line so far, in place of the chronicle."""
        return self._draw_line

    def _draw_line(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        shapes.panel(c, *box)
        text.draw(c, t("study.line"), x + 18, y + 24, "caption", "accent", "lm", max_w=w - 36)
        shapes.rule(c, x + 14, y + 42, w - 28, ornament=False)
        branch = self.branch
        entries = branch.entries if branch is not None else ()
        room = max(1, min(SHOWN, int((h - FOOT - 60) // 22)))
        first = max(0, len(entries) - room)
        for at, entry in enumerate(entries[first:]):
            told = self.session.rules.describe(entry.action)
            said = self.ctx.say(told, self.table.names) if told is not None else ""
            line = f"{first + at + 1}. {self.table.names[entry.seat]}: {said}"
            text.draw(c, line, x + 18, y + 58 + 22 * at, "fine", "text", "lm", max_w=w - 36)
        if not entries:
            text.paragraph(c, t("study.line.help"), x + 18, y + 56, w - 36, "remark", "text.muted")
        place = (x + 14, y + h - FOOT + 8, w - 28, 44)
        self.table.ui.button(c, "line.keep", place, t("study.line.keep"), self.finish, icon="check")

    def holds(self, target: str) -> bool:
        """Return False: no control of the table is watched."""
        return False

    def update(self, ms: float) -> None:
        """Do nothing."""

    def allows(self, action: int) -> bool:
        """A line has an end."""
        branch = self.branch
        return branch is None or len(branch.entries) < LONGEST_BRANCH

    def advise(self) -> bool:
        """Return False: the table gives its own advice."""
        return False

    def describe_spoken(self) -> str:
        """Return what a line is."""
        return self.ctx.t("study.line.help")

    def find_spoken_target(self) -> str:
        """Return "": anything may be played."""
        return ""

    def takes_main(self) -> bool:
        """Return False: the amber button is the table's."""
        return False

    def swallows(self, given: Input) -> bool:
        """Esc keeps the line and leads back."""
        if given.kind == "command" and given.name == "back":
            self.finish()
            return True
        return False

    def describe_progress(self) -> str:
        """How many decisions the line has."""
        branch = self.branch
        return self.ctx.t("study.line.count", n=len(branch.entries) if branch is not None else 0)

    def draw(self, c: Canvas) -> None:
        """Draw nothing over the table."""


class Studied(Protocol):
    """A study as its own lines see it."""

    ctx: Context
    whole: Session
    shown: Rewound
    study: Study
    over: bool
    last: int
    own: OwnLines

    @property
    def turn(self) -> int:
        """How many decisions had been made in the position that is shown."""

    def go(self, turn: int) -> None:
        """Show the position after ``turn`` decisions."""

    def keep(self) -> None:
        """Write what has changed."""

    def show_page(self, page: str) -> None:
        """Show the tab of this name."""


class OwnLines:
    """The lines of the player's own in one study; ``branch`` is the one that is chosen in its tab."""

    def __init__(self, scene: Studied) -> None:
        self._scene = scene
        self.branch: Branch | None = None
        self.dropped: Branch | None = None
        """The line that was deleted last, while it can come back."""
        self._guide: LineGuide | None = None

    @property
    def can_play(self) -> bool:
        """Whether a line can begin at the position that is shown."""
        return self._scene.over and self._scene.turn < self._scene.last

    def play(self) -> None:
        """Open a table at the position that is shown, at which one person decides for all seats."""
        scene = self._scene
        if not self.can_play:
            scene.ctx.play("refused")
            return
        seats = [msgspec.structs.replace(seat, kind="person", level="") for seat in scene.whole.seats]
        if len(scene.study.branches) >= MOST_BRANCHES:
            scene.ctx.play("refused")
            scene.ctx.toast(scene.ctx.t("study.line.full"))
            return
        table = games.table(scene.ctx, scene.shown.play_on(seats, new_seed(), None))
        table.uncovered = True

        def keep(branch: Branch | None) -> None:
            self._guide = None
            scene.ctx.stack.pop()
            if branch is not None:
                self.keep(branch)

        table.guide = self._guide = LineGuide(scene.ctx, table, table.session.turn, keep)
        scene.ctx.stack.push(table)

    def keep(self, branch: Branch) -> None:
        """Keep a line that was played, and show it in its tab."""
        self._change(self._scene.study.add_branch(branch), branch)
        self._scene.show_page("lines")

    def keep_current_line(self) -> None:
        """Keep the line that is being played as far as it goes."""
        branch = None if self._guide is None else self._guide.branch
        if branch is not None:
            self._guide = None
            self._scene.study = self._scene.study.add_branch(branch)
            self._scene.keep()
            self._scene.ctx.toast(self._scene.ctx.t("study.line.kept"))

    def _change(self, study: Study, branch: Branch | None) -> None:
        self._scene.study = study
        self.branch, self.dropped = branch, None
        self._scene.keep()
        self._scene.show_page("lines")

    def choose(self, branch: Branch) -> None:
        """Choose a line, and show where it leaves the game."""
        self._scene.go(branch.turn)
        self.branch, self.dropped = branch, None
        self._scene.show_page("lines")

    def look(self) -> None:
        """Look at the chosen line step by step; one that cannot be played is told."""
        scene, branch = self._scene, self.branch
        if branch is None:
            return
        try:
            session = follow_branch(scene.whole, branch.turn, branch.entries)
        except ValueError:
            scene.ctx.play("refused")
            scene.ctx.toast(scene.ctx.t("study.line.broken"))
            return
        looking: Any = routes.scene("study", scene.ctx, session, None, False, branch)
        scene.ctx.stack.push(looking)
        looking.go(branch.turn)

    def drop(self) -> None:
        """Take the chosen line out of the study; until something else is done with the lines it can come back."""
        dropped = self.branch
        if dropped is not None:
            self._change(self._scene.study.remove_branch(dropped), None)
            self.dropped = dropped

    def bring_back(self) -> None:
        """Put the line that was deleted last back into the study."""
        if self.dropped is not None:
            self._change(self._scene.study.add_branch(self.dropped), self.dropped)

    def set_note(self, note: str) -> None:
        """The player's note on the chosen line."""
        if self.branch is not None:
            noted = msgspec.structs.replace(self.branch, note=note)
            self._change(self._scene.study.add_branch(noted), noted)
