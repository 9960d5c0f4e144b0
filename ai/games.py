"""The opponents each game brings along, by the game's id.

A game's module has ``PLAYERS``, the levels it knows, and ``quick``, the player of last resort
that answers in well under a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ai.decision import Decision
from engine.contract import Chance, View

Player = Callable[[View, int, Sequence[int], Chance], Decision]
"""Seat, view, legal actions and a source of chance in, a decision out."""


class Minds(Protocol):
    """What a game's opponents offer."""

    PLAYERS: Mapping[str, Player]
    """Every level of ``ai.levels.LEVELS``."""

    def quick(self, view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        """A sensible action in well under a millisecond."""
        ...


def minds(game: str) -> Minds | None:
    """The opponents of a game; None when it has none."""
    # Written out, not imported by name: the packed program must see what is needed.
    if game == "king_of_12":
        from ai.king_of_12 import players as king_of_12

        return king_of_12
    if game == "legends":
        from ai.legends import players as legends

        return legends
    if game == "king_of_the_dice":
        from ai.king_of_the_dice import players as king_of_the_dice

        return king_of_the_dice
    if game == "tash_kalar":
        from ai.tash_kalar import players as tash_kalar

        return tash_kalar
    return None
