"""Theme of puzzles of Nethervoid: destroy enemy pieces and end the turn with a heroic Gateway."""

from __future__ import annotations

from collections.abc import Sequence

from games.tash_kalar.nethervoid.rules import EXPANSION, find_gateway
from games.tash_kalar.puzzle_themes import StrikeTheme
from games.tash_kalar.state import State, find_man


def can_become_heroic(start: State) -> bool:
    """Whether the Gateway of the side on turn is not heroic yet."""
    return EXPANSION in start.expansions and not is_heroic(start, start, ())


def is_heroic(start: State, state: State, actions: Sequence[int]) -> bool:
    """Whether the Gateway of the side on turn is a heroic piece."""
    square = find_gateway(state)
    return square >= 0 and find_man(state, square) % 3 == 1


THEME = StrikeTheme(EXPANSION.code, "heroic_gateway", can_become_heroic, is_heroic)
"""Found by the manifest of the expansion."""
