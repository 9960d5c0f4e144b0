"""What the study hands on: a new game from the position that is shown, a file, a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from engine.contract import Message
from engine.seats import Seat
from engine.storage import folders, saves, studies
from engine.storage.folders import FolderError
from scenes.shell import routes
from scenes.shell.targets import Box
from scenes.study.plain_text import save_analysis
from scenes.study.retry import try_moment
from scenes.table import game_screens as games
from scenes.table.new_game import new_seed, place_for
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from ai.analysis.report import Moment
    from scenes.study.study_view import Looking
    from scenes.table.table import AnyTable

SAME = ""
OPPONENTS = (SAME, "novice", "skilled", "expert")
"""Who can be played on against: those who sat there, or computers of one level."""


def draw_buttons(scene: Looking, c: Canvas, box: Box) -> None:
    """The amber button and the plain ones below it."""
    x, y, w, _ = box
    t = scene.ctx.t
    possible = may_play_on(scene)
    trying = bool(to_try(scene))
    key = t("ui.key.main")
    if trying:
        scene.ui.button(
            c, "try", (x, y, w, 60), t("study.try.this"), lambda: retry_moment(scene), main=True,
            icon="dice-target", key=key,
        )  # fmt: skip
    on = (x, y + 70, w / 2 - 5, 46.0) if trying else (x, y, w, 60.0)
    scene.ui.button(
        c, "play_on", on, t("study.play_on"), lambda: ask_play_on(scene), main=not trying, icon="play",
        key=None if trying else key, enabled=possible,
        tip=None if scene.over else (t("study.play_on"), t("study.play_on.later")),
    )  # fmt: skip
    out = (x + w / 2 + 5, y + 70, w / 2 - 5, 46.0) if trying else (x, y + 70, w, 46.0)
    scene.ui.button(c, "export", out, t("study.export"), lambda: ask_export(scene), icon="disk")


def main(scene: Looking) -> None:
    """What the amber button does, by its key."""
    if to_try(scene):
        retry_moment(scene)
    else:
        ask_play_on(scene)


def to_try(scene: Looking) -> list[Moment]:
    """The moments that can be tried again, from the one that is chosen on."""
    costly = [one for one in scene.moments if not one.good]
    if scene.moment in costly:
        at = costly.index(scene.moment)
        return costly[at:]
    return costly


def retry_moment(scene: Looking) -> None:
    """Try the moment that is chosen, or the dearest; the others follow. An analysis at work may have none any more."""
    moments = to_try(scene)
    if moments:
        scene.ctx.stack.push(_trial(scene, moments, 1))


def _trial(scene: Looking, moments: list[Moment], number: int) -> AnyTable:
    """The table of one of the moments, counted from 1; the next one follows."""
    moment = moments[number - 1]

    def then(on: bool) -> None:
        scene.opener(moment)()
        if on and number < len(moments):
            scene.ctx.stack.swap(_trial(scene, moments, number + 1))
        else:
            scene.ctx.stack.pop()

    return try_moment(scene.ctx, scene.whole, moment, then, number, len(moments))


def may_play_on(scene: Looking) -> bool:
    """Tell whether a new game can begin at this position.

    Only once the game is over: a copy of a game under way holds the hands and the secret choices of the others, and
    the person who sits in it would go on with the first one knowing them.
    """
    return scene.over and scene.eyes is not None and scene.turn < scene.last


def ask_play_on(scene: Looking) -> None:
    """Ask against which opponents to play on."""
    if not may_play_on(scene):
        scene.ctx.play("refused")
        if not scene.over:
            scene.ctx.toast(scene.ctx.t("study.play_on.later"))
        return
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    for level in OPPONENTS:
        label = t(f"ui.level.{level}") if level else t("study.same")
        choices.append((f"against.{level}", label, _starter(scene, level)))
    scene.ctx.ask(t("study.play_on"), t("study.play_on.body"), choices, main=1)


def seats_for(scene: Looking, level: str) -> list[Seat]:
    """Seats of a game that is played on: the viewer's seat becomes a person, all others as chosen."""
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
        path = place_for(ctx, scene.whole.game)
        session = scene.shown.play_on(seats_for(scene, level), new_seed(), path)
        stack = ctx.stack
        stack.replace(routes.scene("title", ctx))
        stack.push(games.table(ctx, session))

    return start


def ask_export(scene: Looking) -> None:
    """A file of the whole game, a picture of this moment, or the whole as a moving one."""
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [
        ("stay", t("ui.cancel"), lambda: None),
        ("file", t("study.export.file"), lambda: export_file(scene)),
        ("picture", t("study.export.picture"), lambda: export_picture(scene)),
        ("film", t("study.export.film"), scene.film),
        ("text", t("reader.save"), lambda: save_analysis(scene)),
    ]
    scene.ctx.ask(t("study.export"), t("study.export.body"), choices, main=1)


def export_file(scene: Looking) -> None:
    """The game with its bookmarks and review as one file."""
    session, study = scene.whole, scene.study

    def give() -> list[Message]:
        try:
            path = saves.export(session.record(), studies.encode(study), folders.exports(), saves.make_stem(session))
        except FolderError as error:
            return [error.message]
        return [Message("ui.load.given", {"file": path.name, "path": str(path)})]

    _do(scene, "file", give)


def export_picture(scene: Looking) -> None:
    """The table as it is shown, as a picture of its own size."""
    from scenes.study.pictures import encode_png

    _write(scene, "picture", f"{saves.make_stem(scene.whole)}-{scene.turn}", ".png", encode_png(scene))


def export_film(scene: Looking, data: bytes) -> None:
    """The whole game as a moving picture, when it is ready."""
    _write(scene, "film", saves.make_stem(scene.whole), ".gif", data)


def _write(scene: Looking, what: str, name: str, suffix: str, data: bytes) -> None:
    def give() -> list[Message]:
        try:
            path = saves.write_new(folders.exports(), name, suffix, data)
        except FolderError as error:
            return [error.message]
        return [Message("study.exported", {"file": path.name, "path": str(path)})]

    _do(scene, what, give)


def _do(scene: Looking, what: str, give: Callable[[], list[Message]]) -> None:
    if not scene.ctx.quiet:
        scene.ctx.files.submit(f"{what} {scene.whole.id}", give)
