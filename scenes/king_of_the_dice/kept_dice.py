"""Which dice are kept: by hand, or those that suit a citizen best, with the odds of meeting it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.king_of_the_dice.moves import Kind
from scenes.king_of_the_dice import first_turn, requirements
from scenes.king_of_the_dice.animate import lay_out

if TYPE_CHECKING:
    from scenes.king_of_the_dice.table_state import DiceTable


def toggle(table: DiceTable, k: int) -> None:
    """Keep a die, or release it."""
    if table.phase != "roll" or table.view["rolls"] == 0:
        table.ctx.play("refused")
        return
    keep_dice(table, table.own.kept ^ 1 << k)


def keep_dice(table: DiceTable, mask: int) -> None:
    """Keep exactly these dice."""
    table.own.kept = table.stage.kept = mask
    lay_out(table.stage, table.timeline, table.ms(220))
    table.ctx.play("die_turn")
    table.ui.dirty = True


def keep_for(table: DiceTable, pile: int) -> bool:
    """Keep the best dice for an open citizen; False when that makes no sense now."""
    hold = hold_for(table, pile)
    if hold is None:
        return False
    keep_dice(table, hold)
    return True


def shows_odds(table: DiceTable) -> bool:
    """Whether odds are enabled and allowed."""
    return table.ctx.settings.show_odds and table.helps


def want_odds(table: DiceTable) -> None:
    """Have the odds of the open citizens worked out where they are shown."""
    if shows_odds(table) and table.people:
        open_ = [card for card in table.stage.market if card is not None]
        table.own.chances.want(open_, now=table.ctx.instant)


def find_chance(table: DiceTable, card: int) -> float | None:
    """Return the probability to meet a citizen with the rolls left; None when hidden or not computed yet."""
    view = table.view
    if not shows_odds(table) or table.viewer is None or table.busy or view["active"] != table.viewer:
        return None
    if view["phase"] != "roll":
        return None
    return table.own.chances.chance(card, view["dice"], view["rolls_left"])


def hold_for(table: DiceTable, pile: int) -> int | None:
    """Return the best dice to keep for an open citizen, where odds are shown and dice can be kept."""
    card = table.stage.market[pile]
    view = table.view
    if card is None or not shows_odds(table) or view["phase"] != "roll" or not view["rolls"] or not table.legal():
        return None
    return table.own.chances.hold(card, view["dice"], view["rolls_left"])


def find_lit_dice(table: DiceTable) -> int | None:
    """Return the dice to light: to keep for the citizen under the pointer, those that count, or the hint's."""
    if table.busy:
        return None
    for pile in table.ui.list_hot_numbers("card.") if table.helps else ():
        card = table.stage.market[pile]
        if card is None:
            return None
        hold = hold_for(table, pile)
        if hold is not None:
            return hold
        signs = table.stage.signs()
        if not signs:
            return None
        tier = requirements.tiers(card, signs)[requirements.next_tier(card, signs)]
        used = requirements.progress(tier.condition, signs).dice
        return sum(1 << k for k in used if k < 6)
    if table.guide is not None and table.guide.holds("die."):
        return first_turn.best_hold(table, first_turn.TAUGHT)
    best = table.advised_move
    return best.dice if best is not None and best.kind == Kind.KEEP else None
