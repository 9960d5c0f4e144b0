"""Adds to advice what the whole turn would be that begins with an action, so that a plan can be told, not a click.

It is the turn that the level has planned, which its reasons speak of; where it has planned none, or no further, the
Master goes on with it on one state that fits the view, to its end, or until dice decide how it goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ai.choose import choose
from ai.decision import Considered, Decision, is_mixed
from ai.opponent_registry import AnalysisProfile, find_analysis_profile
from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import Event, Rules, View
from games.event_texts import (
    Decided,
    TurnPart,
)

MOST_PLANS = 3
"""Actions whose turns are told: as many as advice shows."""
LONGEST = 24
"""Decisions of a plan at most."""
LEVEL = "expert"


def add_plans(game: str, view: View, seat: int, decision: Decision, seed: int) -> Decision:
    """Return a decision with the plans of its most probable actions; unchanged in a game that tells no turns, and
    where several decide at the same time. Raises ``UnknownGame``."""
    profile, rules = find_analysis_profile(game), registry.rules(game)
    if profile.describe_turn is None or is_mixed(decision):
        return decision
    state = rules.determinize(view, SeededChance(mix(seed, "plan")))
    if rules.to_act(state) != (seat,):
        return decision
    kept = sorted(decision.considered, key=lambda one: -one.weight)
    told = {one.action for one in [one for one in kept if one.action not in rules.resignations][:MOST_PLANS]}
    considered = [
        replace(one, plan=_find_plan(game, rules, profile, state, seat, one, seed))
        if one.action in told else one for one in decision.considered
    ]  # fmt: skip
    return replace(decision, considered=considered)


def _find_plan(
    game: str, rules: Rules[Any], profile: AnalysisProfile, state: Any, seat: int, first: Considered, seed: int
) -> tuple[TurnPart, ...]:
    """The parts of the turn that begins with an action."""
    assert profile.describe_turn is not None
    twin, decided = rules.clone(state), list[Decided]()
    action, line = first.action, list(first.line[1:])
    chance = LoggedChance(SeededChance(mix(seed, "plan", first.action)))
    rolled = False
    while len(decided) < LONGEST:
        events: list[Event] = []
        rules.apply(twin, seat, action, chance, events.append)
        decided.append((action, events))
        rolled = bool(chance.take()) and not profile.planned
        if rolled or rules.to_act(twin) != (seat,):
            break
        legal = rules.legal(twin, seat)
        if line and line[0] in legal:
            action = line.pop(0)
            continue
        line = []
        action = choose(game, rules.view(twin, seat), seat, legal, LEVEL, mix(seed, len(decided))).action
    parts = profile.describe_turn(decided, seat)
    if rolled:  # what the dice showed is made up
        before = [part for part in parts if part.decisions < len(decided)]
        parts = parts[: len(before) + 1]
    return tuple(parts[:LONGEST])
