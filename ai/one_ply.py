"""Fallback player: a choice one step ahead in well under a millisecond, in the calling process.

Used when a worker process has crashed or hangs, so it never fails: after any error it returns some legal action.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.algorithms.heartbeat import beat
from ai.decision import Decision, force_decision
from ai.opponent_registry import find_module
from engine.chance import SeededChance, mix
from engine.contract import View


def quick_choice(game: str, view: View, seat: int, legal: Sequence[int], seed: int) -> Decision:
    """Choose a sensible legal action at once; deterministic."""
    if len(legal) == 1:
        return force_decision(legal[0])
    beat()
    chance = SeededChance(mix(seed, game, "quick"))
    try:
        known = find_module(game)
        return force_decision(chance.draw(legal)) if known is None else known.quick(view, seat, legal, chance)
    except Exception:
        return force_decision(chance.draw(legal))
