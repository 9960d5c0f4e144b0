"""Moments of games for screenshots: a scripted session is played to a moment, its table opened and something done."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.table import game_screens as games
from scenes.table.handover import Curtain
from scenes.table.script import AnyTable
from scenes.table.shared_choice import BEAT_MS, SharedChoice

LEVELS = ("", "skilled", "novice", "expert")
NAMES = ("Leo", "Mia", "Tom", "Eva")
TRIES = 400
LONGEST = 4000

Show = Callable[[Any, str], object]
"""What opens a picture: (ctx, seed)."""
Wanted = Callable[[Session], bool]
Sift = Callable[[Sequence[int]], Sequence[int]]
"""Legal actions in, those to draw from out: what makes a game come to interesting moments."""


def seats(count: int, persons: int = 1) -> list[Seat]:
    """Return ``count`` seats for pictures: first ``persons`` people, then computers of different levels."""
    return [
        Seat("person", "", NAMES[k], k, "") if k < persons else Seat("computer", LEVELS[k], NAMES[k], k, "")
        for k in range(count)
    ]


def is_over(session: Session) -> bool:
    """Whether the game is over."""
    return session.over


def list_legal(session: Session, seat: int) -> list[int]:
    """Return the legal actions of a seat, except resignation."""
    return [one for one in session.legal(seat) if one not in session.rules.resignations]


def play_to_end(session: Session, first: int = -1) -> None:
    """Play a game to its end: every seat takes its last legal action, the first seat the one with index ``first``."""
    while not session.over:
        for seat in session.to_act():
            session.submit(seat, session.legal(seat)[-1 if seat else first])


def play_until(session: Session, wanted: Wanted, seed: str, sift: Sift = list) -> bool:
    """Play random decisions until ``wanted`` holds; return False when the game ended, or took too long, before.
    ``sift``: filters legal actions."""
    chance = SeededChance(mix(seed, "picture"))
    for _ in range(LONGEST):
        if wanted(session):
            return True
        owing = session.to_act()
        if not owing:
            return False
        seat = owing[-1]
        legal = sift(list_legal(session, seat))
        session.submit(seat, legal[chance.below(len(legal))])
    return False


def find_moment(
    game: str,
    seed: str,
    wanted: Wanted,
    *,
    count: int = 4,
    persons: int = 1,
    options: Mapping[str, Any] | None = None,
    sift: Sift = list,
    players: Sequence[Seat] = (),
) -> Session:
    """Return a session in which ``wanted`` holds, from the first suitable seed; raises :class:`LookupError`."""
    there = list(players) or seats(count, persons)
    for attempt in range(TRIES):
        name = f"{seed}-{attempt}" if attempt else seed
        session = Session.start(game, dict(options or {}), there, name)
        if play_until(session, wanted, name, sift):
            return session
    raise LookupError("no game reaches this moment")


def open_table(ctx: Context, session: Session) -> Any:
    """Open the table of a session, wait until everything is at rest, and return it."""
    return open_scene(ctx, games.table(ctx, session))


def open_scene(ctx: Context, table: Any) -> Any:
    """Open a started table, wait until everything is at rest, and return it."""
    ctx.stack.replace(table)
    ctx.stack.settle()
    table.skip()
    rest(ctx, table)
    return table


@dataclass(frozen=True)
class Moment:
    """A picture of a table in a scripted game, when the first seat must decide.

    ``at``: required values of fields in the first seat's view; ``least``: fields and their least values; ``also``:
    another condition on the session; ``alone``: nobody else decides; ``count`` and ``persons`` or ``players``,
    ``options``, ``sift``: the game; ``opens`` opens the table; ``then``: functions called with it.
    """

    game: str
    at: Mapping[str, Any] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)
    also: Wanted | None = None
    alone: bool = True
    count: int = 4
    persons: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    sift: Sift = list
    players: Sequence[Seat] = ()
    opens: Callable[[Any, Session], Any] = open_table
    then: Sequence[Callable[[Any], object]] = ()

    def __call__(self, ctx: Context, seed: str) -> Any:
        """Open the picture; return the table."""
        table = self.opens(ctx, self.find(seed))
        for do in self.then:
            do(table)
        return table

    def find(self, seed: str) -> Session:
        """Return a session at this moment."""
        return find_moment(
            self.game,
            seed,
            self.is_reached,
            count=self.count,
            persons=self.persons,
            options=self.options,
            sift=self.sift,
            players=self.players,
        )

    def is_reached(self, session: Session) -> bool:
        """Whether a session has reached this moment."""
        due = session.to_act() == (0,) if self.alone else 0 in session.to_act()
        if not due:
            return False
        view = session.view(0)
        if any(view[name] != value for name, value in self.at.items()):
            return False
        return all(view[name] >= value for name, value in self.least.items()) and (
            self.also is None or self.also(session)
        )


@dataclass(frozen=True)
class PageShot:
    """A picture of a page: its name among the routes and its arguments ``given``; ``before``: functions called with the
    context first; ``then``: functions called with the page."""

    name: str
    given: Sequence[Any] = ()
    before: Sequence[Callable[[Context], object]] = ()
    then: Sequence[Callable[[Any], object]] = ()

    def __call__(self, ctx: Context, seed: str) -> Any:
        """Open the picture; return the page."""
        for do in self.before:
            do(ctx)
        page = open_page(self.name, ctx, *self.given)
        for do in self.then:
            do(page)
        return page


def open_page(name: str, ctx: Context, *given: Any) -> Any:
    """Open a page by its name among the routes; return it."""
    page = routes.scene(name, ctx, *given)
    ctx.stack.push(page)
    return page


def call(name: str, *given: Any) -> Callable[[Any], object]:
    """Return a function that calls the method ``name`` (dots for attributes) of a scene with the arguments
    ``given``."""
    find = attrgetter(name)
    return lambda scene: find(scene)(*given)


def put(**fields: Any) -> Callable[[Any], object]:
    """Return a function that sets these fields of a scene."""

    def do(scene: Any) -> None:
        for name, value in fields.items():
            setattr(scene, name, value)

    return do


def wait_until(ctx: Context, is_there: Callable[[], bool], seconds: float = 20.0) -> None:
    """Run frames until ``is_there`` returns True, at most for this many seconds."""
    end = time.monotonic() + seconds
    while not is_there() and time.monotonic() < end:
        ctx.stack.update(16)
        time.sleep(0.002)


def rest(ctx: Context, table: AnyTable) -> None:
    """Run frames until the computers have decided and nothing moves."""
    ctx.stack.update(16)
    wait_until(ctx, lambda: table.resting or ctx.stack.top is not table)


def let_pass(ctx: Context, frames: int) -> None:
    """Run this number of frames."""
    for _ in range(frames):
        ctx.stack.update(16)


def play_animations(ctx: Context, speed: str = "1") -> None:
    """Turn animations on, at this value of the ``speed`` setting."""
    ctx.instant = False
    ctx.settings.speed = speed


def hover_target(place: str, table: Any) -> None:
    """Move the pointer onto the target with the id ``place``."""
    table.ui.hover = place


def choose_legal(number: int, table: Any) -> None:
    """Choose the legal action with this index, the last if there are fewer; do nothing without any."""
    legal = table.legal()
    if legal:
        table.choose(legal[min(number, len(legal) - 1)])


def show_advice(table: Any) -> None:
    """Show the expert's advice at a table."""
    table.hints.ask()
    wait_until(table.ctx, lambda: table.hints.shown is not None)


