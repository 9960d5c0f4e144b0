"""What a player can do, in words of the game: the numbers of the contract, decoded and encoded.

The rules count with the numbers of ``actions`` (they stand in saved games); whoever shows or explains a choice asks
here what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from . import actions as act
from .cards import CARDS, PILES
from .dice import SYMBOLS
from .maps import REGIONS
from .options import SEAT_COUNTS

ALL_DICE = act.STOP
"""The mask of all six dice: keeping them means that the result stands."""
PAYMENTS = (act.EQUAL_PAIR, act.WITH_SUPER, act.TWO_SUPERS)
"""Ways to pay for a die: two equal citizens, one with a super joker, two super jokers."""
SEATS = max(SEAT_COUNTS)


class Kind(StrEnum):
    """The kinds of moves."""

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
"""The kinds that are about a region."""


class Move(NamedTuple):
    """One move; of the fields only those of its kind are set.

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
        """Whether the result stands after it."""
        return self.kind == Kind.KEEP and self.dice == ALL_DICE

    @property
    def declines(self) -> bool:
        """Whether a thief takes nothing."""
        return (self.kind == Kind.STEAL_CITIZEN and self.card is None) or (
            self.kind == Kind.STEAL_GEM and self.seat is None
        )

    @property
    def place(self) -> int | None:
        """The region that it is about, if it is about one."""
        return self.region if self.kind in BUILDING else None


STOP = Move(Kind.KEEP, dice=ALL_DICE)
"""The result stands."""


@cache
def decode(action: int) -> Move:
    """The move that a number of the contract means; raises :class:`ValueError` for one that means none."""
    if act.KEEP <= action <= act.STOP:
        return Move(Kind.KEEP, dice=action)
    if act.HIRE <= action < act.HIRE + PILES:
        return Move(Kind.HIRE, pile=action - act.HIRE)
    if act.ALARM <= action < act.ALARM + PILES:
        return Move(Kind.ALARM, pile=action - act.ALARM)
    if action == act.ALARM_ALONE:
        return Move(Kind.ALARM)
    if act.JOKER <= action < act.JOKER + len(PAYMENTS) * SYMBOLS:
        symbol, payment = divmod(action - act.JOKER, len(PAYMENTS))
        return Move(Kind.JOKER, symbol=symbol, payment=payment)
    for kind, first in BUILDING.items():
        if first <= action < first + REGIONS:
            return Move(kind, region=action - first)
    if action == act.STEAL_NO_CITIZEN:
        return Move(Kind.STEAL_CITIZEN)
    if act.STEAL_CITIZEN <= action < act.STEAL_CITIZEN + CARDS:
        return Move(Kind.STEAL_CITIZEN, card=action - act.STEAL_CITIZEN)
    if action == act.STEAL_NO_GEM:
        return Move(Kind.STEAL_GEM)
    if act.STEAL_GEM <= action < act.STEAL_GEM + 2 * SEATS:
        seat, gold = divmod(action - act.STEAL_GEM, 2)
        return Move(Kind.STEAL_GEM, seat=seat, gold=bool(gold))
    if act.FLAME_OF <= action < act.FLAME_OF + SEATS:
        return Move(Kind.FLAME, seat=action - act.FLAME_OF)
    raise ValueError(f"{action!r} is no move of King of the Dice")


@cache
def encode(move: Move) -> int:
    """The number of a move in the contract; raises :class:`ValueError` for one that does not exist."""
    action = _number(move)
    try:
        same = decode(action) == move
    except ValueError:
        same = False
    if not same:
        raise ValueError(f"{move!r} is no move of King of the Dice")
    return action


def _number(move: Move) -> int:
    kind = move.kind
    if kind == Kind.KEEP:
        return act.KEEP + move.dice
    if kind == Kind.HIRE:
        return act.HIRE + (-1 if move.pile is None else move.pile)
    if kind == Kind.ALARM:
        return act.ALARM_ALONE if move.pile is None else act.ALARM + move.pile
    if kind == Kind.JOKER:
        return act.JOKER + len(PAYMENTS) * move.symbol + move.payment
    if kind in BUILDING:
        return BUILDING[kind] + move.region
    if kind == Kind.STEAL_CITIZEN:
        return act.STEAL_NO_CITIZEN if move.card is None else act.STEAL_CITIZEN + move.card
    if kind == Kind.STEAL_GEM:
        return act.STEAL_NO_GEM if move.seat is None else act.STEAL_GEM + 2 * move.seat + move.gold
    return act.FLAME_OF + (-1 if move.seat is None else move.seat)


def decoded(actions: Sequence[int]) -> tuple[Move, ...]:
    """The moves of several numbers."""
    return tuple([decode(action) for action in actions])
