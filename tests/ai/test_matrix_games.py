"""Tables of pay-offs of two seats that want the opposite."""

import pytest
from hypothesis import given, settings, strategies as st

from ai.algorithms.zero_sum import column_payoffs, exploit_habit, find_value, solve
from tests.support.in_turn import count_examples

pays = st.floats(-1, 1).map(lambda pay: round(pay, 3))
tables = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(st.lists(pays, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


def test_the_games_everybody_knows() -> None:
    assert solve([[1, -1], [-1, 1]]).rows == pytest.approx([0.5, 0.5])
    stone_paper_scissors = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert stone_paper_scissors.value == pytest.approx(0)
    assert stone_paper_scissors.rows == pytest.approx([1 / 3] * 3)
    assert stone_paper_scissors.columns == pytest.approx([1 / 3] * 3)
    # Whoever follows the one train or the other, as in the chase of the textbooks.
    assert solve([[100, -100], [0, 100]]).value == pytest.approx(100 / 3)


@given(tables)
@settings(max_examples=count_examples(300), deadline=None)
def test_rows_are_sure_of_what_columns_allow(table: list[list[float]]) -> None:
    found = solve(table)
    turned = [[-pay for pay in column] for column in zip(*table, strict=True)]
    assert min(column_payoffs(table, found.rows)) == pytest.approx(found.value, abs=1e-9)
    assert -min(column_payoffs(turned, found.columns)) == pytest.approx(found.value, abs=1e-9)
    for shares in (found.rows, found.columns):
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0
    assert find_value(table) == pytest.approx(found.value, abs=1e-9)


@given(tables, st.data(), st.sampled_from((0.0, 0.01, 0.1)))
@settings(max_examples=count_examples(150), deadline=None)
def test_a_habit_is_made_use_of_and_costs_no_more_than_it_may(
    table: list[list[float]], data: st.DataObject, most: float
) -> None:
    weights = data.draw(st.lists(st.integers(0, 5), min_size=len(table[0]), max_size=len(table[0])).filter(any))
    habit = [weight / sum(weights) for weight in weights]
    even, bent = solve(table), exploit_habit(table, habit, most)
    assert bent.value - min(column_payoffs(table, bent.rows)) <= most + 1e-9

    def gains(rows: list[float]) -> float:
        return sum(share * pay for share, pay in zip(habit, column_payoffs(table, rows), strict=True))

    assert gains(bent.rows) >= gains(even.rows) - 1e-9


def test_a_habit_that_loses_everything_is_punished() -> None:
    assert exploit_habit([[1, -1], [-1, 1]], [1, 0], 2.0).rows == pytest.approx([1, 0])
    assert exploit_habit([[1, -1], [-1, 1]], [1, 0], 0.0).rows == pytest.approx([0.5, 0.5])


def test_a_habit_that_is_hardly_believed_is_hardly_made_use_of() -> None:
    """Whoever believes less than half of it stays with what nobody can gain by."""
    table = [[1, -1], [-1, 1]]
    assert exploit_habit(table, [1, 0], 2.0, 0.4).rows == pytest.approx([0.5, 0.5])
    assert exploit_habit(table, [1, 0], 2.0, 0.6).rows == pytest.approx([1, 0])


def test_all_that_may_be_lost_is_staked() -> None:
    """Two pennies: whoever always shows one side may lose one, so with a fifth of that it is shown a fifth oftener."""
    assert exploit_habit([[1, -1], [-1, 1]], [1, 0], 0.2).rows == pytest.approx([0.6, 0.4])
