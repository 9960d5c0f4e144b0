"""A game from where it stands to its end, whoever decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.contract import Chance, Emit

Answer = Callable[[Any, int, int], int]
"""State, seat and how many times decisions have been asked for before: what the seat does."""


def play_out(
    rules: Any,
    state: Any,
    chance: Chance,
    answer: Answer,
    emit: Emit | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Ask everybody who owes a decision, then carry the answers out, until the game is over or this is ``enough``.

    Nobody sees what others decide at the same time. Returns how many times decisions were asked for.
    """
    turn = 0
    while (owing := rules.to_act(state)) and not enough():
        answers = [(seat, answer(state, seat, turn)) for seat in owing]
        for seat, action in answers:
            rules.apply(state, seat, action, chance, emit)
        turn += 1
    return turn
