"""Theme of puzzles of Everfrost: thaw a card and destroy enemy pieces in one turn."""

from __future__ import annotations

from collections.abc import Sequence

from games.tash_kalar.everfrost.rules import EXPANSION
from games.tash_kalar.expansions import ACTIONS_EACH
from games.tash_kalar.puzzles import StrikeTheme
from games.tash_kalar.state import State


class Thaw(StrikeTheme):
    """One turn in which a card is thawed and enemy pieces are destroyed."""

    code = EXPANSION.code
    name = "thaw"

    def can_begin(self, start: State) -> bool:
        """Whether the seat on turn has stored a card."""
        return EXPANSION in start.expansions and bool(EXPANSION.find_cards(start, start.active))

    def is_done(self, start: State, state: State, actions: Sequence[int]) -> bool:
        """Whether a card was thawed."""
        return any(0 <= action - EXPANSION.first_action < ACTIONS_EACH for action in actions)


THEME = Thaw()
"""Found by the manifest of the expansion."""
