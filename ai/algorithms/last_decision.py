"""Whether a game is over after a decision, whatever the others decide at the same time."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from engine.chance import SeededChance, mix
from engine.contract import Rules

MOST_TOGETHER = 150
"""Ways in which the others may decide at the same time, all of which are tried; of more, this number is drawn."""


def is_last_action(rules: Rules[Any], state: Any, seat: int, action: int, seed: int) -> bool:
    """Return whether the game is over right after an action of a seat; the state stays as it is."""
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
