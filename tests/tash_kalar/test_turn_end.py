"""What the end of a turn promises between two: what is counted and what is not looked at; and how an expert begins."""

import json
from pathlib import Path

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.tash_kalar import duel_value, planning, playouts
from ai.tash_kalar.duel_value import (
    DECIDED,
    FEATURES,
    build_card_worth,
    evaluate_turn_end,
    extract_features,
    make_card_worth,
    sureness,
)
from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.tash_kalar.planning import Plan, Planner
from ai.tash_kalar.players import EXPERT, PLAYERS
from ai.tash_kalar.playouts import search_replies
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar.cards import IN_DECK
from games.tash_kalar.maps import WIDTH, bits
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.state import OVER, State, copied
from tests.support.turn_ends import ended
from tests.tash_kalar.table import Table

ROOM = 100_000
"""Positions: more than are looked at here."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("form", ["high", "duel"])
def test_neither_drawn_cards_nor_the_rivals_hand_are_looked_at(form: str) -> None:
    table = Table(form, decks=("highland", "sylvan")).hold("hill_giant")
    table.draw(". c c .", "d3")
    state, judge = ended(table)
    was = extract_features(state, judge)
    other = copied(state)
    for seat, kept in ((0, judge.hand), (1, 0)):
        drawn = list(bits(other.hands[seat] & ~kept))
        instead = list(bits(other.pool[seat]))[: len(drawn)]
        assert drawn, "something is hidden"
        for one, two in zip(drawn, instead, strict=True):
            other.hands[seat] ^= 1 << one | 1 << two
            other.pool[seat] ^= 1 << one | 1 << two
    assert other.hands != state.hands
    assert extract_features(other, judge) == was
    assert len(was) == len(FEATURES)


def test_a_legend_that_the_rival_may_summon_soon_lowers_what_is_promised() -> None:
    apart, judge = ended(Table("duel", decks=("highland", "sylvan")).hold("hill_giant"))
    near = copied(apart)
    near.men[3:6] = Table("duel").draw("HCH CCC HCH".replace(" ", "\n"), "d4").state.men[3:6]
    scattered = Table("duel").draw("C..C\n....\nH..H\n....\nC..C\n....\nH..H\n....\n.C..", "d1")
    apart.men[3:6] = scattered.state.men[3:6]
    of_near, of_apart = (dict(zip(FEATURES, extract_features(state, judge), strict=True)) for state in (near, apart))
    assert of_near["their_great_near"] >= 0.5 > 0.1 > of_apart["their_great_near"]
    assert evaluate_turn_end(near, judge)[0] < evaluate_turn_end(apart, judge)[0] - 0.3


def test_a_card_counts_by_what_it_usually_brings() -> None:
    table = Table("duel", decks=("imperial_north", "sylvan")).hold("cavalry_captain")
    state, judge = ended(table)
    card = state.book.card
    cards = {card(number).code: card(number) for number in range(IN_DECK)}
    worth = make_card_worth(state.form)
    assert worth(cards["cavalry_captain"]) > 2 * worth(cards["herald"])
    others = build_card_worth({}, (1.0, 2.0, 3.0), {})
    assert others(cards["herald"]) == 1.0 + cards["herald"].rank
    great = dict(zip(FEATURES, extract_features(state, judge), strict=True))
    same = dict(zip(FEATURES, extract_features(state, judge, others), strict=True))
    assert great["own_worth"] == pytest.approx(worth(cards["cavalry_captain"]))
    assert same["own_worth"] == others(cards["cavalry_captain"])


def test_how_sure_a_game_is_goes_by_the_turns_that_are_left() -> None:
    state, judge = ended(Table("duel", decks=("highland", "sylvan")).hold("hill_giant"))
    state.points[0], state.points[5] = 17, 15
    going = sureness(state, judge)
    last = copied(state)
    last.final = 1
    assert evaluate_turn_end(last, judge)[1] < evaluate_turn_end(state, judge)[1]
    over = copied(last)
    over.phase, over.final = OVER, 0
    assert sureness(over, judge) == DECIDED > sureness(last, judge)
    assert sureness(over, Evaluator(over, 1 - judge.seat, find_weights(over.form))) == -DECIDED
    behind = copied(state)
    behind.points[0] = 10
    assert sureness(behind, judge) < going


def test_a_game_is_played_on_with_any_cards_not_with_those_held_or_drawn() -> None:
    state, judge = ended(Table("duel", decks=("highland", "sylvan")).hold("hill_giant"))
    state.men[3:6] = Table("duel").draw("HCH CCC HCH".replace(" ", "\n"), "d4").state.men[3:6]
    other = copied(state)
    for seat, kept in ((0, judge.hand), (1, 0)):
        drawn = list(bits(other.hands[seat] & ~kept))
        instead = list(bits(other.pool[seat]))[: len(drawn)]
        for one, two in zip(drawn, instead, strict=True):
            other.hands[seat] ^= 1 << one | 1 << two
            other.pool[seat] ^= 1 << one | 1 << two
    assert all(one != two for one, two in zip(other.hands, state.hands, strict=True))
    ends = [Plan(0.0, (number,), one, True) for number, one in enumerate((state, other))]
    first, second = search_replies(ends, [0.0, 0.0], judge, SeededChance(5), ROOM)
    assert first == second
    assert first < 0.0, "with so many pieces that stand well the rival is ahead soon"


def test_only_ends_that_are_among_the_best_after_a_few_courses_are_followed_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, judge = ended(Table("duel", decks=("highland", "sylvan")).hold("hill_giant"))
    asked: list[State] = []
    ends = [Plan(0.0, (number,), copied(state), True) for number in range(5)]
    worth = {id(plan.state): number / 10 for number, plan in enumerate(ends)}

    def after(end: State, _judge: Evaluator, _seed: int) -> tuple[float, int]:
        asked.append(end)
        return worth[id(end)], 10

    monkeypatch.setattr(playouts, "_evaluate_sample", after)
    found = search_replies(ends, [0.0] * 5, judge, SeededChance(5), ROOM)
    assert found == sorted(found)
    assert max(found[:2]) <= found[2], "those that were dropped are no better than the worst that was not"
    times = [sum(each is plan.state for each in asked) for plan in ends]
    assert times == [playouts.HANDS] * 2 + [playouts.MORE] * playouts.LAST
    for room, courses in ((1, 5), (79, 5), (99, 8), (100, 10), (149, 13), (150, 15), (179, 15), (180, 18), (210, 21)):
        asked.clear()
        search_replies(ends, [0.0] * 5, judge, SeededChance(5), room)
        assert len(asked) == courses, "one course of every end, and as many more as there is room for"


def test_fewer_courses_than_tell_ends_apart_count_less() -> None:
    sure, after = 0.0, 1.0
    once, enough, many = (
        playouts._mix_outcomes(sure, [after] * number) for number in (1, playouts.HANDS, playouts.MORE)
    )
    assert sure < once < enough < after and enough == pytest.approx(many)


def test_on_a_crowded_board_the_best_plans_are_carried_on_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Table("duel", decks=("highland", "sylvan")).hold("hill_giant").state
    judge = Evaluator(state, 0, find_weights(state.form))
    state.choices = None
    whole, short = Planner(state, judge, EXPERT), Planner(state, judge, EXPERT)
    plans = whole.plans()
    monkeypatch.setattr(planning, "MOST", whole.looked // 2)
    found = short.plans()
    assert whole.looked // 2 < short.looked < whole.looked
    assert {plan.action for plan in found} == {plan.action for plan in plans}, "every first action is known"
    assert found[0].value <= plans[0].value and short.best_ends(1), "the turn is planned to its end"


@pytest.mark.sample(2)
@pytest.mark.parametrize("form", ["high", "duel"])
def test_whoever_holds_a_flare_judges_as_many_ends_of_the_turn(form: str) -> None:
    """Ruling T15: it ends the turn in words; ends were judged only of the few positions that go on, once."""
    found = []
    for flares in ((), (0,)):
        table = Table(form, decks=("highland", "sylvan")).hold("hill_giant", flares=flares)
        state = table.draw(". c c .", "d3").state
        state.choices = None
        judge = Evaluator(copied(state), state.acting, find_weights(state.form))
        planner = Planner(copied(state), judge, EXPERT)
        planner.plans()
        ends = planner.best_ends(100)
        assert all(plan.whole and plan.state.turn > state.turn for plan in ends)
        found.append(ends)
    without, holding = found
    assert len(holding) >= EXPERT.turn + EXPERT.closing
    assert holding[0].value == pytest.approx(without[0].value)


def test_the_first_pieces_are_not_laid_along_one_edge() -> None:
    """With nothing near yet, what squares leave room for tells them apart; all were worth the same once."""
    rows = []
    for number in range(6):
        chance = SeededChance(mix(3, number))
        state = RULES.new({"form": "high", "surrender": False}, 2, chance)
        view = RULES.view(state, state.acting)
        decision = PLAYERS["expert"](view, state.acting, RULES.legal(state, state.acting), SeededChance(number))
        move = decode(decision.action)
        assert move.kind is Kind.PLACE
        rows.append(move.square // WIDTH)
    assert sum(row > 1 for row in rows) >= 4, rows


def test_numbers_that_are_none_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(duel_value.FILE.read_text("utf-8"))
    data["duel"]["on"]["terms"]["luck"] = 1.0
    bad = tmp_path / "turn_end.json"
    bad.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(duel_value, "FILE", bad)
    duel_value._numbers.cache_clear()
    try:
        with pytest.raises(BadCoefficients, match="terms"):
            duel_value._numbers()
    finally:
        duel_value._numbers.cache_clear()
