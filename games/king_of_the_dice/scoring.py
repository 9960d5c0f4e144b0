"""Scores (largest area, other regions, most flames, gems) and standing."""

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
"""Points per unit of each part of a score."""


def parts(state: State, seat: int) -> dict[str, int]:
    """Return the current score of a seat: area (regions in its largest group), others, flames, gold, white, total.

    ``flames`` is 1 for most flames, alone or tied. Ruling D10: zero flames never count as most.
    """
    return _count_parts(state, seat, _area(state, seat).bit_count())


def _area(state: State, seat: int) -> int:
    return largest_group(kingdom().arrangements[state.arrangement].near, state.marks[seat])


def _count_parts(state: State, seat: int, area: int) -> dict[str, int]:
    others = state.marks[seat].bit_count() - area
    most = int(0 < state.tamed[seat] == max(state.tamed))
    gold, white = state.golds[seat], state.whites[seat]
    total = (
        AREA_POINTS * area + REGION_POINTS * others + FLAME_POINTS * most + GOLD_POINTS * gold + WHITE_POINTS * white
    )
    return {"area": area, "others": others, "flames": most, "gold": gold, "white": white, "total": total}


def describe_parts(state: State, seat: int) -> dict[str, Any]:
    """Return :func:`parts` as plain data for views and events.

    ``points`` of each part; ``regions``: those of the largest area.
    """
    area = _area(state, seat)
    found = _count_parts(state, seat, area.bit_count())
    return {**found, "points": {name: found[name] * each for name, each in WORTH.items()}, "regions": bits(area)}


def scores(state: State) -> list[dict[str, Any]]:
    """Return the current scores of all seats."""
    return [describe_parts(state, seat) for seat in range(state.seats)]


def standing(state: State) -> tuple[int, ...]:
    """Return the places by points, then by flames; remaining ties share the better place."""
    keys = [(parts(state, seat)["total"], state.tamed[seat]) for seat in range(state.seats)]
    return tuple(1 + sum(other > own for other in keys) for own in keys)
