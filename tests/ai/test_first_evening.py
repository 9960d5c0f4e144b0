"""First evening is for a first evening: a beginner without a plan can beat it, and can lose to it."""

from __future__ import annotations

import pytest

from ai.levels import FIRST_EVENING, PLANLESS
from tests.ai.duels import wins


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "games"), [("legends", 24), ("tash_kalar", 8)])
def test_a_beginner_without_a_plan_wins_some_games(game: str, games: int) -> None:
    """How many exactly tells ``measurements/first_evening.jsonl``."""
    assert 0 < wins(game, FIRST_EVENING, PLANLESS, 2, games, "first evening") < games


def test_a_beginner_without_a_plan_wins_about_half_of_the_games_of_dice() -> None:
    """First evening won nine of ten while it noticed everything that it looked for."""
    games = 40
    assert games / 4 < wins("king_of_the_dice", FIRST_EVENING, PLANLESS, 2, games, "first evening") < 3 * games / 4
