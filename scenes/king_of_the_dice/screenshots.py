"""Moments of King of the Dice games for screenshots, reached by scripted sessions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.session import Session
from games.king_of_the_dice.moves import Kind, Move, decode, decode_all
from scenes.dev import staging
from scenes.dev.staging import Moment, PageShot, Show
from scenes.king_of_the_dice.animate import format_sum
from scenes.king_of_the_dice.choices import joker_moves, toggle_jokers
from scenes.king_of_the_dice.kept_dice import keep_dice
from scenes.shell.context import Context


def _sift(legal: Sequence[int]) -> Sequence[int]:
    """Choose scripted actions: hire when possible, keep jokers."""
    kinds = {one: decode(one).kind for one in legal}
    hire = [one for one in legal if kinds[one] == Kind.HIRE]
    return hire or [one for one in legal if kinds[one] != Kind.JOKER] or legal


def moment(phase: str, turn: int = 14, *then: Any, count: int = 4, also: Any = None, **at: Any) -> Moment:
    """Return the moment of the viewer's choice in a phase, from ``turn`` on; ``at``: fields that the view must have."""
    return Moment("king_of_the_dice", {"phase": phase, **at}, {"turn": turn}, also, count=count, sift=_sift, then=then)


def pick_first(table: Any) -> None:
    """Mark the first move that takes something."""
    moves = table.moves
    if moves:
        table.pick(next((move for move in moves if not move.declines), moves[0]))


def keep_three(table: Any) -> None:
    """Keep three dice; the first citizen is under the pointer."""
    keep_dice(table, 0b010101)
    table.timeline.finish()
    table.ui.hover = "card.0"


def roll(table: Any) -> None:
    """Roll, and stop with the dice in the air."""
    staging.play_animations(table.ctx)
    table.make(Move(Kind.KEEP))
    staging.let_pass(table.ctx, 24)


def _has_jokers(session: Session) -> bool:
    view = session.view(0)
    return len(view["citizens"][0]) > 3 and bool(joker_moves(decode_all(session.legal(0))))


def pick_joker(table: Any) -> None:
    """Open the board of all jokers and pick one."""
    toggle_jokers(table)
    table.pick(joker_moves(table.moves)[0])


def show_count(ctx: Context, seed: str) -> None:
    """Show the scoring on the map at the end."""
    session = staging.find_moment("king_of_the_dice", seed, staging.is_over, sift=_sift)
    table = staging.open_table(ctx, session)
    table.stage.walking = 0
    parts = table.stage.scores[0]
    words = format_sum(parts)
    total = parts["total"]
    table.stage.banner = ctx.t("king_of_the_dice.banner.scored", name=staging.NAMES[0], sum=words, total=total)
    table.stage.banner_alpha = 255


PICTURES: dict[str, Show] = {
    "dice-table": moment("roll", 14, keep_three, rolls=1),
    "dice-rolling": moment("roll", 14, roll, rolls=1),
    "dice-hire": moment("check", 14, pick_first, forced=True),
    "dice-alarm": moment("check", forced=False),
    "dice-claim": moment("claim", 6, pick_first),
    "dice-lay": moment("lay", 2, pick_first),
    "dice-tame": moment("tame", 14, pick_first),
    "dice-attack": moment("attack", 14, pick_first),
    "dice-steal": moment("steal_citizen", 14, pick_first),
    "dice-steal-gem": moment("steal_gem", 14, pick_first),
    "dice-jokers": moment("check", 20, pick_joker, also=_has_jokers),
    "dice-two": moment("roll", 10, count=2, rolls=2),
    "dice-three": moment("roll", 10, count=3, rolls=2),
    "dice-hint": moment("roll", 9, staging.show_advice, rolls=1),
    "dice-count": show_count,
    "dice-result": partial(staging.show_result, "king_of_the_dice", sift=_sift),
    "dice-setup": partial(staging.show_set_up, "king_of_the_dice"),
    "dice-rules": PageShot("rules", ["king_of_the_dice", 0]),
    "dice-cards": PageShot("rules", ["king_of_the_dice", 99]),
    "dice-offer": partial(staging.show_set_up, "king_of_the_dice", guided=False),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
