"""How a tree search that knows no game is foretold between two: by the search itself."""

from math import log

import pytest

from ai.choose import choose
from ai.king_of_12.evaluate import make_position
from ai.king_of_12.expert_heads_up import (
    THROWS,
    TRIALS,
    TRIED,
    UNDECIDED,
    carelessly,
    find_visit_balance,
    half_carelessly,
    predict_uct,
    simulate_uct,
    tries,
)
from ai.king_of_12.opponent_model import make_key
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.options import TWISTS
from games.king_of_12.state import CHOOSE, State


def reached(number: int) -> State:
    """A choice of cards of a game that is played at random."""
    chance = SeededChance(f"by trial {number}")
    state = RULES.new({"set": "random"}, 2, chance)
    more = number % 6
    while more or state.phase != CHOOSE:
        more -= more > 0 and state.phase == CHOOSE
        for seat in RULES.to_act(state):
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    return state


@pytest.mark.parametrize("count", [12, pytest.param(40, marks=pytest.mark.soak)])
def test_a_search_is_foretold_better_than_by_any_card(count: int) -> None:
    """Over a dozen choices of cards; over forty in the long run."""
    gained = []
    for number in range(count):
        state = reached(number)
        legal = RULES.legal(state, 1)
        if len(legal) < 2:
            continue
        mix = predict_uct(make_key(make_position(state)), 1, THROWS)
        assert len(mix) == len(legal) and sum(mix) == pytest.approx(1)
        action = choose("king_of_12", RULES.view(state, 1), 1, legal, f"ismcts:{TRIED}", number).action
        gained.append(log(0.9 * mix[legal.index(action)] * len(legal) + 0.1))
    assert sum(gained) / len(gained) > 0.1, gained


def test_it_is_pictured_with_every_twist() -> None:
    for number, twist in enumerate(TWISTS):
        chance = SeededChance(f"twist {number}")
        state = RULES.new({twist: True}, 2, chance)
        while not state.results:
            if state.phase == CHOOSE:
                mix = predict_uct(make_key(make_position(state)), 0, THROWS)
                assert len(mix) == len(RULES.legal(state, 0)) and sum(mix) == pytest.approx(1)
            for seat in RULES.to_act(state):
                RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)


def test_what_wins_more_is_tried_more_often() -> None:
    found = tries([0.5, 0.4, 0.5])
    assert found[0] == pytest.approx(found[2]) and found[0] > 2 * found[1] > 0 and sum(found) == pytest.approx(1)


def test_a_row_that_wins_more_is_chosen() -> None:
    table = [[0.6, 0.7], [0.4, 0.5]]
    assert find_visit_balance(table)[0] > 0.95
    assert simulate_uct(table)[0] == pytest.approx((TRIALS + UNDECIDED / 2) / (TRIALS + UNDECIDED))


def test_cards_played_at_random_are_worth_their_mean() -> None:
    table = [[1.0, 0.0], [1.0, 1.0]]
    assert carelessly(table) == 0.75 and half_carelessly(table) == pytest.approx(0.875)
