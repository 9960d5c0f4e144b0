"""What can be done with armies and cities, and what follows from it on the spot.

The masks are what ``legal`` is made of; nothing here asks or ends anything.
"""

from __future__ import annotations

from engine.contract import Chance, Emit, Event

from . import options
from .actions import BRIBE, DESTROY, WIDTH
from .board import regions_of
from .setup import face_of, told_control
from .state import (
    CITIES,
    NEUTRAL_OWNER,
    NOTHING,
    State,
    add_army,
    armies_in,
    gain_token,
    remove_army,
)
from .tokens import (
    BANDIT_KING,
    DRAGON,
    DRAGON_ARMIES,
    EXPLORE,
    RED_SORCERESS,
    ROGUES,
    TREASURE,
    TREASURE_COINS,
)
from .twists import at_truce, homes, sunk

SEA_COST = 3
BRIBE_COINS = 1
TOLL = 1
"""Coins for the Band of Rogues."""


def where_of(state: State, region: int) -> str:
    """The code of a region for texts."""
    return state.board.codes[region]


def barred(state: State, seat: int, coins: int = 1) -> int:
    """Mask of regions a seat cannot enter: where it cannot pay the Band of Rogues, and what has sunk."""
    rogues = state.spots[ROGUES]
    return (1 << rogues if rogues >= 0 and state.coins[seat] < coins else 0) | sunk(state)


def sea_cost(state: State, seat: int) -> int:
    """Move points for a sea link: 3, one less for each Flying, never below 1; over ice 1."""
    return 1 if state.options & options.FROZEN else max(1, SEA_COST - state.flying[seat])


def place_mask(state: State, seat: int) -> int:
    """Regions where a seat may place: the start region and those with an own city."""
    if not state.supply[seat]:
        return 0
    return homes(state, seat, state.towns[seat]) & ~barred(state, seat)


def bribes(state: State, seat: int) -> list[int]:
    """Actions of the Bandit King: armies at opponents' cities, 1 coin each to that opponent.

    Where an army may go without a bribe, none is offered. The Band of Rogues takes a second coin.
    """
    if state.leaders[seat] != BANDIT_KING or not state.supply[seat] or not state.coins[seat]:
        return []
    free = homes(state, seat, state.towns[seat]) | barred(state, seat, 2)
    return [
        BRIBE + WIDTH * owner + region
        for owner in range(state.seats)
        if owner != seat
        for region in regions_of(state.towns[owner] & ~free)
    ]


def from_mask(state: State, seat: int, points: int) -> int:
    """Regions from which an own army can make one more step with so many move points."""
    if points < 1:
        return 0
    board = state.board
    mask = state.present[seat]
    if points < sea_cost(state, seat):
        mask &= ~board.coast
    if barred(state, seat):
        mask = sum(1 << region for region in regions_of(mask) if to_mask(state, seat, region, points))
    return mask


def to_mask(state: State, seat: int, region: int, points: int) -> int:
    """Regions that an army in ``region`` can reach with one step: land 1, sea link 3 less Flying."""
    board = state.board
    mask = board.land[region]
    if points >= sea_cost(state, seat):
        mask |= board.sea[region]
    return mask & ~barred(state, seat)


def step_cost(state: State, seat: int, region: int, target: int) -> int:
    """Move points of the step between two neighbours."""
    return 1 if state.board.land[region] >> target & 1 else sea_cost(state, seat)


def city_mask(state: State, seat: int) -> int:
    """Regions where a seat may build: those with an own army."""
    return state.present[seat] if cities_left(state, seat) else 0


def cities_left(state: State, seat: int) -> int:
    """Cities a seat has not built yet."""
    return CITIES - sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)])


def victims(state: State, seat: int) -> list[int]:
    """Actions that destroy an army: of another player or neutral, beside an own army.

    Ruling L5: nobody destroys an own army; neutral ones can be destroyed. Immune players' cannot.
    """
    own = state.present[seat]
    if at_truce(state):
        return []
    return [
        DESTROY + WIDTH * owner + region
        for owner in (*range(state.seats), NEUTRAL_OWNER)
        if owner != seat and not state.immune >> owner & 1
        for region in regions_of(state.present[owner] & own)
    ]


def purses(state: State, *seats: int) -> list[list[int]]:
    """What these seats have now, for events: pairs of seat and coins."""
    return [[seat, state.coins[seat]] for seat in seats]


def pay(state: State, seat: int, coins: int, to: int | None, cause: str, emit: Emit | None) -> None:
    """Coins from a seat to another one, or to the bank."""
    if not coins:
        return
    state.coins[seat] -= coins
    if to is not None:
        state.coins[to] += coins
    if emit is not None:
        left = purses(state, seat, *([] if to is None else [to]))
        emit(Event("paid", {"seat": seat, "coins": coins, "to": to, "cause": cause, "purses": left}))


