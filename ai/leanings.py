"""Leanings: what a character makes more of, or less, than others of its level.

A leaning is a multiplier on a named term: 1 is like the level itself, 2 twice as much, 0 not at all. A game's opponents
say how much of every term each legal action brings (``LEANS``, see ``ai.opponent_registry``), 1 for a clear case. The
level thinks as always; among the actions that it finds at most a little worse than its own choice (``give``) the
leanings decide. So a character plays as well as its level, nearly, and whoever watches sees who it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Literal, Protocol, get_args

from ai.decision import Considered, Decision, Player, is_mixed
from engine.contract import Chance, View

Term = Literal["risk", "raids", "sets", "greatness", "thrift", "leader", "bluff"]
TERMS: tuple[str, ...] = get_args(Term)
"""What can be leaned towards, or away from:

``risk``       bold: leaves things to luck, goes where the others are; or careful
``raids``      a raider: takes from others what they have; or a builder
``sets``       a collector: what goes together, gems, tasks; or an opportunist, who takes what lies nearest
``greatness``  a lover of legends and great things; or one of small steps
``thrift``     a saver of coins, flares, jokers and strong cards; or a spender
``leader``     a spoiler of whoever is ahead; or peaceable
``bluff``      mixes more than it would have to; or is straightforward
"""
BLUFF = "bluff"
LEAST, LIKE_ITS_LEVEL, MOST = 0.0, 1.0, 3.0
"""Bounds of a multiplier, and the one that changes nothing."""

Amounts = Mapping[str, float]
"""By term how much of it an action brings: 1 a clear case, -1 one of the opposite, nothing where it is not at stake."""
NOTHING: Amounts = {}

_TRACE = 0.02
"""How often a card is thought of that the mixture of the level leaves out, where it is hardly worse."""
_PULL = 1.1
"""How strongly a mixture is bent: a clear case of a term that is worth twice comes e to this power times as often."""
_BLUFFS = 30
"""Of a hundred decisions those in which a bluffer of multiplier 2 plays another action that is hardly worse."""


class Leans(Protocol):
    """What a game says about leanings."""

    def give(self, level: str, view: View) -> float:
        """The most that a character of this level gives away by this decision, in the unit of the level's values."""
        ...

    def brings(self, view: View, seat: int, legal: Sequence[int]) -> Sequence[Amounts]:
        """How much of every term each legal action brings."""
        ...


def leaning(base: Player, leans: Leans, level: str, leanings: Mapping[str, float]) -> Player:
    """The player ``base`` of a level with leanings (multipliers by term)."""
    extra = {term: worth - LIKE_ITS_LEVEL for term, worth in leanings.items() if worth != LIKE_ITS_LEVEL}

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        decision = base(view, seat, legal, chance)
        if len(legal) == 1 or not decision.considered:
            return decision
        rows = dict(zip(legal, leans.brings(view, seat, legal), strict=True))
        return _bent(decision, rows, leans.give(level, view), extra, chance)

    return play


def leaders(totals: Sequence[float], seat: int) -> list[int]:
    """Who is ahead of all but this one, by points: several when they are level."""
    best = max((total for other, total in enumerate(totals) if other != seat), default=0)
    return [other for other, total in enumerate(totals) if other != seat and total == best]


def _bent(
    decision: Decision, rows: Mapping[int, Amounts], give: float, extra: Mapping[str, float], chance: Chance
) -> Decision:
    """The decision with the leanings in it."""
    pulls = {action: _pull(row, extra) for action, row in rows.items()}
    mixed = is_mixed(decision)
    top = max(one.value for one in decision.considered if one.weight > 0)
    near = [one for one in decision.considered if one.weight > 0 or one.value >= top - give]
    if mixed:
        chosen, weights = _remixed(near, pulls, extra.get(BLUFF, 0.0), chance)
    else:
        chosen, weights = _picked(decision.action, near, pulls, top, give, extra.get(BLUFF, 0.0), chance)
    considered = [
        Considered(one.action, weights.get(one.action, 0.0), one.value, one.reasons) for one in decision.considered
    ]
    considered.sort(key=lambda one: (-one.weight, -one.value, one.action))
    acted = _acted(rows, extra, decision.action, chosen, mixed)
    return Decision(chosen, considered, decision.chance, acted)


def _pull(row: Amounts, extra: Mapping[str, float]) -> float:
    return sum(extra[term] * amount for term, amount in row.items() if term in extra)


def _remixed(
    near: Sequence[Considered], pulls: Mapping[int, float], bluff: float, chance: Chance
) -> tuple[int, dict[int, float]]:
    """A mixture bent by the leanings; a bluffer's is flatter, a straightforward player's steeper."""
    shares = {one.action: max(_TRACE, one.weight) ** (1 / (1 + bluff) if bluff > -0.9 else 10.0) for one in near}
    bent = {action: share * exp(_PULL * pulls[action]) for action, share in shares.items()}
    total = sum(bent.values())
    weights = {action: share / total for action, share in bent.items()}
    point = chance.below(1 << 20) / (1 << 20)
    for action, weight in weights.items():
        point -= weight
        if point < 0:
            return action, weights
    return max(weights, key=weights.__getitem__), weights


def _picked(
    best: int,
    near: Sequence[Considered],
    pulls: Mapping[int, float],
    top: float,
    give: float,
    bluff: float,
    chance: Chance,
) -> tuple[int, dict[int, float]]:
    """Among actions that are hardly worse the one that the leanings like best; none is better for being worth more than
    what the level chose, which knows why it did."""
    worth = {one.action: pulls[one.action] - max(0.0, top - one.value) / max(give, 1e-9) for one in near}
    chosen = max(worth, key=lambda action: (worth[action], action == best))
    others = [one.action for one in near if one.action != chosen]
    if bluff > 0 and others and chance.below(100) < _BLUFFS * bluff:
        chosen = chance.draw(others)
    return chosen, {chosen: 1.0}


def _acted(rows: Mapping[int, Amounts], extra: Mapping[str, float], best: int, chosen: int, mixed: bool) -> str:
    """The term that speaks most for what was chosen, against the level's own choice; "" when none does.

    A mixture has no single choice of its own: there it is against the mean of what is legal.
    """
    if chosen == best and not mixed:
        return ""
    terms = [term for term in extra if term != BLUFF]
    usual = {
        term: sum(row.get(term, 0.0) for row in rows.values()) / len(rows) if mixed else rows[best].get(term, 0.0)
        for term in terms
    }
    gained = {term: extra[term] * (rows[chosen].get(term, 0.0) - usual[term]) for term in terms}
    most = max(gained, key=gained.__getitem__, default="")
    if most and gained[most] > _CLEAR:
        return most
    return BLUFF if chosen != best and extra.get(BLUFF, 0.0) > 0 else ""


_CLEAR = 0.3
"""A leaning is said to have acted when it speaks for the choice by so much."""
