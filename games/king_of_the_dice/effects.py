"""Effects of citizens and dragons on the map. Functions that return a bool say whether the turn is over."""

from engine.contract import Chance, Emit, Event

from . import actions as act
from .cards import BULLY, DWARF, TAMER, THIEF, Tier, citizens
from .maps import IN_HALF, kingdom, nearest
from .scoring import scores
from .state import ATTACK, CLAIM, FLAME, LAY, STEAL_CITIZEN, STEAL_GEM, TAME, State, bits, count_supply, supply, to_mask


def carry_out(state: State, tier: Tier, chance: Chance, emit: Emit | None) -> bool:
    """Carry out the effect of the citizen just hired; return whether the turn is over."""
    pile = citizens().cards[state.hired].pile
    if pile == TAMER:
        return _tamer(state, emit)
    if pile == BULLY:
        return _bully(state, emit)
    if tier.gem:
        gem_from_supply(state, emit)
    return start_claim(state, _draw(state, tier.draw, chance), emit)


def start_claim(state: State, tiles: tuple[int, ...], emit: Emit | None) -> bool:
    """Start claiming the drawn tiles, one of them or for the landowner all; return whether the turn is over."""
    state.drawn = tiles
    few = citizens().cards[state.hired].pile in (DWARF, THIEF)
    state.claims = min(1, len(tiles)) if few else len(tiles)
    if emit is not None and state.drawn:
        terrains = [tile % IN_HALF for tile in state.drawn]
        emit(
            Event(
                "tiles_drawn",
                {"seat": state.active, "terrains": terrains, "claims": state.claims, "supply": count_supply(state)},
            )
        )
    elif emit is not None:
        emit(Event("nothing_to_draw", {"seat": state.active}))
    return _go_on_claiming(state, emit)


def _draw(state: State, count: int, chance: Chance) -> tuple[int, ...]:
    """Draw up to ``count`` tiles from the supply and return them.

    The supply holds the tiles known to be in it and all unseen tiles but two.
    """
    drawn: list[int] = []
    for _ in range(min(count, supply(state))):
        known = bits(state.known)
        place = chance.below(supply(state)) if known else 0
        tile = known[place] if place < len(known) else chance.draw(bits(state.unseen))
        take_tile(state, tile)
        drawn.append(tile)
    return tuple(drawn)


def take_tile(state: State, tile: int) -> None:
    """Remove a tile from the supply."""
    state.known &= ~(1 << tile)
    state.unseen &= ~(1 << tile)


def free_sites(state: State, tile: int) -> list[int]:
    """List the free regions of a tile's terrain."""
    return [region for region in kingdom().sites[tile % IN_HALF] if state.free >> region & 1]


# --- claiming -----------------------------------------------------------------------------------


def _go_on_claiming(state: State, emit: Emit | None) -> bool:
    """Claim forced regions or ask for a choice, then return the other tiles; return whether the turn is over."""
    while state.claims:
        sites = claim_sites(state)
        # Two tiles of one terrain whose regions are both free force both claims.
        twins = state.claims == len(state.drawn) == 2 and state.drawn[0] % IN_HALF == state.drawn[1] % IN_HALF
        if len(sites) > 1 and not twins:
            state.phase = CLAIM
            state.choices = tuple([act.CLAIM + region for region in sites])
            return False
        settle(state, sites[0], emit)
    if state.drawn:
        state.known |= to_mask(state.drawn)
        if emit is not None:
            terrains = [tile % IN_HALF for tile in state.drawn]
            emit(Event("tiles_returned", {"terrains": terrains, "supply": count_supply(state)}))
        state.drawn = ()
    if citizens().cards[state.hired].pile == THIEF:
        return thief(state, emit)
    return True


def claim_sites(state: State) -> list[int]:
    """List the regions that can be claimed: for any drawn tile, or for the first one if all tiles are to be claimed."""
    tiles = state.drawn[:1] if state.claims == len(state.drawn) else state.drawn
    return sorted({region for tile in tiles for region in free_sites(state, tile)})


def settle(state: State, region: int, emit: Emit | None) -> None:
    """Lay the drawn tile of a region with an own marker, and take a gem lying there.

    Ruling D2: markers are not limited.
    """
    seat = state.active
    terrain = kingdom().terrain[region]
    tile = next(tile for tile in state.drawn if tile % IN_HALF == terrain)
    state.drawn = tuple([each for each in state.drawn if each != tile])
    state.claims -= 1
    state.free ^= 1 << region
    state.marks[seat] |= 1 << region
    if emit is not None:
        emit(Event("claimed", {"seat": seat, "region": region, "terrain": terrain, "scores": scores(state)}))
    _gem_from_region(state, region, emit)


