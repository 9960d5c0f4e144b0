"""Moments of Legends games for screenshots, reached by scripted sessions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.chance import SeededChance, mix
from engine.session import Session
from games.legends.moves import DONE, Kind, decode, encode
from scenes.dev import staging
from scenes.dev.staging import open_table

if TYPE_CHECKING:
    from scenes.shell.context import Context

EVERYTHING = {
    "explore": "swamp", "citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True,
}  # fmt: skip


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: never skip where something can be done, bid low."""
    done = [one for one in legal if one != encode(DONE)] or legal
    return done[:4] if decode(done[0]).kind == Kind.BID else done


reached = partial(staging.find_moment, "legends", sift=_sift)


def mine(phase: str, turn: int = 0) -> Callable[[Session], bool]:
    """Whether the first seat must decide in a phase, not before a turn."""

    def matches(session: Session) -> bool:
        view = session.view(0)
        return 0 in session.to_act() and view["phase"] == phase and view["turn"] >= turn

    return matches


def _shape(shape: str) -> Callable[[Session], bool]:
    ready = mine("take_card", 10)
    return lambda session: ready(session) and session.view(0)["shape"] == shape


def together(ctx: Context, seed: str) -> None:
    """Show two people who bid at once by keys of their own."""
    session = reached(seed, mine("auction"), persons=2, count=2)
    staging.open_shared_choice(ctx, session, pads=[], ready=[1])


def moment(phase: str, turn: int = 0, **more: Any) -> Callable[[Context, str], None]:
    """Show the viewer's choice in a phase."""

    def show(ctx: Context, seed: str) -> None:
        open_table(ctx, reached(seed, mine(phase, turn), **more))

    return show


def table_picture(ctx: Context, seed: str) -> None:
    """Show a move in progress: targets glow with their prices."""
    view = open_table(ctx, reached(seed, lambda s: mine("move_to", 16)(s) and s.view(0)["shape"] == "t_below"))
    view.ui.dirty = True


def choosing(ctx: Context, seed: str) -> None:
    """Show a marked card in the row."""
    table = open_table(ctx, reached(seed, mine("take_card", 12)))
    table.choose(table.legal()[min(2, len(table.legal()) - 1)])


def show_shape(shape: str, **more: Any) -> Callable[[Context, str], None]:
    """Show the table with a map of a shape."""

    def show(ctx: Context, seed: str) -> None:
        open_table(ctx, reached(seed, _shape(shape), **more))

    return show


def nearer(ctx: Context, seed: str) -> None:
    """Show the zoomed chart with the names of the regions."""
    table = open_table(ctx, reached(seed, mine("place", 12)))
    table.zoom(1)
    table.zoom(1)
    for _ in range(2000):
        ctx.stack.update(16)
        ctx.window.draw()
        if not table.chart.moving and not table.chart.working:
            break


def show_names(ctx: Context, seed: str) -> None:
    """Show the whole map with the names of its regions."""
    open_table(ctx, reached(seed, mine("place", 12))).toggle_names()


def laying(ctx: Context, seed: str) -> None:
    """Show the manual set-up before the third segment."""
    session = reached(
        seed, lambda s: mine("segment")(s) and len(s.view(0)["segments"]) == 2, options={"setup": "by_hand"}
    )
    table = open_table(ctx, session)
    table.choose(table.legal()[3])


def show_count(ctx: Context, seed: str) -> None:
    """Show the final scoring."""
    session = reached(seed, lambda s: mine_last(s), options={"citadels": True})
    table = open_table(ctx, session)
    ctx.instant = False
    ctx.settings.speed = "4"
    ctx.settings.confirm_turns = False
    end = time.monotonic() + 30
    chance = SeededChance(mix(seed, "end"))
    while time.monotonic() < end and not (table.stage.walk is not None and table.stage.walk.label == "islands"):
        ctx.stack.update(16)
        if table.may_act():
            legal = table.legal()
            table.decide(legal[chance.below(len(legal))])
        elif not table.moving:
            time.sleep(0.002)
    if table.stage.walk is None:
        raise LookupError("the counting has not begun: something else is asked for")
    for _ in range(40):  # marks appear one by one while things move
        ctx.window.draw()


def mine_last(session: Session) -> bool:
    """Whether the first seat takes its last card."""
    view = session.view(0)
    return mine("take_card")(session) and view["round"] == view["rounds"]


def show_hint(ctx: Context, seed: str) -> None:
    """Show the expert's advice at the row."""
    table = open_table(ctx, reached(seed, mine("take_card", 8)))
    staging.show_advice(ctx, table)


def game_result(ctx: Context, seed: str) -> None:
    """Show the end of a game."""
    staging.open_result(ctx, reached(seed, lambda session: session.over))


def full_result(ctx: Context, seed: str) -> None:
    """Show the end of three games."""
    staging.open_result(ctx, reached(seed, lambda session: session.over, count=3, options={"length": "full"}))


def set_up(ctx: Context, seed: str) -> None:
    """Show the set-up screen."""
    from scenes.menus.setup import SetUp

    ctx.settings.guided = ["legends"]
    scene = SetUp(ctx, "legends")
    scene.placeholder = seed
    ctx.stack.push(scene)


def rules_page(page: int) -> Callable[[Context, str], None]:
    """Show a page of the rule book."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.menus.rulebook import RuleBook

        ctx.stack.push(RuleBook(ctx, "legends", page))

    return show


PICTURES: dict[str, Callable[[Any, str], None]] = {
    "table": table_picture,
    "choose": choosing,
    "stem-above": show_shape("t_above"),
    "ring": show_shape("ring", options={"shape": "ring"}),
    "everything": show_shape("t_below", options=EVERYTHING),
    "two-seats": show_shape("t_above", count=2),
    "three-seats": show_shape("t_below", count=3),
    "neutral": moment("neutral", count=2),
    "auction": moment("auction"),
    "auction-together": together,
    "name-first": moment("name_first"),
    "choose-action": moment("choose_action", 8),
    "place": moment("place", 8),
    "city": moment("city", 8),
    "destroy": moment("destroy", 8),
    "zoomed": nearer,
    "names": show_names,
    "laying": laying,
    "token": moment("token", options={**EVERYTHING, "setup": "by_hand"}),
    "hint": show_hint,
    "scoring": show_count,
    "game-result": game_result,
    "full-result": full_result,
    "setup": set_up,
    "rules": rules_page(3),
    "cards": rules_page(99),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
