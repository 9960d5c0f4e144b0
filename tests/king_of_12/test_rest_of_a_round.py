"""The chance to win within a trick and at the end of a round: pending choices made for the best, last tricks solved."""

import itertools

import pytest

from ai.choose import choose
from ai.king_of_12.evaluate import make_position
from ai.king_of_12.heads_up_solver import Round, make_place
from ai.king_of_12.players import hide_past_tricks
from ai.king_of_12.win_probability import (
    ERRORS,
    solve_round,
)
from ai.win_probability import chances
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.state import EFFECTS, OVER
from tests.king_of_12.table import Table
from tests.support.two_seats import never, reached

GAME = "king_of_12"


def test_an_open_trick_is_worth_what_its_best_choice_makes_of_it() -> None:
    state = Table((5, 8, 2)).play("sorcerer", "machine", "golem").state
    assert state.phase == EFFECTS and RULES.to_act(state) == (0,)
    after = []
    for action in RULES.legal(state, 0):
        twin = RULES.clone(state)
        RULES.apply(twin, 0, action, SeededChance(1))
        after.append(chances(GAME, twin)[0])
    assert max(after) - min(after) > 0.02
    assert chances(GAME, state)[0] == pytest.approx(max(after))


def test_a_choice_of_several_seats_is_judged_too() -> None:
    state = Table((5, 8)).play("alchemist", "troublemakers").state
    assert state.phase == EFFECTS
    assert sum(chances(GAME, state)) == pytest.approx(1)


def test_a_throw_that_ends_the_game_counts_as_one_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mean of logarithms would make a win that one throw in two brings a certain one."""
    state = Table((5, 8, 2)).play("sorcerer", "machine", "golem").state
    goes_on = Table((5, 8, 2)).state
    won = RULES.clone(goes_on)
    won.phase, won.crowns, won.results, won.owing = OVER, (0, 2, 0), (((1, 5, 2), 1),), 0
    ends = itertools.cycle((won, goes_on))
    monkeypatch.setattr("ai.king_of_12.win_probability.finish_trick", lambda state, chance: next(ends))
    assert RULES.result(won)[1] == 1
    found = chances(GAME, state)
    assert 0.6 < found[1] < 0.75 and min(found) > 0.1


@pytest.mark.parametrize("number", range(4))
def test_the_last_tricks_between_two_are_solved(number: int) -> None:
    state = reached(number, 2)
    position = make_position(state)
    rounds = Round(never).value(make_place(position, 0), 2, 2)
    found = solve_round(position)
    assert found is not None and sum(found) == pytest.approx(1)
    assert found == pytest.approx(chances(GAME, state), abs=0.08)
    if not any(state.crowns):
        of_errors = ERRORS / 2 + (1 - ERRORS) * rounds
        assert found[0] == pytest.approx(0.25 + 0.5 * of_errors), "a round won is worth half of the game then"


def test_a_round_that_has_hardly_begun_is_not_solved_at_larger_tables() -> None:
    assert solve_round(make_position(Table((5, 8, 2)).state)) is None


def test_a_neutral_view_tells_nothing_of_the_habits_of_others() -> None:
    state = reached(1, 3)
    view = RULES.view(state, 0)
    neutral = hide_past_tricks(view)
    assert view["course"] and not neutral["course"] and {**neutral, "course": view["course"]} == view
    legal = RULES.legal(state, 0)
    assert choose(GAME, neutral, 0, legal, "expert", 3).action in legal
