"""Theme of puzzles of Nethervoid: destroy enemy pieces and end the turn with a heroic Gateway."""

from __future__ import annotations

from collections.abc import Sequence

from games.tash_kalar.nethervoid.rules import EXPANSION, find_gateway
from games.tash_kalar.puzzles import StrikeTheme
from games.tash_kalar.state import State, find_man


class HeroicGateway(StrikeTheme):
    """One turn that destroys enemy pieces, after which the player's Gateway is a heroic piece."""

    code = EXPANSION.code
    name = "heroic_gateway"

    def can_begin(self, start: State) -> bool:
        """Whether the Gateway of the side on turn is not heroic yet."""
        return EXPANSION in start.expansions and not self.is_done(start, start, ())

    def is_done(self, start: State, state: State, actions: Sequence[int]) -> bool:
        """Whether the Gateway of the side on turn is a heroic piece."""
        square = find_gateway(state)
        return square >= 0 and find_man(state, square) % 3 == 1


THEME = HeroicGateway()
"""Found by the manifest of the expansion."""
