"""A player of limited skill, made of players who look ahead more or less far; no game is known here.

Chess programs weaken themselves in the same ways: they err among moves of nearly the same value (Stockfish's skill
level), overlook some of the moves, and search less deep.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from ai.algorithms.regret_matching import sample, softmax
from ai.decision import Decision, Player, force_decision, is_mixed
from engine.contract import Chance, View

GRAIN = 1 << 20
"""Steps in which chances are drawn."""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What limits a player.

    ``reach``: how far it looks ahead: index into the thinkers of its game, shortest look first; a value between two of
    them gives each a share of the decisions. ``noticed``: share of the decisions that it looks at; the others it makes
    carelessly. ``temperature``: how widely it errs among choices of nearly the same value (softmax), in units of what a
    character of that thinker may give up for its leanings.
    """

    reach: Annotated[float, msgspec.Meta(ge=0, le=4)]
    noticed: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    temperature: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.0


@dataclass(frozen=True, slots=True)
class Thinker:
    """A player of one search depth; ``find_slack``: (view) to the loss of value within which choices are nearly
    equal."""

    play: Player
    find_slack: Callable[[View], float]


def limit_skill(thinkers: Sequence[Thinker], careless: Player, find_skill: Callable[[View], Skill]) -> Player:
    """Return a player of the skill ``find_skill`` gives for a view, made of ``thinkers`` (shortest look first).
    ``careless`` makes the decisions that it does not look at."""

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        if len(legal) == 1:
            return force_decision(legal[0])
        skill = find_skill(view)
        if chance.below(GRAIN) >= skill.noticed * GRAIN:
            return careless(view, seat, legal, chance)
        reach = int(skill.reach)
        reach += chance.below(GRAIN) < (skill.reach - reach) * GRAIN
        thinker = thinkers[min(reach, len(thinkers) - 1)]
        decision = thinker.play(view, seat, legal, chance)
        return err(decision, skill.temperature * thinker.find_slack(view), chance)

    return play


def err(decision: Decision, spread: float, chance: Chance) -> Decision:
    """Return the decision with its action drawn again by softmax of the values (temperature ``spread``); unchanged if
    it is a mixed strategy, has one choice or ``spread`` is 0."""
    found = decision.considered
    if spread <= 0 or len(found) < 2 or is_mixed(decision):
        return decision
    chosen = found[sample(softmax([one.value for one in found], spread), chance)].action
    told = [replace(one, weight=float(one.action == chosen)) for one in found]
    told.sort(key=lambda one: (-one.weight, -one.value, one.action))
    return replace(decision, action=chosen, considered=told)
