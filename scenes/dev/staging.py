"""Moments of games for screenshots: a scripted session is played to a moment and its table opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens as games

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table_scene import PlayScene

LEVELS = ("", "skilled", "novice", "expert")
NAMES = ("Leo", "Mia", "Tom", "Eva")
TRIES = 400
LONGEST = 4000

Wanted = Callable[[Session], bool]
Sift = Callable[[Sequence[int]], Sequence[int]]
"""Legal actions in, those to draw from out: what makes a game come to interesting moments."""


def seats(count: int, persons: int = 1) -> list[Seat]:
    """Seats as in the target pictures: persons first, and computers of all levels."""
    return [
        Seat("person", "", NAMES[k], k, "") if k < persons else Seat("computer", LEVELS[k], NAMES[k], k, "")
        for k in range(count)
    ]


def play_until(session: Session, wanted: Wanted, seed: str, sift: Sift = lambda legal: legal) -> bool:
    """Random decisions until a moment is reached; False when the game ended before."""
    chance = SeededChance(mix(seed, "picture"))
    for _ in range(LONGEST):
        if wanted(session):
            return True
        owing = session.to_act()
        if not owing:
            return False
        seat = owing[-1]
        legal = sift([one for one in session.legal(seat) if one not in session.rules.resignations])
        session.submit(seat, legal[chance.below(len(legal))])
    return False


def find_moment(
    game: str,
    seed: str,
    wanted: Wanted,
    *,
    count: int = 4,
    persons: int = 1,
    options: dict[str, Any] | None = None,
    sift: Sift = lambda legal: legal,
) -> Session:
    """A session at a moment; other seeds are tried until one leads there. Raises :class:`LookupError`."""
    for attempt in range(TRIES):
        name = f"{seed}-{attempt}" if attempt else seed
        session = Session.start(game, options or {}, seats(count, persons), name)
        if play_until(session, wanted, name, sift):
            return session
    raise LookupError("no game reaches this moment")


def open_table(ctx: Context, session: Session) -> Any:
    """The table of a session, everything at rest."""
    table = games.table(ctx, session)
    ctx.stack.replace(table)
    ctx.stack.settle()
    table.skip()
    rest(ctx, table)
    return table


def rest(ctx: Context, table: PlayScene[Any], seconds: float = 20.0) -> None:
    """Let the computers make up their minds and everything come to rest."""
    end = time.monotonic() + seconds
    ctx.stack.update(16)
    while not table.resting and ctx.stack.top is table and time.monotonic() < end:
        ctx.stack.update(16)
        time.sleep(0.002)


def show_advice(ctx: Context, table: Any, seconds: float = 20.0) -> None:
    """Let the expert give its advice at a table."""
    table.hints.ask()
    end = time.monotonic() + seconds
    while table.hint is None and time.monotonic() < end:
        ctx.stack.update(16)
        time.sleep(0.01)


def open_result(ctx: Context, session: Session) -> None:
    """The result of a finished game, over its table."""
    from scenes.results.scene import GameResult

    open_table(ctx, session)
    ctx.stack.push(GameResult(ctx, session, session.view(0)))
    ctx.stack.settle()


def open_shared_choice(ctx: Context, session: Session, pads: Sequence[int], ready: Sequence[int]) -> None:
    """Let all people of a session choose at once, with these pads plugged in; those of ``ready`` have chosen."""
    from scenes.table.shared_choice import BEAT_MS, SharedChoice

    ctx.pads = list(pads)
    table = open_table(ctx, session)
    sheet = SharedChoice(ctx, table, [seat for seat in table.people if seat in session.to_act()])
    table.hide_hand()
    ctx.stack.replace(table)
    ctx.stack.settle()
    ctx.stack.push(sheet)
    ctx.stack.settle()
    for seat in ready:
        at = sheet.seats.index(seat)
        for key in sheet.devices[at].keys:
            sheet.press(key)
    sheet.update(BEAT_MS)
