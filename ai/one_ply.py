"""The player of last resort: one trick ahead, in well under a millisecond, in this very process.

It answers when the worker process has crashed or hangs, so it must never fail: whatever goes
wrong in its thinking, some legal action comes out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.decision import Decision, only
from ai.opponent_registry import minds
from engine.chance import SeededChance, mix
from engine.contract import View


def quick_choice(game: str, view: View, seat: int, legal: Sequence[int], seed: int) -> Decision:
    """A sensible legal action at once; deterministic like every opponent."""
    if len(legal) == 1:
        return only(legal[0])
    chance = SeededChance(mix(seed, game, "quick"))
    try:
        known = minds(game)
        return only(chance.draw(legal)) if known is None else known.quick(view, seat, legal, chance)
    except Exception:
        return only(chance.draw(legal))
