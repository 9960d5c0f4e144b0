"""What each citizen of the market, and the dragon alarm, can be expected to bring a seat.

No effect is written here: the rules carry it out on a copy, and the copy is weighed.

Tiles are drawn from the supply; what has left the game unseen is as likely as anything unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.chance import SeededChance
from games.king_of_the_dice import RULES, effects, turns
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, PILES, TAMER, THIEF, citizens
from games.king_of_the_dice.maps import IN_HALF
from games.king_of_the_dice.state import (
    ATTACK,
    CLAIM,
    FLAME,
    LAY,
    NOTHING,
    STEAL_CITIZEN,
    STEAL_GEM,
    TAME,
    State,
    copied,
    supply,
)

from .evaluate import Evaluator

KNOWN = 64
"""Prospects that are kept, of positions and seats; a turn needs a handful."""


@dataclass(slots=True)
class Prospects:
    """Expected gains of a turn's outcomes, in the unit of the judge.

    ``hire`` per pile and tier, None for a pile without an open citizen; ``alarm`` without a
    condition; ``tiles`` how many a hire draws is in the cards.
    """

    hire: list[list[float] | None]
    alarm: float

    def best(self, pile: int) -> float:
        """The gain of a pile's best tier."""
        return max(self.hire[pile] or [float("-inf")])


def apply_action(state: State, action: int) -> State:
    """The position that the rules lead to when the active seat chooses this."""
    twin = copied(state)
    RULES.apply(twin, twin.active, action, SeededChance(0))
    return twin


def resolve_flame(state: State) -> list[State]:
    """The position itself, or where a dragon still waits for another player's flame, those after any of them."""
    if state.phase != FLAME:
        return [state]
    return [apply_action(state, action) for action in state.choices]


def evaluate_action(state: State, seat: int, judge: Evaluator, action: int) -> float:
    """Value of the best position that the active seat can choose."""
    return max(judge(each, seat) for each in resolve_flame(apply_action(state, action)))


# --- turns in thought: the rules' own steps, with tiles that might be drawn ----------------------


def apply_hire(state: State, seat: int, pile: int) -> State:
    """Set up the position in which this seat has just hired the open citizen of a pile.

    Which citizen is opened next is not known and counts for nothing.
    """
    twin = copied(state)
    twin.active = seat
    turns.hire(twin, pile, citizens().cards[twin.market[pile]].tiers[0], SeededChance(0), None)
    return twin


def apply_alarm(state: State, seat: int) -> State:
    """It is this seat's turn and it has sounded the alarm: a super joker, if there is a citizen, and the dragon comes.

    Which of the open citizens it takes makes no difference to itself.
    """
    twin = copied(state)
    twin.active = seat
    pile = next((pile for pile, card in enumerate(state.market) if card >= 0), NOTHING)
    turns.sound_alarm(twin, pile, SeededChance(0), None)
    return twin


def outcomes(state: State, step: Callable[[State], bool], asked: tuple[int, ...]) -> list[State]:
    """The positions that the active seat can reach by a step of the rules.

    ``asked``: the phases in which it chooses; in another one the position is taken as it is.
    """
    twin = copied(state)
    if step(twin):
        turns.end_turn(twin, SeededChance(0), None)
        return [twin]
    if twin.phase not in asked:
        return [twin]
    return [each for action in twin.choices for each in resolve_flame(apply_action(twin, action))]


def claims(state: State, tile: int) -> list[State]:
    """The positions after the citizen just hired has drawn a tile and claimed a region; a theft is still to come."""

    def step(twin: State) -> bool:
        effects.take_tile(twin, tile)
        return effects.start_claim(twin, (tile,), None)

    return outcomes(state, step, (CLAIM,))


def landings(state: State, tile: int) -> list[State]:
    """The positions after the alarm has drawn a tile and the dragon has landed."""

    def step(twin: State) -> bool:
        effects.take_tile(twin, tile)
        return effects.start_landing(twin, tile, None)

    return outcomes(state, step, (LAY, FLAME))


def thefts(state: State) -> list[State]:
    """The positions after the thief just hired has stolen, its tile aside."""
    return outcomes(state, lambda twin: effects.thief(twin, None), (STEAL_CITIZEN, STEAL_GEM))


def works(state: State) -> list[State]:
    """The positions after the tamer or the bully just hired has done its work."""
    tier = citizens().cards[state.hired].tiers[0]
    return outcomes(state, lambda twin: effects.carry_out(twin, tier, SeededChance(0), None), (TAME, ATTACK))


