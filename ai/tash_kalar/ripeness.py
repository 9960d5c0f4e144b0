"""What is ripe between two seats: what the side to move and its rival can summon and claim now, and how sure each is.

The terms of ``win_probability.py`` count cards near completion alike, in every turn. Here a turn with its actions
left is filled with the best cards that they suffice for, each by what that very card usually brings, and ``promise`` is
what the Master goes by at the end of its turn (``duel_value.py``), asked for both sides.
"""

from __future__ import annotations

from math import sqrt

from games.tash_kalar.cards import LEGENDS, box
from games.tash_kalar.maps import bits
from games.tash_kalar.state import HIGH, MELEE, State, copied, first_card

from .duel_value import evaluate_turn_end, make_card_worth
from .evaluate import Evaluator, find_weights
from .pattern_distance import Ground, steps_lacking
from .task_distance import FAR, count_steps, count_turn_steps

ACTIONS = 2
"""Actions of a turn."""
SURE = 4.0
"""Spreads of the final lead beyond which a game is sure."""
NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
Row = tuple[float, float, float, float, float]


def evaluate_ripeness(state: State, side: int) -> Row:
    """Return for one side: its promise (the expected final lead in spreads of it); what its turn under way can still
    summon, in points; the same for its next turn if the rival is on turn; and what it can claim, by the same two.

    All 0 in a Melee and for teams, where there are several rivals.
    """
    if state.form == MELEE or state.seats != 2:
        return NOTHING
    lead, off = evaluate_turn_end(state, _judge(state, side))
    on_turn = state.active == side
    actions = min(ACTIONS, state.actions) if on_turn else ACTIONS
    summoned, claimed = _summon(state, side, actions), _claim(state, side, on_turn, actions)
    promise = max(-SURE, min(SURE, lead / off))
    return (promise, summoned, 0.0, claimed, 0.0) if on_turn else (promise, 0.0, summoned, 0.0, claimed)


def _judge(state: State, seat: int) -> Evaluator:
    """The judge of a seat, which knows that seat's hand in every turn."""
    twin = copied(state)
    twin.active = seat
    return Evaluator(twin, seat, find_weights(state.form))


def _summon(state: State, side: int, actions: int) -> float:
    """Points of the best cards in hand that a number of actions suffice for; each lacking piece takes one more."""
    if not actions:
        return 0.0
    ground, worth, first = Ground(state, side), make_card_worth(state.form), first_card(state, side)
    card = state.book.card
    found: list[list[float]] = [[], []]
    for number in (*[first + each for each in bits(state.hands[side])],
                   *[LEGENDS + each for each in bits(state.legends[side])]):  # fmt: skip
        one = card(number)
        steps = steps_lacking(one, ground)
        if steps < actions:
            found[steps].append(max(0.0, worth(one)))
    ready, near = (sorted(row, reverse=True) for row in found)
    best = sum(ready[:actions])
    return max(best, near[0]) if near else best


def _claim(state: State, side: int, on_turn: bool, actions: int) -> float:
    """Points of the dearest open task that can be claimed at the end of the turn, less for every step."""
    if state.form != HIGH:
        return 0.0
    best = 0.0
    tasks = box().tasks
    for task in state.tasks:
        steps = count_turn_steps(state, task) if on_turn else count_steps(state, task, side)
        if steps < FAR and steps <= actions:
            best = max(best, tasks[task].points / sqrt(1 + steps))
    return best
