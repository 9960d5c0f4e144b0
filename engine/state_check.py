"""Plausibility check of a loaded position by playing it.

The rules validate loaded states field by field. A position not reached by playing (a snapshot used in place of its log)
is also viewed by every seat, rebuilt from each view, and played out at random; an error there would have occurred at
the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chance import SeededChance, mix
from engine.contract import JSON, BadState, Rules

GAMES = 2
"""Random games from the position."""
MOST_DECISIONS = 5_000
"""Decisions after which a random game is ended; no game takes longer."""
LOOKS = 40
"""Interval, in decisions, at which views are checked."""


def check_playable(rules: Rules[Any], state: Any, options: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless a game with these options and seats can be continued from this state."""
    try:
        rules.check_state(state, options, seats)
        _look(rules, state, seats)
        for number in range(GAMES):
            _play(rules, rules.clone(state), seats, SeededChance(mix("trial", number)))
    except BadState:
        raise
    except Exception as error:  # impossible states may raise any exception
        raise BadState(f"state: cannot be played on from: {type(error).__name__}: {error}") from error


def _look(rules: Rules[Any], state: Any, seats: int) -> None:
    """Check that exactly the seats to act have legal actions, and that every view determinizes to the same view."""
    owing = rules.to_act(state)
    for seat in range(seats):
        if bool(rules.legal(state, seat)) != (seat in owing):
            raise BadState(f"state: expected choices for seat {seat} exactly when it owes a decision")
    if any(not 0 <= seat < seats for seat in owing) or bool(rules.result(state)) == bool(owing):
        raise BadState("state: expected a result when nobody owes a decision")
    for seen in (None, *range(seats)):
        view = rules.view(state, seen)
        if rules.view(rules.determinize(view, SeededChance("trial")), seen) != view:
            raise BadState(f"state: what {'a watcher' if seen is None else f'seat {seen}'} sees cannot be")


def _play(rules: Rules[Any], state: Any, seats: int, chance: SeededChance) -> None:
    for number in range(MOST_DECISIONS):
        owing = rules.to_act(state)
        if not owing:
            if len(rules.result(state)) != seats:
                raise BadState(f"state: expected a result for {seats} seats")
            return
        if number % LOOKS == LOOKS - 1:
            _look(rules, state, seats)
        seat = chance.draw(owing)
        rules.apply(state, seat, chance.draw(rules.legal(state, seat)), chance)
