"""Swings of a game: the turns in which a seat's win probability moved by a tenth or more, and what did it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import get_args

from ai.opponent_registry import AnalysisProfile
from engine.history import History

from .key_moments import store_message
from .report import MOST_SWINGS, MOST_TOLD, WHOLE, Cause, Step, StoredMessage, Swing
from .turns import PlayedTurn, list_events, tell_events

LARGE = WHOLE // 10
"""Change of the win probability from which on a turn is marked."""
CAUSES: tuple[Cause, ...] = get_args(Cause)


def find_swings(
    course: History, turns: Sequence[PlayedTurn], steps: Sequence[Step], begin: Sequence[int], profile: AnalysisProfile
) -> list[Swing]:
    """Return the turns of at least :data:`LARGE`, in order, each with what happened as sentences."""
    found: list[Swing] = []
    before: Sequence[int] = begin
    at = 0
    for number, played in enumerate(turns):
        own = steps[at : at + len(played.steps)]
        at += len(own)
        if not own:
            break
        after = own[-1].chance
        change = tuple(b - a for a, b in zip(before, after, strict=True))
        before = after
        if max(map(abs, change)) < LARGE or len(found) >= MOST_SWINGS:
            continue
        told = _tell(course, turns[number:], profile)
        found.append(Swing(played.turn, played.end, played.seat, change, find_cause(own, change, played.seat), told))
    return found


def _tell(course: History, turns: Sequence[PlayedTurn], profile: AnalysisProfile) -> tuple[StoredMessage, ...]:
    """What happened in the first of these turns; also in those up to the next choice made at the same time, where a
    later decision delays what came of such a choice."""
    events = list_events(course, turns[0])
    if turns[0].seat < 0 and profile.results:
        for later in takewhile(lambda one: one.seat >= 0, turns[1:]):
            if any(event.kind in profile.results for event in events):
                break
            events += list_events(course, later)
    told = tell_events(course.rules, events, profile.events)
    drawn = profile.describe_draws(events) if profile.describe_draws else None
    return told if drawn is None else (*told[: MOST_TOLD - 1], store_message(drawn))


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
