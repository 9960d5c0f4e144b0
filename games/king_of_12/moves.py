"""Moves: actions of the rules contract decoded to fields of the game, and encoded.

Rules and opponents use the action codes of ``actions`` (saved games hold them); code that shows or explains a choice
decodes it here.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.contract import ActionCodec

from . import actions as act
from .cards import ALCHEMIST, CARD_COUNT, FACES, TROUBLEMAKERS


class Kind(StrEnum):
    """Kinds of moves."""

    CARD = "card"
    FACE = "face"
    ORDER = "order"
    THEFT = "theft"
    CROWN = "crown"


class Move(NamedTuple):
    """A move; only the fields of its kind are set.

    ``card``   CARD: the one laid down for the trick; ORDER: the one that works first (Alchemist or Troublemakers);
               CROWN: the one that goes under the die
    ``face``   FACE: what the Sorcerer turns the die to
    ``token``  THEFT: the value of the token taken, 0 for none
    """

    kind: Kind
    card: int | None = None
    face: int = 0
    token: int = 0

    @property
    def from_hand(self) -> int | None:
        """Card of the hand that the move uses, or None."""
        return self.card if self.kind in (Kind.CARD, Kind.CROWN) else None


def card(number: int) -> Move:
    """Build the move that plays this card."""
    return Move(Kind.CARD, card=number)


def crown(number: int) -> Move:
    """Build the move that lays this card under the die."""
    return Move(Kind.CROWN, card=number)


def _all() -> Iterator[tuple[int, Move]]:
    for number in range(CARD_COUNT):
        yield number, card(number)
        yield act.LAY + number, crown(number)
    for face in FACES:
        yield act.TURN + face, Move(Kind.FACE, face=face)
    yield act.ALCHEMIST_FIRST, Move(Kind.ORDER, card=ALCHEMIST)
    yield act.TROUBLEMAKERS_FIRST, Move(Kind.ORDER, card=TROUBLEMAKERS)
    for token, action in enumerate((act.TAKE_NOTHING, act.TAKE_ONE, act.TAKE_TWO)):
        yield action, Move(Kind.THEFT, token=token)


_CODEC = ActionCodec("King of 12", _all)
decode = _CODEC.decode
"""Decode an action code; raises ValueError for an unknown code."""
find_move = _CODEC.find_move
"""Decode an action code; None for an unknown code."""
decode_all = _CODEC.decode_all
"""Decode several action codes."""
encode = _CODEC.encode
"""Encode a move as an action code; raises ValueError for an impossible move."""
