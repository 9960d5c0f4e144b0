"""Conditions of the first-turn lesson at the King of the Dice table.

Under its seed the right holds win the dwarf with the third roll, with a choice of regions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from games.king_of_the_dice.cards import citizens
from scenes.king_of_the_dice.words import card_name, condition_words

if TYPE_CHECKING:
    from scenes.king_of_the_dice.table_state import DiceTable

TAUGHT = 0
"""Pile of the citizen to hire."""
PERSON = 0


def best_hold(table: DiceTable, pile: int) -> int | None:
    """Return the best dice to keep for an open citizen, regardless of settings; computed at once."""
    card = table.stage.market[pile]
    view = table.view
    if card is None or view["phase"] != "roll" or not view["rolls"]:
        return None
    table.own.chances.want([card], now=True)
    return table.own.chances.hold(card, view["dice"], view["rolls_left"])


def ends(table: DiceTable) -> Mapping[str, Callable[[], bool]]:
    """Return the end conditions of steps by name."""
    return {
        "first": lambda: _rolls(table) >= 1,
        "kept": lambda: _find_remaining_dice(table) == 0,
        "second": lambda: _rolls(table) >= 2,
        "stands": lambda: table.view["phase"] != "roll",
        "chosen": lambda: table.chosen is not None or table.view["phase"] != "check",
        "hired": lambda: table.view["phase"] != "check",
        "claiming": lambda: table.chosen is not None or table.view["phase"] != "claim",
        "claimed": lambda: table.view["phase"] != "claim",
    }


def next_target(table: DiceTable, until: str) -> str | None:
    """Return the next target to press for a condition, where it varies."""
    if until == "kept":
        left = _find_remaining_dice(table) or 0
        return next((f"die.{k}" for k in range(6) if left >> k & 1), None)
    if until == "claiming" and table.view["phase"] == "claim":
        return next((f"region.{move.region}" for move in table.moves if move.region is not None), None)
    return None


def words(table: DiceTable) -> Mapping[str, object]:
    """Return the parameters of the lesson's texts."""
    card = table.stage.market[TAUGHT]
    if card is None:
        return {"citizen": "", "want": "", "rival": table.names[1]}
    want = citizens().cards[card].tiers[0].condition
    return {"citizen": card_name(table.ctx, card), "want": condition_words(table.ctx, want), "rival": table.names[1]}


def _rolls(table: DiceTable) -> int:
    mine = table.view["active"] == PERSON and table.view["phase"] == "roll"
    return int(table.view["rolls"]) if mine else 3


def _find_remaining_dice(table: DiceTable) -> int | None:
    """Return the dice still to keep or release; None when the rolling is over."""
    wanted = best_hold(table, TAUGHT)
    return None if wanted is None else wanted ^ table.own.kept
