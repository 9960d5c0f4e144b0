"""Translation between the action numbers of the contract and a game's own moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import Generic, TypeVar

M = TypeVar("M", bound=Hashable)


class ActionCodec(Generic[M]):
    """All moves of a game with their numbers, listed when they are first needed; ``game`` is named in errors."""

    def __init__(self, game: str, list_moves: Callable[[], Iterable[tuple[int, M]]]) -> None:
        self._game = game
        self._list_moves = list_moves

    @cached_property
    def _moves(self) -> dict[int, M]:
        return dict(self._list_moves())

    @cached_property
    def _numbers(self) -> dict[M, int]:
        return {move: number for number, move in self._moves.items()}

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
