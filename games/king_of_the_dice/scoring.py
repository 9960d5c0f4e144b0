"""Points: the largest area, other regions, most flames, gems; and who has won."""

from __future__ import annotations

from typing import Any

from .maps import kingdom, largest_group
from .state import State, bits

AREA_POINTS = 3
REGION_POINTS = 1
FLAME_POINTS = 4
GOLD_POINTS = 3
WHITE_POINTS = 2
WORTH = {
    "area": AREA_POINTS,
    "others": REGION_POINTS,
    "flames": FLAME_POINTS,
    "gold": GOLD_POINTS,
    "white": WHITE_POINTS,
}
"""What one of each part of a score is worth."""


def parts(state: State, seat: int) -> dict[str, int]:
    """What a seat would score now: area (regions in its largest group), others, flames, gold, white, total.

    ``flames`` is 1 for most flames, alone or tied. Ruling D10: nobody has most flames with none.
    """
    return _counted(state, seat, _area(state, seat).bit_count())


def _area(state: State, seat: int) -> int:
    return largest_group(kingdom().arrangements[state.arrangement].near, state.marks[seat])


def _counted(state: State, seat: int, area: int) -> dict[str, int]:
    others = state.marks[seat].bit_count() - area
    most = int(0 < state.tamed[seat] == max(state.tamed))
    gold, white = state.golds[seat], state.whites[seat]
    total = (
        AREA_POINTS * area + REGION_POINTS * others + FLAME_POINTS * most + GOLD_POINTS * gold + WHITE_POINTS * white
    )
    return {"area": area, "others": others, "flames": most, "gold": gold, "white": white, "total": total}


def told(state: State, seat: int) -> dict[str, Any]:
    """The :func:`parts` as views and events tell them.

    ``points`` of each part; ``regions``: those of the largest area.
    """
    area = _area(state, seat)
    found = _counted(state, seat, area.bit_count())
    return {**found, "points": {name: found[name] * each for name, each in WORTH.items()}, "regions": bits(area)}


def scores(state: State) -> list[dict[str, Any]]:
    """What everybody would score now."""
    return [told(state, seat) for seat in range(state.seats)]


def standing(state: State) -> tuple[int, ...]:
    """Places by points, then by flames; who is still equal shares the better place."""
    keys = [(parts(state, seat)["total"], state.tamed[seat]) for seat in range(state.seats)]
    return tuple(1 + sum(other > own for other in keys) for own in keys)