def add_gem(state: State) -> State:
    """The citizen just hired has brought a gem of the supply."""
    twin = copied(state)
    effects.gem_from_supply(twin, None)
    return twin


# --- expectations -----------------------------------------------------------------------------


class _Board:
    """A position by all of it but dice, phase and what a turn has begun."""

    __slots__ = ("key", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.key = (
            state.seats, state.finish, state.twists, state.arrangement, state.turn, state.active, state.unseen,
            state.known, state.flames, state.free, state.white, state.gold, state.flames_left, state.white_left,
            state.gold_left, *state.market, *state.piles, *state.open, *state.down, *state.marks, *state.whites,
            *state.golds, *state.tamed,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Board) and self.key == other.key


def prospects(state: State, seat: int, judge: Evaluator) -> Prospects:
    """What a turn of this seat can bring. The dice do not matter, so after every roll of a turn it is the same."""
    return _find_prospects(_Board(state), seat, judge)


@lru_cache(maxsize=KNOWN)
def _find_prospects(board: _Board, seat: int, judge: Evaluator) -> Prospects:
    return _prospects(board.state, seat, judge)


def _prospects(state: State, seat: int, judge: Evaluator) -> Prospects:
    now = judge(state, seat)
    total = supply(state)
    hire = [
        _hire_gains(state, seat, judge, pile, now, total) if state.market[pile] >= 0 else None for pile in range(PILES)
    ]
    return Prospects(hire, _alarm_gain(state, seat, judge, now, total))


def _hire_gains(state: State, seat: int, judge: Evaluator, pile: int, now: float, total: int) -> list[float]:
    """What each tier of a pile's open citizen brings; the citizen itself may become a joker."""
    tiers = citizens().cards[state.market[pile]].tiers
    here = apply_hire(state, seat, pile)
    base = judge(here, seat)

    def best(found: list[State]) -> float:
        return max(judge(each, seat) for each in found) - base

    if pile in (TAMER, BULLY):
        return [base - now + best(works(here))]
    tiles = _tile_gains(here, lambda tile: best(claims(here, tile)))
    if pile == DWARF:
        gem = judge(add_gem(here), seat) - base
        return [base - now + expect_best(tiles, total, tier.draw) + gem * tier.gem for tier in tiers]
    if pile == THIEF:
        return [base - now + expect_best(tiles, total, tiers[0].draw) + best(thefts(here))]
    assert pile == LANDOWNER
    return [base - now + min(2, total) * expect_best(tiles, total, 1)]


def _alarm_gain(state: State, seat: int, judge: Evaluator, now: float, total: int) -> float:
    """A super joker, and a dragon where it suits best."""
    here = apply_alarm(state, seat)
    base = judge(here, seat)
    dragons = _tile_gains(here, lambda tile: max(judge(each, seat) for each in landings(here, tile)) - base)
    return base - now + expect_best(dragons, total, 1)


def _tile_gains(state: State, gain: Callable[[int], float]) -> list[tuple[float, float]]:
    """Per terrain that can be drawn: what drawing it brings at best, and its part of the supply (tiles)."""
    unseen = state.unseen.bit_count()
    in_supply = (supply(state) - state.known.bit_count()) / unseen if unseen else 0.0
    found = []
    for terrain in range(IN_HALF):
        weight = 0.0
        tile = NOTHING
        for each in (terrain, terrain + IN_HALF):
            part = (state.known >> each & 1) + (state.unseen >> each & 1) * in_supply
            if part > 0 and (tile == NOTHING or state.known >> each & 1):
                tile = each
            weight += part
        if weight > 0 and effects.free_sites(state, tile):
            found.append((gain(tile), weight))
    found.sort(reverse=True)
    return found


def expect_best(tiles: list[tuple[float, float]], total: int, draws: int) -> float:
    """Expected best gain of ``draws`` different tiles of the supply."""
    draws = min(draws, total)
    if not draws or not tiles:
        return 0.0
    expected, left, worse = 0.0, 1.0, float(total)
    for gain, weight in tiles:
        worse -= weight
        none_better = 1.0
        for drawn in range(draws):
            none_better *= max(0.0, worse - drawn) / (total - drawn)
        expected += gain * (left - none_better)
        left = none_better
    return expected + tiles[-1][0] * left