def claim(state: State, region: int, emit: Emit | None) -> bool:
    """Claim the chosen region; return whether the turn is over."""
    settle(state, region, emit)
    return _go_on_claiming(state, emit)


def _gem_from_region(state: State, region: int, emit: Emit | None) -> None:
    bit = 1 << region
    if not (state.white | state.gold) & bit:
        return
    gold = bool(state.gold & bit)
    if gold:
        state.gold ^= bit
        state.golds[state.active] += 1
    else:
        state.white ^= bit
        state.whites[state.active] += 1
    if emit is not None:
        _tell_gem(state, gold, region, emit)


def gem_from_supply(state: State, emit: Emit | None) -> None:
    """Give the active seat a gem from the supply: gold first, then white, else none."""
    seat = state.active
    gold = state.gold_left > 0
    if gold:
        state.gold_left -= 1
        state.golds[seat] += 1
    elif state.white_left:
        state.white_left -= 1
        state.whites[seat] += 1
    else:
        if emit is not None:
            emit(Event("no_gem", {"seat": seat}))
        return
    if emit is not None:
        _tell_gem(state, gold, None, emit)


def _tell_gem(state: State, gold: bool, region: int | None, emit: Emit) -> None:
    data = {"seat": state.active, "gold": gold, "region": region}
    emit(Event("gem_taken", {**data, "supply": count_supply(state), "scores": scores(state)}))


# --- the thief ----------------------------------------------------------------------------------


def steal_choices(state: State) -> tuple[int, ...]:
    """List the thief's actions: by its card any open citizen (never a super joker) or any gem of others; or nothing."""
    others = [seat for seat in range(state.seats) if seat != state.active]
    if citizens().cards[state.hired].steals_gem:
        choices = [act.STEAL_NO_GEM]
        for seat in others:
            choices += [act.STEAL_GEM + 2 * seat] * (state.whites[seat] > 0)
            choices += [act.STEAL_GEM + 2 * seat + 1] * (state.golds[seat] > 0)
    else:
        cards = 0
        for seat in others:
            cards |= state.open[seat]
        choices = [act.STEAL_NO_CITIZEN, *(act.STEAL_CITIZEN + card for card in bits(cards))]
    return tuple(choices)


def thief(state: State, emit: Emit | None) -> bool:
    """Ask the thief what to steal, if anything can be stolen; return whether the turn is over."""
    gem = citizens().cards[state.hired].steals_gem
    choices = steal_choices(state)
    if len(choices) == 1:
        if emit is not None:
            emit(Event("steal_void", {"seat": state.active, "what": "gem" if gem else "citizen"}))
        return True
    state.phase = STEAL_GEM if gem else STEAL_CITIZEN
    state.choices = choices
    return False


def steal(state: State, action: int, emit: Emit | None) -> bool:
    """Carry out the thief's choice, which may be nothing; return True: the turn is over."""
    thief = state.active
    if action in (act.STEAL_NO_CITIZEN, act.STEAL_NO_GEM):
        what = "gem" if action == act.STEAL_NO_GEM else "citizen"
        told = Event("steal_declined", {"seat": thief, "what": what})
    elif action >= act.STEAL_GEM:
        victim, gold = divmod(action - act.STEAL_GEM, 2)
        hoard = state.golds if gold else state.whites
        hoard[victim] -= 1
        hoard[thief] += 1
        data = {"seat": thief, "victim": victim, "gold": bool(gold)}
        told = Event("gem_stolen", {**data, "scores": [] if emit is None else scores(state)})
    else:
        card = action - act.STEAL_CITIZEN
        victim = next(seat for seat in range(state.seats) if state.open[seat] >> card & 1)
        state.open[victim] ^= 1 << card
        state.open[thief] |= 1 << card
        told = Event("citizen_stolen", {"seat": thief, "victim": victim, "card": card})
    if emit is not None:
        emit(told)
    return True


# --- the dragon tamer and the bully ------------------------------------------------------------


def _tamer(state: State, emit: Emit | None) -> bool:
    """Tame the only flame or ask which one; return whether the turn is over, as without a flame on the map."""
    regions = bits(state.flames)
    if not regions:
        if emit is not None:
            emit(Event("tame_void", {"seat": state.active}))
        return True
    if len(regions) == 1:
        return tame(state, regions[0], emit)
    state.phase = TAME
    state.choices = tuple([act.TAME + region for region in regions])
    return False


