"""The course of a game cut into the steps that a review judges.

Most steps are one decision. Where several decide at the same time, their decisions are one step, from the position in
which they were asked to the one in which the last of them brought them to light: before that nothing has happened that
anybody else could see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import SeededChance
from engine.contract import IllegalAction, Rules
from engine.history import Entry, History


@dataclass(frozen=True, slots=True)
class Stretch:
    """The decisions of one step: they were made after ``turn`` others. ``before`` and ``after`` are full states."""

    turn: int
    entries: tuple[Entry, ...]
    before: Any
    after: Any

    @property
    def end(self) -> int:
        """How many decisions had been made after it."""
        return self.turn + len(self.entries)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who decided."""
        return tuple([entry.seat for entry in self.entries])

    @property
    def by_chance(self) -> bool:
        """Whether dice or draws were in it."""
        return any(entry.draws for entry in self.entries)


def stretches(course: History) -> list[Stretch]:
    """The steps of a game, first to last; a game that is under way ends with what is open to all."""
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


def with_other_chance(rules: Rules[Any], stretch: Stretch, chance: SeededChance) -> Any:
    """The same decisions with other dice and draws; as far as the rules still allow them."""
    state = rules.clone(stretch.before)
    for entry in stretch.entries:
        try:
            rules.apply(state, entry.seat, entry.action, chance)
        except IllegalAction:
            break
    return state


def decided_so(rules: Rules[Any], before: Any, actions: dict[int, int], chance: SeededChance) -> Any:
    """These decisions, made at the same time, with this chance; whoever may not do so does something else."""
    state = rules.clone(before)
    for seat in rules.to_act(before):
        if seat not in rules.to_act(state) or seat not in actions:
            continue
        legal = rules.legal(state, seat)
        action = actions[seat]
        rules.apply(state, seat, action if action in legal else chance.draw(legal), chance)
    return state
