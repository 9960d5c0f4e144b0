"""Positions of a saved game: its log replayed with the recorded chance, its options and its dumped states checked."""

from __future__ import annotations

from typing import Any

from engine.chance import LoggedChance, ReplayedChance
from engine.contract import JSON, BadOptions, BadState, Event, Rules
from engine.history import History, checksum
from engine.state_check import check_playable
from engine.storage.save_format import Save


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
