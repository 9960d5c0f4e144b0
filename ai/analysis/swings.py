"""Swings of a game: the turns in which a seat's win probability moved by a tenth or more, and what did it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from ai.opponent_registry import AnalysisProfile
from engine.history import History

from .key_moments import store_message
from .position_value import PositionValue
from .report import MOST_SWINGS, MOST_TOLD, WHOLE, Cause, Moment, Step, StoredMessage, Swing
from .turns import PlayedTurn, list_events, tell_events

LARGE = WHOLE // 10
"""Change of the win probability from which on a turn is marked."""


def find_swings(
    course: History,
    turns: Sequence[PlayedTurn],
    steps: Sequence[Step],
    begin: Sequence[int],
    profile: AnalysisProfile,
    foreseen_by: tuple[PositionValue, int],
    moments: Sequence[Moment] = (),
) -> list[Swing]:
    """Return the turns of at least :data:`LARGE`, in order, each with what happened as sentences; one that neither luck
    nor a choice explains with the points that are foreseen before and after it.

    ``foreseen_by``: who foresees points, and the seed of its play-outs; ``moments``: of the game; a turn that holds one
    which explains its swing was moved by that choice.
    """
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
        swing = Swing(played.turn, played.end, played.seat, change, find_cause(own, change, played.seat), told)
        choice = find_choice(swing, moments)
        if choice is not None and is_along(swing, choice):
            swing = msgspec.structs.replace(swing, cause=find_cause(own, change, choice.seat, choice.cost))
        if swing.cause == "course":
            swing = msgspec.structs.replace(swing, foreseen=_foresee_ends(played, *foreseen_by))
        found.append(swing)
    return found


def find_choice(swing: Swing, moments: Sequence[Moment]) -> Moment | None:
    """Return the largest moment within a turn that is worth half of its swing, or a tenth; one that moved the chance
    of its seat the way it went, if there is one."""
    least = min(LARGE, max(map(abs, swing.change)) // 2)
    within = [one for one in moments if swing.turn <= one.turn < swing.end and one.cost >= least]
    return max(within, key=lambda one: (is_along(swing, one), one.cost), default=None)


def is_along(swing: Swing, moment: Moment) -> bool:
    """Whether the chance of the seat of a moment went the way in which that choice moved it."""
    change = swing.change[moment.seat]
    return change > 0 if moment.good else change < 0


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


def _foresee_ends(played: PlayedTurn, worth: PositionValue, seed: int) -> tuple[tuple[int, ...], ...]:
    """The points by seat, in hundredths, that the game is expected to end with before a turn and after it; none where
    the game cannot tell."""
    found = [worth.foresee(state, seed) for state in (played.steps[0].before, played.steps[-1].after)]
    return tuple([tuple([round(100 * points) for points in row]) for row in found]) if all(found) else ()


def find_cause(steps: Sequence[Step], change: Sequence[int], acting: int, chosen: int = 0) -> Cause:
    """What explains most of the change of the seat whose turn it is, if that moved far, else of the one that moved
    most: which of the others gains by a choice is known less well than what it cost.

    ``chosen``: what a choice of the seat was found to be worth, if a moment explains the swing: the steps do not know
    all of it, so the course of the game explains nothing then, and luck only what it was for that seat.
    """
    far = acting >= 0 and (chosen or abs(change[acting]) >= LARGE)
    seat = acting if far else max(range(len(change)), key=lambda one: abs(change[one]))
    sign = 1 if change[seat] > 0 else -1
    parts: dict[Cause, int] = {
        "luck": sum(step.luck[seat] for step in steps),
        "choice": max(sign * sum(step.own[seat] + step.others[seat] for step in steps), chosen) * sign,
        "secret": sum(step.secret[seat] for step in steps),
        "course": sum(step.offered[seat] + step.noise[seat] for step in steps),
    }
    if chosen:
        del parts["course"]
    return max(parts, key=lambda name: sign * parts[name])
