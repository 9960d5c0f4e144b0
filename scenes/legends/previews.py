"""The preview of the choice at hand, worked out once, and the points with which the card began."""

from __future__ import annotations

from engine.contract import View
from games.legends.moves import Kind, Move, encode
from games.legends.rules import (
    MovePreview,
    preview_move,
)
from scenes.legends import choices

SHOWN = frozenset({Kind.CARD, Kind.PLACE, Kind.TO, Kind.CITY, Kind.DESTROY, Kind.BRIBE})
"""Moves that can change something at once."""


class Previews:
    """The preview of the choice at hand, and the points with which the card began."""

    def __init__(self) -> None:
        self._move: Move | None = None
        self._view: View | None = None
        self._found: MovePreview | None = None
        self._begun: tuple[int, ...] | None = None

    def find(self, view: View, move: Move | None) -> MovePreview | None:
        """What a move of the seat that the view belongs to would change; None for one that changes nothing at once."""
        if move is None or move.kind not in SHOWN or encode(move) not in view["choices"]:
            return None
        if self._view is not view or self._move != move:
            self._view, self._move = view, move
            self._found = preview_move(view, encode(move))
        return self._found

    def note(self, view: View, seat: int) -> None:
        """Remember the points at the beginning of a card of this seat."""
        if choices.is_cards(view) and view["active"] == seat and view["scores"]:
            self._begun = tuple(score["total"] for score in view["scores"])
        elif view["active"] != seat:
            self._begun = None

    def sum_up(self, view: View, more: MovePreview | None) -> tuple[int, ...]:
        """What the card has changed so far, with ``more`` on top; () when that is not known."""
        if self._begun is None or not view["scores"]:
            return ()
        so_far = [score["total"] - begun for score, begun in zip(view["scores"], self._begun, strict=True)]
        return tuple(map(sum, zip(so_far, more.points if more else [0] * len(so_far), strict=True)))
