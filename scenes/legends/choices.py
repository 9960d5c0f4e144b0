"""Choices of Legends at the table: moves of a region, a piece or a button."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract import View
from games.legends.moves import Move, encode

ON_MAP = frozenset(
    {"start", "joint", "token", "neutral", "place", "move_from", "move_to", "city", "knight_army", "destroy"}
)
"""Phases whose choices are regions."""


def group_by_region(moves: Iterable[Move]) -> dict[int, list[Move]]:
    """Group moves by region."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        if move.region is not None:
            found.setdefault(move.region, []).append(move)
    return found


def cost(view: View, move: Move) -> dict[str, int]:
    """Return the costs of a choice by reason (see ``games.legends.views``)."""
    found: dict[str, int] = view["costs"][view["choices"].index(encode(move))]
    return found


def is_cards(view: View) -> bool:
    """Whether a card of the row is being chosen."""
    return view["phase"] in ("take_card", "last_card")
