"""Random play of a Duel is fast enough for search."""

from __future__ import annotations

import time

from engine.chance import SeededChance
from games.tash_kalar import RULES

GOAL = 13_000
"""Decisions a second on an idle core."""


def decisions_per_second(form: str, seats: int, seconds: float) -> float:
    """How many random decisions are made in a second of processor time."""
    chance, players = SeededChance(1), SeededChance(2)
    options = RULES.check_options({"form": form, "surrender": False}, seats)
    decisions = 0
    begin = time.process_time()
    while time.process_time() < begin + seconds:
        state = RULES.new(options, seats, chance)
        while owing := RULES.to_act(state):
            RULES.apply(state, owing[0], players.draw(RULES.legal(state, owing[0])), chance)
            decisions += 1
    return decisions / (time.process_time() - begin)


def test_random_play_of_a_duel() -> None:
    best = max(decisions_per_second("duel", 2, 0.4) for _ in range(3))
    assert best > GOAL / 2, "half the goal, for a busy machine"
