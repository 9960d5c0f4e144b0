"""Plays a game to its end with given answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ai.algorithms.heartbeat import beat
from engine.contract import Chance, Emit

Answer = Callable[[Any, int, int], int]
"""(state, seat, number of earlier decision rounds) to the action of the seat."""


def play_out(
    rules: Any,
    state: Any,
    chance: Chance,
    answer: Answer,
    emit: Emit | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Let all seats to act answer, then apply the answers, until the game is over or ``enough`` rounds were played.

    Simultaneous decisions do not see each other. Returns the number of rounds.
    """
    turn = 0
    while (owing := rules.to_act(state)) and not enough():
        beat()
        answers = [(seat, answer(state, seat, turn)) for seat in owing]
        for seat, action in answers:
            rules.apply(state, seat, action, chance, emit)
        turn += 1
    return turn
