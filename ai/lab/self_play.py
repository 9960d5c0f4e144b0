"""Whole games of one level against itself, with the positions they went through: to judge positions by what became of
them.

All seats play alike, so who wins depends on the position and on luck. So that unusual positions occur too, a game may
begin with a *wild* stretch in which every other decision is left to chance; only what comes after it is kept.
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
    """A game that was played: what it was for every seat (its share of the win), and its ``positions`` by number.

    The number of a position says how many times decisions were asked for before it; a wild stretch is missing.
    """

    shares: tuple[float, ...]
    positions: dict[int, Any]
    decisions: int


def play_game(game: str, options: dict[str, Any], seats: int, level: str, seed: int, wild: int = 0) -> Game:
    """Play one game; the same arguments give the same game. ``wild`` is how many times decisions are asked for in its
    wild stretch."""
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
