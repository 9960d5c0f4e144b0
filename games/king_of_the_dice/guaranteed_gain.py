"""What a decision of the check gains for certain: whatever tiles are drawn, used as well as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.chance import SureChance

from . import actions as act
from . import turns
from .cards import DWARF, LANDOWNER, THIEF, citizens
from .effects import claim, claim_of, flame_of, gem_from_supply, landing_of, lay, steal, take_tile
from .maps import IN_HALF
from .scoring import parts
from .state import ASIDE, CLAIM, LAY, NOTHING, STEAL_CITIZEN, STEAL_GEM, State, bits, copied, supply

_DRAWERS = (DWARF, THIEF, LANDOWNER)


def draws(action: int) -> bool:
    """Whether tiles are drawn after this decision."""
    if act.HIRE <= action < act.ALARM:
        return action - act.HIRE in _DRAWERS
    return act.ALARM <= action <= act.ALARM_ALONE


def lead(state: State, seat: int) -> int:
    """By how many points a seat is ahead of its best rival."""
    totals = [parts(state, each)["total"] for each in range(state.seats)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def least(start: State, actions: Sequence[int]) -> int:
    """The lead of the active seat after these decisions, of which the last one draws tiles: after the worst of them."""
    seat, state = start.active, copied(start)
    for action in actions[:-1]:
        turns.use_jokers(state, *divmod(action - act.JOKER, 3), None)
    last = actions[-1]
    if last >= act.ALARM:
        turns.sound_alarm(state, last - act.ALARM if last < act.ALARM_ALONE else NOTHING, SureChance(), None)
        return min([_best(*_landed(state, *tiles), seat) for tiles in _lots(state, 1)], default=lead(state, seat))
    pile = last - act.HIRE
    tier = citizens().best_tier(state.market[pile], turns.met_now(state))
    assert tier is not None
    turns.hire(state, pile, tier, SureChance(), None)
    if tier.gem:
        gem_from_supply(state, None)
    return min(_best(*_claimed(state, tiles), seat) for tiles in _lots(state, tier.draw))


def _lots(state: State, count: int) -> Iterator[tuple[int, ...]]:
    """The tiles that can be drawn, as many as there are; of those of equal terrains one lot."""
    unseen = state.unseen
    most_unseen = unseen.bit_count() - ASIDE
    seen: set[tuple[int, ...]] = set()
    for tiles in combinations(bits(unseen | state.known), min(count, supply(state))):
        terrains = tuple(sorted(tile % IN_HALF for tile in tiles))
        if terrains not in seen and sum(unseen >> tile & 1 for tile in tiles) <= most_unseen:
            seen.add(terrains)
            yield tiles


def _claimed(state: State, tiles: tuple[int, ...]) -> tuple[State, bool]:
    """The position after these tiles were drawn by whoever was hired, and whether nothing is left to choose."""
    after = copied(state)
    for tile in tiles:
        take_tile(after, tile)
    return after, claim_of(after, tiles, None)


def _landed(state: State, tile: int) -> tuple[State, bool]:
    """The position after the alarm has drawn this tile, and whether nothing is left to choose."""
    after = copied(state)
    take_tile(after, tile)
    return after, landing_of(after, tile, None)


def _best(state: State, done: bool, seat: int) -> int:
    """The lead after the best choices from here."""
    if done:
        return lead(state, seat)
    return max(_best(*_chosen(state, action), seat) for action in state.choices)


def _chosen(state: State, action: int) -> tuple[State, bool]:
    after = copied(state)
    if state.phase == CLAIM:
        return after, claim(after, action - act.CLAIM, None)
    if state.phase == LAY:
        return after, lay(after, action - act.LAY, None)
    if state.phase in (STEAL_CITIZEN, STEAL_GEM):
        return after, steal(after, action, None)
    return after, flame_of(after, action - act.FLAME_OF, None)
