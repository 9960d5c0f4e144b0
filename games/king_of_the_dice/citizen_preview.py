"""What hiring an open citizen would bring: tiles, regions that can be chosen, and the range of own points.

Nothing is hidden in this game but which tiles will be drawn, so the range runs over all tiles that may be: from the
worst to the best of them, each with the best choices after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.chance import ConstantChance
from engine.contract import View

from . import actions as act
from . import turns
from .cards import BULLY, DWARF, TAMER, THIEF, Tier, citizens
from .effects import attack, carry_out, gem_from_supply, tame
from .guaranteed_gain import apply_choice, draw_tiles, list_lots
from .scoring import parts
from .state import ATTACK, TAME, State, copied, supply
from .views import determinize


@dataclass(frozen=True, slots=True)
class CitizenPreview:
    """Tiles ``drawn`` and how many of them can be ``claimed``; own points, ``least`` and ``most``.

    ``regions`` that can be tamed or attacked, each with its points; ``steals`` a citizen or a gem.
    """

    drawn: int
    claimed: int
    least: int
    most: int
    regions: tuple[tuple[int, int], ...] = ()
    gem: bool = False
    steals: bool = False


def preview_citizen(view: View, pile: int) -> CitizenPreview | None:
    """Return what the active seat would get from the open citizen of a pile, with the tier that its dice meet, or the
    first one; None where the pile is empty."""
    start = determinize(view)
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
    return CitizenPreview(drawn, claimed, min(found), max(found), gem=tier.gem, steals=citizen.pile == THIEF)


def _preview_regions(state: State, tier: Tier, seat: int, before: int) -> CitizenPreview:
    """Return what can be tamed or attacked; a single region is taken at once."""
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
