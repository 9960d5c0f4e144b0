"""Advice tells the plan of a whole turn: as the Master would go on, no further than dice decide, and it can be sent."""

from dataclasses import replace

import msgspec
import pytest

from ai.choose import choose
from ai.decision import Considered, Decision
from ai.workers import protocol
from ai.workers.advice import MOST_PLANS, add_plans
from ai.workers.protocol import MOST_PARTS
from engine import registry
from engine.chance import SeededChance
from engine.contract import Message, View
from games.event_texts import TurnPart


def play(game: str, decisions: int) -> tuple[View, list[int], int]:
    """View, legal actions and seat of the next real decision after some quick ones of a game of two."""
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
    return rules.view(state, seat), legal, seat


def advise(game: str, decisions: int) -> tuple[Decision, list[int], int]:
    """Advice with plans there."""
    view, legal, seat = play(game, decisions)
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


@pytest.mark.parametrize(("game", "decisions"), [("tash_kalar", 9), ("legends", 14)])
def test_a_plan_does_what_its_reasons_speak_of(game: str, decisions: int) -> None:
    """The turn that was planned is told, not another one that is as good."""
    decision, _, _ = advise(game, decisions)
    best = decision.considered[0]
    assert best.line[0] == best.action and len(best.line) > 1
    assert max(part.decisions for part in best.plan) >= len(best.line) - 1
    assert all(one.line[:1] in ((), (one.action,)) for one in decision.considered)


def test_a_line_that_does_not_fit_is_left_where_it_stops() -> None:
    """Its hidden part may be another one than was planned with; then the Master goes on."""
    decision, _, seat = advise("legends", 14)
    best = decision.considered[0]
    broken = Decision(best.action, [replace(best, line=(best.action, 99_999))])
    told = add_plans("legends", play("legends", 14)[0], seat, broken, 3)
    assert told.considered[0].plan and told.considered[0].plan[0] == best.plan[0]


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
    for plan in ((part,) * (MOST_PARTS + 1), (TurnPart(Message("x" * 101)),), (TurnPart(Message("a", {"b": deep})),)):
        assert not protocol.sensible(Decision(0, [Considered(0, 1.0, 0.0, plan=plan)]), [0])
    assert protocol.sensible(Decision(0, [Considered(0, 1.0, 0.0, plan=(part,))]), [0])
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(part), type=TurnPart) == part
