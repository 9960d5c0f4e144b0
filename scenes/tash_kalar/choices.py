"""Choices of Tash-Kalar at the table: moves of a square, a card or a button."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import View
from games.tash_kalar.cards import FLARES
from games.tash_kalar.maps import RAYS
from games.tash_kalar.moves import DONE, Kind, Move, decode

ON_SQUARES = frozenset({Kind.SQUARE, Kind.PLACE, Kind.PICK, Kind.PUT})
"""Kinds of moves with a square."""
OF_CARDS = frozenset({Kind.SUMMON, Kind.DISCARD, Kind.RETURN, Kind.FLARE, Kind.USE})
"""Kinds of moves that may have a card of the hand."""
AT_ONCE = frozenset({"effect", "picking", "placing", "legend_point", "left_over"})
"""Phases in which a press makes the move at once: choices during an effect."""
LAID = frozenset({Kind.PLACE, Kind.PICK})
"""Kinds of moves that spend an action on a piece."""


class Choices:
    """Choices of the bottom seat, built once from the legal actions and the view.

    ``phase``      "" when there is nothing to choose
    ``pieces``     kinds (colour, rank) of pieces that can be placed; ``piece`` the next one to place
    ``by_square``  square → move of choosing it
    """

    def __init__(self, legal: Sequence[int], view: View, put_at: int = 0) -> None:
        self.moves = tuple(decode(action) for action in legal)
        self.phase = str(view["phase"]) if self.moves else ""
        self.pieces = sorted({(move.colour, move.rank) for move in self.moves if move.kind is Kind.PUT})
        self.piece = self.pieces[put_at % len(self.pieces)] if self.pieces else None
        self.by_square = self._squares(view["effect"]["centre"])
        self._kinds = frozenset(move.kind for move in self.moves)

    def __contains__(self, move: Move | None) -> bool:
        return move in self.moves

    def __bool__(self) -> bool:
        return bool(self.moves)

    def _squares(self, centre: int) -> dict[int, Move]:
        found: dict[int, Move] = {}
        for move in self.moves:
            if move.kind is Kind.PUT:
                if (move.colour, move.rank) == self.piece:
                    found[move.square] = move
            elif move.kind in ON_SQUARES:
                found[move.square] = move
            elif move.kind is Kind.DIRECTION and centre >= 0:
                for square in RAYS[centre][move.number]:
                    found.setdefault(square, move)
        return found

    def has(self, kind: Kind) -> bool:
        """Whether there is a move of this kind."""
        return kind in self._kinds

    def list_moves(self, *kinds: Kind) -> list[Move]:
        """Return the moves of some kinds."""
        return [move for move in self.moves if move.kind in kinds]

    def lit(self, placing: bool) -> dict[int, Move]:
        """Return the lit part of ``by_square``: empty squares only after the line "place a piece" was chosen."""
        if self.phase == "main" and not placing:
            return {square: move for square, move in self.by_square.items() if move.kind is not Kind.PLACE}
        return self.by_square

    def flares(self, card: int) -> list[Move]:
        """Return the moves of a flare: one per opponent it can be compared with."""
        return [move for move in self.list_moves(Kind.FLARE) if move.card == card]

    def find_card_move(self, card: int, discarding: bool, using: int | None = None) -> Move | None:
        """Return the move of choosing a card of the hand, or None; ``using``: number of the deck of an expansion whose
        action needs a card."""
        if self.phase == "returning":
            wanted = Move(Kind.RETURN, card=card)
        elif self.phase != "main":
            return None
        elif using is not None:
            wanted = Move(Kind.USE, card=card, number=using)
        elif card >= FLARES:
            return next(iter(self.flares(card)), None)
        else:
            wanted = Move(Kind.DISCARD if discarding else Kind.SUMMON, card=card)
        return wanted if wanted in self else None

    def list_uses(self, number: int) -> list[Move]:
        """Return the actions of an expansion by the number of its deck, those without a card first."""
        return [move for move in self.list_moves(Kind.USE) if move.number == number]

    def buttons(self, marked: Move | None) -> list[Move]:
        """Return the choices shown as buttons of the turn panel: alternatives, colours, opponents of a marked flare."""
        found = self.list_moves(Kind.OPTION, Kind.COLOUR)
        if marked is not None and marked.kind is Kind.FLARE:
            rivals = self.flares(marked.card)
            if len(rivals) > 1:
                found += rivals
        return found

    @property
    def declining(self) -> bool:
        """Whether the choice can be declined: skip a step, claim nothing, return nothing more."""
        return DONE in self

    @property
    def direct(self) -> bool:
        """Whether a choice is made at once."""
        return self.phase in AT_ONCE


def find_card(move: Move | None) -> int | None:
    """Return the card of the hand that a move uses, or None."""
    return move.card if move is not None and move.kind in OF_CARDS and move.card >= 0 else None
