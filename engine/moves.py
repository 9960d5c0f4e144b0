"""Translation between the action numbers of the contract and a game's own moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

M = TypeVar("M", bound=Hashable)


class ActionCodec(Generic[M]):
    """All moves of a game with their numbers; ``game`` is named in errors."""

    def __init__(self, game: str, moves: Iterable[tuple[int, M]]) -> None:
        self._game = game
        self._moves = dict(moves)
        self._numbers = {move: number for number, move in self._moves.items()}

    def decode(self, number: int) -> M:
        """Return the move of a number; raises ValueError for an unused one."""
        move = self._moves.get(number)
        if move is None:
            raise ValueError(f"{number!r} is no move of {self._game}")
        return move

    def encode(self, move: M) -> int:
        """Return the number of a move; raises ValueError for an impossible one."""
        number = self._numbers.get(move)
        if number is None:
            raise ValueError(f"{move!r} is no move of {self._game}")
        return number
