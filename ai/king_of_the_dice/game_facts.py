"""The holds of a finished game of King of the Dice, against exact chances.

A hold is as good as the best when no other one makes it likelier to meet a citizen that it may be for: one of those on
the market, or any of them. It is measured by the one that it served best: whose chance, as a part of the best one, was
largest. Which citizen is worth rolling for is the business of the bill. Jokers are left out: what they add is paid for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ai.analysis.game_facts import FactContext, fact
from ai.analysis.report import Fact
from engine.history import History
from games.king_of_the_dice import odds
from games.king_of_the_dice.messages import DOMAIN, citizen_name
from games.king_of_the_dice.state import ROLL, ROLLS, State

SAME = 1e-9
"""Chances that are nearer to each other than this are the same number, worked out in another order."""
ANY = -1
"""Instead of a pile: any citizen of the market."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What a hold gave away: the chance ``kept`` to meet its citizen, and the ``best`` one; pile of that citizen."""

    turn: int
    pile: int
    kept: float
    best: float

    @property
    def lost(self) -> float:
        """The chance that it gave away."""
        return self.best - self.kept if self.best - self.kept > SAME else 0.0

    @property
    def served(self) -> tuple[float, float]:
        """By which one of several citizens a hold is measured: the part of its best chance that was kept."""
        return (1.0 if not self.lost else self.kept / self.best), self.best


def facts(known: FactContext, seat: int) -> list[Fact]:
    """How many holds were as good as the best, what they gave away on average, and the dearest of them."""
    holds = list_holds(known.course, seat)
    if not holds:
        return []
    good = sum(not one.lost for one in holds)
    found = [_make_fact("holds", n=len(holds), good=good)]
    if good == len(holds):
        return found
    mean = sum(one.lost for one in holds) / len(holds)
    found.append(_make_fact("loss", points=round(100 * mean, 1)))
    dearest = max(holds, key=lambda one: one.lost)
    chances = {"kept": round(100 * dearest.kept), "best": round(100 * dearest.best)}
    if dearest.pile == ANY:
        found.append(_make_fact("dearest.any", dearest.turn, **chances))
    else:
        found.append(_make_fact("dearest", dearest.turn, citizen=citizen_name(dearest.pile), **chances))
    return found


def list_holds(course: History, seat: int) -> list[Hold]:
    """Every decision of a seat which dice to keep, after the first roll of a turn."""
    found = []
    for at, entry in enumerate(course.entries):
        state: State = course.positions[at].state
        if entry.seat == seat and state.phase == ROLL and state.rolls:
            found.append(evaluate_hold(state, entry.action, course.base + at))
    return found


def evaluate_hold(state: State, keep: int, turn: int) -> Hold:
    """A hold against the exact best for the citizen that it served best."""
    left = ROLLS - state.rolls
    market = {pile: card for pile, card in enumerate(state.market) if card >= 0}

    def rate_pile(pile: int) -> Hold:
        plan = odds.citizens_plan([market[pile]] if pile != ANY else market.values())
        return Hold(turn, pile, plan.keeping(state.dice, keep, left), plan.value(state.dice, left))

    # Any hold is as good as another for a citizen whom nothing can meet any more.
    each = [one for one in map(rate_pile, market) if one.best > SAME]
    if not each:
        return Hold(turn, ANY, 0.0, 0.0)
    best = max(each, key=lambda one: one.served)
    if not best.lost or len(market) < 2:
        return best
    return max(best, rate_pile(ANY), key=lambda one: one.served)  # asked last, for it takes a tenth of a second


def _make_fact(name: str, turn: int | None = None, **params: Any) -> Fact:
    return fact(f"{DOMAIN}.beside.{name}", turn, **params)
