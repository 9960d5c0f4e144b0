"""The five levels of Legends.

first evening  the step that brings itself most points at once: no thought of what others lose or of sets;
novice   the step that brings most points at once;
skilled  plans the whole own turn, card and all steps, by points it can expect at the end;
expert   plans wider and plays the best plans on: the others' turns, new cards, its own next turn;
grandmaster  the expert with more plans, played on with three times as many deals.

All of them see a view only. What it hides is drawn by ``determinize``, and no plan looks at it.
How long they think is counted in plans and tries, never in seconds: the same view and seed give
the same answer everywhere. In the middle of a turn the rest of it is planned anew in the same way,
so a plan that was begun is carried on unless a better one has come up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.decision import Considered, Decision, Player, any_of, best, only, picked
from ai.levels import LEVELS
from engine.contract import Chance, Message, View
from games.legends import RULES
from games.legends.state import AUCTION, LAST_CARD, LAY_NEUTRAL, NAME_FIRST, TAKE_CARD, State

from .beginning import NEARLY_EQUAL, last_card_values, name_left, name_values, neutral_laid
from .bidding import bid
from .chance import JUDGE as JUDGE
from .leanings import LEANS as LEANS
from .looking import looked_ahead, planner_of, turn_finished
from .one_step import at_once, gains, own_gains
from .plan import Plan
from .planning import Planner
from .reasons import Reasons, beginning_reason, last_card_reason
from .valuation import Valuation, fitted, plain

SKILLED_WIDTH = 4
"""Positions that a plan goes on with after each step. This and the expert's numbers are what fits into the time of a
decision (a turn of the expert 0.15 to 0.3 s, see docs/opponents.md)."""
EXPERT_WIDTH = 8
EXPERT_PLANS = 6
"""Cards that the expert looks ahead from: as many as lie in the row."""
EXPERT_GAP = 2.5
"""Points by which a plan may look worse than the best and is still looked at; set by hand, to spare time."""
EXPERT_TRIES = 12
"""Deals of new cards that each of them is played on with."""
OWN_WORTH = 0.5
"""How much a plan's own worth counts beside what comes of looking ahead, which others play quickly and luck blurs.

Experts with it and with 12 deals in place of 4 won 0.594 of 160 games between two against experts without (0.517 to
0.667); 12 deals alone won 0.500 of 40. Looking ahead two rounds, or at every step of a turn, brought nothing more."""
SKILLED_BIDS = 3
"""A skilled player bids 0, 1 or 2 as it happens: less than the place is worth (``bidding``).

Were it always the same, every auction among such players would be a tie, and the youngest seat, which then names who
begins, would win more than its share."""


GRANDMASTER_WIDTH, GRANDMASTER_TRIES = 12, 36
"""Three times the expert's deals and half as many positions more: up to 3 s for a decision."""


