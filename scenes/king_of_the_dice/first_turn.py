"""What the lesson about the first turn waits for at the table of King of the Dice.

Its seed lets keeping the right dice win the dwarf with the third roll, with a choice of regions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.contract import View
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.scene_model import Stage
from scenes.king_of_the_dice.words import card_name, condition_words

TAUGHT = 0
"""The pile of the citizen that is hired."""
PERSON = 0


class Table(Protocol):
    """The table as far as the lesson looks at it."""

    ctx: Any
    names: list[str]
    stage: Stage
    view: View
    chosen: int | None
    kept: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """What the person below may do now."""

    def best_hold(self, pile: int) -> int | None:
        """The best dice to keep for an open citizen."""


def ends(table: Table) -> Mapping[str, Callable[[], bool]]:
    """Condition of a step by its name."""
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


def next_target(table: Table, until: str) -> str | None:
    """What is to be pressed next for a condition, where that is not always the same."""
    if until == "kept":
        left = _find_remaining_dice(table) or 0
        return next((f"die.{k}" for k in range(6) if left >> k & 1), None)
    if until == "claiming" and table.view["phase"] == "claim":
        return next((f"region.{move.region}" for move in table.moves if move.region is not None), None)
    return None


def words(table: Table) -> Mapping[str, object]:
    """What the words of the lesson speak of."""
    card = table.stage.market[TAUGHT]
    if card is None:
        return {"citizen": "", "want": "", "rival": table.names[1]}
    want = citizens().cards[card].tiers[0].condition
    return {"citizen": card_name(table.ctx, card), "want": condition_words(table.ctx, want), "rival": table.names[1]}


def _rolls(table: Table) -> int:
    mine = table.view["active"] == PERSON and table.view["phase"] == "roll"
    return int(table.view["rolls"]) if mine else 3


def _find_remaining_dice(table: Table) -> int | None:
    """The dice that have to be kept or let go of still; None when the rolling is over."""
    wanted = table.best_hold(TAUGHT)
    return None if wanted is None else wanted ^ table.kept
