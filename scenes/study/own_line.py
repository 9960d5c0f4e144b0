"""Lines of the player's own: played by one person for all seats, kept in the study, and listed with its chapters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from engine.replay import follow_branch
from engine.storage import studies
from engine.storage.studies import LONGEST_BRANCH, MOST_BRANCHES, Branch, Mark
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.layers import draw_titled_panel
from scenes.shell.parts import Parts
from scenes.shell.targets import Box
from scenes.study.row_scroll import draw_foot
from scenes.table import game_screens as games
from scenes.table.companion import Aside, Companion
from scenes.table.new_game import new_seed
from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from engine.session import Session
    from engine.storage.studies import Study
    from scenes.shell.context import Context
    from scenes.study.scene import StudyScene
    from scenes.table.script import AnyTable

FOOT = 62.0
SHOWN = 14
"""Decisions that are listed, the last ones."""
ROW = 44.0


class LineGuide(Companion):
    """Companion of a table at which the player adds an own line: lists the line, and saves it at the end."""

    def __init__(self, ctx: Context, table: AnyTable, turn: int, keep: Callable[[Branch | None], None]) -> None:
        """``keep`` is called at the end with the line, or None if nothing was decided."""
        self.ctx = ctx
        self.table = table
        self.turn = turn
        self._keep = keep

    @property
    def session(self) -> Session:
        """The session in which the line is played."""
        return self.table.session

    @property
    def branch(self) -> Branch | None:
        """The line played so far; None before its first decision."""
        entries = tuple(self.session.course.entries[self.turn - self.session.course.base :])
        return Branch(self.turn, entries) if entries else None

    @property
    def way_out(self) -> tuple[str, Callable[[], None]]:
        """Label and function of the menu's exit: save the line and go back to the analysis."""
        return self.ctx.t("study.line.keep"), self.finish

    def finish(self) -> None:
        """Save the line and leave the table."""
        self._keep(self.branch)

    @property
    def aside(self) -> Aside:
        """Function that draws the panel of the line so far, in place of the log."""
        return self._draw_line

    def _draw_line(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        draw_titled_panel(c, box, t("study.line"))
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

    def allows(self, action: int) -> bool:
        """Return whether the line may get longer; its length is limited."""
        branch = self.branch
        return branch is None or len(branch.entries) < LONGEST_BRANCH

    def describe_spoken(self) -> str:
        """Return the spoken explanation of own lines."""
        return self.ctx.t("study.line.help")

    def swallows(self, given: Input) -> bool:
        """At Esc save the line and go back; return whether the input was used."""
        if given.kind == "command" and given.name == "back":
            self.finish()
            return True
        return False

    def describe_progress(self) -> str:
        """Return the number of decisions in the line."""
        branch = self.branch
        return self.ctx.t("study.line.count", n=len(branch.entries) if branch is not None else 0)


class OwnLines:
    """The player's own lines in one analysis; ``branch``: the chosen one."""

    def __init__(self, scene: StudyScene) -> None:
        self._scene = scene
        self.branch: Branch | None = None
        self.dropped: Branch | None = None
        """The line that was deleted last, while it can come back."""
        self._guide: LineGuide | None = None

    @property
    def can_play(self) -> bool:
        """Whether a line can begin at the shown position: in a finished game, before its end."""
        return self._scene.over and self._scene.turn < self._scene.last

    def play(self) -> None:
        """Open a table at the shown position at which one person plays all seats."""
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
        """Store a played line in the study, and show it in its tab."""
        self._change(self._scene.study.add_branch(branch), branch)
        self._scene.show_page("lines")

    def keep_current_line(self) -> None:
        """Store the line that is being played, as far as it goes."""
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
        """Choose a line, and show the position at which it leaves the game."""
        self._scene.go(branch.turn)
        self.branch, self.dropped = branch, None
        self._scene.show_page("lines")

    def look(self) -> None:
        """Open the chosen line as a study; one that cannot be replayed is reported."""
        scene, branch = self._scene, self.branch
        if branch is None:
            return
        try:
            session = follow_branch(scene.whole, branch.turn, branch.entries)
        except ValueError:
            scene.ctx.play("refused")
            scene.ctx.toast(scene.ctx.t("study.line.broken"))
            return
        routes.call(scene.ctx, "show_decision", session, branch.turn, branch)

    def drop(self) -> None:
        """Delete the chosen line; :meth:`bring_back` restores it until the lines change otherwise."""
        dropped = self.branch
        if dropped is not None:
            self._change(self._scene.study.remove_branch(dropped), None)
            self.dropped = dropped

    def bring_back(self) -> None:
        """Restore the line deleted last."""
        if self.dropped is not None:
            self._change(self._scene.study.add_branch(self.dropped), self.dropped)

    def set_note(self, note: str) -> None:
        """Set the player's note on the chosen line."""
        if self.branch is not None:
            noted = msgspec.structs.replace(self.branch, note=note)
            self._change(self._scene.study.add_branch(noted), noted)


def draw_lines(scene: StudyScene, parts: Parts, box: Box) -> None:
    """Draw rows of chapters and lines, the note of the chosen line, and the buttons for lines."""
    x, y, w, h = box
    t, own, chosen = scene.ctx.t, scene.own, scene.own.branch
    chapters = [mark for mark in scene.study.marks if mark.chapter]
    rows: list[Mark | Branch] = sorted([*chapters, *scene.study.branches], key=lambda one: one.turn)
    note_high, high = scene.ui.touch.grow(38), scene.ui.touch.grow(42)
    foot = note_high + high + 14
    place = (x, y, w, h - foot)
    shown = scene.rows.choose("lines", rows, place, max(ROW, scene.ui.touch.pitch), chosen)
    found = [_make_row(scene, parts, row) for row in shown]
    if not rows:
        found = [parts.inset(parts.prose(t("study.lines.none"), w - 24, "remark", "text.muted"), 12, 10)]
    parts.column(found, gap=4).draw(place)
    draw_foot(parts.c, parts.ui, t, scene.rows, len(shown))
    note = parts.space(note_high)
    if chosen is not None:
        note = Part(note_high, lambda box: parts.ui.text_field(
            parts.c, "line.note", box, chosen.note, own.set_note, placeholder=t("study.note"),
            limit=studies.LONGEST_NOTE))  # fmt: skip
    drop = ("line.drop", t("study.line.drop"), own.drop, chosen is not None)
    if chosen is None and own.dropped is not None:
        drop = ("line.undo", t("ui.edit.undo"), own.bring_back, True)
    acts = (
        ("line.play", t("study.line.play"), own.play, own.can_play),
        ("line.look", t("study.line.look"), own.look, chosen is not None),
        drop,
    )
    buttons = [parts.button(name, label, act, enabled=enabled, height=high) for name, label, act, enabled in acts]
    row = parts.row(buttons, high, gap=max(6.0, scene.ui.touch.gap), even=3)
    parts.column([note, row], gap=10).draw((x + 2, y + h - foot, w - 4, foot - 4))


def _make_row(scene: StudyScene, parts: Parts, one: Mark | Branch) -> Part:
    """Return the row of a chapter, or of an own line, which is indented."""
    t, own = scene.ctx.t, scene.own
    if isinstance(one, Mark):
        name, act, marked = (
            f"chapter.{one.turn}",
            partial(scene.go, one.turn),
            scene.turn == one.turn and not own.branch,
        )
        words = [
            parts.icon("book", 18, width=36),
            parts.line(one.note or t("study.chapter"), "name", "text.title", share=1),
            parts.line(str(one.turn), "fine", "text.muted", align="r", width=60),
        ]
    else:
        name, act, marked = f"own_line.{scene.study.branches.index(one)}", partial(own.choose, one), one == own.branch
        words = [
            parts.space(14),
            parts.icon("right", 14, "text", width=32),
            parts.line(one.note or t("study.line"), "label", share=1),
            parts.line(t("study.line.count", n=len(one.entries)), "fine", "text.muted", align="r", width=110),
        ]
    return parts.press(name, parts.row([*words, parts.space(12)], ROW - 4, gap=2), act, marked=marked, radius=7)
