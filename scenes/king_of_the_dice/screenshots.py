"""Moments of King of the Dice games for screenshots, reached by scripted sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.session import Session
from games.king_of_the_dice.moves import Kind, Move, decode, decode_all
from scenes.dev import staging
from scenes.dev.staging import open_table
from scenes.king_of_the_dice.animate import format_sum
from scenes.king_of_the_dice.choices import joker_moves

if TYPE_CHECKING:
    from scenes.shell.context import Context


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: hire when possible, keep jokers."""
    kinds = {one: decode(one).kind for one in legal}
    hire = [one for one in legal if kinds[one] == Kind.HIRE]
    return hire or [one for one in legal if kinds[one] != Kind.JOKER] or legal


reached = partial(staging.find_moment, "king_of_the_dice", sift=_sift)


def mine(
    phase: str, *, turn: int = 0, also: Callable[[Session], bool] = lambda session: True
) -> Callable[[Session], bool]:
    """Whether the person must decide in this phase, not before this turn."""

    def matches(session: Session) -> bool:
        if session.to_act() != (0,):
            return False
        view = session.view(0)
        return bool(view["phase"] == phase and view["turn"] >= turn and also(session))

    return matches


def keeping(ctx: Context, seed: str) -> None:
    """Show the table after the first roll: three dice kept, the first citizen under the pointer."""
    wanted = mine("roll", turn=14, also=lambda session: session.view(0)["rolls"] == 1)
    table = open_table(ctx, reached(seed, wanted))
    table.keep_dice(0b010101)
    table.timeline.finish()
    table.ui.hover = "card.0"


def show_phase(phase: str, *, turn: int = 14, count: int = 4, choose: bool = True, forced: bool | None = None) -> Any:
    """Show the viewer's choice of a phase."""

    def show(ctx: Context, seed: str) -> None:
        def also(session: Session) -> bool:
            return forced is None or bool(session.view(0)["forced"]) == forced

        table = open_table(ctx, reached(seed, mine(phase, turn=turn, also=also), count=count))
        moves = table.moves
        if moves and choose:
            table.pick(next((move for move in moves if not move.declines), moves[0]))

    return show


def jokers(ctx: Context, seed: str) -> None:
    """Show the board of all jokers."""

    def many(session: Session) -> bool:
        view = session.view(0)
        return len(view["citizens"][0]) > 3 and bool(joker_moves(decode_all(session.legal(0))))

    table = open_table(ctx, reached(seed, mine("check", turn=20, also=many)))
    table.toggle_jokers()
    table.pick(joker_moves(table.moves)[0])


def rolling(ctx: Context, seed: str) -> None:
    """Show the dice in the air."""
    wanted = mine("roll", turn=14, also=lambda session: session.view(0)["rolls"] == 1)
    table = open_table(ctx, reached(seed, wanted))
    ctx.instant = False
    ctx.settings.speed = "1"
    table.make(Move(Kind.KEEP))
    for _ in range(24):
        ctx.stack.update(16)


def show_seats(count: int) -> Callable[[Context, str], None]:
    """Show the table with fewer seats."""

    def show(ctx: Context, seed: str) -> None:
        wanted = mine("roll", turn=10, also=lambda session: session.view(0)["rolls"] == 2)
        open_table(ctx, reached(seed, wanted, count=count))

    return show


def show_hint(ctx: Context, seed: str) -> None:
    """Show the expert's advice at the table."""
    wanted = mine("roll", turn=9, also=lambda session: session.view(0)["rolls"] == 1)
    table = open_table(ctx, reached(seed, wanted))
    staging.show_advice(ctx, table)


def game_result(ctx: Context, seed: str) -> None:
    """Show the end of a game."""
    staging.open_result(ctx, reached(seed, lambda session: session.over))


def show_count(ctx: Context, seed: str) -> None:
    """Show the scoring on the map at the end."""
    session = reached(seed, lambda session: session.over)
    table = open_table(ctx, session)
    table.stage.walking = 0
    parts = table.stage.scores[0]
    words = format_sum(parts)
    total = parts["total"]
    table.stage.banner = ctx.t("king_of_the_dice.banner.scored", name=staging.NAMES[0], sum=words, total=total)
    table.stage.banner_alpha = 255


def set_up(ctx: Context, seed: str) -> None:
    """Show the set-up screen of this game."""
    from scenes.menus.setup import SetUp

    ctx.settings.guided = ["king_of_the_dice"]
    scene = SetUp(ctx, "king_of_the_dice")
    scene.placeholder = seed
    ctx.stack.push(scene)


def rules_page(page: int) -> Callable[[Context, str], None]:
    """Show a page of the rule book."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.menus.rulebook import RuleBook

        ctx.stack.push(RuleBook(ctx, "king_of_the_dice", page))

    return show


def show_offer(ctx: Context, seed: str) -> None:
    """Show the offer of the guided game at the first set-up."""
    from scenes.menus.setup import SetUp

    ctx.settings.guided = []
    ctx.stack.push(SetUp(ctx, "king_of_the_dice"))


PICTURES: dict[str, Callable[[Any, str], None]] = {
    "dice-table": keeping,
    "dice-rolling": rolling,
    "dice-hire": show_phase("check", forced=True),
    "dice-alarm": show_phase("check", forced=False, choose=False),
    "dice-claim": show_phase("claim", turn=6),
    "dice-lay": show_phase("lay", turn=2),
    "dice-tame": show_phase("tame"),
    "dice-attack": show_phase("attack"),
    "dice-steal": show_phase("steal_citizen"),
    "dice-steal-gem": show_phase("steal_gem"),
    "dice-jokers": jokers,
    "dice-two": show_seats(2),
    "dice-three": show_seats(3),
    "dice-hint": show_hint,
    "dice-count": show_count,
    "dice-result": game_result,
    "dice-setup": set_up,
    "dice-rules": rules_page(0),
    "dice-cards": rules_page(99),
    "dice-offer": show_offer,
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
