"""Looking ahead: what the others do about a plan, and what its own next turn then brings.

Several of the best plans are played on in the mind: the others take their turns by a quick
plan each, new cards come at random, its own next turn follows, and the position is judged.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from ai.legends.assets import worths
from ai.legends.bidding import foresee_naming
from ai.legends.own_map import rival_weights
from ai.legends.plan import Plan, apply_plan
from ai.legends.planning import Planner
from ai.legends.weights import Valuation, make_plain_valuation
from engine.chance import SeededChance
from engine.contract import Chance
from engine.states import KeyedState
from games.legends import RULES
from games.legends.options import GAMES_IN_FULL, count_games
from games.legends.state import LAST_CARD, NAME_FIRST, TAKE_CARD, State, blank, copied, count_turns

# Planners of positions that were planned before, as long as they are among the last ones.
#
# A search that plays plans on with other cards plans the same turn again and again: only one card of the row is
# another one. What a turn with a card brings does not depend on the rest of the row, so it is worked out once.

MOST = 256
"""Planners that are kept: about as many as one decision of a Master at four seats makes."""
UNSEEN = "board", "row", "deck"
"""Fields that a plan does not depend on: the board follows from its segments, and of the row and the deck it only
counts which cards have not been taken."""

_NAMES = [name for name in State.__slots__ if name not in UNSEEN]
_BLANK = blank(2, 0, 0, ())
_lists = attrgetter(*[name for name in _NAMES if isinstance(getattr(_BLANK, name), list)])
_values = attrgetter(*[name for name in _NAMES if not isinstance(getattr(_BLANK, name), list)])


def make_key(state: State) -> tuple[Any, ...]:
    """Return a hashable key of the state; it does not depend on which of the remaining cards lie in the row."""
    open_cards = state.deck
    for card in state.row:
        open_cards |= 1 << card
    return open_cards, *_values(state), *map(tuple, _lists(state))


def make_planner(state: State, seat: int, valuation: Valuation, width: int) -> Planner:
    """Return a planner (cached) of the rest of a seat's turn with this valuation; ``width``: its beam width."""
    return _prepare(KeyedState(state, make_key(state)), seat, valuation, width).turn_to(state)


@lru_cache(maxsize=MOST)
def _prepare(known: KeyedState[State], seat: int, valuation: Valuation, width: int) -> Planner:
    """Return the planner of a position, cached."""
    state = known.state
    outlook = valuation.find_outlook_after_turn(state)
    weights = rival_weights(worths(state, outlook), seat, valuation.numbers)
    return Planner(state, seat, weights, outlook, width)


QUICK_WIDTH, SKILLED_WIDTH, EXPERT_WIDTH = 1, 4, 8
"""Beam widths, positions kept after each step of a plan: of quick plans, of Shrewd and of the Master. They are limited
by the time of a decision (``measurements/decision_time.jsonl``), and deals of every plan have to fit into one: so the
others' turns are planned with one position at a time."""
OWN_WORTH = 0.5
"""Weight of a plan's own value; the rest is the result of looking ahead, which is noisy.

Measured together with the number of tries, as are deeper lookaheads (``measurements/design_choices.jsonl``)."""


def quick_plan(state: State, valuation: Valuation) -> Plan:
    """Return a plan for the seat on turn, by a beam search that keeps one position after each step."""
    return make_planner(state, state.active, valuation, QUICK_WIDTH).plans()[0]


def play_turn(state: State, choose: Callable[[State, Sequence[int]], int], chance: Chance) -> State:
    """Return the state after the current turn, played step by step by ``choose``: (state, legal actions) to action. The
    next turn has begun; face-down tokens and a further game are left out as in :func:`~ai.legends.plan.apply_plan`."""
    after = copied(state)
    after.game, after.down = GAMES_IN_FULL, ()
    seat, turn = after.active, after.turns
    while after.turns == turn and after.phase < LAST_CARD:
        legal = RULES.legal(after, seat)
        RULES.apply(after, seat, legal[0] if len(legal) == 1 else choose(after, legal), chance)
    after.game, after.down = state.game, state.down
    return after


def finish_turn(state: State, chance: Chance) -> State | None:
    """Return the state after a quick plan for the rest of the turn, or after the first player is named; None outside of
    turns, and if another game follows this turn."""
    if state.phase == NAME_FIRST:
        return foresee_naming(state)
    another = state.game < count_games(state.options)
    last = state.turns + 1 >= count_turns(state.seats)
    if not TAKE_CARD <= state.phase < LAST_CARD or (another and last):
        return None
    return apply_plan(state, state.active, quick_plan(state, make_plain_valuation()), chance)


def margin(state: State, seat: int, weights: Sequence[float], valuation: Valuation) -> float:
    """Return the expected points of a seat minus those of the others times ``weights`` (by seat)."""
    found = worths(state, valuation.find_outlook(state))
    return found[seat] - sum(weight * worth for weight, worth in zip(weights, found, strict=True) if weight)


def rank_by_lookahead(
    state: State, planner: Planner, valuation: Valuation, plans: int, gap: float, tries: int, chance: Chance
) -> list[tuple[Plan, float]]:
    """Return the best plans for the turn that begins, best first, with their values once all others and partly the seat
    itself have played a further turn; [] if only one plan is near the best.

    ``plans``: most plans compared; ``gap``: points by which they may look worse than the best; ``tries``: deals of new
    cards for each.
    """
    first, *_ = known = planner.plans()
    close = [plan for plan in known[:plans] if plan.value > first.value - gap]
    if len(close) < 2:
        return []
    ahead = evaluate_plans(state, planner.seat, close, planner.weights, valuation, tries, state.seats, chance)
    return [(plan, value + OWN_WORTH * (plan.value - first.value)) for plan, value in zip(close, ahead, strict=True)]


def evaluate_plans(
    state: State,
    seat: int,
    plans: Sequence[Plan],
    weights: Sequence[float],
    valuation: Valuation,
    tries: int,
    turns: int,
    chance: Chance,
) -> list[float]:
    """Return the seat's lead after each plan and ``turns`` further turns, a mean over ``tries`` deals of cards.

    All plans are played with the same deals.
    """
    sums = [0.0] * len(plans)
    for _ in range(tries):
        luck = chance.below(1 << 20)
        for index, plan in enumerate(plans):
            deal = SeededChance(luck)
            after = apply_plan(state, seat, plan, deal)
            for _ in range(turns):
                if after.phase != TAKE_CARD:
                    break
                after = apply_plan(after, after.active, quick_plan(after, valuation), deal)
            sums[index] += margin(after, seat, weights, valuation)
    return [value / tries for value in sums]
