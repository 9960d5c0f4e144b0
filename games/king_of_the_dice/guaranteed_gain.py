"""Guaranteed gain of a decision after the roll: the minimum over drawn tiles of the best play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.chance import ConstantChance

from . import actions as act
from . import turns
from .cards import DWARF, LANDOWNER, THIEF, Tier, citizens
from .effects import (
    attack,
    carry_out,
    claim,
    gem_from_supply,
    lay,
    move_flame,
    start_claim,
    start_landing,
    steal,
    take_tile,
    tame,
)
from .maps import IN_HALF
from .scoring import parts
from .state import ASIDE, ATTACK, CLAIM, LAY, NOTHING, STEAL_CITIZEN, STEAL_GEM, TAME, State, bits, copied, supply

_DRAWERS = (DWARF, THIEF, LANDOWNER)


def draws(action: int) -> bool:
    """Whether the decision draws tiles."""
    if act.HIRE <= action < act.ALARM:
        return action - act.HIRE in _DRAWERS
    return act.ALARM <= action <= act.ALARM_ALONE


def lead(state: State, seat: int) -> int:
    """Return the lead of a seat over its best rival, in points."""
    totals = [parts(state, each)["total"] for each in range(state.seats)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def least(start: State, actions: Sequence[int]) -> int:
    """Return the lead of the active seat after these decisions for the worst tiles drawn by the last one."""
    seat, state = start.active, copied(start)
    for action in actions[:-1]:
        turns.use_jokers(state, *divmod(action - act.JOKER, 3), None)
    last = actions[-1]
    if last >= act.ALARM:
        turns.sound_alarm(state, last - act.ALARM if last < act.ALARM_ALONE else NOTHING, ConstantChance(), None)
        return min(
            [_best(*_draw_landing_tile(state, *tiles), seat) for tiles in list_lots(state, 1)],
            default=lead(state, seat),
        )
    pile = last - act.HIRE
    tier = citizens().best_tier(state.market[pile], turns.find_met_conditions(state))
    assert tier is not None
    return _find_worst_lead(state, pile, tier)


def _find_worst_lead(state: State, pile: int, tier: Tier) -> int:
    """Return the lead after hiring a citizen who draws tiles, for the worst of them; changes the state."""
    seat = state.active
    turns.hire(state, pile, tier, ConstantChance(), None)
    if tier.gem:
        gem_from_supply(state, None)
    return min(_best(*draw_tiles(state, tiles), seat) for tiles in list_lots(state, tier.draw))


def count_certain_gain(start: State, pile: int, tier: Tier) -> int:
    """Return the points that the active seat gains on its best rival by hiring the open citizen of a pile for this
    reward, whatever tiles are drawn."""
    seat, state = start.active, copied(start)
    if pile in _DRAWERS:
        return _find_worst_lead(state, pile, tier) - lead(start, seat)
    turns.hire(state, pile, tier, ConstantChance(), None)
    done = carry_out(state, tier, ConstantChance(), None)
    return _best(state, done, seat) - lead(start, seat)


def list_lots(state: State, count: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the possible draws of tiles; draws with equal terrains once."""
    unseen = state.unseen
    most_unseen = unseen.bit_count() - ASIDE
    seen: set[tuple[int, ...]] = set()
    for tiles in combinations(bits(unseen | state.known), min(count, supply(state))):
        terrains = tuple(sorted(tile % IN_HALF for tile in tiles))
        if terrains not in seen and sum(unseen >> tile & 1 for tile in tiles) <= most_unseen:
            seen.add(terrains)
            yield tiles


def draw_tiles(state: State, tiles: tuple[int, ...]) -> tuple[State, bool]:
    """Return the position after the hired citizen drew these tiles, and whether the turn is over."""
    after = copied(state)
    for tile in tiles:
        take_tile(after, tile)
    return after, start_claim(after, tiles, None)


def _draw_landing_tile(state: State, tile: int) -> tuple[State, bool]:
    """Return the position after the alarm drew this tile, and whether the turn is over."""
    after = copied(state)
    take_tile(after, tile)
    return after, start_landing(after, tile, None)


def _best(state: State, done: bool, seat: int) -> int:
    """Return the lead after the best choices from here."""
    if done:
        return lead(state, seat)
    return max(_best(*apply_choice(state, action), seat) for action in state.choices)


def apply_choice(state: State, action: int) -> tuple[State, bool]:
    """Return the position after a choice for an effect, and whether the turn is over."""
    after = copied(state)
    if state.phase == CLAIM:
        return after, claim(after, action - act.CLAIM, None)
    if state.phase == LAY:
        return after, lay(after, action - act.LAY, None)
    if state.phase in (STEAL_CITIZEN, STEAL_GEM):
        return after, steal(after, action, None)
    if state.phase == TAME:
        return after, tame(after, action - act.TAME, None)
    if state.phase == ATTACK:
        return after, attack(after, action - act.ATTACK, None)
    return after, move_flame(after, action - act.FLAME_OF, None)
