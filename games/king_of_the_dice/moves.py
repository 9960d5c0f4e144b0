"""Moves: actions of the rules contract decoded to fields of the game, and encoded.

The rules use the action codes of ``actions`` (saved games hold them); code that shows or explains a choice decodes
it here.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.contract import ActionCodec

from . import actions as act
from .cards import CARDS, PILES
from .dice import SYMBOLS
from .maps import REGIONS
from .options import SEAT_COUNTS

ALL_DICE = act.STOP
"""Mask of all six dice; keeping them ends the rolling."""
PAYMENTS = (act.EQUAL_PAIR, act.WITH_SUPER, act.TWO_SUPERS)
"""Ways to pay for a die: two equal citizens, one with a super joker, two super jokers."""
SEATS = max(SEAT_COUNTS)


class Kind(StrEnum):
    """Kinds of moves."""

    KEEP = "keep"
    HIRE = "hire"
    ALARM = "alarm"
    JOKER = "joker"
    CLAIM = "claim"
    LAY = "lay"
    TAME = "tame"
    ATTACK = "attack"
    STEAL_CITIZEN = "steal_citizen"
    STEAL_GEM = "steal_gem"
    FLAME = "flame"


BUILDING = {Kind.CLAIM: act.CLAIM, Kind.LAY: act.LAY, Kind.TAME: act.TAME, Kind.ATTACK: act.ATTACK}
"""Kinds of moves with a region."""


class Move(NamedTuple):
    """A move; only the fields of its kind are set.

    ``dice``     KEEP: mask of the dice that stay, the others are rolled; nothing kept is also the first roll
    ``pile``     HIRE and ALARM: whose open citizen is taken; an alarm without a card has none (ruling D8)
    ``symbol``   JOKER: what the added die shows; ``payment`` one of ``PAYMENTS``
    ``region``   CLAIM, LAY, TAME, ATTACK: where
    ``card``     STEAL_CITIZEN: which; None for nothing
    ``seat``     STEAL_GEM: from whom (``gold`` or white), None for nothing; FLAME: whose flame
    """

    kind: Kind
    dice: int = 0
    pile: int | None = None
    symbol: int = 0
    payment: int = 0
    region: int = 0
    card: int | None = None
    seat: int | None = None
    gold: bool = False

    @property
    def stops(self) -> bool:
        """Whether the move ends the rolling."""
        return self.kind == Kind.KEEP and self.dice == ALL_DICE

    @property
    def declines(self) -> bool:
        """Whether the thief takes nothing."""
        return (self.kind == Kind.STEAL_CITIZEN and self.card is None) or (
            self.kind == Kind.STEAL_GEM and self.seat is None
        )

    @property
    def place(self) -> int | None:
        """Region of the move, or None."""
        return self.region if self.kind in BUILDING else None


STOP = Move(Kind.KEEP, dice=ALL_DICE)
"""The move that ends the rolling."""


def _all() -> Iterator[tuple[int, Move]]:
    for dice in range(act.KEEP, act.STOP + 1):
        yield dice, Move(Kind.KEEP, dice=dice)
    for pile in range(PILES):
        yield act.HIRE + pile, Move(Kind.HIRE, pile=pile)
        yield act.ALARM + pile, Move(Kind.ALARM, pile=pile)
    yield act.ALARM_ALONE, Move(Kind.ALARM)
    for symbol in range(SYMBOLS):
        for payment in PAYMENTS:
            yield act.JOKER + len(PAYMENTS) * symbol + payment, Move(Kind.JOKER, symbol=symbol, payment=payment)
    for kind, first in BUILDING.items():
        for region in range(REGIONS):
            yield first + region, Move(kind, region=region)
    yield act.STEAL_NO_CITIZEN, Move(Kind.STEAL_CITIZEN)
    for card in range(CARDS):
        yield act.STEAL_CITIZEN + card, Move(Kind.STEAL_CITIZEN, card=card)
    yield act.STEAL_NO_GEM, Move(Kind.STEAL_GEM)
    for seat in range(SEATS):
        for gold in (False, True):
            yield act.STEAL_GEM + 2 * seat + gold, Move(Kind.STEAL_GEM, seat=seat, gold=gold)
        yield act.FLAME_OF + seat, Move(Kind.FLAME, seat=seat)


_CODEC = ActionCodec("King of the Dice", _all)
decode = _CODEC.decode
"""Decode an action code; raises ValueError for an unknown code."""
find_move = _CODEC.find_move
"""Decode an action code; None for an unknown code."""
decode_all = _CODEC.decode_all
"""Decode several action codes."""
encode = _CODEC.encode
"""Encode a move as an action code; raises ValueError for an impossible move."""