def open_result(ctx: Context, session: Session) -> None:
    """Open the result of a finished game, over its table."""
    open_table(ctx, session)
    ctx.stack.push(GameResult(ctx, session, session.view(0)))
    ctx.stack.settle()


def show_result(game: str, ctx: Context, seed: str, **more: Any) -> None:
    """Play a game to its end and open its result; ``more`` as for :func:`find_moment`."""
    open_result(ctx, find_moment(game, seed, is_over, **more))


def open_shared_choice(ctx: Context, session: Session, pads: Sequence[int], ready: Sequence[int]) -> None:
    """Open the sheet of shared choices with these pads plugged in; the seats in ``ready`` have chosen."""
    ctx.pads = list(pads)
    table = open_table(ctx, session)
    sheet = SharedChoice(ctx, table, [seat for seat in table.people if seat in session.to_act()])
    table.viewpoint.hide_hand()
    ctx.stack.replace(table)
    ctx.stack.settle()
    ctx.stack.push(sheet)
    ctx.stack.settle()
    for seat in ready:
        at = sheet.seats.index(seat)
        for key in sheet.devices[at].keys:
            sheet.press(key)
    sheet.update(BEAT_MS)


def cover(seat: int, table: Any, *, share: bool = False) -> None:
    """Show the curtain for the handover to a seat, unless it is shown; ``share``: offer to choose all at once."""
    if not isinstance(table.ctx.stack.top, Curtain):
        table.viewpoint.hide_hand()
        away = [table.names[one] for one in table.people if one != seat]
        table.ctx.stack.push(Curtain(table.ctx, table.session.seats[seat], away, _stay, _stay if share else None))


def _stay() -> None:
    """Do nothing."""


def show_set_up(
    game: str, ctx: Context, seed: str, count: int = 0, guided: bool = True,
    then: Sequence[Callable[[Any], object]] = (), **options: Any,
) -> Any:  # fmt: skip
    """Open the set-up of a game; return the page. ``count``: seats, 0 for the default; ``guided``: whether its lessons
    were offered before; ``then``: functions called with the page; ``options``: those of the game."""
    ctx.settings.guided = [game] if guided else []
    scene: Any = routes.scene("set_up", ctx, game)
    scene.placeholder = seed if guided else scene.placeholder
    if count:
        scene.set_count(count)
    scene.options.update(options)
    ctx.stack.push(scene)
    for do in then:
        do(scene)
    return scene
