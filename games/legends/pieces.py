"""Operations on armies and cities, with their immediate consequences.

``legal`` is built from the masks; nothing here changes the phase.
"""

from engine.contract import Chance, Emit, Event
from games.legends import options
from games.legends.actions import BRIBE, DESTROY, WIDTH
from games.legends.board import list_regions
from games.legends.cards import (
    BANDIT_KING,
    DRAGON,
    DRAGON_ARMIES,
    EXPLORE,
    RED_SORCERESS,
    ROGUES,
    TREASURE,
    TREASURE_COINS,
)
from games.legends.scoring import control
from games.legends.setup import draw_token_face, list_controllers
from games.legends.state import CITIES, NEUTRAL_OWNER, NOTHING, State, add_army, gain_token, remove_army

# Twists: a sinking island, a frozen sea, a truce, armies placed from cities only.

LAST_ROUND = 4
"""Round after which the island sinks and the truce ends."""


def find_sinking_regions(state: State) -> int:
    """Return the mask of the regions that will sink or have sunk: the first of the smallest islands without the start
    region; 0 without the twist."""
    if not state.options & options.SINKING or state.start == NOTHING:
        return 0
    free = [island for island in state.board.islands if not island >> state.start & 1]
    return min(free, key=int.bit_count, default=0)


def is_late(state: State) -> bool:
    """Whether round :data:`LAST_ROUND` is over for all seats."""
    return state.turns >= LAST_ROUND * state.seats


def sunk(state: State) -> int:
    """Return the mask of the sunk regions, which cannot be entered."""
    return find_sinking_regions(state) if state.options & options.SINKING and is_late(state) else 0


def is_truce(state: State) -> bool:
    """Whether armies cannot be destroyed yet, by the twist."""
    return bool(state.options & options.TRUCE) and not is_late(state)


def homes(state: State, seat: int, towns: int) -> int:
    """Return the mask of the regions where a seat places armies: the start region and its cities (mask ``towns``); by a
    twist only the cities if it has any."""
    if state.options & options.EXILE and towns:
        return towns
    return 1 << state.start | towns


def sink(state: State, emit: Emit | None) -> None:
    """Sink the island of the twist: armies return to their supplies, cities to their owners."""
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


SEA_COST = 3
BRIBE_COINS = 1
TOLL = 1
"""Coins paid to the Band of Rogues."""


def get_region_code(state: State, region: int) -> str:
    """Return the code of a region for texts."""
    return state.board.codes[region]


def find_barred_regions(state: State, seat: int, coins: int = 1) -> int:
    """Return the mask of the regions that a seat cannot enter: that of the Band of Rogues with fewer than ``coins``,
    and sunk ones."""
    rogues = state.spots[ROGUES]
    return (1 << rogues if rogues >= 0 and state.coins[seat] < coins else 0) | sunk(state)


def sea_cost(state: State, seat: int) -> int:
    """Return the move points that a sea link costs a seat: 3, one less for each Flying, at least 1; over ice 1."""
    return 1 if state.options & options.FROZEN else max(1, SEA_COST - state.flying[seat])


def place_mask(state: State, seat: int) -> int:
    """Return the mask of the regions where a seat can place an army without a bribe; 0 without armies in supply."""
    if not state.supply[seat]:
        return 0
    return homes(state, seat, state.towns[seat]) & ~find_barred_regions(state, seat)


def bribes(state: State, seat: int) -> list[int]:
    """List the actions with which the Bandit King places armies at opponents' cities, for 1 coin to that opponent.

    Without regions where no bribe is needed. The Band of Rogues takes a second coin.
    """
    if state.leaders[seat] != BANDIT_KING or not state.supply[seat] or not state.coins[seat]:
        return []
    free = homes(state, seat, state.towns[seat]) | find_barred_regions(state, seat, 2)
    return [
        BRIBE + WIDTH * owner + region
        for owner in range(state.seats)
        if owner != seat
        for region in list_regions(state.towns[owner] & ~free)
    ]


def from_mask(state: State, seat: int, points: int) -> int:
    """Return the mask of the regions from which an own army can make a step with ``points`` move points left."""
    if points < 1:
        return 0
    board = state.board
    mask = state.present[seat]
    if points < sea_cost(state, seat):
        mask &= ~board.coast
    if find_barred_regions(state, seat):
        mask = sum(1 << region for region in list_regions(mask) if to_mask(state, seat, region, points))
    return mask


def to_mask(state: State, seat: int, region: int, points: int) -> int:
    """Return the mask of the regions that an army can reach from ``region`` in one step with ``points`` move points."""
    board = state.board
    mask = board.land[region]
    if points >= sea_cost(state, seat):
        mask |= board.sea[region]
    return mask & ~find_barred_regions(state, seat)


def step_cost(state: State, seat: int, region: int, target: int) -> int:
    """Return the move points that the step between two neighbours costs."""
    return 1 if state.board.land[region] >> target & 1 else sea_cost(state, seat)


def city_mask(state: State, seat: int) -> int:
    """Return the mask of the regions where a seat may build: those with an own army; 0 without an unbuilt city."""
    return state.present[seat] if count_unbuilt_cities(state, seat) else 0


def count_unbuilt_cities(state: State, seat: int) -> int:
    """Count the cities a seat has not built yet."""
    return CITIES - sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)])


