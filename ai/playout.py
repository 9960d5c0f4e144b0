"""Games played to their end with given answers, and whether a decision ends one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from ai.algorithms.heartbeat import beat
from engine.chance import SeededChance, mix

if TYPE_CHECKING:
    from engine.contract import Chance, Emit, Rules

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


MOST_TOGETHER = 150
"""Ways in which the others may decide at the same time, all of which are tried; of more, this number is drawn."""


def is_last_action(rules: Rules[Any], state: Any, seat: int, action: int, seed: int) -> bool:
    """Return whether the game is over right after an action of a seat, whatever the others decide at the same time; the
    state stays as it is."""
    chance = SeededChance(mix(seed, "over", action))
    others = [other for other in rules.to_act(state) if other != seat]
    choices = [rules.legal(state, other) for other in others]
    drawn = prod(map(len, choices)) > MOST_TOGETHER
    for together in (map(chance.draw, choices) for _ in range(MOST_TOGETHER)) if drawn else product(*choices):
        twin = rules.clone(state)
        for one, chosen in [(seat, action), *zip(others, together, strict=True)]:
            rules.apply(twin, one, chosen, chance, None)
        if not rules.result(twin):
            return False
    return True
