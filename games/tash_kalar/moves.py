"""Moves: action codes decoded to named fields, and encoded.

The rules use the action codes of ``actions``; screens and opponents use moves.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.contract import ActionCodec

from . import actions as act
from .cards import (
    BUILT_IN,
    FLARE_COUNT,
    FLARES,
    IN_DECK,
    LEGEND_COUNT,
    LEGENDS,
    MOST_OWN,
    OWN_DECKS,
    TASK_COUNT,
    list_decks,
)
from .expansions import list_expansions
from .maps import BOARD, bits

COLOURS, RANKS, DIRECTIONS, OPTIONS = 4, 3, 8, 2


class Kind(StrEnum):
    """Kinds of moves."""

    DONE = "done"
    END = "end"
    HAND_OVER = "hand_over"
    SURRENDER = "surrender"
    TASK = "task"
    COLOUR = "colour"
    OPTION = "option"
    DIRECTION = "direction"
    SHOW = "show"
    SQUARE = "square"
    PLACE = "place"
    PICK = "pick"
    SUMMON = "summon"
    DISCARD = "discard"
    RETURN = "return"
    FLARE = "flare"
    RECALL = "recall"
    PUT = "put"
    USE = "use"
    """Of an expansion: ``number`` is that of its deck."""


class Move(NamedTuple):
    """A move; fields unused by its kind are -1.

    ``square``  of SQUARE, PLACE, PICK, PUT
    ``card``    of SUMMON, DISCARD, RETURN, RECALL, FLARE, numbered as in ``cards`` (flares from FLARES on)
    ``colour``  of COLOUR, of the piece of PUT, and whom a FLARE is compared with
    ``rank``    of the piece of PUT
    ``number``  of a TASK, an OPTION (0, 1), a DIRECTION, and which way the pattern is held of SHOW
    ``helper``  SHOW: place of the enemy piece in the pattern, from 1 on; 0 = none
    """

    kind: Kind
    square: int = -1
    card: int = -1
    colour: int = -1
    rank: int = -1
    number: int = -1
    helper: int = -1


DONE, END, HAND_OVER, SURRENDER = (Move(kind) for kind in (Kind.DONE, Kind.END, Kind.HAND_OVER, Kind.SURRENDER))


def _all() -> Iterator[tuple[int, Move]]:
    yield from ((act.DONE, DONE), (act.END, END), (act.HAND_OVER, HAND_OVER), (act.SURRENDER, SURRENDER))
    for kind, first, count in (
        (Kind.TASK, act.TASK, TASK_COUNT), (Kind.OPTION, act.OPTION, OPTIONS),
        (Kind.DIRECTION, act.DIRECTION, DIRECTIONS),
    ):  # fmt: skip
        for number in range(count):
            yield first + number, Move(kind, number=number)
    for colour in range(COLOURS):
        yield act.COLOUR + colour, Move(Kind.COLOUR, colour=colour)
    for code in range(64):
        yield act.SHOW + code, Move(Kind.SHOW, number=code // 8, helper=code % 8)
    squares = bits(BOARD)
    for kind, first in ((Kind.SQUARE, act.SQUARE), (Kind.PLACE, act.PLACE), (Kind.PICK, act.PICK)):
        for square in squares:
            yield first + square, Move(kind, square=square)
    own = range(OWN_DECKS, OWN_DECKS + MOST_OWN * IN_DECK)
    decks = (*range(len(BUILT_IN)), *(one.deck for one in list_decks()))
    beings = (*(deck * IN_DECK + card for deck in decks for card in range(IN_DECK)), *own)
    legends = range(LEGENDS, LEGENDS + LEGEND_COUNT)
    flares = range(FLARES, FLARES + FLARE_COUNT)
    for kind, first, cards in (
        (Kind.SUMMON, act.SUMMON, (*beings, *legends)), (Kind.DISCARD, act.DISCARD, beings),
        (Kind.RETURN, act.RETURN, (*beings, *legends, *flares)), (Kind.RECALL, act.RECALL, beings),
    ):  # fmt: skip
        for card in cards:
            yield first + card, Move(kind, card=card)
    for colour in range(COLOURS):
        for k, card in enumerate(flares):
            yield act.FLARE + 4 * k + colour, Move(Kind.FLARE, card=card, colour=colour)
        for rank in range(RANKS):
            first = act.PUT + 128 * (RANKS * colour + rank)
            for square in squares:
                yield first + square, Move(Kind.PUT, square=square, colour=colour, rank=rank)
    for one in list_expansions():
        yield from one.list_moves()


_CODEC = ActionCodec("Tash-Kalar", _all)
decode = _CODEC.decode
"""Decode an action code; raises ValueError for an unknown code."""
find_move = _CODEC.find_move
"""Decode an action code; None for an unknown code."""
encode = _CODEC.encode
"""Encode a move as an action code; raises ValueError for an impossible move."""
