"""Swings of a game: the turns in which a seat's win probability moved by a tenth or more, and what did it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ai.opponent_registry import AnalysisProfile
from engine.history import History

from .position_value import PositionValue
from .report import MOST_SWINGS, WHOLE, Cause, Step, Swing
from .turns import PlayedTurn, tell_events

LARGE = WHOLE // 10
"""Change of the win probability from which on a turn is marked."""
CAUSES: tuple[Cause, ...] = get_args(Cause)


def find_swings(
    course: History,
    turns: Sequence[PlayedTurn],
    steps: Sequence[Step],
    begin: Sequence[int],
    profile: AnalysisProfile,
    worth: PositionValue,
    seed: int,
) -> list[Swing]:
    """Return the turns of at least :data:`LARGE`, in order, each with its events as sentences; one that neither luck
    nor a choice explains with the points that ``worth`` foresees before and after it (``seed``: of its play-outs)."""
    found: list[Swing] = []
    before: Sequence[int] = begin
    at = 0
    for played in turns:
        own = steps[at : at + len(played.steps)]
        at += len(own)
        if not own:
            break
        after = own[-1].chance
        change = tuple(b - a for a, b in zip(before, after, strict=True))
        before = after
        if max(map(abs, change)) < LARGE or len(found) >= MOST_SWINGS:
            continue
        events = [event for step in played.steps for turn in range(step.turn, step.end) for event in
                  course.get_position(turn + 1).events]  # fmt: skip
        told = tell_events(course.rules, events, profile.events)
        cause = find_cause(own, change, played.seat)
        ends = _foresee_ends(played, worth, seed) if cause == "course" else ()
        found.append(Swing(played.turn, played.end, played.seat, change, cause, told, ends))
    return found


def _foresee_ends(played: PlayedTurn, worth: PositionValue, seed: int) -> tuple[tuple[int, ...], ...]:
    """The points by seat, in hundredths, that the game is expected to end with before a turn and after it; none where
    the game cannot tell."""
    found = [worth.foresee(state, seed) for state in (played.steps[0].before, played.steps[-1].after)]
    return tuple([tuple([round(100 * points) for points in row]) for row in found]) if all(found) else ()


def find_cause(steps: Sequence[Step], change: Sequence[int], acting: int) -> Cause:
    """What explains most of the change of the seat whose turn it is, if that moved far, else of the one that moved
    most: which of the others gains by a choice is known less well than what it cost."""
    far = acting >= 0 and abs(change[acting]) >= LARGE
    seat = acting if far else max(range(len(change)), key=lambda one: abs(change[one]))
    sign = 1 if change[seat] > 0 else -1
    parts: dict[Cause, int] = {
        "luck": sum(step.luck[seat] for step in steps),
        "choice": sum(step.own[seat] + step.others[seat] for step in steps),
        "secret": sum(step.secret[seat] for step in steps),
        "course": sum(step.offered[seat] + step.noise[seat] for step in steps),
    }
    return max(CAUSES, key=lambda name: sign * parts[name])
