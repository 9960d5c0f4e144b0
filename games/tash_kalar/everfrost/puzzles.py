"""Theme of puzzles of Everfrost: thaw a card and destroy enemy pieces in one turn."""

from __future__ import annotations

from collections.abc import Sequence

from games.tash_kalar.everfrost.rules import EXPANSION
from games.tash_kalar.expansions import ACTIONS_EACH
from games.tash_kalar.puzzle_themes import StrikeTheme
from games.tash_kalar.state import State


def has_stored_card(start: State) -> bool:
    """Whether the seat on turn has stored a card."""
    return EXPANSION in start.expansions and bool(EXPANSION.find_cards(start, start.active))


def is_thawed(start: State, state: State, actions: Sequence[int]) -> bool:
    """Whether a card was thawed."""
    return any(0 <= action - EXPANSION.first_action < ACTIONS_EACH for action in actions)


THEME = StrikeTheme(EXPANSION.code, "thaw", has_stored_card, is_thawed)
"""Found by the manifest of the expansion."""
