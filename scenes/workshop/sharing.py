"""What the workshop hands on and takes in: games played on, files, other games and their set-up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import msgspec

from engine.content import drafts, puzzles
from engine.content.drafts import PositionError, begin_draft
from engine.content.puzzles import BadPuzzles, Puzzle
from engine.contract import Message
from engine.seats import Seat
from engine.storage import folders
from engine.storage.folders import FolderError
from scenes.menus.setup import SetUp
from scenes.shell import routes
from scenes.shell.text_field import copy_text, paste_text
from scenes.table import game_screens as games, new_game

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.workshop.editor import EditorScene

LEVELS = ("novice", "skilled", "expert")
HOT_SEAT = "hot_seat"
MOST_FILES = 3
"""Files that are offered at once."""
MOST_TRIES = 40
"""Puzzles that are looked at for one that can be arranged."""


class DraftSetUp(SetUp):
    """Set-up page whose start button opens the editor with a position of that game."""

    start_text = "ui.edit.begin.setup"
    offers_lessons = False

    def __init__(self, editor: EditorScene, game: str) -> None:
        super().__init__(editor.ctx, game)
        self.editor = editor

    def start(self) -> None:
        """Open the first position of the chosen set-up in the editor."""
        checked = self.check_setup()
        if checked is None:
            return
        options, seats = checked
        self.ctx.stack.pop()
        self.editor.open_draft(begin_draft(self.game, options, len(seats), new_game.new_seed()), tuple(seats))


def find_day() -> str:
    """Return the current UTC time in ISO format to the second; "" where the computer's clock is invalid."""
    try:
        return datetime.now(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return ""


# --- playing on -------------------------------------------------------------------------------------


def ask_play_on(scene: EditorScene) -> None:
    """Ask which opponents to play on with from the position."""
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    choices += [(f"against.{level}", t(f"ui.level.{level}"), partial(play_on, scene, level)) for level in LEVELS]
    choices.append(("hot_seat", t("ui.edit.play.together"), partial(play_on, scene, HOT_SEAT)))
    scene.ctx.ask(t("ui.edit.play"), t("ui.edit.play.body"), choices, main=2)


def play_on(scene: EditorScene, level: str) -> None:
    """Start a game at the position, saved as any other; it counts as assisted."""
    ctx, draft = scene.ctx, scene.draft
    state = scene.settle()
    if state is None:
        ctx.play("refused")
        return
    scene.keep_work()
    mover = draft.rules.to_act(state)[0]
    persons = set(range(len(scene.seats))) if level == HOT_SEAT else {mover}
    seats = change_persons(scene.seats, persons, level if level != HOT_SEAT else "skilled")
    new_game.play_on(ctx, draft.game, draft.options, seats, state)


def change_persons(seats: list[Seat], persons: set[int], level: str) -> list[Seat]:
    """Return the seats with persons at the indices ``persons``, and computers of this level at the others."""
    return [
        msgspec.structs.replace(seat, kind="person", level="") if at in persons
        else msgspec.structs.replace(seat, kind="computer", level=level)
        for at, seat in enumerate(seats)
    ]  # fmt: skip


# --- files --------------------------------------------------------------------------------------------


def save_draft(scene: EditorScene) -> None:
    """Save the position, lawful or not, among the player's positions."""
    if write_file(scene.ctx, lambda: drafts.save(scene.record())) is not None:
        scene.mark_saved()
        scene.ctx.toast(scene.ctx.t("ui.edit.saved"))


def share(scene: EditorScene, puzzle: Puzzle | None = None) -> None:
    """Export the position as a file, with a puzzle if given."""
    told = "ui.edit.given" if puzzle is None else "ui.maker.given"
    write_file(scene.ctx, lambda: drafts.save(scene.record(puzzle), folders.exports()), told)


def write_file(ctx: Context, write: Callable[[], Path], told: str = "") -> Path | None:
    """Write a file; return its path, or None after reporting a folder error. ``told``: text id that says where it
    is."""
    try:
        path = write()
    except FolderError as error:
        ctx.notices.append(error.message)
        return None
    if told:
        ctx.notices.append(Message(told, {"file": path.name, "path": str(path)}))
    return path


def ask_file(scene: EditorScene) -> None:
    """Offer the player's newest saved positions to open."""
    t = scene.ctx.t
    found = drafts.list_files()[:MOST_FILES]
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    choices += [(f"file.{at}", path.stem, partial(load_file, scene, path)) for at, path in enumerate(found)]
    choices.append(("puzzle", t("ui.edit.begin.puzzle"), partial(begin_with_puzzle, scene)))
    body = t("ui.edit.begin.file.body") if found else t("ui.edit.begin.file.none")
    scene.ctx.ask(t("ui.edit.begin.file"), body, choices, main=min(1, len(found)))


def load_file(scene: EditorScene, path: Path) -> None:
    """Edit a position from its file."""
    try:
        arranged, draft = drafts.load(path)
    except PositionError as error:
        scene.ctx.notices.append(error.message)
        return
    scene.open_draft(draft, arranged.seats)


def copy_position(scene: EditorScene) -> None:
    """Copy the position to the clipboard, as the text of its file."""
    copied = copy_text(drafts.encode(scene.record()).decode())
    scene.ctx.toast(scene.ctx.t("ui.edit.copied" if copied else "about.no_clipboard"))


def paste_position(scene: EditorScene) -> None:
    """Edit the position in the clipboard, or the one in a file whose path is there."""
    given = paste_text().strip()
    try:
        arranged, draft = drafts.read_text(given) if given.startswith("{") else drafts.load(find_path(given))
    except PositionError as error:
        scene.ctx.play("refused")
        scene.ctx.notices.append(error.message if given else Message("ui.edit.paste.nothing"))
        return
    now = scene.draft
    if (now.game, now.options, now.seats) == (draft.game, draft.options, draft.seats):
        scene.take_over(draft)
    else:
        scene.open_draft(draft, arranged.seats)


def find_path(text: str) -> Path:
    """Return the path in the first line of a text, which may be quoted or a file URL."""
    line = text.splitlines()[0].strip().strip("\"'") if text else ""
    if not line.startswith("file:"):
        return Path(line)
    try:
        path = unquote(urlsplit(line).path)
    except ValueError:  # no address after all
        return Path(line)
    return Path(path[1:] if path[2:3] == ":" else path)  # before the letter of a drive stands a slash


def begin_with_puzzle(scene: EditorScene) -> None:
    """Edit the position of a random puzzle from the game's shelf."""
    game = scene.draft.game
    try:
        shelf = puzzles.load_shelf(game)
        for _ in range(MOST_TRIES if shelf else 0):
            puzzle = secrets.choice(shelf)
            state = puzzles.start(game, puzzle)
            if scene.draft.arranger.can_arrange(state):
                scene.open_draft(drafts.Draft(game, puzzle.options, state))
                return
    except BadPuzzles as error:
        scene.ctx.ask(scene.ctx.t("puzzle.bad"), str(error))
        return
    scene.ctx.play("refused")


def ask_game(scene: EditorScene) -> None:
    """Ask which game to set up; mention that the analysis of a finished game leads here."""
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    choices += [
        (f"game.{game}", games.short_name(scene.ctx, game), partial(_open_setup, scene, game)) for game in scene.games
    ]
    choices.append(("mine", t("ui.edit.begin.mine"), lambda: routes.open(scene.ctx, "load")))
    scene.ctx.ask(t("ui.edit.begin.game"), t("ui.edit.begin.game.body"), choices, main=1)


def _open_setup(scene: EditorScene, game: str) -> None:
    scene.ctx.stack.push(DraftSetUp(scene, game))
