"""The three levels of Tash-Kalar.

novice   one step ahead, with an eye for its own pieces and for cards that are ready;
skilled  plans the whole own turn, every step of the effects included, and values where it leads to;
expert   plans several times as widely, and minds which tasks the others come close to.

All of them see a view only. What it hides is drawn by ``determinize``; cards that would be drawn during a plan are
only counted. How long they think is counted in positions, never in seconds: the same view and seed give the same
answer everywhere. In the middle of a turn the rest of it is planned anew in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ai.decision import Considered, Decision, Player, any_of, best, only
from engine.contract import Chance, View
from games.tash_kalar import RULES
from games.tash_kalar.state import START, State

from .at_once import FOOLISH, at_once, gains
from .chance import JUDGE as JUDGE
from .evaluate import Evaluator, weights_of
from .planning import Breadth, Planner
from .reasons import Reasons

SKILLED = Breadth(turn=2, steps=2, ends=6, kept=1, squares=5)
EXPERT = Breadth(turn=6, steps=5, ends=14, kept=3, squares=16)
EXPLAINED = 8
"""Actions, the best ones, whose reasons are looked for in what follows."""


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """One step ahead."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return any_of(legal, chance)
    return best(legal, gains(state, _judge(state, seat), legal, chance))


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The whole own turn planned."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return any_of(legal, chance)
    judge = Evaluator(state, seat, replace(weights_of(state.form), theirs_near=0.0))
    plans = Planner(state, judge, SKILLED).plans()
    return best(legal, _values(legal, {plan.action: plan.value for plan in plans}))


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The whole own turn planned widely, the others' tasks in mind, with reasons."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == START:
        return _alike(legal, state, seat, chance)
    judge = _judge(state, seat)
    plans = {plan.action: plan for plan in Planner(state, judge, EXPERT).plans()}
    decision = best(legal, _values(legal, {action: plan.value for action, plan in plans.items()}))
    reasons = Reasons(state, judge)
    told = [
        Considered(one.action, one.weight, one.value, reasons.of(one.action, plans.get(one.action), number < EXPLAINED))
        for number, one in enumerate(decision.considered)
    ]
    return Decision(decision.action, told)


def _judge(state: State, seat: int) -> Evaluator:
    return Evaluator(state, seat, weights_of(state.form))


def _values(legal: Sequence[int], found: Mapping[int, float]) -> list[float]:
    lowest = min(found.values())
    return [found.get(action, lowest + FOOLISH) for action in legal]


def _alike(legal: Sequence[int], state: State, seat: int, chance: Chance) -> Decision:
    """The first pieces: any square does."""
    reasons = Reasons(state, _judge(state, seat))
    decision = any_of(legal, chance)
    told = [Considered(one.action, one.weight, one.value, reasons.of(one.action, None)) for one in decision.considered]
    return Decision(decision.action, told)


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """A sensible step from the view alone, in well under a millisecond."""
    return only(at_once(view, legal))


PLAYERS: Mapping[str, Player] = {"novice": novice, "skilled": skilled, "expert": expert}
"""The players by level."""
