"""Planners of positions that were planned before, as long as they are among the last ones.

A search that plays plans on with other cards plans the same turn again and again: only one card of the row is another
one. What a turn with a card brings does not depend on the rest of the row, so it is worked out once.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

from games.legends.state import State, blank

from .evaluator import Valuation
from .map_value import worths
from .own_map import rival_weights
from .planning import Planner

MOST = 256
"""Planners that are kept: about as many as one decision of a Master at four seats makes."""
UNSEEN = "board", "row", "deck"
"""Fields that a plan does not depend on: the board follows from its segments, and of the row and the deck it only
counts which cards have not been taken."""

_NAMES = [name for name in State.__slots__ if name not in UNSEEN]
_BLANK = blank(2, 0, 0, ())
_lists = attrgetter(*[name for name in _NAMES if isinstance(getattr(_BLANK, name), list)])
_values = attrgetter(*[name for name in _NAMES if not isinstance(getattr(_BLANK, name), list)])


def make_key(state: State) -> tuple[Any, ...]:
    """Return what tells a state from all others but those whose row and deck share the same cards otherwise."""
    open_cards = state.deck
    for card in state.row:
        open_cards |= 1 << card
    return open_cards, *_values(state), *map(tuple, _lists(state))


class KeyedState:
    """A state as it is now, known by a key; changes that follow do not concern it."""

    __slots__ = ("key", "state")

    def __init__(self, state: State, key: tuple[Any, ...]) -> None:
        self.state = state
        self.key = key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyedState) and self.key == other.key


def make_planner(state: State, seat: int, valuation: Valuation, width: int) -> Planner:
    """Return a planner of the rest of a seat's turn that judges by this valuation; ``width``: its beam width."""
    return _prepare(KeyedState(state, make_key(state)), seat, valuation, width).turn_to(state)


@lru_cache(maxsize=MOST)
def _prepare(known: KeyedState, seat: int, valuation: Valuation, width: int) -> Planner:
    """The planner, kept from when such a position was planned before."""
    state = known.state
    outlook = valuation.find_outlook_after_turn(state)
    weights = rival_weights(worths(state, outlook), seat, valuation.numbers)
    return Planner(state, seat, weights, outlook, width)
