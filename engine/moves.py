"""The two ways between the numbers of the contract and a game's own moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

M = TypeVar("M", bound=Hashable)


class ActionCodec(Generic[M]):
    """All moves of a game, each with its number; ``game`` is how the errors call it."""

    def __init__(self, game: str, moves: Iterable[tuple[int, M]]) -> None:
        self._game = game
        self._moves = dict(moves)
        self._numbers = {move: number for number, move in self._moves.items()}

    def decode(self, number: int) -> M:
        """The move that a number stands for; raises ValueError for one that stands for none."""
        move = self._moves.get(number)
        if move is None:
            raise ValueError(f"{number!r} is no move of {self._game}")
        return move

    def encode(self, move: M) -> int:
        """The number of a move; raises ValueError for one that does not exist."""
        number = self._numbers.get(move)
        if number is None:
            raise ValueError(f"{move!r} is no move of {self._game}")
        return number
