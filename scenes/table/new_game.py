"""Beginning a game: its save file, its session, its table."""

import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.content import lessons
from engine.seats import COLOURS, Seat
from engine.session import Session
from engine.storage import folders
from engine.storage.folders import FolderError
from engine.storage.settings import get_entry
from scenes.common import opponent_names
from scenes.common.occasions import remember_game
from scenes.common.opponent_names import level_name
from scenes.common.player_identity import free_sign
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.table import game_screens as games
from scenes.table.script import AnyTable

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_DRAWS = 30


def new_seed() -> str:
    """Return a short random seed that can be read out and typed in."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def draw_start(game: str, options: Mapping[str, Any], seats: Sequence[Seat], seed: str) -> str:
    """Return a seed with which a person makes the first decision; the last seed tried if there is none."""
    for _ in range(MOST_DRAWS if any(seat.is_person for seat in seats) else 0):
        if any(seats[seat].is_person for seat in Session.start(game, options, seats, seed).to_act()):
            break
        seed = new_seed()
    return seed


def begin(
    ctx: Context, game: str, options: Mapping[str, Any], seats: Sequence[Seat], seed: str, *, try_again: bool,
    first: bool = False,
) -> AnyTable:  # fmt: skip
    """Return the table of a new game; raises BadOptions. ``try_again``: chance and revealed cards do not block undo.

    In a player's ``first`` game the computer makes the opening moves, and another seed is drawn until a person begins.
    Without a folder for saves the game is played all the same.
    """
    path, seats = place_for(ctx, game), ctx.household.give_portraits(seats)
    if first:
        seed = draw_start(game, options, seats, seed)
    session = Session.start(game, options, seats, seed, try_again=try_again, autosave=path)
    if first:
        lessons.lay_out(session)
    return games.table(ctx, session)


def play_on(ctx: Context, game: str, options: Mapping[str, Any], seats: Sequence[Seat], state: Any) -> None:
    """Open the table of a new game from a position of the rules; it is saved, and counts as assisted."""
    session = Session.from_position(game, options, seats, new_seed(), state)
    session.autosave = place_for(ctx, game)
    routes.go(ctx, "title")
    ctx.stack.push(games.table(ctx, session))


class _LastSeats(msgspec.Struct):
    """The seats of a game that was set up, as the settings keep them."""

    seats: list[Seat] = []


def find_own_sign(ctx: Context, game: str) -> tuple[int, str]:
    """Return colour number and emblem of the person's last set-up: of this game, else of another one; else 0 and ""."""
    kept = ctx.settings.last_setup
    for each in (game, *(kept if isinstance(kept, dict) else ())):
        for seat in get_entry(kept, each, _LastSeats).seats:
            if seat.is_person:
                return seat.colour % COLOURS, seat.emblem
    return 0, ""


def give_signs(ctx: Context, game: str, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with new signs: the first person's own colour and emblem, free ones for the others."""
    first = next((at for at, seat in enumerate(seats) if seat.is_person), 0)
    found = list(seats)
    given: list[Seat] = []
    for at in (first, *(at for at in range(len(seats)) if at != first)):
        colour, emblem = free_sign(given) if given else find_own_sign(ctx, game)
        found[at] = msgspec.structs.replace(seats[at], colour=colour, emblem=emblem)
        given.append(found[at])
    return found


def sitting(ctx: Context, game: str, levels: Sequence[str]) -> list[Seat]:
    """Return a seat for each level or character ("" for the person), with different names and signs."""
    found: list[Seat] = []
    for level in levels:
        name = level_name(ctx, level)[: opponent_names.AT_SEAT] if level else ctx.person_name
        if name in [seat.name for seat in found]:
            name = f"{name} {len(found)}"
        found.append(Seat("computer" if level else "person", level, name))
    return give_signs(ctx, game, found)


def place_for(ctx: Context, game: str) -> Path | None:
    """Return the save path of a new game; None when no folder can be used, which is reported."""
    if ctx.quiet:
        return None
    try:
        path = autosave_path(folders.ensure(folders.saves()), game)
    except FolderError as error:
        ctx.notices.append(error.message)
        return None
    remember_game(ctx, path)
    return path


def autosave_path(folder: Path, game: str) -> Path:
    """Return a new file name for a game's save, which sorts by time.

    Two copies of the program may begin a game within one second, before either has written anything: a random part
    keeps their names apart.
    """
    while True:
        path = folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}.json"
        if not path.exists():
            return path
