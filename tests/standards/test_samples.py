"""Samples are the same in every usual run."""

import os

from hypothesis import settings

from tests.support.in_turn import SOAK, count_examples


def test_random_examples_are_the_same_in_every_run_but_long_ones() -> None:
    assert settings().derandomize is not bool(os.environ.get(SOAK))
    assert settings().deadline is None


def test_a_property_is_tried_with_a_quarter_of_its_examples_but_in_long_runs() -> None:
    assert count_examples(400) == (400 if os.environ.get(SOAK) else 100)
