"""Splits the history of a game into the steps that are analysed.

Most steps are one decision. Simultaneous decisions are one step, from the position in which they were due to the one
after the last of them, which reveals all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import SeededChance
from engine.contract import IllegalAction, Rules
from engine.history import Entry, History


@dataclass(frozen=True, slots=True)
class Stretch:
    """The decisions of one step, made after ``turn`` others. ``before`` and ``after``: full states."""

    turn: int
    entries: tuple[Entry, ...]
    before: Any
    after: Any

    @property
    def end(self) -> int:
        """Number of decisions made after the step."""
        return self.turn + len(self.entries)

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats that decided."""
        return tuple([entry.seat for entry in self.entries])

    @property
    def by_chance(self) -> bool:
        """Whether dice or draws were involved."""
        return any(entry.draws for entry in self.entries)


def stretches(course: History) -> list[Stretch]:
    """List the steps of a game; an unfinished game ends with the last revealed position."""
    found = []
    begun = 0
    for at, position in enumerate(course.positions[1:], 1):
        if position.hidden:
            continue
        entries = tuple(course.entries[begun:at])
        before = course.positions[begun].state
        found.append(Stretch(course.base + begun, entries, before, position.state))
        begun = at
    return found


def replay_with_chance(rules: Rules[Any], stretch: Stretch, chance: SeededChance) -> Any:
    """Repeat the decisions of a step with other dice and draws, as far as they are legal."""
    state = rules.clone(stretch.before)
    for entry in stretch.entries:
        try:
            rules.apply(state, entry.seat, entry.action, chance)
        except IllegalAction:
            break
    return state


def apply_decisions(rules: Rules[Any], before: Any, actions: dict[int, int], chance: SeededChance) -> Any:
    """Apply simultaneous decisions with this source of chance; illegal ones are replaced."""
    state = rules.clone(before)
    for seat in rules.to_act(before):
        if seat not in rules.to_act(state) or seat not in actions:
            continue
        legal = rules.legal(state, seat)
        action = actions[seat]
        rules.apply(state, seat, action if action in legal else chance.draw(legal), chance)
    return state