def tame(state: State, region: int, emit: Emit | None) -> bool:
    """Replace a flame with an own marker; flame and gem go to the tamer. Returns True: the turn is over."""
    seat = state.active
    state.flames ^= 1 << region
    state.marks[seat] |= 1 << region
    state.tamed[seat] += 1
    if emit is not None:
        emit(Event("tamed", {"seat": seat, "region": region, "scores": scores(state)}))
    _gem_from_region(state, region, emit)
    return True


def attack_sites(state: State) -> list[int]:
    """List the regions with the nearest rival markers (ruling D6)."""
    seat = state.active
    rivals = 0
    for other, mask in enumerate(state.marks):
        if other != seat:
            rivals |= mask
    return bits(nearest(kingdom().arrangements[state.arrangement].near, state.marks[seat], rivals))


def _bully(state: State, emit: Emit | None) -> bool:
    """Attack the only region possible or ask for one; return whether the turn is over, as without one (ruling D7)."""
    regions = attack_sites(state)
    if not regions:
        if emit is not None:
            emit(Event("attack_void", {"seat": state.active}))
        return True
    if len(regions) == 1:
        return attack(state, regions[0], emit)
    state.phase = ATTACK
    state.choices = tuple([act.ATTACK + region for region in regions])
    return False


def attack(state: State, region: int, emit: Emit | None) -> bool:
    """Replace a rival marker by an own one; return True: the turn is over."""
    seat = state.active
    victim = next(other for other, mask in enumerate(state.marks) if mask >> region & 1)
    state.marks[victim] ^= 1 << region
    state.marks[seat] |= 1 << region
    if emit is not None:
        emit(Event("attacked", {"seat": seat, "victim": victim, "region": region, "scores": scores(state)}))
    return True


# --- dragons ------------------------------------------------------------------------------------


def landing_sites(state: State) -> list[int]:
    """List the free regions of the terrain of the tile that the alarm has drawn."""
    return free_sites(state, state.drawn[0])


def alarm(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Draw a tile, if any, and land a dragon on its terrain; a gem there stays. Return whether the turn is over."""
    tiles = _draw(state, 1, chance)
    if not tiles:
        if emit is not None:
            emit(Event("nothing_to_draw", {"seat": state.active}))
        return True
    return start_landing(state, tiles[0], emit)


def start_landing(state: State, tile: int, emit: Emit | None) -> bool:
    """Land a dragon on the only free region of the tile's terrain, or ask for one; return whether the turn is over."""
    state.drawn = (tile,)
    sites = landing_sites(state)
    if emit is not None:
        terrain = state.drawn[0] % IN_HALF
        data = {"seat": state.active, "terrains": [terrain], "claims": 0, "supply": count_supply(state)}
        emit(Event("tiles_drawn", data))
    if len(sites) == 1:
        return lay(state, sites[0], emit)
    state.phase = LAY
    state.choices = tuple([act.LAY + region for region in sites])
    return False


def lay(state: State, region: int, emit: Emit | None) -> bool:
    """Lay the tile with a flame of the supply, else an own one, else another player's; return whether the turn is over.

    Ruling D12: if all flames are on the map, the tile is laid without one and stays dead.
    """
    seat = state.active
    state.drawn = ()
    state.free ^= 1 << region
    if emit is not None:
        emit(Event("dragon_lands", {"seat": seat, "region": region}))
    if state.flames_left:
        state.flames_left -= 1
        return _light(state, region, "supply", None, emit)
    if state.tamed[seat]:
        state.tamed[seat] -= 1
        return _light(state, region, "own", seat, emit)
    owners = [other for other in range(state.seats) if state.tamed[other]]
    if not owners:
        if emit is not None:
            emit(Event("no_flame", {"region": region}))
        return True
    state.claims = region
    if len(owners) == 1:
        return move_flame(state, owners[0], emit)
    state.phase = FLAME
    state.choices = tuple([act.FLAME_OF + other for other in owners])
    return False


def move_flame(state: State, owner: int, emit: Emit | None) -> bool:
    """Move another player's flame onto the tile just laid; return True: the turn is over."""
    region = state.claims
    state.claims = 0
    state.tamed[owner] -= 1
    return _light(state, region, "other", owner, emit)


def _light(state: State, region: int, source: str, owner: int | None, emit: Emit | None) -> bool:
    state.flames |= 1 << region
    if emit is not None:
        data = {"seat": state.active, "region": region, "source": source, "owner": owner}
        emit(Event("flame_lit", {**data, "supply": count_supply(state), "scores": scores(state)}))
    return True
