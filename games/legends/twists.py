"""Twists: a sinking island, a frozen sea, a truce, armies placed from cities only."""

from __future__ import annotations

from engine.contract import Emit, Event

from . import options
from .actions import WIDTH
from .board import Board, list_regions
from .scoring import control
from .state import CITIES, NEUTRAL_OWNER, NOTHING, State, remove_army

LAST_ROUND = 4
"""Round after which the island sinks and the truce ends."""


def island_to_sink(board: Board, start: int) -> int:
    """Return the mask of the first smallest island without the start region; 0 where there is none."""
    free = [island for island in board.islands if not island >> start & 1] if start != NOTHING else []
    return min(free, key=int.bit_count, default=0)


def find_sinking_regions(state: State) -> int:
    """Return the mask of the regions that will sink or have sunk; 0 without the twist."""
    return island_to_sink(state.board, state.start) if state.options & options.SINKING else 0


def is_late(state: State) -> bool:
    """Whether that round is over for all seats."""
    return state.turns >= LAST_ROUND * state.seats


def sunk(state: State) -> int:
    """Return the mask of the sunk regions, which cannot be entered."""
    return find_sinking_regions(state) if state.options & options.SINKING and is_late(state) else 0


def is_truce(state: State) -> bool:
    """Whether no army may be destroyed yet."""
    return bool(state.options & options.TRUCE) and not is_late(state)


def homes(state: State, seat: int, towns: int) -> int:
    """Return the mask of regions where a seat with these cities places armies: there and in the start region;
    by a twist in the start region only while it has no city."""
    if state.options & options.EXILE and towns:
        return towns
    return 1 << state.start | towns


def sink(state: State, emit: Emit | None) -> None:
    """Sink the island: its armies return to their supplies, its cities to their owners."""
    regions = list_regions(find_sinking_regions(state))
    for region in regions:
        for owner in (*range(state.seats), NEUTRAL_OWNER):
            for _ in range(state.armies[WIDTH * owner + region]):
                remove_army(state, owner, region)
                if owner != NEUTRAL_OWNER:
                    state.supply[owner] += 1
        for seat in range(state.seats):
            state.cities[WIDTH * seat + region] = 0
            state.towns[seat] &= ~(1 << region)
    if emit is not None and regions:
        owners = control(state)
        left = [CITIES - sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)]) for seat in range(state.seats)]
        data = {"regions": list(regions), "where": state.board.codes[regions[0]], "supply": state.supply[:]}
        told = [[region, owners[region]] for region in regions]
        emit(Event("sunk", {**data, "cities_left": left, "control": told}))
