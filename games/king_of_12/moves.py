"""What a player can do, in words of the game: the numbers of the contract, decoded and encoded.

The rules and the opponents count with the numbers of ``actions`` (they stand in saved games); whoever shows or
explains a choice asks here what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.moves import MoveTable

from . import actions as act
from .cards import ALCHEMIST, CARD_COUNT, TROUBLEMAKERS
from .dice import FACES


class Kind(StrEnum):
    """What a move does."""

    CARD = "card"
    FACE = "face"
    ORDER = "order"
    THEFT = "theft"
    CROWN = "crown"


class Move(NamedTuple):
    """One move; of the fields only those of its kind are set.

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
        """The card of the own hand that it is about, if it is about one."""
        return self.card if self.kind in (Kind.CARD, Kind.CROWN) else None


def card(number: int) -> Move:
    """Lay this card down for the trick."""
    return Move(Kind.CARD, card=number)


def crown(number: int) -> Move:
    """Lay this card under the die."""
    return Move(Kind.CROWN, card=number)


def decode(action: int) -> Move:
    """The move that a number of the contract stands for; raises ValueError for one that stands for none."""
    return _table().decode(action)


def encode(move: Move) -> int:
    """The number of a move in the contract; raises ValueError for one that does not exist."""
    return _table().encode(move)


def decoded(actions: Sequence[int]) -> tuple[Move, ...]:
    """The moves of several numbers."""
    return tuple([decode(action) for action in actions])


@lru_cache(maxsize=1)
def _table() -> MoveTable[Move]:
    return MoveTable("King of 12", _all())


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
