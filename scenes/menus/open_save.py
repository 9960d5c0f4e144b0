"""Opening a saved game: from the lists of the program, or from a file that was given with the call."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.contract import Message
from engine.storage import files, folders, saves
from engine.storage.folders import FolderError
from engine.storage.saves import Loaded, SaveError, SlotInfo
from engine.storage.statistics import PlayedGame
from scenes.common.occasions import remember_game
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.table import game_screens as games

MOST_SCORES = 4
"""Seats whose points are listed side by side; those of more are too many to read."""


def open_file(ctx: Context, path: Path, dropped: bool = False) -> None:
    """Open the table of a game from any file, as a copy among the saves; an invalid file is reported.

    The file of an arranged position opens the position editor, or its puzzle. ``dropped``: the file was dropped on the
    window; an open table is left, whose game is saved.
    """
    if saves.is_position(path):
        routes.call(ctx, "open_position", path)
        return
    kept = _import_save(ctx, path)
    if kept is None and dropped:
        ctx.play("refused")
    elif kept is not None and dropped:
        ctx.stack.keep_work(partial(_leave_for, ctx, kept))
    elif kept is not None:
        open_save(ctx, saves.slot(kept))


def _leave_for(ctx: Context, kept: Path) -> None:
    routes.go(ctx, "title")
    open_save(ctx, saves.slot(kept))


def _import_save(ctx: Context, path: Path) -> Path | None:
    """Copy a game into the folder of saves; return the copy's path, or None after reporting why that is impossible."""
    try:
        return saves.import_save(path, folders.saves())
    except (SaveError, FolderError) as error:
        ctx.notices.append(error.message)
        return None


def open_save(ctx: Context, slot: SlotInfo) -> None:
    """Load a saved game and open its table; an invalid file is reported with the reason, and its backup offered."""
    t = ctx.t
    if slot.path.suffix.casefold() == saves.FILE_SUFFIX and slot.error is None:
        open_file(ctx, slot.path)  # played on in a copy: the file stays as it is
        return
    if slot.over and study_save(ctx, slot):
        return
    if files.has_other_owner(slot.path):
        _ask_to_take_over(ctx, slot)
        return
    try:
        loaded = saves.load(slot.path)
    except SaveError as error:
        if error.backup is not None:

            def older() -> None:
                try:
                    loaded = saves.restore(slot.path)
                except (SaveError, FolderError) as second:
                    ctx.notices.append(second.message)
                    return
                _enter(ctx, slot, loaded)

            ctx.ask(
                t("ui.load.bad.title"),
                ctx.say(error.message) + "\n\n" + t("ui.load.backup"),
                [("stay", t("ui.cancel"), lambda: None), ("older", t("ui.load.older"), older)],
            )
            return
        ctx.notices.append(error.message)
        return
    _enter(ctx, slot, loaded)


def read_scores(games_: Sequence[PlayedGame], slots: Mapping[str, SlotInfo]) -> dict[str, tuple[int, ...]]:
    """Return the scores by seat of finished games, by game id, from their saves in ``slots``; unreadable ones are left
    out."""
    scores = {}
    for played in games_:
        slot = slots.get(played.id)
        try:
            if slot is not None:
                scores[played.id] = games.score(saves.look(slot.path).session)
        except SaveError:
            continue
    return scores


def study_save(ctx: Context, slot: SlotInfo) -> bool:
    """Open the analysis of a saved game; return False when it has no decisions to replay or the file is invalid."""
    from engine.storage import studies  # the title needs no study

    try:
        session = saves.look(slot.path).session
    except SaveError:
        return False
    if session.course.base == session.turn:
        return False
    try:
        studies.import_study(slot.path, session.id)
    except FolderError as error:
        ctx.notices.append(error.message)
    routes.open(ctx, "study", session)
    return True


def open_study(ctx: Context, slot: SlotInfo) -> None:
    """Open the analysis of a saved game, finished or not, or say that there is nothing to analyse."""
    if not study_save(ctx, slot):
        ctx.notices.append(Message("study.nothing"))


def _enter(ctx: Context, slot: SlotInfo, loaded: Loaded) -> None:
    """Open the table of a loaded game, unless another copy of the program has just done the same."""
    if not loaded.session.claim():
        _ask_to_take_over(ctx, slot)
        return
    ctx.notices.extend(loaded.notices)
    remember_game(ctx, slot.path)
    table = games.table(ctx, loaded.session)
    if ctx.name_own_entry(loaded.session.game) in ctx.settings.lessons:
        routes.call(ctx, "rejoin", table)
    ctx.stack.push(table)


def _ask_to_take_over(ctx: Context, slot: SlotInfo) -> None:
    """Another copy of the program plays this game: leave it there, or try to take it over."""
    play = partial(open_save, ctx, slot)
    ctx.ask_whether("ui.load.taken", "take_over", play, label="ui.load.take_over", stay="ui.back", main=0)
