"""Positions of a saved game: its log replayed with the recorded chance, or a loaded state checked by playing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import JSON, BadOptions, BadState, Event, Rules
from engine.history import History, checksum
from engine.storage.save_format import Save

# Plausibility check of a loaded position by playing it.
#
# The rules validate loaded states field by field. A position not reached by playing (a snapshot used in place of its
# log) is also viewed by every seat, rebuilt from each view, and played out at random; an error there would have
# occurred at the table.

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


# Positions of a saved game: its log replayed with the recorded chance, its options and its dumped states checked.


class ReplayFailed(ValueError):
    """A log does not lead to the states its checksums describe; ``turn`` is the first mismatch."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"turn {turn}: {why}")
        self.turn = turn


def replay_save(rules: Rules[Any], save: Save) -> History:
    """Replay a saved game with its recorded chance; raises :class:`ReplayFailed`."""
    turn = 0
    try:
        course = _first_position(rules, save)
        for entry in save.log:
            turn = course.turn
            chance = ReplayedChance(entry.draws)
            again = course.play(entry.seat, entry.action, LoggedChance(chance))
            if again != entry:
                raise ReplayFailed(turn, "the state or the use of chance differs")
    except ReplayFailed:
        raise
    except Exception as error:  # changed rules may fail on an old log with any exception
        raise ReplayFailed(turn, repr(error)) from error
    return course


def _first_position(rules: Rules[Any], save: Save) -> History:
    """Return the history at the position a save starts from, without its decisions."""
    if save.base is not None:
        return History(rules, load_state(rules, save, save.base.state), base=save.base.turn)
    chance = ReplayedChance(save.opening.draws)
    events: list[Event] = []
    state = rules.new(save.options, len(save.seats), chance, events.append)
    if chance.rest or checksum(rules, state) != save.opening.checksum:
        raise ReplayFailed(0, "the opening differs")
    return History(rules, state, events)


def check_options(rules: Rules[Any], save: Save) -> dict[str, JSON]:
    """Normalise the options of a saved game; raises BadOptions."""
    try:
        return rules.check_options(save.options, len(save.seats))
    except BadOptions:
        raise
    except Exception as error:  # forged options may pass all checks of single options
        raise BadOptions(f"options: {type(error).__name__}: {error}") from error


def load_state(rules: Rules[Any], save: Save, data: JSON) -> Any:
    """Load and check a dumped state; raises BadState."""
    try:
        state = rules.load(data)
    except BadState:
        raise
    except Exception as error:  # likewise for states
        raise BadState(f"state: {type(error).__name__}: {error}") from error
    check_playable(rules, state, save.options, len(save.seats))
    return state
