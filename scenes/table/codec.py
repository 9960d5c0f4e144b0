"""How a table speaks of moves while the contract has numbers."""

from __future__ import annotations

from typing import Protocol, TypeVar

M = TypeVar("M")


class Codec(Protocol[M]):
    """A game's ``moves`` module: decisions of the contract as moves and back."""

    def decode(self, action: int) -> M:
        """The move that a number of the contract stands for; raises ValueError for one that stands for none."""

    def encode(self, move: M) -> int:
        """The number of a move."""


class Numbers:
    """The codec of a game whose moves are the numbers themselves."""

    def decode(self, action: int) -> int:
        """The same number."""
        return action

    def encode(self, move: int) -> int:
        """The same number."""
        return move
