"""Ways into the workshop: from a file, and from a finished game."""

from __future__ import annotations

import contextlib
from pathlib import Path

from engine.content import drafts
from engine.content.drafts import PositionError
from engine.session import Session
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.workshop.editor import EditorScene


def open_position(ctx: Context, path: Path) -> None:
    """Open a position from any file: a puzzle at its table, any other in the editor. An invalid file is reported."""
    try:
        arranged, draft = drafts.load(path)
    except PositionError as error:
        ctx.notices.append(error.message)
        ctx.play("refused")
        return

    def go_on() -> None:
        left = next((scene for scene in reversed(ctx.stack.scenes) if isinstance(scene, EditorScene)), None)
        routes.go(ctx, "title")
        if arranged.puzzle is not None:
            open_puzzle(ctx, arranged.game, 0, given=arranged.puzzle)
        else:
            ctx.stack.push(EditorScene(ctx, draft=draft, seats=arranged.seats, before=left))

    ctx.stack.keep_work(go_on)


def open_workshop(ctx: Context, game: str) -> None:
    """Open the editor, with the draft of this game kept last, if there is one."""
    scene = EditorScene(ctx, game)
    path = drafts.take_draft(game)
    if path is not None:
        with contextlib.suppress(PositionError):  # it lies among the positions, where opening it tells what is wrong
            arranged, draft = drafts.load(path)
            scene.open_draft(draft, arranged.seats)
            ctx.toast(ctx.t("ui.edit.draft.again"))
    ctx.stack.push(scene)


def open_from_session(ctx: Context, session: Session, turn: int) -> None:
    """Open the editor with the position of a finished game after ``turn`` decisions, or the last one before it that can
    be arranged."""
    arranger = drafts.find_arranger(session.game)
    if arranger is None:
        return
    course = session.course
    for at in range(turn, course.base - 1, -1):
        state = course.get_position(at).state
        if arranger.can_arrange(state):
            draft = drafts.Draft(session.game, session.options, session.rules.clone(state))
            ctx.stack.push(EditorScene(ctx, draft=draft, seats=tuple(session.seats)))
            return
    ctx.play("refused")
    ctx.toast(ctx.t("ui.edit.no_turn"))
