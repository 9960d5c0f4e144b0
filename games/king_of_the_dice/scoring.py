"""Points: the largest area, other regions, most flames, gems; and who has won."""

from __future__ import annotations

from .maps import kingdom, largest_area
from .state import State

AREA_POINTS = 3
REGION_POINTS = 1
FLAME_POINTS = 4
GOLD_POINTS = 3
WHITE_POINTS = 2


def parts(state: State, seat: int) -> dict[str, int]:
    """What a seat would score now: area (regions in its largest group), others, flames, gold, white, total.

    ``flames`` is 1 for most flames, alone or tied. Ruling D10: nobody has most flames with none.
    """
    own = state.marks[seat]
    area = largest_area(kingdom().arrangements[state.arrangement].near, own)
    others = own.bit_count() - area
    most = int(0 < state.tamed[seat] == max(state.tamed))
    gold, white = state.golds[seat], state.whites[seat]
    total = (
        AREA_POINTS * area + REGION_POINTS * others + FLAME_POINTS * most + GOLD_POINTS * gold + WHITE_POINTS * white
    )
    return {"area": area, "others": others, "flames": most, "gold": gold, "white": white, "total": total}


def standing(state: State) -> tuple[int, ...]:
    """Places by points, then by flames; who is still equal shares the better place."""
    keys = [(parts(state, seat)["total"], state.tamed[seat]) for seat in range(state.seats)]
    return tuple(1 + sum(other > own for other in keys) for own in keys)
