"""Players that look no further than one step: the novice, and the player of last resort."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import SeededChance
from engine.contract import Chance, View
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.cards import LEGENDS, RANK_NAMES, box
from games.tash_kalar.maps import NEAR
from games.tash_kalar.moves import decode
from games.tash_kalar.state import MAIN, PICKED, State, copied

from .evaluate import Evaluator
from .planning import NEVER

FOOLISH = -20.0
"""The worth of giving up and of handing the turn over: less than any move can lose."""
SUMMONED = (0.7, 1.2, 2.5)
"""What a novice thinks a being of each rank is worth before it looks where: a little more than the piece it becomes and
what its effect brings on average (``evaluate.POWER``), for a novice likes to summon."""
GRAIN = 1e-4
"""Chance among equals: up to a tenth of a point, so that nearly equal moves are taken by turns."""


def gains(state: State, judge: Evaluator, legal: Sequence[int], chance: Chance) -> list[float]:
    """Return the value of the position after each action; ties are broken at random."""
    return [worth + chance.below(1000) * GRAIN for worth in rate_moves(state, judge, legal)]


def rate_moves(state: State, judge: Evaluator, actions: Sequence[int]) -> list[float]:
    """Return the value of the position after each action."""
    RULES.legal(state, state.acting)  # copies know it then, and need not list it again
    return [_worth(state, judge, action) for action in actions]


def _worth(state: State, judge: Evaluator, action: int) -> float:
    if action in NEVER:
        return FOOLISH
    if state.phase == MAIN and act.SUMMON <= action < act.DISCARD:
        return judge.value(state) + SUMMONED[state.book.card(action - act.SUMMON).rank]
    if action >= act.ACTIONS_END and decode(action).card >= 0:
        return judge.value(state) + SUMMONED[state.book.card(decode(action).card).rank]
    after = copied(state)
    RULES.apply(after, after.acting, action, SeededChance(0))
    if after.fx[PICKED] >= 0 and state.fx[PICKED] < 0:
        # A piece was only picked up: what counts is where it can go.
        return max(_worth(after, judge, target) for target in RULES.legal(after, after.acting))
    return judge.value(after)


def choose_greedy(view: View, legal: Sequence[int]) -> int:
    """Return a sensible action from the view itself, without applying any.

    The numbers below only put actions into an order: tasks, then summonings (legends first), whatever is chosen in an
    effect by the rank it hits, pieces adjacent to its own, all else; cards are kept.
    """
    values = [_rate_action(view, action) for action in legal]
    return legal[max(range(len(legal)), key=values.__getitem__)]


def _rate_action(view: View, action: int) -> float:
    if action in NEVER:
        return FOOLISH
    if action == act.DONE:
        return 0.5
    if action < act.COLOUR:
        return 10.0 + box().tasks[action - act.TASK].points if action >= act.TASK else 0.0
    if act.SUMMON <= action < act.DISCARD:
        return 9.0 if action - act.SUMMON >= LEGENDS else 8.0
    if act.DISCARD <= action < act.FLARE:
        return -1.0
    if act.SQUARE <= action < act.SUMMON:
        return 1.0 + _about(view, act.decode_square(action), action >= act.PLACE)
    return 2.0


def _about(view: View, square: int, placing: bool) -> float:
    """Enemy pieces are good to hit; pieces of one's own are good to be near."""
    side = view["sides"][view["seat"]]
    for colour, pieces in enumerate(view["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            if square in pieces[name]:
                return -1.0 - rank if colour == side else 1.0 + rank
    if not placing:
        return 0.3
    own = [each for squares in view["pieces"][side].values() for each in squares]
    return sum(bool(NEAR[square] >> each & 1) for each in own) / 4
