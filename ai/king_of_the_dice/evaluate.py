"""What a position of King of the Dice is worth to a seat, in points at the end of the game.

Two judges, a near-sighted and a far-sighted one: points on the board, and those with what may still become of them. The
stronger levels judge by fitted numbers instead (``final_score.py``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt

from engine.chance import SeededChance
from engine.states import KeyedState
from games.king_of_the_dice import RULES, effects, turns
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, PILES, TAMER, THIEF, citizens
from games.king_of_the_dice.maps import IN_HALF, kingdom, largest_group, spread
from games.king_of_the_dice.scoring import AREA_POINTS, FLAME_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS, parts
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

Evaluator = Callable[[State, int], float]
"""State and seat in, points out."""

TILES_A_TURN = 1.25
"""Tiles that a turn takes out of the supply, by the long run."""
CLAIMS_A_TURN = 1.1
FIXED_JOKER = 0.9
"""Points that a pair of citizens is worth whose die is fixed."""
ANY_JOKER = 1.7
"""The same for a pair of super jokers."""
LONE_SUPER = 0.55
LONE_CITIZEN = 0.2
FLAME_SLOPE = 1.5


def points(state: State, seat: int) -> float:
    """Return the current score of a seat."""
    return float(parts(state, seat)["total"])


def own(state: State, seat: int) -> float:
    """Return the estimated final points of a seat: score, growth of its regions, most flames, and jokers."""
    turns = estimate_turns(state)
    mine = turns / state.seats
    return (
        _land(state, seat, mine)
        + FLAME_POINTS * most_flames(state.tamed, seat, turns)
        + GOLD_POINTS * state.golds[seat]
        + WHITE_POINTS * state.whites[seat]
        + jokers(state.open[seat], state.down[seat], mine)
    )


def estimate_turns(state: State) -> float:
    """Return about how many turns all seats together have until the supply is empty."""
    return supply(state) / TILES_A_TURN


def land(state: State, seat: int) -> tuple[int, int]:
    """Return the points for a seat's regions, and by how many regions its largest area could grow: free bordering
    regions, each counted with what it alone would join."""
    near = kingdom().arrangements[state.arrangement].near
    rest = marks = state.marks[seat]
    groups: list[tuple[int, int]] = []
    largest = bordering = 0
    while rest:
        group = spread(near, rest & -rest, rest)
        rest &= ~group
        around, left = 0, group
        while left:
            bit = left & -left
            around |= near[bit.bit_length() - 1]
            left ^= bit
        size = group.bit_count()
        groups.append((size, around))
        bordering |= around
        if size > largest:
            largest = size
    gained = 0
    bordering &= state.free | state.flames
    while bordering:
        # A region that touches groups would join them.
        bit = bordering & -bordering
        bordering ^= bit
        joined = 1
        for size, around in groups:
            if around & bit:
                joined += size
        if joined > largest:
            gained += joined - largest
    return AREA_POINTS * largest + REGION_POINTS * (marks.bit_count() - largest), gained


def _land(state: State, seat: int, turns: float) -> float:
    """Return the points for the regions, and for how well they can grow together in ``turns`` more turns."""
    worth, gained = land(state, seat)
    spots = (state.free | state.flames).bit_count()
    if not spots or turns <= 0:
        return float(worth)
    # What the largest area gains by a region, times the chance to get that very one.
    chance = min(0.4, CLAIMS_A_TURN * turns / spots)
    return worth + (AREA_POINTS - REGION_POINTS) * gained * chance


def most_flames(tamed: list[int], seat: int, turns: float) -> float:
    """Probability of having most flames at the end, with ``turns`` turns of all seats to go."""
    rival = max(count for other, count in enumerate(tamed) if other != seat)
    lead = tamed[seat] - rival
    if turns <= 0:
        return float(lead >= 0 and tamed[seat] > 0)
    return 1 / (1 + exp(-FLAME_SLOPE * lead / sqrt(0.3 + turns / 6)))


def count_joker_dice(open_: int, down: int) -> tuple[int, int, int]:
    """Return three numbers, from masks of open citizens and of super jokers: dice that pairs of jokers can make, super
    jokers left over, and open citizens without a partner."""
    pairs = singles = 0
    for cards in citizens().with_joker:
        count = (open_ & cards).bit_count()
        pairs += count >> 1
        singles += count & 1
    supers = down.bit_count()
    matched = min(supers, singles)
    return pairs + matched, supers - matched, singles - matched


def jokers(open_: int, down: int, turns: float) -> float:
    """Return the points that a seat's citizens (masks) are worth as jokers, with ``turns`` own turns to come."""
    if turns <= 0:
        return 0.0
    pairs, supers, singles = count_joker_dice(open_, down)
    worth = FIXED_JOKER * pairs + ANY_JOKER * (supers >> 1) + LONE_CITIZEN * singles + LONE_SUPER * (supers & 1)
    return worth * min(1.0, turns / 2.5)


