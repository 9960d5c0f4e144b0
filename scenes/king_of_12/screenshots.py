"""Moments of King of 12 games for screenshots, reached by scripted sessions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.chance import SeededChance, mix
from engine.session import Session
from games.king_of_12.moves import Kind, decode
from scenes.dev import staging
from scenes.dev.staging import open_table
from scenes.king_of_12.table import Table

if TYPE_CHECKING:
    from scenes.shell.context import Context

reached = partial(staging.find_moment, "king_of_12")


def asks_for(kind: Kind, legal: Sequence[int]) -> bool:
    """Whether a choice is of this kind."""
    return bool(legal) and decode(legal[0]).kind == kind


def _mine(kind: Kind, *, round_number: int = 0, trick: int = 0) -> Callable[[Session], bool]:
    def matches(session: Session) -> bool:
        if not asks_for(kind, session.legal(0)):
            return False
        view = session.view(0)
        return bool(view["round"] >= round_number and view["trick"] >= trick)

    return matches


def choosing(ctx: Context, seed: str) -> None:
    """Show the viewer's hand with a raised card while others still choose."""
    table = open_table(ctx, reached(seed, _mine(Kind.CARD, round_number=3, trick=3)))
    legal = table.legal()
    table.choose(legal[min(1, len(legal) - 1)])


def comparing(ctx: Context, seed: str) -> None:
    """Show a decided trick: values, cancelled dice, ribbons, the amber button."""

    def matches(session: Session) -> bool:
        if session.to_act() != (0,) or not asks_for(Kind.CARD, session.legal(0)):
            return False
        return bool(session.view(0)["round"] >= 3 and session.view(0)["trick"] >= 3)

    session = reached(seed, matches)
    table = open_table(ctx, session)
    chance = SeededChance(mix(seed, "last"))
    legal = list(session.legal(0))
    table.decide(legal[chance.below(len(legal))])
    _watch(ctx, table, lambda: True)


def _watch(ctx: Context, table: Table, wanted: Callable[[], bool], seconds: float = 30.0) -> None:
    """Run the animation of the trick, confirming until the wanted confirmation."""
    ctx.instant = False
    ctx.settings.speed = "1"
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ctx.stack.update(16)
        if table.confirming:
            if wanted():
                break
            table.confirm()
        elif not table.moving:
            time.sleep(0.002)  # wait for a computer's decision
    ctx.stack.update(400)


def moment(kind: Kind, **more: Any) -> Callable[[Context, str], None]:
    """Show the viewer's choice of a kind."""
    options = more.pop("options", None)

    def show(ctx: Context, seed: str) -> None:
        table = open_table(ctx, reached(seed, _mine(kind, **more), options=options))
        legal = table.legal()
        if legal:
            table.choose(legal[0])

    return show


def show_seats(count: int) -> Callable[[Context, str], None]:
    """Show the table with fewer seats."""

    def show(ctx: Context, seed: str) -> None:
        open_table(ctx, reached(seed, _mine(Kind.CARD, round_number=2, trick=2), count=count))

    return show


def round_result(ctx: Context, seed: str) -> None:
    """Show the parchment at the end of a round."""
    session = reached(seed, _last_of_round)
    table = open_table(ctx, session)
    _decide_once(session, table, seed)
    _watch(ctx, table, lambda: table.stage.sheet is not None)


def _last_of_round(session: Session) -> bool:
    if session.to_act() != (0,) or not asks_for(Kind.CARD, session.legal(0)):
        return False
    view = session.view(0)
    return min(view["hand_sizes"]) <= 1 and view["round"] >= 2 and bool(view["hand"])


def _decide_once(session: Session, table: Table, seed: str) -> None:
    table.decide(session.legal(0)[0])


def show_hint(ctx: Context, seed: str) -> None:
    """Show the expert's advice at the table."""
    table = open_table(ctx, reached(seed, _mine(Kind.CARD, round_number=2, trick=2)))
    staging.show_advice(ctx, table)


def game_result(ctx: Context, seed: str) -> None:
    """Show the end of a game."""
    staging.open_result(ctx, reached(seed, lambda session: session.over))


def curtain(ctx: Context, seed: str) -> None:
    """Show the handover between two people at one computer."""
    from scenes.table.handover import Curtain

    session = reached(seed, _mine(Kind.CARD, trick=2), persons=3)
    table = open_table(ctx, session)
    if not isinstance(ctx.stack.top, Curtain):
        table.hide_hand()
        ctx.stack.push(Curtain(ctx, session.seats[1], ["Leo", "Tom"], lambda: None, lambda: None))


def together(ctx: Context, seed: str) -> None:
    """Show three people who choose at once by a keyboard and a pad, two of them ready."""
    session = reached(seed, _mine(Kind.CARD, trick=3), persons=3)
    while (seat := session.to_act()[-1]) > 2:
        session.submit(seat, session.legal(seat)[0])
    staging.open_shared_choice(ctx, session, pads=[0], ready=[0, 2])


def menu(ctx: Context, seed: str) -> None:
    """Show the menu of a running game."""
    open_table(ctx, reached(seed, _mine(Kind.CARD, trick=2))).bar.open_menu()


def why(ctx: Context, seed: str) -> None:
    """Show the explanation of a trick."""
    comparing(ctx, seed)
    table = ctx.stack.top
    assert isinstance(table, Table)
    table.past.explain()


PICTURES: dict[str, Callable[[Any, str], None]] = {
    "table": comparing,
    "choose": choosing,
    "sorcerer": moment(Kind.FACE),
    "order": moment(Kind.ORDER, options={"set": "chosen", "cards": [3, 11, 1, 2, 9, 10], "promo": "none"}),
    "ladies": moment(Kind.THEFT, options={"set": "chosen", "cards": [8, 1, 2, 4, 5, 6], "promo": "none"}),
    "crown": moment(Kind.CROWN),
    "two-seats": show_seats(2),
    "three-seats": show_seats(3),
    "round-result": round_result,
    "hint": show_hint,
    "game-result": game_result,
    "curtain": curtain,
    "together": together,
    "menu": menu,
    "why": why,
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
