"""How many steps a side is away from a task of the High Form: pieces to be placed, moved or upgraded.

Tasks about what is done in one turn (destroying, summoning) have no position to come closer to; during a turn they
count what is still to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.tash_kalar.cards import box
from games.tash_kalar.maps import NEAR, bits, find_neighbours
from games.tash_kalar.state import State, empty, find_upgrades, get_side, own_mask
from games.tash_kalar.tasks import CORNERS, DIAGONALS, MIDDLE_LINES, PLUS, SIDES, TIMES, ZONES, is_met_by

FAR = 9.0
"""So many steps are as good as out of reach: the arena is nine squares wide."""
BLOCKED = 1.6
"""Steps for a square with an enemy piece in the way: it has to go first, often by the move that takes its place."""
ISOLATION_STEPS = 2.5
"""Isolation comes about by destroying what stands beside: more than one action, and it is there or not."""
RISE = 0.5
"""A piece that has to be upgraded too: half a step more, since beings come into the arena upgraded."""
RISE_ON_LINES = 0.3
"""The same on the diagonals, where more squares will do."""


def count_steps(state: State, task: int, side: int) -> float:
    """Steps a side is away from a task that asks for a position; FAR for tasks about one turn."""
    condition = box().tasks[task].condition
    if "isolation" in condition:
        return 0.0 if is_met_by(state, task, side) else ISOLATION_STEPS
    count = _STEPS.get(next(iter(condition)))
    return FAR if count is None else count(state, side, condition)


def count_turn_steps(state: State, task: int) -> float:
    """Steps left for the seat on turn, what it did this turn counted; FAR where that makes no sense any more."""
    condition = box().tasks[task].condition
    if "destroyed" in condition:
        upgraded = sum(count for man, count in enumerate(state.tally) if man % 3)
        missing = condition["destroyed"] - sum(state.tally)
        return float(max(0, missing, condition.get("upgraded", 0) - upgraded))
    if "legends_or_heroes" in condition:
        legends, heroes = condition["legends_or_heroes"]
        return float(max(0, min(legends - sum(state.tally[2::3]), heroes - sum(state.tally[1::3]))))
    if "summoned" in condition:
        beings, red, green, either, legends = state.summoned
        there = {"red": red, "green": green, "coloured": either}.get(condition.get("on", ""), 0)
        placed, great = condition.get("there", 0) - there, condition.get("legends", 0) - legends
        return float(max(0, condition["summoned"] - beings, placed, great))
    return count_steps(state, task, get_side(state, state.active))


def _on(state: State, side: int, condition: Mapping[str, Any]) -> float:
    zone = ZONES[condition["on"]]
    own, upgraded = (own_mask(state, side) & zone).bit_count(), (find_upgrades(state, side) & zone).bit_count()
    legends = (state.men[3 * side + 2] & zone).bit_count()
    rises: int = max(0, condition["upgraded"] - upgraded, condition.get("legends", 0) - legends)
    missing = int(condition.get("own", 0)) - own
    return float(max(missing, rises)) + RISE * rises


def _more_upgraded_on(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, other = find_upgrades(state, side), find_upgrades(state, 1 - side)
    zones = [ZONES[name] for name in condition["more_upgraded_on"]]
    return sum(1.5 * max(0, (other & zone).bit_count() + 1 - (own & zone).bit_count()) for zone in zones)


def _cross(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for shape in (PLUS, TIMES):
        missing = shape & ~own
        best = min(best, (missing & free).bit_count() + BLOCKED * (missing & ~free).bit_count())
    return best


def _line(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, other = own_mask(state, side), own_mask(state, 1 - side)
    free = empty(state)
    best = FAR
    for line in MIDDLE_LINES:
        missing = condition["line"] - (own & line).bit_count() + (other & line).bit_count()
        room = (free & line).bit_count()
        # Without empty squares enemies have to go, and each of them counts twice when it is taken over.
        best = min(best, missing if missing <= room else room + BLOCKED * (missing - room) / 2)
    return max(0.0, best)


def _diagonals(state: State, side: int, condition: Mapping[str, Any]) -> float:
    pieces, upgraded = condition["diagonals"]
    own, great = own_mask(state, side), find_upgrades(state, side)
    steps = 0.0
    for line in DIAGONALS:
        missing = max(0, pieces - (own & line).bit_count())
        rises = max(0, upgraded - (great & line).bit_count())
        steps += max(missing, rises) + RISE_ON_LINES * rises
    return steps


def _chain(state: State, side: int, condition: Mapping[str, Any]) -> float:
    """The fewest empty squares to be filled between the two ends."""
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for begin, end in SIDES if condition["chain"] == "sides" else CORNERS:
        reached = begin & own
        steps = 0
        while steps < best:
            while True:
                wider = reached | find_neighbours(reached) & own
                if wider == reached:
                    break
                reached = wider
            if reached & end:
                best = float(steps)
                break
            wider = reached | (begin | find_neighbours(reached)) & free
            if wider == reached:
                break
            reached = wider
            steps += 1
    return best


def _around(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for square in bits(own_mask(state, 1 - side)):
        missing = condition["around"] - (NEAR[square] & own).bit_count()
        if missing < best:
            room = (NEAR[square] & free).bit_count()
            best = min(best, missing if missing <= room else room + BLOCKED * (missing - room))
    return max(0.0, best)


_STEPS: dict[str, Callable[[State, int, Mapping[str, Any]], float]] = {
    "on": _on,
    "more_upgraded_on": _more_upgraded_on,
    "cross": _cross,
    "line": _line,
    "diagonals": _diagonals,
    "chain": _chain,
    "around": _around,
}
