"""The Grandmaster of Legends: different ends of a turn, played on to the end of the game."""

from dataclasses import replace
from itertools import pairwise

import pytest

from ai.choose import choose
from ai.legends.lookahead import make_planner
from ai.legends.own_map import journeys
from ai.legends.plan import apply_plan
from ai.legends.planning import Planner
from ai.legends.playouts import (
    CARD_ENDS,
    GAP,
    make_chance,
    play_plan_out,
    rank_plans,
)
from ai.legends.weights import (
    load_valuation,
    make_plain_valuation,
)
from engine.chance import SeededChance
from games.legends import RULES
from games.legends.pieces import sea_cost
from games.legends.scoring import scores
from games.legends.state import CARDS_EACH, LAST_CARD, TAKE_CARD, State
from tests.legends.table import Table
from tests.support.legends_positions import EVERYTHING, positions

FULL_GAP = 100.0


def in_turns(seats: int, each: int = 2) -> list[tuple[State, int]]:
    options = EVERYTHING if seats > 2 else {}
    return [pair for pair in positions(seats, options, each, seed=5) if TAKE_CARD <= pair[0].phase < LAST_CARD]


def planner(state: State, seat: int) -> Planner:
    return make_planner(state, seat, load_valuation(state.seats), 4)


def last_turn() -> State:
    """Two seats, the very last card: one move takes a region from the rival."""
    table = Table(2).clear()
    table.put(0, r1B_3=1, r3B_0=2).put(1, r1B_4=1, r3B_2=1)
    table.state.turns = 2 * CARDS_EACH[2] - 1
    return table.state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_journey_brings_what_the_whole_map_gains(seats: int) -> None:
    """Leaving and arriving are looked up island by island; the map as a whole says the same."""
    checked = 0
    for state, seat in in_turns(seats, 4):
        ground, armies = planner(state, seat).ground, planner(state, seat).armies
        sea = sea_cost(state, seat)
        ways = journeys(state.board, sea, -1)
        found = ground.onward(armies, ground.own, sea, ways, 4)
        assert [one[0] for one in found] == sorted(one[0] for one in found)
        for _, origin, target, cost, gain, _ in found:
            own = list(ground.own)
            own[origin] -= 1
            own[target] += 1
            assert gain == pytest.approx(ground.whole(own) - ground.whole(ground.own))
            assert cost <= 4
            checked += 1
        wanted = sum(cost <= 4 for origin, number in enumerate(armies) if number for _, cost, _ in ways[origin])
        assert len(found) == wanted
    assert checked > 50


@pytest.mark.parametrize("seats", [2, 4])
def test_ends_differ_and_every_card_has_its_best(seats: int) -> None:
    several = 0
    for state, seat in in_turns(seats, 4):
        plans = planner(state, seat).plans()
        ends = planner(state, seat).ends(CARD_ENDS, GAP)
        assert len(ends) <= max(CARD_ENDS, len(state.row))
        assert ends[0].value == plans[0].value
        assert all(end.value >= ends[0].value - GAP for end in ends)
        taking = state.phase == TAKE_CARD
        looks = [(end.action if taking else 0, end.armies, end.cities, end.destroyed) for end in ends]
        assert len(set(looks)) == len(looks)
        if taking:
            close = [plan for plan in plans if plan.value >= plans[0].value - GAP]
            assert [end.value for end in ends[: len(close)]] == pytest.approx([plan.value for plan in close])
        else:
            assert all(one.value >= other.value for one, other in pairwise(ends))
        several += len(ends) > 2
    assert several > 3


def test_after_the_last_turn_a_rehearsal_is_the_score() -> None:
    state = last_turn()
    mind = planner(state, 0)
    for plan in mind.ends(CARD_ENDS, FULL_GAP):
        after = apply_plan(state, 0, plan, SeededChance(1))
        own, other = scores(after)
        coins = 0.02 * (after.coins[0] - after.coins[1])
        worth = play_plan_out(state, mind, plan, load_valuation(2), SeededChance(1))
        assert worth - coins == pytest.approx(own["total"] - other["total"])


def test_the_grandmaster_wins_what_is_to_be_won_with_the_last_card() -> None:
    state, chance = last_turn(), SeededChance(1)
    while RULES.to_act(state):
        view, legal = RULES.view(state, 0), RULES.legal(state, 0)
        RULES.apply(state, 0, choose("legends", view, 0, legal, "grandmaster", 1).action, chance)
    assert RULES.result(state)[0] == 1


def near_the_end(seats: int = 2, left: int = 3) -> State:
    """A game of quick plans with so many turns still to be played."""
    chance = SeededChance(11)
    state = RULES.new({}, seats, chance)
    while state.phase < TAKE_CARD:
        for seat in RULES.to_act(state):
            RULES.apply(state, seat, RULES.legal(state, seat)[0], chance)
    while state.turns < seats * CARDS_EACH[seats] - left:
        plan = make_planner(state, state.active, make_plain_valuation(), 1).plans()[0]
        state = apply_plan(state, state.active, plan, chance)
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_the_winner_of_a_rehearsal_stands_first_and_nobody_given_up_above_it(seats: int) -> None:
    state = near_the_end(seats)
    seen = rank_plans(state, planner(state, state.active), load_valuation(seats))
    assert len(seen) > 2
    values = [value for _, value in seen]
    assert values == sorted(values, reverse=True)
    assert rank_plans(state, planner(state, state.active), load_valuation(seats)) == seen


def test_every_step_of_a_turn_meets_the_same_cards() -> None:
    """Whatever the seeds of its decisions; so an end that is there at two steps is worth the same at both."""
    state = near_the_end(2, 7)
    seat, turn = state.active, state.turns
    mind = planner(state, seat)
    plan = max(mind.ends(CARD_ENDS, GAP), key=lambda one: len(one.stages()[0]))
    cards = make_chance(state).below(1 << 20)
    worth = play_plan_out(state, mind, plan, load_valuation(2), SeededChance(cards))
    RULES.apply(state, seat, plan.action, SeededChance(0))
    steps = plan.stages()[0]
    assert len(steps) >= 2
    for at, action in enumerate(steps[:2]):
        RULES.apply(state, seat, action, SeededChance(0))
        assert state.turns == turn
        assert make_chance(state).below(1 << 20) == cards
        rest = replace(plan, trail=(None, tuple(steps[at + 1 :])))
        assert play_plan_out(state, mind, rest, load_valuation(2), SeededChance(cards)) == pytest.approx(worth)
    before = make_chance(state)
    state.turns += 1
    assert make_chance(state).below(1 << 20) != before.below(1 << 20)


def test_a_position_that_was_planned_before_is_planned_alike() -> None:
    """Only the order of row and deck may differ from what is kept; another one is not taken for it."""
    begun = 0
    for number, (state, seat) in enumerate(in_turns(3, 4)):
        valuation = make_plain_valuation()
        make_planner(state, seat, valuation, 2).plans()
        shuffled = RULES.clone(state)
        shuffled.row = tuple(reversed(shuffled.row))
        richer = RULES.clone(state)
        richer.coins[seat] += 1
        for other in (state, shuffled, richer):
            kept = make_planner(other, seat, valuation, 2)
            fresh = Planner(other, seat, kept.weights, kept.outlook, 2)
            assert kept.plans() == fresh.plans() and kept.ends(4, 3.0) == fresh.ends(4, 3.0), number
            assert kept.standing(other) == fresh.standing(other)
        begun += state.phase == TAKE_CARD
    assert begun >= 4
