"""How the game goes on after the end of a turn, for a few hands drawn: a further look of the grandmaster.

Two seats. The rival answers and its own next turn follows, both planned as a skilled player plans, choosing among the
ends by what they promise; all ends of the turn meet the same luck. A few hands tell the ends apart but roughly, so the
best are followed with more, and how sure the game is then counts less than what the end promises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

from engine.chance import SeededChance
from engine.contract import Chance
from games.tash_kalar import RULES
from games.tash_kalar.maps import bits
from games.tash_kalar.state import OVER, State

from .duel_value import sureness
from .evaluate import Evaluator, find_weights
from .greedy import choose_greedy
from .planning import Breadth, Plan, Planner

HANDS = 3
"""Courses of the game that every end is followed through."""
LAST, MORE = 3, 9
"""Ends, the best by these, that are followed through more courses, and how many in all."""
TURNS = 2
"""The rival's answer and the own next turn: the answer alone says little more than what the end promises."""
SHARE = 0.35
"""What that weighs beside what the end promises: with few courses it says a little more than that, not all; with fewer
than ``HANDS``, where there is no room for more, so much less."""
ENDS = 8
"""Ends of a turn that are judged by what they promise."""
BREADTH = Breadth(turn=3, steps=2, ends=6, kept=2, squares=6, closing=ENDS, first=False)
NORMAL = NormalDist()
SUREST = 6.0
"""As sure as a chance can say, in spreads."""


def search_replies(
    ends: Sequence[Plan], promised: Sequence[float], judge: Evaluator, chance: Chance, room: int
) -> list[float]:
    """How sure the game is with every end of the turn, in spreads, once it is seen how the game goes on.

    ``promised``: how sure it is without that; ``room``: how many positions may be looked at. Where a crowded board
    takes more, fewer courses are followed, but one at least.
    """
    seeds = [chance.below(1 << 30) for _ in range(MORE)]
    found: list[list[float]] = [[] for _ in ends]
    front, looked = list(range(len(ends))), 0
    for begin, end in ((0, HANDS), (HANDS, MORE)):
        for number in range(begin, end):
            # As many again as so far for each end and course: one more course has to fit in.
            if looked + looked // max(1, sum(map(len, found))) * len(front) > room and number:
                break
            for each in front:
                sure, positions = _evaluate_sample(ends[each].state, judge, seeds[number])
                found[each].append(sure)
                looked += positions
        mixed = [_mix_outcomes(sure, after) for sure, after in zip(promised, found, strict=True)]
        front = sorted(front, key=lambda each: (-mixed[each], each))[:LAST]
    worst = min(mixed[each] for each in front)
    return [sure if each in front else min(sure, worst) for each, sure in enumerate(mixed)]


def _mix_outcomes(sure: float, after: Sequence[float]) -> float:
    share = SHARE * min(1.0, len(after) / HANDS)
    chance = share * sum(map(NORMAL.cdf, after)) / len(after) + (1 - share) * NORMAL.cdf(sure)
    least = NORMAL.cdf(-SUREST)
    return NORMAL.inv_cdf(min(max(chance, least), 1 - least))


def _evaluate_sample(end: State, judge: Evaluator, seed: int) -> tuple[float, int]:
    """How sure the game is after the next turns, for the seat that judges, with what is hidden drawn by this seed; and
    how many positions were looked at."""
    if end.phase == OVER:
        return sureness(end, judge), 0
    luck = SeededChance(seed)
    state = RULES.determinize(RULES.view(end, judge.seat), luck)
    _draw_anew(state, judge, luck)
    sure, looked = 0.0, 0
    for _ in range(TURNS):
        if state.phase != OVER:
            own = state.active == judge.seat
            found, positions = _play_turn(state, luck)
            sure = found if own else -found
            looked += positions
    return sure, looked


def _draw_anew(state: State, judge: Evaluator, chance: Chance) -> None:
    """Other cards for those that were drawn within the plan, which nobody can know."""
    seat = judge.seat
    drawn = state.hands[seat] & ~judge.hand & ~state.open_hand[seat]
    state.pool[seat] |= drawn
    state.hands[seat] ^= drawn
    for _ in range(drawn.bit_count()):
        card = 1 << chance.draw(bits(state.pool[seat]))
        state.pool[seat] ^= card
        state.hands[seat] |= card
    drawn = state.legends[seat] & ~judge.legends
    state.legend_pool |= drawn
    state.legends[seat] ^= drawn
    for _ in range(drawn.bit_count()):
        card = 1 << chance.draw(bits(state.legend_pool))
        state.legend_pool ^= card
        state.legends[seat] |= card


def _play_turn(state: State, chance: Chance) -> tuple[float, int]:
    """Play a turn in the way that promises most; how sure the game is then for the seat whose turn it was, and how many
    positions were looked at."""
    turn = state.turn
    judge = Evaluator(state, state.active, replace(find_weights(state.form), theirs_near=0.0))
    planner = Planner(state, judge, BREADTH)
    planner.plans()
    ends = planner.best_ends(ENDS)
    steps = max(ends, key=lambda plan: sureness(plan.state, judge)).steps if ends else ()
    for action in steps:
        # Cards that are really drawn may leave a plan that counted on others with nothing to do.
        if action in RULES.legal(state, state.acting):
            RULES.apply(state, state.acting, action, chance)
    while state.turn == turn and state.phase != OVER:
        view = RULES.view(state, state.acting)
        RULES.apply(state, state.acting, choose_greedy(view, RULES.legal(state, state.acting)), chance)
    return sureness(state, judge), planner.looked
