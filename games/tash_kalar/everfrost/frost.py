"""What a state knows of frozen effects."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.tash_kalar.state import State

NEITHER = -1
MOST_SLOWED = 99
"""Highest number of actions that a next turn lacks; a turn never has as many."""


class Frost(NamedTuple):
    """Field of the state.

    ``stored``: by seat the place in its deck of its stored card, -1 for none; ``slowed``: by side how many actions its
    next turn lacks; ``gone``: by colour how many common or heroic and legendary pieces are out of the game. While a
    card is summoned: ``victim``, the piece its summoning destroyed (3 * colour + rank) or -1, ``pending``, the place
    in the deck of a card about to be stored, and ``borrowed``, 1 if one enemy piece may be in its pattern.
    """

    stored: tuple[int, ...]
    slowed: tuple[int, ...]
    gone: tuple[tuple[int, int], ...]
    victim: int = NEITHER
    pending: int = NEITHER
    borrowed: int = 0


def get_frost(state: State) -> Frost:
    """Return the field of a game in which frozen effects occur; raises LookupError in another one."""
    for value in state.added:
        if isinstance(value, Frost):
            return value
    raise LookupError("frozen effects do not occur in this game")


def change(state: State, **values: Any) -> None:
    """Change entries of the field."""
    for at, value in enumerate(state.added):
        if isinstance(value, Frost):
            state.added[at] = value._replace(**values)


def replace_entry(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return the row with one entry replaced."""
    return (*row[:at], value, *row[at + 1 :])
