"""Random play of a Duel is little enough work for search: 13,000 decisions a second (``engine.bench``)."""

from __future__ import annotations

from engine.chance import SeededChance
from games.tash_kalar import RULES
from tests.shared.counted import calls


def test_random_play_of_a_duel() -> None:
    chance, players = SeededChance(1), SeededChance(2)
    options = RULES.check_options({"form": "duel", "surrender": False}, 2)
    decisions = 0

    def play() -> None:
        nonlocal decisions
        state = RULES.new(options, 2, chance)
        while owing := RULES.to_act(state):
            RULES.apply(state, owing[0], players.draw(RULES.legal(state, owing[0])), chance)
            decisions += 1

    play()
    decisions = 0
    made = sum(calls(play) for _ in range(5))
    assert made < 200 * decisions
