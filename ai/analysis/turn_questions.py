"""Which decision of a turn is explained, and what the seat that asks may know of it (``ai.aims``)."""

from __future__ import annotations

from typing import NamedTuple

from ai.analysis.steps import stretches
from ai.analysis.turns import PlayedTurn, list_turns
from ai.opponent_registry import find_aim_rules, find_analysis_profile
from engine.contract import View
from engine.history import History
from games.event_texts import TurnPart


class TurnQuestion(NamedTuple):
    """A turn of a seat from the decision that is explained on: ``turn`` decisions were made before it.

    ``view``: what the seat that asks knew then, empty where the turn rests on what it must not know yet; ``line``: the
    actions of the seat from there on. ``first`` and ``end``: numbers of decisions before and after the whole turn.
    """

    turn: int
    seat: int
    view: View
    line: tuple[int, ...]
    first: int
    end: int


def list_turn_parts(game: str, course: History, seat: int, first: int, end: int) -> tuple[TurnPart, ...]:
    """Return what a seat did from one decision to another; () where the game tells no turns, and for no seat (-1)."""
    describe = find_analysis_profile(game).describe_turn
    return () if describe is None or seat < 0 else tuple(describe(course.list_decided(first, end), seat))


def find_question(game: str, course: History, seat: int, viewer: int | None, before: int = -1) -> TurnQuestion | None:
    """Return the question about the last turn of a seat, or about the one with the decision after ``before`` others;
    None where there is none, and for steps of a set-up, which are told as no turn.

    ``viewer``: seat that asks, None for spectators. When the game is over nothing is hidden: then the view is that of
    the seat that played. Raises ``UnknownGame``.
    """
    turns = [one for one in list_turns(stretches(course)) if any(seat in step.seats for step in one.steps)]
    turns = [one for one in turns if before < 0 or one.turn <= before < one.end]
    if not turns:
        return None
    played, rules = turns[-1], course.rules
    describe = find_analysis_profile(game).describe_turn
    decided = course.list_decided(played.turn, played.end)
    at = None if describe is not None and not describe(decided, seat) else _find_decision(game, course, played, seat)
    if at is None:
        return None
    steps = [step for step in played.steps if step.turn >= at]
    line = tuple([entry.action for step in steps for entry in step.entries if entry.seat == seat])
    over = not course.last.owing
    events = [event for _, told in decided for event in told]
    wanted = find_aim_rules(game)
    by_chance = () if wanted is None else wanted.by_chance
    secret = any(
        event.seats is not None and viewer not in event.seats and event.kind not in by_chance for event in events
    )
    view = rules.view(course.get_position(at).state, seat if over else viewer) if over or not secret else {}
    return TurnQuestion(at, seat, view, line, played.turn, played.end)


def _find_decision(game: str, course: History, played: PlayedTurn, seat: int) -> int | None:
    """The number of decisions before the one that tells most of a turn: the first with a choice, or the most telling
    one where dice part a turn."""
    wanted, profile = find_aim_rules(game), find_analysis_profile(game)
    found: list[tuple[int, int]] = []
    for step in played.steps:
        if seat in step.seats and len(course.rules.legal(step.before, seat)) > 1:
            rate = wanted.rate_decision(step.before) if wanted is not None and wanted.rate_decision is not None else 0
            found.append((rate, step.turn))
    if not found:
        own = [step.turn for step in played.steps if seat in step.seats]
        return own[0] if own else None
    if profile.planned or wanted is None or wanted.rate_decision is None:
        return found[0][1]
    return max(found)[1]
