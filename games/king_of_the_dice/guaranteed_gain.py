"""Guaranteed gain of a decision after the roll: the minimum over drawn tiles of the best play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.chance import ConstantChance
from engine.contract import View
from games.king_of_the_dice import actions as act, turns
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, TAMER, THIEF, Tier, citizens
from games.king_of_the_dice.effects import (
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
from games.king_of_the_dice.maps import IN_HALF
from games.king_of_the_dice.scoring import parts
from games.king_of_the_dice.state import (
    ASIDE,
    ATTACK,
    CLAIM,
    LAY,
    NOTHING,
    STEAL_CITIZEN,
    STEAL_GEM,
    TAME,
    State,
    bits,
    copied,
    supply,
)
from games.king_of_the_dice.views import determinize

_DRAWERS = (DWARF, THIEF, LANDOWNER)


def draws(action: int) -> bool:
    """Whether the action draws tiles."""
    if act.HIRE <= action < act.ALARM:
        return action - act.HIRE in _DRAWERS
    return act.ALARM <= action <= act.ALARM_ALONE


def lead(state: State, seat: int) -> int:
    """Return the lead of a seat over its best rival, in points; below 0 if it is behind."""
    totals = [parts(state, each)["total"] for each in range(state.seats)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def least(start: State, actions: Sequence[int]) -> int:
    """Return the active seat's lead, in points, after these actions, if the last one draws the worst tiles."""
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
    """Return the lead after hiring a citizen who draws the worst tiles for it; changes the state."""
    seat = state.active
    turns.hire(state, pile, tier, ConstantChance(), None)
    if tier.gem:
        gem_from_supply(state, None)
    return min(_best(*draw_tiles(state, tiles), seat) for tiles in list_lots(state, tier.draw))


def count_certain_gain(start: State, pile: int, tier: Tier) -> int:
    """Return by how many points the active seat's lead grows at least by hiring the open citizen of a pile for this
    reward, whatever tiles are drawn."""
    seat, state = start.active, copied(start)
    if pile in _DRAWERS:
        return _find_worst_lead(state, pile, tier) - lead(start, seat)
    turns.hire(state, pile, tier, ConstantChance(), None)
    done = carry_out(state, tier, ConstantChance(), None)
    return _best(state, done, seat) - lead(start, seat)


def list_lots(state: State, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the possible draws of ``count`` tiles, one for each combination of terrains."""
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


# What hiring an open citizen would bring: tiles, regions that can be chosen, and the range of own points.
#
# Nothing is hidden in this game but which tiles will be drawn, so the range runs over all tiles that may be: from the
# worst to the best of them, each with the best choices after it.


@dataclass(frozen=True, slots=True)
class CitizenPreview:
    """Preview of hiring an open citizen.

    ``drawn``: number of tiles drawn; ``claimed``: number of them that can be claimed; ``least`` and ``most``: own
    points gained with the worst and the best tiles; ``regions`` that can be tamed or attacked: pairs (region, points);
    ``gem``: whether a gem comes from the supply.
    """

    drawn: int
    claimed: int
    least: int
    most: int
    regions: tuple[tuple[int, int], ...] = ()
    gem: bool = False


def preview_citizen(view: View, pile: int) -> CitizenPreview | None:
    """Return what the active seat would get from the open citizen of a pile, for the tier that its dice meet or else
    the first one; None if the pile has no open citizen."""
    start = determinize(view, ConstantChance())
    card = start.market[pile]
    if card < 0:
        return None
    citizen = citizens().cards[card]
    met = citizens().best_tier(card, turns.find_met_conditions(start)) if start.rolls else None
    tier = met or citizen.tiers[0]
    seat, state = start.active, copied(start)
    before = parts(start, seat)["total"]
    turns.hire(state, pile, tier, ConstantChance(), None)
    if citizen.pile in (TAMER, BULLY):
        return _preview_regions(state, tier, seat, before)
    if tier.gem:
        gem_from_supply(state, None)
    found = [_find_best(*draw_tiles(state, tiles), seat) - before for tiles in list_lots(state, tier.draw)] or [0]
    drawn = min(tier.draw, supply(state))
    claimed = min(1, drawn) if citizen.pile in (DWARF, THIEF) else drawn
    return CitizenPreview(drawn, claimed, min(found), max(found), gem=tier.gem)


def _preview_regions(state: State, tier: Tier, seat: int, before: int) -> CitizenPreview:
    """Return the preview of a tamer or a bully, with the regions that can be chosen or the only one that is taken."""
    marks = state.marks[seat]
    done = carry_out(state, tier, ConstantChance(), None)
    gains: list[tuple[int, int]] = []
    if not done and state.phase in (TAME, ATTACK):
        first, take = (act.TAME, tame) if state.phase == TAME else (act.ATTACK, attack)
        for action in state.choices:
            after = copied(state)
            take(after, action - first, None)
            gains.append((action - first, parts(after, seat)["total"] - before))
    elif state.marks[seat] != marks:
        gains = [((state.marks[seat] & ~marks).bit_length() - 1, parts(state, seat)["total"] - before)]
    points = [gain for _, gain in gains] or [0]
    return CitizenPreview(0, 0, min(points), max(points), tuple(gains))


def _find_best(state: State, done: bool, seat: int) -> int:
    """Return the most own points after the choices from here."""
    if done:
        return parts(state, seat)["total"]
    return max(_find_best(*apply_choice(state, action), seat) for action in state.choices)
