"""Patterns that stood and were not seen, in a finished game of Tash-Kalar.

A turn is one in which a pattern stood when at any of its decisions, with an action left, a being or legend in hand
could have been summoned. It was missed when nothing was summoned in that turn at all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ai.analysis.game_facts import FactContext, fact, tenths
from ai.analysis.report import WHOLE, Fact
from engine.history import History
from games.tash_kalar import RULES
from games.tash_kalar.actions import DISCARD, SUMMON
from games.tash_kalar.cards import DOMAIN
from games.tash_kalar.messages import card_name
from games.tash_kalar.state import MAIN, State

MOST_CARDS = 4
"""Cards that are named, those that stood in most turns first."""


@dataclass(slots=True)
class PatternTurn:
    """A turn in which cards could be summoned; ``first``: number of decisions made before that was first possible."""

    first: int
    cards: set[int] = field(default_factory=set)
    summoned: bool = False
    decisions: list[int] = field(default_factory=list)


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Return facts about turns in which a pattern was complete: how many, those in which nothing was summoned, and the
    most costly."""
    turns = list_turns(known.course, seat)
    if not turns:
        return [_make_fact("none")]
    missed = [one for one in turns if not one.summoned]
    if not missed:
        return [_make_fact("always", n=len(turns))]
    found = [_make_fact("stood", n=len(turns), missed=len(missed))]
    often = Counter(card for one in missed for card in one.cards)
    cards = sorted(often, key=lambda card: (-often[card], card))[:MOST_CARDS]
    state = known.course.positions[0].state
    found.append(_make_fact("cards", missed[0].first, cards={"list": [_name(state, card) for card in cards]}))
    decisions = {turn for one in missed for turn in one.decisions}
    dear = [
        one
        for one in known.list_verdicts(seat)
        if one.turn in decisions and _summons(one.best) and one.lost and one.lost.clear
    ]
    if dear:
        worst = max(dear, key=lambda one: one.lost.gain if one.lost else 0.0)
        assert worst.lost is not None
        percent = tenths(round(worst.lost.gain * WHOLE))
        found.append(_make_fact("dearest", worst.turn, card=_name(state, worst.best - SUMMON), percent=percent))
    return found


def list_turns(course: History, seat: int) -> list[PatternTurn]:
    """Return the turns of a seat in which a pattern was complete, in order."""
    found: list[PatternTurn] = []
    now: PatternTurn | None = None
    number = 0
    for at, entry in enumerate(course.entries):
        state: State = course.positions[at].state
        if state.turn != number:
            number, now = state.turn, None
        if entry.seat != seat or state.active != seat or state.phase != MAIN:
            continue
        cards = {action - SUMMON for action in RULES.legal(state, seat) if _summons(action)}
        if not cards and now is None:
            continue
        if now is None:
            now = PatternTurn(course.base + at)
            found.append(now)
        now.cards |= cards
        now.decisions.append(course.base + at)
        now.summoned |= _summons(entry.action)
    return found


def _summons(action: int) -> bool:
    return SUMMON <= action < DISCARD


def _name(state: State, card: int) -> Any:
    shown = state.book.card(card)
    return card_name(shown.number, shown.name)


def _make_fact(name: str, turn: int | None = None, **params: Any) -> Fact:
    return fact(f"{DOMAIN}.beside.{name}", turn, **params)
