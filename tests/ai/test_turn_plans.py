"""Advice tells the plan of a whole turn: as the Master would go on, no further than dice decide, and it can be sent."""

from __future__ import annotations

import msgspec
import pytest

from ai.choose import choose
from ai.decision import Considered, Decision
from ai.workers import protocol
from ai.workers.turn_plans import LONGEST, MOST_PLANS, add_plans
from engine import registry
from engine.chance import SeededChance
from engine.contract import Message
from games.turn_parts import TurnPart


def advise(game: str, decisions: int) -> tuple[Decision, list[int], int]:
    """Advice with plans after some quick decisions of a game of two."""
    rules = registry.rules(game)
    chance = SeededChance(5)
    state = rules.new(rules.check_options({}, 2), 2, chance)
    while decisions > 0 or len(rules.to_act(state)) != 1 or len(rules.legal(state, rules.to_act(state)[0])) == 1:
        seat = rules.to_act(state)[0]
        legal = rules.legal(state, seat)
        found = choose(game, rules.view(state, seat), seat, legal, "novice", decisions)
        rules.apply(state, seat, found.action, chance)
        decisions -= 1
    seat = rules.to_act(state)[0]
    legal = list(rules.legal(state, seat))
    view = rules.view(state, seat)
    return add_plans(game, view, seat, choose(game, view, seat, legal, "expert", 1), 3), legal, seat


@pytest.mark.parametrize(("game", "decisions"), [("tash_kalar", 9), ("legends", 14), ("king_of_the_dice", 8)])
def test_the_best_options_have_plans_that_can_be_sent(game: str, decisions: int) -> None:
    decision, legal, _ = advise(game, decisions)
    planned = [one for one in decision.considered if one.plan]
    assert planned and len(planned) <= MOST_PLANS
    assert max(decision.considered, key=lambda one: one.weight).plan
    sent = protocol.encode(protocol.Decided(1, decision))
    read = protocol.reply(sent)
    assert isinstance(read, protocol.Decided) and read.decision == decision
    assert protocol.sensible(read.decision, legal)


def test_no_plan_tells_dice_that_have_not_been_rolled() -> None:
    decision, _, _ = advise("king_of_the_dice", 0)
    for one in decision.considered:
        assert len(one.plan) <= 1, "only what is kept is told; what comes of it is up to the dice"
        assert all("result" not in part.said.id for part in one.plan)


def test_where_all_choose_at_once_there_is_no_plan() -> None:
    rules = registry.rules("king_of_12")
    state = rules.new(rules.check_options({}, 2), 2, SeededChance(1))
    legal = rules.legal(state, 0)
    decision = choose("king_of_12", rules.view(state, 0), 0, legal, "novice", 1)
    assert add_plans("king_of_12", rules.view(state, 0), 0, decision, 1) == decision


def test_a_plan_that_cannot_be_told_is_refused() -> None:
    part = TurnPart(Message("legends.turn.card", {"card": "x", "n": 1}))
    deep: object = 1
    for _ in range(9):
        deep = [deep]
    for plan in ((part,) * (LONGEST + 1), (TurnPart(Message("x" * 101)),), (TurnPart(Message("a", {"b": deep})),)):
        assert not protocol.sensible(Decision(0, [Considered(0, 1.0, 0.0, plan=plan)]), [0])
    assert protocol.sensible(Decision(0, [Considered(0, 1.0, 0.0, plan=(part,))]), [0])
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(part), type=TurnPart) == part
