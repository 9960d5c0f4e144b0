"""Handicap of a seat: coins, armies and cities more at the start of every game. Not part of the rulebook."""

from __future__ import annotations

from typing import NamedTuple

from .state import COINS, State


class Ahead(NamedTuple):
    """What a step gives: coins, a city in the start region or not, armies and cities where one army of each begins."""

    coins: int = 0
    start_cities: int = 0
    joint_armies: int = 0
    joint_cities: int = 0


AHEAD = (
    Ahead(),
    Ahead(2),
    Ahead(4),
    Ahead(4, 1, 2),
    Ahead(7, 1, 2),
    Ahead(7, 1, 4, 1),
    Ahead(10, 1, 4, 1),
)
"""Step → what a seat has more than the rulebook gives; each step keeps those before it."""


def find_bonus(state: State, seat: int) -> Ahead:
    """Return what a seat has more at the start of a game."""
    return AHEAD[state.handicap[seat]] if state.handicap else AHEAD[0]


def count_first_coins(state: State) -> list[int]:
    """Return the coins with which each seat begins."""
    return [COINS[state.seats] + find_bonus(state, seat).coins for seat in range(state.seats)]
