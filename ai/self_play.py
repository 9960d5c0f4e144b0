"""Whole games of one level against itself, with the positions they went through: to judge positions by what became of
them.

All seats play alike, so who wins depends on the position and on luck. So that unusual positions occur too, a game may
begin with a *wild* stretch in which every other decision is left to chance; only what comes after it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ai.chance_to_win import shares_of
from ai.choose import choose
from engine import registry
from engine.chance import SeededChance, mix


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: what it was for every seat (its share of the win), and its ``positions`` by number.

    The number of a position says how many times decisions were asked for before it; a wild stretch is missing.
    """

    shares: tuple[float, ...]
    positions: dict[int, Any]
    decisions: int


def played(game: str, options: dict[str, Any], seats: int, level: str, seed: int, wild: int = 0) -> Game:
    """Play one game; the same arguments give the same game. ``wild`` is how many times decisions are asked for in its
    wild stretch."""
    rules: Any = registry.rules(game)
    chance, whims = SeededChance(mix(seed, "table")), SeededChance(mix(seed, "whims"))
    state = rules.new(options, seats, chance)
    seen = {}
    turn = 0
    while owing := rules.to_act(state):
        if turn >= wild:
            seen[turn] = rules.clone(state)
        answers = []
        for seat in owing:
            legal = list(rules.legal(state, seat))
            if len(legal) == 1:
                action = legal[0]
            elif turn < wild and whims.below(2):
                action = whims.draw([one for one in legal if one not in rules.resignations])
            else:
                opponent = mix(seed, "opponent", turn, seat)
                action = choose(game, rules.view(state, seat), seat, legal, level, opponent).action
            answers.append((seat, action))
        for seat, action in answers:
            rules.apply(state, seat, action, chance)
        turn += 1
    return Game(shares_of(rules.result(state)), seen, turn)
