"""The tab of a study with its chapters and the lines of the player's own, in the order of the game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.storage import studies
from engine.storage.studies import Branch, Mark
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from scenes.study.row_scroll import draw_foot
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

ROW, TOP, FOOT = 44.0, 50.0, 100.0


def draw_lines(scene: Looking, c: Canvas, box: Box) -> None:
    """Draw rows of chapters and lines, the note of the chosen line, and the button to play one."""
    x, y, w, h = box
    t = scene.ctx.t
    draw_titled_panel(c, box, "")
    chapters = [mark for mark in scene.study.marks if mark.chapter]
    rows: list[Mark | Branch] = sorted([*chapters, *scene.study.branches], key=lambda one: one.turn)
    if not rows:
        text.paragraph(c, t("study.lines.none"), x + 20, y + TOP + 8, w - 40, "remark", "text.muted")
    shown = scene.rows.choose("lines", rows, (x, y, w, h - FOOT), h - TOP - FOOT, ROW, scene.own.branch)
    for at, row in enumerate(shown):
        place = (x + 8, y + TOP + at * ROW, w - 16, ROW - 4)
        if isinstance(row, Mark):
            _draw_chapter(scene, c, row, place)
        else:
            _draw_branch(scene, c, row, place)
    draw_foot(c, scene.ui, scene.ctx.t, scene.rows, len(shown))
    low = y + h - FOOT
    chosen = scene.own.branch
    if chosen is not None:
        scene.ui.text_field(
            c, "line.note", (x + 10, low, w - 20, 38), chosen.note, scene.own.set_note,
            placeholder=t("study.note"), limit=studies.LONGEST_NOTE,
        )  # fmt: skip
    wide = (w - 32) / 3
    act = ("line.play", t("study.line.play"), scene.own.play, scene.own.can_play)
    look = ("line.look", t("study.line.look"), scene.own.look, chosen is not None)
    drop = ("line.drop", t("study.line.drop"), scene.own.drop, chosen is not None)
    if chosen is None and scene.own.dropped is not None:
        drop = ("line.undo", t("ui.edit.undo"), scene.own.bring_back, True)
    for at, (name, label, call, enabled) in enumerate((act, look, drop)):
        place = (x + 10 + at * (wide + 6), low + 48, wide, 42)
        scene.ui.button(c, name, place, label, call, enabled=enabled)


def _draw_row(scene: Looking, c: Canvas, name: str, place: Box, chosen: bool) -> bool:
    """Draw the ground of a row; return whether it is pointed at."""
    hot = name in (scene.ui.hover, scene.ui.focus if scene.ui.show_focus else None)
    if chosen or hot:
        shapes.round_rect(c, *place, 7, "accent", alpha=60 if chosen else 26)
    return hot


def _draw_chapter(scene: Looking, c: Canvas, mark: Mark, place: Box) -> None:
    x, y, w, h = place
    name = f"chapter.{mark.turn}"
    scene.ui.zone(name, place, partial(scene.go, mark.turn), radius=7)
    _draw_row(scene, c, name, place, scene.turn == mark.turn and scene.own.branch is None)
    icons.draw(c, "book", x + 18, y + h / 2, 18, "accent")
    said = mark.note or scene.ctx.t("study.chapter")
    text.draw(c, said, x + 38, y + h / 2, "name", "text.title", "lm", max_w=w - 110)
    text.draw(c, str(mark.turn), x + w - 12, y + h / 2, "fine", "text.muted", "rm", fixed=True)


def _draw_branch(scene: Looking, c: Canvas, branch: Branch, place: Box) -> None:
    x, y, w, h = place
    name = f"own_line.{scene.study.branches.index(branch)}"
    scene.ui.zone(name, place, partial(scene.own.choose, branch), radius=7)
    _draw_row(scene, c, name, place, branch == scene.own.branch)
    icons.draw(c, "right", x + 30, y + h / 2, 14, "text")
    said = branch.note or scene.ctx.t("study.line")
    text.draw(c, said, x + 48, y + h / 2, "label", "text", "lm", max_w=w - 170)
    count = scene.ctx.t("study.line.count", n=len(branch.entries))
    text.draw(c, count, x + w - 12, y + h / 2, "fine", "text.muted", "rm", max_w=110)