def victims(state: State, seat: int) -> list[int]:
    """List the actions that destroy an army of another player, or a neutral one, in a region with an own army.

    Ruling L5: own armies cannot be destroyed, neutral ones can. Armies of immune players cannot.
    """
    own = state.present[seat]
    if is_truce(state):
        return []
    return [
        DESTROY + WIDTH * owner + region
        for owner in (*range(state.seats), NEUTRAL_OWNER)
        if owner != seat and not state.immune >> owner & 1
        for region in list_regions(state.present[owner] & own)
    ]


def purses(state: State, *seats: int) -> list[list[int]]:
    """Return [seat, coins] of each seat, as event data."""
    return [[seat, state.coins[seat]] for seat in seats]


def pay(state: State, seat: int, coins: int, to: int | None, cause: str, emit: Emit | None) -> None:
    """Pay coins from a seat to seat ``to``, or to the bank if it is None; ``cause`` names the event's reason."""
    if not coins:
        return
    state.coins[seat] -= coins
    if to is not None:
        state.coins[to] += coins
    if emit is not None:
        left = purses(state, seat, *([] if to is None else [to]))
        emit(Event("paid", {"seat": seat, "coins": coins, "to": to, "cause": cause, "purses": left}))


def receive(state: State, seat: int, coins: int, cause: str, emit: Emit | None) -> None:
    """Give a seat coins from the bank; ``cause`` names the event's reason."""
    state.coins[seat] += coins
    if emit is not None:
        emit(Event("received", {"seat": seat, "coins": coins, "cause": cause, "purses": purses(state, seat)}))


def place_army(state: State, seat: int, region: int, owner: int | None, emit: Emit | None) -> None:
    """Place an army from the supply in a region; ``owner`` of the city that the Bandit King bribes, or None."""
    state.supply[seat] -= 1
    add_army(state, seat, region)
    if emit is not None:
        data = {"seat": seat, "region": region, "where": get_region_code(state, region), "bribed": owner}
        emit(Event("placed", {**data, "control": list_controllers(state, region), "supply": state.supply[seat]}))
    if owner is not None:
        pay(state, seat, BRIBE_COINS, owner, "bribe", emit)
    _resolve_entry(state, seat, region, emit)


def move_army(state: State, seat: int, region: int, target: int, cost: int, emit: Emit | None) -> None:
    """Move an army from ``region`` to its neighbour ``target``; ``cost``: move points, for the event."""
    remove_army(state, seat, region)
    add_army(state, seat, target)
    if emit is not None:
        data = {
            "seat": seat,
            "from": region,
            "to": target,
            "cost": cost,
            "control": list_controllers(state, region, target),
        }
        emit(
            Event(
                "moved",
                {**data, "from_where": get_region_code(state, region), "to_where": get_region_code(state, target)},
            )
        )
    _resolve_entry(state, seat, target, emit)


def _resolve_entry(state: State, seat: int, region: int, emit: Emit | None) -> None:
    """Apply the effects of an army's entry into a region: the toll of the Band of Rogues, the fall of the dragon.

    Ruling L13: the dragon falls to the army that makes seven or more; cities do not count, armies laid in set-up do but
    trigger nothing.
    """
    spots = state.spots
    if region == spots[ROGUES]:
        pay(state, seat, TOLL, None, "rogues", emit)
    elif region == spots[DRAGON] and sum(state.armies[region::WIDTH]) >= DRAGON_ARMIES:
        _take_token(state, seat, DRAGON, region, emit)
        state.spots = (*spots[:DRAGON], NOTHING, *spots[DRAGON + 1 :])


def build_city(state: State, seat: int, region: int, chance: Chance, emit: Emit | None) -> None:
    """Build a city in a region; the first one there takes its explore token (ruling L14)."""
    state.cities[WIDTH * seat + region] += 1
    state.towns[seat] |= 1 << region
    if emit is not None:
        data = {"seat": seat, "region": region, "where": get_region_code(state, region)}
        left = count_unbuilt_cities(state, seat)
        emit(Event("built", {**data, "control": list_controllers(state, region), "cities_left": left}))
    for token in EXPLORE:
        if state.spots[token] == region:
            spots = list(state.spots)
            spots[token] = NOTHING
            state.spots = tuple(spots)
            _take_token(state, seat, token, region, emit)
            return
    for index, (place, known, seen) in enumerate(state.down):
        if place == region:
            token = known if seen >> seat & 1 else draw_token_face(state, known, chance)
            state.down = state.down[:index] + state.down[index + 1 :]
            _take_token(state, seat, token, region, emit)
            return


def _take_token(state: State, seat: int, token: int, region: int, emit: Emit | None) -> None:
    state.held[seat] |= 1 << token
    gain_token(state, seat, token)
    if emit is not None:
        data = {"seat": seat, "token": token, "region": region, "where": get_region_code(state, region)}
        emit(Event("token_taken", {**data, "elixirs": state.elixirs[seat]}))
    if token == TREASURE:
        receive(state, seat, TREASURE_COINS, "treasure", emit)


def destroy_army(state: State, seat: int, owner: int, region: int, emit: Emit | None) -> None:
    """Remove an army of ``owner``: back to its supply, or onto the Red Sorceress's card.

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
        data = {"seat": seat, "owner": owner, "region": region, "where": get_region_code(state, region)}
        supply = None if owner == NEUTRAL_OWNER else state.supply[owner]
        data["supply"] = supply
        emit(Event("destroyed", {**data, "captured": captured, "control": list_controllers(state, region)}))
    if owner != NEUTRAL_OWNER and state.leaders[seat] == BANDIT_KING and state.coins[owner]:
        pay(state, owner, 1, seat, "robbery", emit)