def receive(state: State, seat: int, coins: int, cause: str, emit: Emit | None) -> None:
    """Coins from the bank."""
    state.coins[seat] += coins
    if emit is not None:
        emit(Event("received", {"seat": seat, "coins": coins, "cause": cause, "purses": purses(state, seat)}))


def place_army(state: State, seat: int, region: int, owner: int | None, emit: Emit | None) -> None:
    """An army from the supply into a region; ``owner`` of the city the Bandit King bribes, or None."""
    state.supply[seat] -= 1
    add_army(state, seat, region)
    if emit is not None:
        data = {"seat": seat, "region": region, "where": where_of(state, region), "bribed": owner}
        emit(Event("placed", {**data, "control": told_control(state, region), "supply": state.supply[seat]}))
    if owner is not None:
        pay(state, seat, BRIBE_COINS, owner, "bribe", emit)
    _entered(state, seat, region, emit)


def move_army(state: State, seat: int, region: int, target: int, cost: int, emit: Emit | None) -> None:
    """An army from a region to a neighbour."""
    remove_army(state, seat, region)
    add_army(state, seat, target)
    if emit is not None:
        data = {
            "seat": seat,
            "from": region,
            "to": target,
            "cost": cost,
            "control": told_control(state, region, target),
        }
        emit(Event("moved", {**data, "from_where": where_of(state, region), "to_where": where_of(state, target)}))
    _entered(state, seat, target, emit)


def _entered(state: State, seat: int, region: int, emit: Emit | None) -> None:
    """An army has come into a region: the Band of Rogues takes its coin, the dragon may fall.

    Ruling L13: the army counts that makes seven or more; cities are no armies, and armies laid in
    set-up count among the others but do not come through here.
    """
    spots = state.spots
    if region == spots[ROGUES]:
        pay(state, seat, TOLL, None, "rogues", emit)
    elif region == spots[DRAGON] and armies_in(state, region) >= DRAGON_ARMIES:
        _take_token(state, seat, DRAGON, region, emit)
        state.spots = (*spots[:DRAGON], NOTHING, *spots[DRAGON + 1 :])


def build_city(state: State, seat: int, region: int, chance: Chance, emit: Emit | None) -> None:
    """A city in a region; the first one there takes its explore token (ruling L14)."""
    state.cities[WIDTH * seat + region] += 1
    state.towns[seat] |= 1 << region
    if emit is not None:
        data = {"seat": seat, "region": region, "where": where_of(state, region)}
        left = cities_left(state, seat)
        emit(Event("built", {**data, "control": told_control(state, region), "cities_left": left}))
    for token in EXPLORE:
        if state.spots[token] == region:
            spots = list(state.spots)
            spots[token] = NOTHING
            state.spots = tuple(spots)
            _take_token(state, seat, token, region, emit)
            return
    for index, (place, known, seen) in enumerate(state.down):
        if place == region:
            token = known if seen >> seat & 1 else face_of(state, known, chance)
            state.down = state.down[:index] + state.down[index + 1 :]
            _take_token(state, seat, token, region, emit)
            return


def _take_token(state: State, seat: int, token: int, region: int, emit: Emit | None) -> None:
    state.held[seat] |= 1 << token
    gain_token(state, seat, token)
    if emit is not None:
        data = {"seat": seat, "token": token, "region": region, "where": where_of(state, region)}
        emit(Event("token_taken", {**data, "elixirs": state.elixirs[seat]}))
    if token == TREASURE:
        receive(state, seat, TREASURE_COINS, "treasure", emit)


def destroy_army(state: State, seat: int, owner: int, region: int, emit: Emit | None) -> None:
    """Remove an army: back to its owner's supply, or onto the Red Sorceress's card.

    The Bandit King takes a coin from the player whose army he destroys. Neutral armies have no
    owner, no coins, and go back into the box.
    """
    remove_army(state, owner, region)
    captured = owner != NEUTRAL_OWNER and state.leaders[seat] == RED_SORCERESS
    if captured:
        state.captured[owner] += 1
    elif owner != NEUTRAL_OWNER:
        state.supply[owner] += 1
    if emit is not None:
        data = {"seat": seat, "owner": owner, "region": region, "where": where_of(state, region)}
        supply = None if owner == NEUTRAL_OWNER else state.supply[owner]
        data["supply"] = supply
        emit(Event("destroyed", {**data, "captured": captured, "control": told_control(state, region)}))
    if owner != NEUTRAL_OWNER and state.leaders[seat] == BANDIT_KING and state.coins[owner]:
        pay(state, owner, 1, seat, "robbery", emit)
