"""What the map is worth to every seat, and whole positions."""

from __future__ import annotations

from games.legends.actions import WIDTH
from games.legends.cards import (
    CITADELS,
    KNIGHT_REGIONS,
    WHITE_KNIGHT,
)
from games.legends.state import NEUTRAL_OWNER, State

from .assets import assets, city_worth
from .own_map import island_lists
from .persistence import Outlook


def worths(state: State, outlook: Outlook) -> list[float]:
    """Expected points of every seat at the end."""
    found = assets(state, outlook)
    seats, n = state.seats, state.board.n
    armies, cities = state.armies, state.cities
    rows = []
    for seat in range(seats):
        at = WIDTH * seat
        rows.append([a + c for a, c in zip(armies[at : at + n], cities[at : at + n], strict=True)])
        found[seat] += city_worth(outlook) * (state.towns[seat] & ~(1 << state.start)).bit_count()
    rows.append(armies[WIDTH * NEUTRAL_OWNER : WIDTH * NEUTRAL_OWNER + n])
    shares = [outlook.shares(strengths) for strengths in zip(*rows, strict=True)]
    for row in shares:
        for seat in range(seats):
            found[seat] += row[seat]
    for token in CITADELS:
        if state.spots[token] >= 0:
            for seat in range(seats):
                found[seat] += shares[state.spots[token]][seat]
    for regions in island_lists(state.board)[0]:
        sums = [sum(column) for column in zip(*[shares[region] for region in regions], strict=True)]
        for seat, lead in enumerate(outlook.leads(sums)[:seats]):
            knight = state.leaders[seat] == WHITE_KNIGHT and len(regions) >= KNIGHT_REGIONS
            found[seat] += 2 * lead if knight else lead
    return found
