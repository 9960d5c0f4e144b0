"""Leanings: style biases that make characters of one level play differently.

A leaning is a multiplier on a named term: 1 plays like the level, 2 values it twice as much, 0 ignores it. The game
rates how much of every term each legal action has (``STYLE_BIAS``, see ``ai.opponent_registry``; 1 is a clear case).
The level decides as usual; the leanings then choose among the actions whose value is at most ``slack`` below its
choice. A character is therefore nearly as strong as its level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Literal, Protocol, get_args

from ai.algorithms.regret_matching import sample
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
``leader``     a spoiler of the player who is ahead; or peaceable
``bluff``      mixes more than it would have to; or is straightforward
"""
BLUFF = "bluff"
LEAST, LIKE_ITS_LEVEL, MOST = 0.0, 1.0, 3.0
"""Smallest, neutral and largest multiplier."""

Amounts = Mapping[str, float]
"""Amount of each term in an action: 1 for a clear case, -1 for the opposite; absent if not involved."""
NOTHING: Amounts = {}

_TRACE = 0.02
"""Probability assumed for an action that is nearly as good but missing in the level's mixture."""
_PULL = 1.1
"""Strength of the bias on mixtures: an action with amount 1 of a term with multiplier 2 becomes e to this power
times as likely."""
_BLUFFS = 30
"""Percentage of decisions in which a character with bluff multiplier 2 plays another action that is nearly as good."""


class StyleBias(Protocol):
    """How one game relates actions to leanings."""

    def slack(self, level: str, view: View) -> float:
        """Most value that a character of this level may give up at this decision, in the unit of the level's values."""
        ...

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> Sequence[Amounts]:
        """Amounts of every term, by legal action."""
        ...


def bias_player(base: Player, leans: StyleBias, level: str, leanings: Mapping[str, float]) -> Player:
    """Return ``base`` biased by ``leanings`` (multipliers by term)."""
    extra = {term: worth - LIKE_ITS_LEVEL for term, worth in leanings.items() if worth != LIKE_ITS_LEVEL}

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        decision = base(view, seat, legal, chance)
        if len(legal) == 1 or not decision.considered:
            return decision
        rows = dict(zip(legal, leans.amounts(view, seat, legal), strict=True))
        return _bias_decision(decision, rows, leans.slack(level, view), extra, chance)

    return play


def leaders(totals: Sequence[float], seat: int) -> list[int]:
    """Return the seats with the most points among the others; several if they are tied."""
    best = max((total for other, total in enumerate(totals) if other != seat), default=0)
    return [other for other, total in enumerate(totals) if other != seat and total == best]


def _bias_decision(
    decision: Decision, rows: Mapping[int, Amounts], give: float, extra: Mapping[str, float], chance: Chance
) -> Decision:
    """Apply the leanings to a decision."""
    pulls = {action: _pull(row, extra) for action, row in rows.items()}
    mixed = is_mixed(decision)
    top = max(one.value for one in decision.considered if one.weight > 0)
    near = [one for one in decision.considered if one.weight > 0 or one.value >= top - give]
    if mixed:
        chosen, weights = _bias_mixture(near, pulls, extra.get(BLUFF, 0.0), chance)
    else:
        chosen, weights = _bias_choice(decision.action, near, pulls, top, give, extra.get(BLUFF, 0.0), chance)
    considered = [
        Considered(one.action, weights.get(one.action, 0.0), one.value, one.reasons) for one in decision.considered
    ]
    considered.sort(key=lambda one: (-one.weight, -one.value, one.action))
    acted = _find_acting_term(rows, extra, decision.action, chosen, mixed)
    return Decision(chosen, considered, decision.chance, acted)


def _pull(row: Amounts, extra: Mapping[str, float]) -> float:
    return sum(extra[term] * amount for term, amount in row.items() if term in extra)


def _bias_mixture(
    near: Sequence[Considered], pulls: Mapping[int, float], bluff: float, chance: Chance
) -> tuple[int, dict[int, float]]:
    """Bias a mixed strategy and sample from it; a bluff multiplier above 1 flattens it, one below 1 sharpens it."""
    shares = {one.action: max(_TRACE, one.weight) ** (1 / (1 + bluff) if bluff > -0.9 else 10.0) for one in near}
    bent = {action: share * exp(_PULL * pulls[action]) for action, share in shares.items()}
    total = sum(bent.values())
    weights = {action: share / total for action, share in bent.items()}
    return list(weights)[sample(list(weights.values()), chance)], weights


def _bias_choice(
    best: int,
    near: Sequence[Considered],
    pulls: Mapping[int, float],
    top: float,
    give: float,
    bluff: float,
    chance: Chance,
) -> tuple[int, dict[int, float]]:
    """Choose the action preferred by the leanings among those nearly as good as ``best``.

    A higher value than that of ``best`` is no advantage, because the level had its reasons to prefer ``best``.
    """
    worth = {one.action: pulls[one.action] - max(0.0, top - one.value) / max(give, 1e-9) for one in near}
    chosen = max(worth, key=lambda action: (worth[action], action == best))
    others = [one.action for one in near if one.action != chosen]
    if bluff > 0 and others and chance.below(100) < _BLUFFS * bluff:
        chosen = chance.draw(others)
    return chosen, {chosen: 1.0}


def _find_acting_term(
    rows: Mapping[int, Amounts], extra: Mapping[str, float], best: int, chosen: int, mixed: bool
) -> str:
    """Return the term that contributed most to choosing ``chosen`` over the level's choice, or "".

    For a mixture the comparison is with the mean of the legal actions.
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
"""Least contribution at which a leaning is reported as the reason for a choice."""
