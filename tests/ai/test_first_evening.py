"""First evening is for a first evening: a beginner without a plan can beat it, and can lose to it."""

from __future__ import annotations

import pytest

from ai.choose import choose
from ai.decision import decide_best
from ai.king_of_12.opponent_model import (
    FIRST_EVENING_REPLIES,
    gains,
)
from ai.king_of_12.tournament_model import make_determinizer
from ai.levels import FIRST_EVENING, PLANLESS
from engine import registry
from engine.chance import SeededChance
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


def test_a_beginner_of_king_of_12_lays_the_highest_card_without_a_thought() -> None:
    """Of three cards about one, so the highest comes up more often than its worth in the trick explains."""
    rules = registry.rules("king_of_12")
    state = rules.new(rules.check_options({}, 2), 2, SeededChance(5))
    legal = rules.legal(state, 0)
    picks = [choose("king_of_12", rules.view(state, 0), 0, legal, FIRST_EVENING, seed).action for seed in range(300)]
    thoughtful = [
        decide_best(legal, gains(position, 0, legal, FIRST_EVENING_REPLIES, SeededChance(seed), True)).action
        for seed in range(300)
        for position in [make_determinizer(rules.view(state, 0), 0).sample(SeededChance(seed), guesses=0)]
    ]
    expected = 100 + 200 * thoughtful.count(max(legal)) / 300
    assert abs(picks.count(max(legal)) - expected) < 35 and picks.count(max(legal)) > 1.2 * thoughtful.count(max(legal))
