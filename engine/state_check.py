"""Trying a position out before anybody plays on from it.

The rules check what they load field by field. A position that was not reached by playing (a
snapshot that takes over from its log) is besides played with before it comes to the table: seen by
every seat, made anew from each view, and played to the end at random. Whatever goes wrong there
would have gone wrong at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chance import SeededChance, mix
from engine.contract import JSON, BadState, Rules

GAMES = 2
"""Random games from the position."""
MOST_DECISIONS = 5_000
"""No game of the house takes longer; a trial ends there."""
LOOKS = 40
"""Every so many decisions the views are tried as well."""


def check_playable(rules: Rules[Any], state: Any, options: Mapping[str, JSON], seats: int) -> None:
    """Raises :class:`BadState` when a game with these options and seats cannot be played on from this state."""
    try:
        rules.check_state(state, options, seats)
        _look(rules, state, seats)
        for number in range(GAMES):
            _play(rules, rules.clone(state), seats, SeededChance(mix("trial", number)))
    except BadState:
        raise
    except Exception as error:  # rules that meet what cannot be may fail in any way
        raise BadState(f"state: cannot be played on from: {type(error).__name__}: {error}") from error


def _look(rules: Rules[Any], state: Any, seats: int) -> None:
    """Who owes a decision has a choice and nobody else; every view leads to a state with that view."""
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
