"""How long the process of the opponents takes to start and to answer."""

from __future__ import annotations

import time

from ai.workers.pool import Answer, OpponentPool
from engine import registry
from engine.chance import SeededChance

POLL_S = 0.02
MOST_S = 60.0


def measure_start() -> tuple[float, Answer]:
    """Start a process, ask it for one decision and end it; return the seconds until the answer, and the answer.

    Raises TimeoutError where nothing has come for a minute.
    """
    game = registry.games()[0].id
    rules, begun = registry.rules(game), time.monotonic()
    state = rules.new({}, rules.seat_counts[0], SeededChance("check"))
    seat = rules.to_act(state)[0]
    pool = OpponentPool()
    try:
        pool.ask(game, rules.view(state, seat), seat, rules.legal(state, seat), "novice", 1)
        while time.monotonic() - begun < MOST_S:
            for answer in pool.poll():
                return time.monotonic() - begun, answer
            time.sleep(POLL_S)
    finally:
        pool.close()
    raise TimeoutError
