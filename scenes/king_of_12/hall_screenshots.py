"""Moments of King of 12 tournaments for screenshots."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.chance import SeededChance, mix
from engine.seats import Seat
from engine.session import Session
from games.king_of_12.moves import Kind
from scenes.king_of_12.hall import HallTable
from scenes.king_of_12.screenshots import asks_for
from scenes.shell.player_identity import free_sign

if TYPE_CHECKING:
    from scenes.shell.context import Context

NAMES = (
    "Leo", "Mia", "Tom", "Eva", "Bob", "Lea", "Ida", "Max", "Nora", "Hugo", "Vera", "Emil", "Zoe", "Oto", "Ella",
    "Adam",
)  # fmt: skip
LEVELS = ("skilled", "novice", "expert")


def hall_seats(count: int, persons: int = 1) -> list[Seat]:
    """Return seats: people first, then computers of all levels."""
    seats: list[Seat] = []
    for k in range(count):
        sign = free_sign(seats)
        person = Seat("person", "", NAMES[k], *sign)
        seats.append(person if k < persons else Seat("computer", LEVELS[k % 3], NAMES[k], *sign))
    return seats


def _find_session(seed: str, wanted: Callable[[Session], bool], count: int, persons: int, **options: Any) -> Session:
    """Play a tournament to a moment, trying seeds until one reaches it."""
    for attempt in range(60):
        name = f"{seed}-{attempt}" if attempt else seed
        session = Session.start("king_of_12", options, hall_seats(count, persons), name)
        chance = SeededChance(mix(name, "picture"))
        while session.to_act() and not wanted(session):
            seat = session.to_act()[-1]
            legal = session.legal(seat)
            session.submit(seat, legal[chance.below(len(legal))])
        if session.to_act() or wanted(session):
            return session
    raise LookupError("no tournament reaches this moment")


def _choosing(round_number: int, trick: int) -> Callable[[Session], bool]:
    def matches(session: Session) -> bool:
        view = session.view(None)
        return session.to_act() == (0,) and view["phase"] == "choose" and (view["round"], view["trick"]) >= (
            round_number, trick,
        )  # fmt: skip

    return matches


def _open(ctx: Context, session: Session) -> HallTable:
    table = HallTable(ctx, session)
    table.start()
    ctx.stack.replace(table)
    ctx.stack.settle()
    table.skip()
    end = time.monotonic() + 20
    ctx.stack.update(16)
    while not table.resting and ctx.stack.top is table and time.monotonic() < end:
        ctx.stack.update(16)
        time.sleep(0.002)
    return table


def show_hall(count: int, **options: Any) -> Callable[[Context, str], None]:
    """Show the viewer's choice in a hall of ``count`` seats."""

    def show(ctx: Context, seed: str) -> None:
        table = _open(ctx, _find_session(seed, _choosing(2, 2), count, 1, **options))
        legal = table.legal()
        if legal:
            table.choose(legal[len(legal) // 2])

    return show


def _last_of_round(session: Session) -> bool:
    """Whether only the viewer's card is missing in the last trick of a round."""
    view = session.view(0)
    return session.to_act() == (0,) and view["phase"] == "choose" and min(view["hand_sizes"]) <= 1


def _show_until(count: int, wanted: Callable[[HallTable], bool], last: bool = False) -> Callable[[Context, str], None]:
    """Show the animation of a trick's or round's last decision up to a moment."""
    start = _last_of_round if last else _choosing(2, 3)

    def show(ctx: Context, seed: str) -> None:
        for attempt in range(12):
            table = _open(ctx, _find_session(f"{seed}.{attempt}", start, count, 1))
            table.decide(table.legal()[0])
            if _watch(ctx, table, wanted):
                break

    return show


def _watch(ctx: Context, table: HallTable, wanted: Callable[[HallTable], bool]) -> bool:
    """Run the animation, confirming until the wanted moment; False when a choice came first."""
    ctx.instant = False
    ctx.settings.speed = "1"
    end = time.monotonic() + 60
    while time.monotonic() < end:
        ctx.stack.update(16)
        if wanted(table):
            return True
        if table.confirming:
            table.confirm()
        elif table.may_act():
            legal = table.legal()
            if asks_for(Kind.CARD, legal):
                break
            table.decide(legal[0])
        elif not table.moving:
            time.sleep(0.002)  # wait for a computer's decision
    ctx.instant = True
    ctx.settings.speed = "instant"
    return False


def _is_comparing(table: HallTable) -> bool:
    return table.confirming and table.hall.on_to_centre and table.hall.sheet is None


def _is_centre_shown(table: HallTable) -> bool:
    stage = table.hall
    shown = any(stage.seats[k].ribbon for k in stage.hallway.centre)
    return bool(stage.hallway.centre) and stage.step >= 5 and shown


def _is_round_over(table: HallTable) -> bool:
    return table.hall.sheet is not None and not table.timeline.active


def _moving_on(table: HallTable) -> bool:
    return bool(table.hall.movers) and any(
        0.35 < tween.age / tween.duration < 0.6 and tween.duration > 800 for tween in table.timeline.tweens
    )


def _rolling(table: HallTable) -> bool:
    return sum(0.2 < seat.die.crowd < 0.7 for seat in table.stage.seats) > 4


def final(ctx: Context, seed: str) -> None:
    """Show the viewer's choice in the last round."""

    def matches(session: Session) -> bool:
        view = session.view(None)
        here = view["finalists"]
        return bool(here) and session.to_act() == (min(here),) and view["phase"] == "choose" and view["trick"] >= 2

    met = _find_session(seed, matches, 16, 0)
    # Replay the tournament with a person as the first finalist.
    seats = hall_seats(16, 0)
    person = min(met.view(None)["finalists"])
    seats[person] = Seat("person", "", seats[person].name, seats[person].colour, seats[person].emblem)
    session = Session.start("king_of_12", {}, seats, met.seed)
    for entry in met.log:
        session.submit(entry.seat, entry.action)
    _open(ctx, session)


def centre_choice(ctx: Context, seed: str) -> None:
    """Show the choice of the Sorcerer in the centre."""

    def matches(session: Session) -> bool:
        view = session.view(0)
        return session.to_act() == (0,) and view["phase"] == "effects" and view["stage"] == "centre"

    table = _open(ctx, _find_session(seed, matches, 16, 1))
    legal = table.legal()
    if legal:
        table.choose(legal[0])


def standings(ctx: Context, seed: str) -> None:
    """Show the standings next to another group's table."""
    show_hall(16)(ctx, seed)
    table = ctx.stack.top
    assert isinstance(table, HallTable)
    table.toggle_standings()
    table.pick_table(2)


def rounds(ctx: Context, seed: str) -> None:
    """Show the page of the current round with its last trick."""
    table = _open(ctx, _find_session(seed, _choosing(3, 3), 16, 1))
    table.open_rounds()


def show_past_round(ctx: Context, seed: str) -> None:
    """Show the page of a finished round."""
    from scenes.king_of_12.hall_bracket import Bracket

    rounds(ctx, seed)
    page = ctx.stack.top
    assert isinstance(page, Bracket)
    page.page = 1


def curtain(ctx: Context, seed: str) -> None:
    """Show the handover between two of many people at one computer."""
    from scenes.table.handover import Curtain

    table = _open(ctx, _find_session(seed, _choosing(1, 2), 16, 9))
    if not isinstance(ctx.stack.top, Curtain):
        table.hide_hand()
        away = [table.names[k] for k in table.people if k]
        ctx.stack.push(Curtain(ctx, table.session.seats[0], away, lambda: None))


def result(ctx: Context, seed: str) -> None:
    """Show the end of a tournament."""
    from scenes.results.scene import GameResult

    session = _find_session(seed, lambda one: one.over, 16, 1)
    ctx.stack.replace(GameResult(ctx, session, session.view(0)))
    ctx.stack.settle()


def show_setup(count: int) -> Callable[[Context, str], None]:
    """Show the set-up for ``count`` seats."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.menus.setup import SetUp

        ctx.settings.guided = ["king_of_12"]
        scene = SetUp(ctx, "king_of_12")
        scene.placeholder = seed
        scene.set_count(count)
        ctx.stack.push(scene)

    return show


HALL_PICTURES: dict[str, Callable[[Any, str], None]] = {
    "hall": show_hall(16),
    "hall-five": show_hall(5),
    "hall-eight": show_hall(8),
    "hall-twelve": show_hall(12, twelve="threes"),
    "hall-compared": _show_until(16, _is_comparing),
    "hall-centre": _show_until(16, _is_centre_shown),
    "hall-centre-choice": centre_choice,
    "hall-round-result": _show_until(16, _is_round_over, last=True),
    "hall-seats-change": _show_until(16, _moving_on, last=True),
    "hall-rolling": _show_until(16, _rolling, last=True),
    "hall-final": final,
    "hall-standings": standings,
    "hall-rounds": rounds,
    "hall-rounds-before": show_past_round,
    "hall-curtain": curtain,
    "hall-result": result,
    "setup-twelve": show_setup(12),
    "setup-sixteen": show_setup(16),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
