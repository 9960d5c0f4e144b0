"""Random play is little enough work for search, with the base and with expansions (``engine.bench`` tells how fast)."""

import pytest

from engine.chance import SeededChance
from games.tash_kalar import RULES
from tests.shared.counted import calls

MOST = {"base": 110, "expansions": 130}
"""Calls for each decision; 79 and 99 in the High Form when this was written."""


@pytest.mark.parametrize(
    ("what", "decks"), [("base", ("highland", "sylvan")), ("expansions", ("everfrost", "nethervoid"))]
)
@pytest.mark.parametrize("form", ["high", "duel"])
def test_random_play_takes_few_calls(form: str, what: str, decks: tuple[str, str]) -> None:
    chance, players = SeededChance(1), SeededChance(2)
    wish = {"form": form, "surrender": False, "deck_1": decks[0], "deck_2": decks[1]}
    options = RULES.check_options(wish, 2)
    decisions = 0

    def play() -> None:
        nonlocal decisions
        state = RULES.new(options, 2, chance)
        while owing := RULES.to_act(state):
            RULES.apply(state, owing[0], players.draw(RULES.legal(state, owing[0])), chance)
            decisions += 1

    play()
    decisions = 0
    made = sum(calls(play) for _ in range(4))
    assert made < MOST[what] * decisions, made / decisions
