"""Positions of Legends for tests of opponents."""

from typing import Any

from engine.chance import SeededChance, mix
from games.legends import RULES
from games.legends.state import (
    AUCTION,
    State,
)

EVERYTHING: dict[str, Any] = {
    "explore": "swamp", "citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True,
}  # fmt: skip


def positions(seats: int, options: dict[str, Any], each: int, seed: int = 0) -> list[tuple[State, int]]:
    """Decisions of random games, ``each`` of every phase that turns up, with more than one legal action."""
    found: dict[int, list[tuple[State, int]]] = {}
    for number in range(6):
        chance = SeededChance(mix(seed, number))
        state = RULES.new(options, seats, chance)
        while owing := RULES.to_act(state):
            seat = chance.draw(owing)
            legal = RULES.legal(state, seat)
            pairs = found.setdefault(state.phase, [])
            if len(pairs) < each and len(legal) > 1 and chance.below(4) == 0:
                pairs.append((RULES.clone(state), seat))
            # Low bids, so that there are coins to play with.
            RULES.apply(state, seat, legal[0] if state.phase == AUCTION else chance.draw(legal), chance)
    return [pair for phase in sorted(found) for pair in found[phase]]