# What regions are worth in King of the Dice, and what one region more would bring; kept, for it is asked again and
# again.


@lru_cache(maxsize=1 << 16)
def land_points(arrangement: int, marks: int) -> int:
    """Return the points for the regions in the mask ``marks``."""
    near = kingdom().arrangements[arrangement].near
    return (AREA_POINTS - REGION_POINTS) * largest_group(near, marks).bit_count() + REGION_POINTS * marks.bit_count()


@lru_cache(maxsize=1 << 14)
def region_gains(arrangement: int, marks: int, regions: int, gold: int, white: int) -> tuple[float, float]:
    """Return the points that one of ``regions`` would add to ``marks``, as mean and maximum; ``gold`` and ``white``:
    regions with a gem. All are masks."""
    now, total, best, count = land_points(arrangement, marks), 0, 0, regions.bit_count()
    while regions:
        bit = regions & -regions
        regions ^= bit
        gain = land_points(arrangement, marks | bit) - now
        gain += GOLD_POINTS if gold & bit else WHITE_POINTS if white & bit else 0
        total += gain
        best = max(best, gain)
    return total / count if count else 0.0, float(best)


# What each citizen of the market, and the dragon alarm, can be expected to bring a seat.
#
# No effect is written here: the rules carry it out on a copy, and the copy is weighed.
#
# Tiles are drawn from the supply; what has left the game unseen is as likely as anything unseen.

KNOWN = 64
"""Prospects that are kept, of positions and seats; a turn needs a handful."""


@dataclass(slots=True)
class Prospects:
    """Expected gains of a turn's outcomes, in the unit of the evaluator.

    ``hire``: gain of hiring the open citizen of a pile, by pile and tier (the tiers draw different numbers of tiles),
    None for a pile without one; ``alarm``: of a dragon alarm, which has no condition.
    """

    hire: list[list[float] | None]
    alarm: float

    def best(self, pile: int) -> float:
        """Return the gain of a pile's best tier, minus infinity without an open citizen."""
        return max(self.hire[pile] or [float("-inf")])


def apply_action(state: State, action: int) -> State:
    """Return the position after an action of the active seat."""
    twin = copied(state)
    RULES.apply(twin, twin.active, action, SeededChance(0))
    return twin


def resolve_flame(state: State) -> list[State]:
    """Return the positions after each choice of a rival's flame, if a dragon waits for that; else the position
    alone."""
    if state.phase != FLAME:
        return [state]
    return [apply_action(state, action) for action in state.choices]


def evaluate_action(state: State, seat: int, judge: Evaluator, action: int) -> float:
    """Return the value of the best position reachable after an action of the active seat."""
    return max(judge(each, seat) for each in resolve_flame(apply_action(state, action)))


# --- turns in thought: the rules' own steps, with tiles that might be drawn ----------------------


def apply_hire(state: State, seat: int, pile: int) -> State:
    """Return the position in which this seat has just hired the open citizen of a pile.

    Which citizen is opened next is unknown and not evaluated.
    """
    twin = copied(state)
    twin.active = seat
    turns.hire(twin, pile, citizens().cards[twin.market[pile]].tiers[0], SeededChance(0), None)
    return twin


