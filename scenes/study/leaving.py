"""What the study hands on: a new game from the position that is shown, a file, a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from engine import folders, saves, studies
from engine.contract import Message
from engine.folders import FolderError
from engine.reading import one_line
from engine.seats import Seat
from scenes.menus.new_game import autosave_path, new_seed
from scenes.shell import entries as games
from scenes.shell import routes
from scenes.shell.targets import Box
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.looking import Looking

SAME = ""
OPPONENTS = (SAME, "novice", "skilled", "expert")
"""Who can be played on against: those who sat there, or computers of one level."""


def draw_buttons(scene: Looking, c: Canvas, box: Box) -> None:
    """The amber button and the plain ones below it."""
    x, y, w, _ = box
    t = scene.ctx.t
    possible = may_play_on(scene)
    scene.ui.button(
        c, "play_on", (x, y, w, 60), t("study.play_on"), lambda: ask_play_on(scene), main=True, icon="play", size=21,
        key=t("ui.key.space"), enabled=possible,
    )  # fmt: skip
    scene.ui.button(c, "export", (x, y + 70, w, 46), t("study.export"), lambda: ask_export(scene), icon="disk", size=18)


def main(scene: Looking) -> None:
    """What the amber button does, by its key."""
    ask_play_on(scene)


def may_play_on(scene: Looking) -> bool:
    """Whether there is something left to be played from here, by somebody who may see it."""
    return scene.eyes is not None and scene.turn < scene.last


def ask_play_on(scene: Looking) -> None:
    """Against whom?"""
    if not may_play_on(scene):
        scene.ctx.play("refused")
        return
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    for level in OPPONENTS:
        label = t(f"ui.level.{level}") if level else t("study.same")
        choices.append((f"against.{level}", label, _starter(scene, level)))
    scene.ctx.ask(t("study.play_on"), t("study.play_on.body"), choices, main=1)


def seats_for(scene: Looking, level: str) -> list[Seat]:
    """The seats of a game that is played on: whoever looks on is a person, everybody else as chosen."""
    found = []
    for number, seat in enumerate(scene.whole.seats):
        if number == scene.eyes:
            found.append(msgspec.structs.replace(seat, kind="person", level=""))
        elif level and not seat.is_person:
            found.append(msgspec.structs.replace(seat, level=level))
        elif number in scene.people and len(scene.people) == 1:
            found.append(msgspec.structs.replace(seat, kind="computer", level=level or "skilled"))
        else:
            found.append(seat)
    return found


def _starter(scene: Looking, level: str) -> Callable[[], None]:
    def start() -> None:
        ctx = scene.ctx
        path = None
        if not ctx.quiet:
            try:
                path = autosave_path(folders.ensure(folders.saves()), scene.whole.game)
            except FolderError as error:
                ctx.notices.append(error.message)
        session = scene.shown.play_on(seats_for(scene, level), new_seed(), path)
        stack = ctx.stack
        stack.replace(routes.scene("title", ctx))
        stack.settle()
        stack.push(games.table(ctx, session))

    return start


def ask_export(scene: Looking) -> None:
    """A file of the whole game, or a picture of this moment."""
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [
        ("stay", t("ui.cancel"), lambda: None),
        ("file", t("study.export.file"), lambda: export_file(scene)),
        ("picture", t("study.export.picture"), lambda: export_picture(scene)),
    ]
    scene.ctx.ask(t("study.export"), t("study.export.body"), choices, main=1)


def stem(scene: Looking) -> str:
    """What the files of a game are called."""
    day = "".join(letter for letter in scene.whole.started[:10] if letter.isdigit())
    return f"{scene.whole.game}-{day}-{scene.whole.id[:6]}"


def export_file(scene: Looking) -> None:
    """The game with its bookmarks and review as one file."""
    session, study = scene.whole, scene.study

    def give() -> list[Message]:
        try:
            path = saves.export(session.record(), studies.encoded(study), folders.exports(), stem(scene))
        except FolderError as error:
            return [error.message]
        return [Message("ui.load.given", {"path": one_line(str(path))})]

    _do(scene, "file", give)


def export_picture(scene: Looking) -> None:
    """The table as it is shown, as a picture of its own size."""
    from scenes.study.pictures import as_png

    data = as_png(scene)

    def give() -> list[Message]:
        try:
            path = saves.write_new(folders.exports(), stem(scene) + f"-{scene.turn}", ".png", data)
        except FolderError as error:
            return [error.message]
        return [Message("ui.load.given", {"path": one_line(str(path))})]

    _do(scene, "picture", give)


def _do(scene: Looking, what: str, give: Callable[[], list[Message]]) -> None:
    if not scene.ctx.quiet:
        scene.ctx.files.do(f"{what} {scene.whole.id}", give)