def first_evening(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """One step ahead, with eyes for its own points only."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == AUCTION:
        return picked(legal, [-float(index) for index in range(len(legal))], 0)
    if state.phase < TAKE_CARD:
        return any_of(legal, chance)
    return best(legal, own_gains(state, seat, legal, chance))


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """One step ahead."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == AUCTION:
        return picked(legal, [-float(index) for index in range(len(legal))], chance.below(2))
    if state.phase == NAME_FIRST:
        return picked(legal, [float(index == seat) for index in range(len(legal))], seat)
    if state.phase < TAKE_CARD:
        return any_of(legal, chance)
    return best(legal, gains(state, seat, legal, chance))


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The whole own turn planned."""
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == AUCTION:
        coins = chance.below(min(SKILLED_BIDS, len(legal)))
        return picked(legal, [-abs(index - coins) / 4 for index in range(len(legal))], coins)
    if state.phase < TAKE_CARD or state.phase == LAST_CARD:
        return _outside_turns(state, seat, legal, plain(), chance)
    plans = planner_of(state, seat, plain(), SKILLED_WIDTH).plans()
    return best(legal, _values(legal, plans))


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The whole own turn planned, and the best plans played on."""
    return _expert(view, seat, legal, chance, EXPERT_WIDTH, EXPERT_TRIES)


def grandmaster(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The same with more plans, and played on more often."""
    return _expert(view, seat, legal, chance, GRANDMASTER_WIDTH, GRANDMASTER_TRIES)


def _expert(view: View, seat: int, legal: Sequence[int], chance: Chance, width: int, tries: int) -> Decision:
    if len(legal) == 1:
        return only(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase < TAKE_CARD or state.phase == LAST_CARD:
        return _with_one_reason(_outside_turns(state, seat, legal, fitted(state.seats), chance), state, seat)
    valuation = fitted(state.seats)
    planner = planner_of(state, seat, valuation, width)
    plans = planner.plans()
    values = {plan.action: plan.value for plan in plans}
    if state.phase == TAKE_CARD:
        close = [plan for plan in plans[:EXPERT_PLANS] if plan.value > plans[0].value - EXPERT_GAP]
        if len(close) > 1:
            _look(state, planner, valuation, close, values, tries, chance)
    decision = best(legal, [values[action] for action in legal])
    reasons = Reasons(state, seat, planner)
    by_action = {plan.action: plan for plan in plans}
    told = [
        Considered(one.action, one.weight, one.value, reasons.of(by_action[one.action], one.value))
        for one in decision.considered
    ]
    return Decision(decision.action, told)


def _look(
    state: State,
    planner: Planner,
    valuation: Valuation,
    close: Sequence[Plan],
    values: dict[int, float],
    tries: int,
    chance: Chance,
) -> None:
    """Put what comes of looking ahead, with a part of the plans' own worth, in its place; the others stay below."""
    ahead = looked_ahead(state, planner.seat, close, planner.weights, valuation, tries, state.seats, chance)
    top = max(plan.value for plan in close)
    seen = [value + OWN_WORTH * (plan.value - top) for plan, value in zip(close, ahead, strict=True)]
    lowest = min(seen) - min(plan.value for plan in close)
    for action in values:
        values[action] += lowest
    for plan, value in zip(close, seen, strict=True):
        values[plan.action] = value


def _values(legal: Sequence[int], plans: Sequence[Plan]) -> list[float]:
    values = {plan.action: plan.value for plan in plans}
    return [values[action] for action in legal]


def _outside_turns(state: State, seat: int, legal: Sequence[int], valuation: Valuation, chance: Chance) -> Decision:
    """Set-up, auction and the last card of the Fairy Queen."""
    if state.phase == LAY_NEUTRAL:
        return neutral_laid(state, seat, legal, valuation, chance)
    if state.phase == AUCTION:
        return bid(state, seat, legal, chance)
    if state.phase == NAME_FIRST:
        return picked(legal, name_values(state, seat, legal), legal.index(name_left(state, seat)))
    if state.phase == LAST_CARD:
        return best(legal, last_card_values(state, seat, legal))
    return any_of(legal, chance)


def _with_one_reason(decision: Decision, state: State, seat: int) -> Decision:
    least = min(one.value for one in decision.considered) + NEARLY_EQUAL

    def reason(one: Considered) -> Message:
        if state.phase == LAST_CARD:
            return last_card_reason(state, seat, one.action)
        return beginning_reason(state, seat, one.action, one.value > least)

    told = [Considered(one.action, one.weight, one.value, [reason(one)]) for one in decision.considered]
    return Decision(decision.action, told)


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """A sensible step from the view alone, in well under a millisecond."""
    return only(at_once(view, seat, legal) if view["phase"] not in ("auction", "name_first") else legal[0])


FINISH = turn_finished
"""Plays a turn to its end at one go."""
BESIDES = "ai.legends.besides"
"""Who knows what else there is to say of a finished game (``ai.review.besides``)."""
PLAYERS: Mapping[str, Player] = dict(zip(LEVELS, (first_evening, novice, skilled, expert, grandmaster), strict=True))
"""The players by level."""
