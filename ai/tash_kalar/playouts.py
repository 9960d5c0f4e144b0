"""Quick play-outs: every seat plays about as Casual does, in half of the time.

Of the squares for a piece only a few are looked at: those that bring a card in hand nearer, and some at random. What
will be drawn is put in an order before anything is played, and which of nearly equal actions is taken depends on the
number of the turn alone, so that positions that are compared go on alike for as long as they can, and fewer pairs of
play-outs tell which of them is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.maps import bits
from games.tash_kalar.state import MAIN, OVER, START, State, copied

from .evaluate import Evaluator, find_weights
from .greedy import rate_moves
from .pattern_distance import Ground, completing, lacking, nearing
from .planning import NEVER

NEARER, ANYWHERE = 6, 6
"""Squares for a piece that are looked at: those that bring cards nearer, and others."""
COMPLETES, APPROACHES = 1.0, 0.3
"""What a square counts that completes a card, or leaves one piece to be placed: about what either is worth to the
judge (``evaluate.READY``)."""
SALT = 1 << 29
PRIME = 1_000_003
"""Actions are put in the order of their codes times a salt, modulo this."""
LONGEST = 3000
"""Decisions after which a play-out is left as it stands."""
GRAIN = 1e-7
"""Chance among equals for each step of that order: up to a tenth of a point, as in ``greedy.py``."""


def play_turns(state: State, seed: int) -> Iterator[State]:
    """Play a game to its end; yield the position after each turn, the state that is played on with.

    States that are compared get the same seed.
    """
    twin = copied(state)
    order_draws(twin, mix(seed, "order"))
    chance = SeededChance(mix(seed, "chance"))
    for _ in range(LONGEST):
        if twin.phase == OVER:
            return
        turn = twin.turn
        RULES.apply(twin, twin.acting, choose_move(twin, seed), chance)
        if twin.turn != turn or twin.phase == OVER:
            yield twin


def order_draws(state: State, seed: int) -> None:
    """Put everything that lies in no known order in one that depends on the seed, whatever has been drawn before."""
    for seat in range(state.seats):
        state.bottoms[seat] = (*_shuffle(state.pool[seat], mix(seed, seat)), *state.bottoms[seat])
        state.pool[seat] = 0
    legends, flares = _shuffle(state.legend_pool, mix(seed, "legends")), _shuffle(state.flare_pool, mix(seed, "flares"))
    state.legend_bottom = (*[(card, 0) for card in legends], *state.legend_bottom)
    state.flare_bottom = (*[(card, 0) for card in flares], *state.flare_bottom)
    state.task_bottom = (*_shuffle(state.task_pool, mix(seed, "tasks")), *state.task_bottom)
    state.legend_pool = state.flare_pool = state.task_pool = 0


def _shuffle(cards: int, seed: int) -> list[int]:
    """The cards of a mask in an order in which those that two masks share lie alike."""
    return sorted(bits(cards), key=lambda card: mix(seed, card))


def choose_move(state: State, seed: int) -> int:
    """Return what the acting seat does: the best after one step of what is looked at."""
    legal = RULES.legal(state, state.acting)
    if len(legal) == 1:
        return legal[0]
    salt = SeededChance(mix(seed, state.turn, state.acting)).below(SALT)
    if state.phase == START:
        return min(legal, key=lambda action: _find_place(action, salt))
    judge = Evaluator(state, state.acting, find_weights(state.form))
    tried = [action for action in legal if action not in NEVER]
    if state.phase == MAIN:
        tried = _leave_out_squares(state, judge, tried, salt)
    values = rate_moves(state, judge, tried)
    best = max(range(len(tried)), key=lambda at: values[at] + GRAIN * _find_place(tried[at], salt))
    return tried[best]


def _find_place(action: int, salt: int) -> int:
    """The place of an action in an order of this salt."""
    return (action + 1) * salt % PRIME


def _leave_out_squares(state: State, judge: Evaluator, legal: Sequence[int], salt: int) -> list[int]:
    """The actions without most of the squares for a piece."""
    places = 0
    for action in legal:
        if act.PLACE <= action < act.PICK:
            places |= 1 << action - act.PLACE
    if places.bit_count() <= NEARER + ANYWHERE:
        return list(legal)
    wants = _find_wants(state, judge, places)
    kept = sorted(wants, key=lambda square: (-wants[square], _find_place(square, salt)))[:NEARER]
    others = sorted({*bits(places)}.difference(kept), key=lambda square: _find_place(square, salt))
    kept += others[: NEARER + ANYWHERE - len(kept)]
    squares = {act.PLACE + square for square in kept}
    return [action for action in legal if not act.PLACE <= action < act.PICK or action in squares]


def _find_wants(state: State, judge: Evaluator, places: int) -> dict[int, float]:
    """By square how much nearer an own piece there brings the cards in hand."""
    ground = Ground(state, judge.side)
    found: dict[int, float] = {}
    for card in (*judge.beings.values(), *judge.great.values()):
        none, single, double = lacking(card, ground)
        if none or not single | double:
            continue
        find, worth = (completing, COMPLETES) if single else (nearing, APPROACHES)
        for square in bits(find(card.ways, ground, card.rank) & places):
            found[square] = found.get(square, 0.0) + worth * (1 + card.rank)
    return found
