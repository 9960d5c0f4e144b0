"""Self-play games of one level with their positions, for fitting evaluators.

All seats play alike, so the result depends on the position and on chance. For unusual positions a game may start with a
*wild* stretch in which every other decision is random; only later positions are recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ai.choose import choose
from ai.playout import play_out
from ai.win_probability import win_shares
from engine import registry
from engine.chance import SeededChance, mix


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: shares of the win by seat, and ``positions`` by decision round; the wild stretch is left out."""

    shares: tuple[float, ...]
    positions: dict[int, Any]
    decisions: int


def play_game(game: str, options: dict[str, Any], seats: int, level: str, seed: int, wild: int = 0) -> Game:
    """Play one game; deterministic. ``wild``: number of decision rounds in the wild stretch."""
    rules: Any = registry.rules(game)
    chance, whims = SeededChance(mix(seed, "table")), SeededChance(mix(seed, "whims"))
    state = rules.new(options, seats, chance)
    seen = {}

    def answer(state: Any, seat: int, turn: int) -> int:
        if turn >= wild and turn not in seen:
            seen[turn] = rules.clone(state)
        legal = list(rules.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        if turn < wild and whims.below(2):
            return whims.draw([one for one in legal if one not in rules.resignations])
        return choose(game, rules.view(state, seat), seat, legal, level, mix(seed, "opponent", turn, seat)).action

    turns = play_out(rules, state, chance, answer)
    return Game(win_shares(rules.result(state)), seen, turns)
