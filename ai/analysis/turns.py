"""Turns of a finished game: decisions that one seat makes in a row, and the best line it could have played instead.

People think in turns, the log in single decisions. A turn is the steps from the moment a seat is to act until another
one is; decisions made at the same time are a turn of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.chance import SeededChance, mix
from engine.contract import Event as GameEvent
from engine.contract import IllegalAction, Rules

from .decision_quality import DecisionAnalyser, Verdict
from .report import MOST_TOLD, StoredMessage
from .steps import Stretch

LONGEST_LINE = 24
"""Decisions of a line at most."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The steps of one turn. ``seat``: who played it, -1 for decisions made at the same time."""

    seat: int
    steps: tuple[Stretch, ...]

    @property
    def turn(self) -> int:
        """Number of decisions before it."""
        return self.steps[0].turn

    @property
    def end(self) -> int:
        """Number of decisions after it."""
        return self.steps[-1].end


def list_turns(steps: Sequence[Stretch]) -> list[PlayedTurn]:
    """Group the steps of a game into turns, in order."""
    found: list[PlayedTurn] = []
    for step in steps:
        seat = step.seats[0] if len(step.entries) == 1 else -1
        last = found[-1] if found else None
        if last is not None and seat >= 0 and last.seat == seat:
            found[-1] = PlayedTurn(seat, (*last.steps, step))
        else:
            found.append(PlayedTurn(seat, (step,)))
    return found


@dataclass(frozen=True, slots=True)
class TurnLoss:
    """A turn in which a seat lost something, by the quick comparison of its decisions.

    ``first``: the decision from which on another line was better; ``loss``: what all decisions of the turn lost.
    """

    played: PlayedTurn
    seat: int
    first: Verdict
    loss: float

    @property
    def step(self) -> Stretch:
        """The step of the first decision that was worse than the best."""
        return next(one for one in self.played.steps if one.turn == self.first.turn)


def list_losses(turns: Sequence[PlayedTurn], verdicts: Iterable[Verdict], seat: int) -> list[TurnLoss]:
    """Return the turns of a seat with decisions that clearly lost something, most costly first."""
    by_turn = {one.turn: one for one in verdicts if one.seat == seat}
    found = []
    for played in turns:
        clear = [
            one
            for step in played.steps
            if (one := by_turn.get(step.turn)) is not None and one.lost is not None and one.lost.clear
        ]
        if clear:
            loss = sum(one.lost.gain for one in clear if one.lost is not None)
            found.append(TurnLoss(played, seat, clear[0], min(1.0, loss)))
    return sorted(found, key=lambda one: (-one.loss, one.first.turn))


def list_played_line(loss: TurnLoss, planned: bool) -> tuple[int, ...]:
    """Return the actions that were played from the first decision of a loss on; only that one where a turn is not
    ``planned``."""
    if not planned or loss.played.seat < 0:
        return (loss.first.chosen,)
    return tuple([entry.action for step in loss.played.steps for entry in step.entries if step.turn >= loss.step.turn])


def find_best_line(choices: DecisionAnalyser, loss: TurnLoss, planned: bool) -> tuple[int, ...]:
    """Return the actions of the better turn from its first decision on: what the expert does, to the end of the turn.

    Only the first action where a turn is not ``planned`` as a whole, because dice decide how it goes on.
    """
    rules, seat, step = choices.rules, loss.seat, loss.step
    line = [loss.first.best]
    if not planned or loss.played.seat < 0:
        return tuple(line)
    chance = SeededChance(mix(choices.seed, "line", step.turn))
    state = rules.clone(step.before)
    rules.apply(state, seat, line[0], chance)
    while rules.to_act(state) == (seat,) and len(line) < LONGEST_LINE:
        legal = rules.legal(state, seat)
        found = choices.choose_once(state, seat, legal, mix(step.turn, len(line)))
        line.append(found)
        rules.apply(state, seat, found, chance)
    return tuple(line)


def apply_line(rules: Rules[Any], state: Any, seat: int, line: Sequence[int], chance: SeededChance) -> list[GameEvent]:
    """Apply the actions of a seat to a state as far as they are legal and it is to act; return the events."""
    events: list[GameEvent] = []
    for action in line:
        if rules.to_act(state) != (seat,) or action not in rules.legal(state, seat):
            break
        try:
            rules.apply(state, seat, action, chance, events.append)
        except IllegalAction:
            break
    return events


def tell_events(
    rules: Rules[Any], events: Iterable[GameEvent], kinds: Sequence[str], seat: int | None = None
) -> tuple[StoredMessage, ...]:
    """Return the sentences of the events that tell a turn, in order; those that ``seat`` may see, if one is given."""
    found: list[StoredMessage] = []
    for event in events:
        if event.kind not in kinds or (event.seats is not None and (seat is None or seat not in event.seats)):
            continue
        said = rules.describe(event)
        if said is not None and len(found) < MOST_TOLD:
            found.append(StoredMessage(said.id, dict(said.params)))
    return tuple(found)