def apply_alarm(state: State, seat: int) -> State:
    """Return the position after this seat has sounded the alarm: with a super joker, if a citizen is open; the dragon
    has yet to land.

    Which open citizen it takes makes no difference to itself.
    """
    twin = copied(state)
    twin.active = seat
    pile = next((pile for pile, card in enumerate(state.market) if card >= 0), NOTHING)
    turns.sound_alarm(twin, pile, SeededChance(0), None)
    return twin


def outcomes(state: State, step: Callable[[State], bool], asked: tuple[int, ...]) -> list[State]:
    """Return the positions that the active seat can reach by ``step``, which returns whether it ends the turn.

    ``asked``: the phases in which the seat chooses; a position in another phase is final.
    """
    twin = copied(state)
    if step(twin):
        turns.end_turn(twin, SeededChance(0), None)
        return [twin]
    if twin.phase not in asked:
        return [twin]
    return [each for action in twin.choices for each in resolve_flame(apply_action(twin, action))]


def claims(state: State, tile: int) -> list[State]:
    """Return the positions after the hired citizen has drawn this tile and claimed a region; a theft is still to
    come."""

    def step(twin: State) -> bool:
        effects.take_tile(twin, tile)
        return effects.start_claim(twin, (tile,), None)

    return outcomes(state, step, (CLAIM,))


def landings(state: State, tile: int) -> list[State]:
    """Return the positions after the alarm has drawn this tile and the dragon has landed."""

    def step(twin: State) -> bool:
        effects.take_tile(twin, tile)
        return effects.start_landing(twin, tile, None)

    return outcomes(state, step, (LAY, FLAME))


def thefts(state: State) -> list[State]:
    """Return the positions after each theft by the thief just hired; the tile it draws is not included."""
    return outcomes(state, lambda twin: effects.thief(twin, None), (STEAL_CITIZEN, STEAL_GEM))


def works(state: State) -> list[State]:
    """Return the positions after each way to carry out the effect of the tamer or the bully just hired."""
    tier = citizens().cards[state.hired].tiers[0]
    return outcomes(state, lambda twin: effects.carry_out(twin, tier, SeededChance(0), None), (TAME, ATTACK))


def add_gem(state: State) -> State:
    """Return the position after the citizen just hired has brought a gem from the supply."""
    twin = copied(state)
    effects.gem_from_supply(twin, None)
    return twin


# --- expectations -----------------------------------------------------------------------------


def prospects(state: State, seat: int, judge: Evaluator) -> Prospects:
    """Return the expected gains of a turn of this seat. They do not depend on its dice and phase, so they hold for all
    rolls of the turn."""
    key = (
        state.seats, state.finish, state.twists, state.arrangement, state.turn, state.active, state.unseen,
        state.known, state.flames, state.free, state.white, state.gold, state.flames_left, state.white_left,
        state.gold_left, *state.market, *state.piles, *state.open, *state.down, *state.marks, *state.whites,
        *state.golds, *state.tamed,
    )  # fmt: skip
    return _find_prospects(KeyedState(state, key), seat, judge)


@lru_cache(maxsize=KNOWN)
def _find_prospects(board: KeyedState[State], seat: int, judge: Evaluator) -> Prospects:
    return _prospects(board.state, seat, judge)


def _prospects(state: State, seat: int, judge: Evaluator) -> Prospects:
    now = judge(state, seat)
    total = supply(state)
    hire = [
        _hire_gains(state, seat, judge, pile, now, total) if state.market[pile] >= 0 else None for pile in range(PILES)
    ]
    return Prospects(hire, _alarm_gain(state, seat, judge, now, total))


def _hire_gains(state: State, seat: int, judge: Evaluator, pile: int, now: float, total: int) -> list[float]:
    """Return what each tier of a pile's open citizen brings; the citizen itself may become a joker."""
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
    """Return, by terrain that can be drawn, the best gain from it and its number of tiles in the supply."""
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
    """Return the expected best gain of ``draws`` of ``total`` tiles; ``tiles``: (gain, number), best gain first."""
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
