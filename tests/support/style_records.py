"""Records of games with a known style."""

from __future__ import annotations

from ai.lab.arena import Record
from ai.lab.play_style import COUNTED
from engine.chance import SeededChance


def record(who: str, leans: dict[str, float], luck: SeededChance) -> Record:
    """A game in which a player leaned by an amount, give or take some luck."""
    more = {term: 10 * leans.get(term, 0.0) + luck.below(80) / 10 - 4 for term in COUNTED}
    return Record((who, "novice"), [0.0, 1.0], manners=[{"more": more, "spread": dict.fromkeys(COUNTED, 10.0)}, {}])
