"""Mixed strategies of those who choose at once: what softened ones are, by games whose answer is known."""

from __future__ import annotations

import pytest

from ai.search import Payoffs, quantal, soft, values_of

PENNIES = Payoffs([2, 2], [(1.0, -1.0), (-1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)])
"""Two of which one wins when both show the same, the other when they differ."""
MEETING = Payoffs([2, 2], [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0), (1.0, 1.0)])
"""Both want the same; there are two ways to meet, and nothing tells which."""
OF_THREE = Payoffs([2, 3, 2], [((i * 7 % 5) / 4, (i * 3 % 4) / 3, (i * 5 % 7) / 6) for i in range(12)])
"""Any pay-offs."""


def test_near_ones_come_nearly_as_often() -> None:
    first, second, third = soft([1.0, 0.9, -50.0], 0.1)
    assert first / second == pytest.approx(2.718281828) and third < 1e-9
    assert first + second + third == pytest.approx(1)


def test_where_nobody_can_be_foreseen_both_are_played_alike() -> None:
    for mix in quantal(PENNIES, 0.1, 60):
        assert mix == pytest.approx([0.5, 0.5], abs=0.02)


def test_where_nothing_tells_how_to_meet_nobody_is_sure_of_it() -> None:
    for mix in quantal(MEETING, 0.1, 60):
        assert mix == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("spread", [0.2, 0.5])
def test_everybody_answers_what_the_others_play(spread: float) -> None:
    """A logit equilibrium: the softened answer to it is it."""
    mixes = quantal(OF_THREE, spread, 80)
    for seat, mix in enumerate(mixes):
        assert sum(mix) == pytest.approx(1)
        assert mix == pytest.approx(soft(values_of(OF_THREE, seat, mixes), spread), abs=0.01)


def test_a_wide_spread_is_any_action_a_narrow_one_the_best() -> None:
    best = Payoffs([2, 2], [(1.0, 0.0), (1.0, 0.2), (0.0, 0.0), (0.0, 0.2)])
    for mix in quantal(best, 100.0, 40):
        assert mix == pytest.approx([0.5, 0.5], abs=0.01)
    first, second = quantal(best, 0.02, 40)
    assert first[0] > 0.97 and second[1] > 0.97
