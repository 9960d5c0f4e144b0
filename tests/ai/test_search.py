"""Choices that err between near ones."""

import pytest

from ai.algorithms.regret_matching import softmax


def test_near_ones_come_nearly_as_often() -> None:
    first, second, third = softmax([1.0, 0.9, -50.0], 0.1)
    assert first / second == pytest.approx(2.718281828) and third < 1e-9
    assert first + second + third == pytest.approx(1)
