"""Set-up: the map with dragons and gems, the job market, the first player."""

from engine.contract import Chance, Emit, Event, tell_handicap, twist_names
from games.king_of_the_dice.cards import IN_PILE, PILES
from games.king_of_the_dice.maps import DRAGONS, GOLD_SITES, IN_HALF, REGIONS, WHITE_SITES, kingdom
from games.king_of_the_dice.options import ALARM_FIRST, GEMS, TWISTS
from games.king_of_the_dice.state import NOTHING, State, bits, blank, to_mask


def count_bonus_gems(steps: tuple[int, ...]) -> tuple[int, int]:
    """Return the white and the gold gems that the handicap steps add to those of the box."""
    return sum(GEMS[step][0] for step in steps), sum(GEMS[step][1] for step in steps)


def create_state(
    seats: int,
    at_random: bool,
    chance: Chance,
    emit: Emit | None,
    finish: bool = False,
    twists: int = 0,
    handicap: tuple[int, ...] = (),
) -> State:
    """Return a state after the set-up, with the first player known, before the first turn begins."""
    state = blank(seats, int(finish), twists, handicap)
    land = kingdom()
    if at_random:
        dragons = _lay_at_random(state, chance)
    else:
        state.arrangement = land.usual[seats]
        dragons = list(land.dragons[seats])
        state.white, state.gold = land.white, land.gold
    if twists & ALARM_FIRST:
        dragons = _more_dragons(dragons, seats, chance)
    for region in dragons:
        terrain = land.terrain[region]
        state.unseen ^= 1 << (terrain if state.unseen >> terrain & 1 else terrain + IN_HALF)
    state.flames = to_mask(dragons)
    state.free ^= state.flames
    state.flames_left -= len(dragons)
    state.whites = [1] * seats
    state.white_left -= WHITE_SITES + seats
    state.gold_left -= GOLD_SITES
    for seat, step in enumerate(handicap):
        state.whites[seat] += GEMS[step][0]
        state.golds[seat] += GEMS[step][1]
    if emit is not None:
        data = {
            "seats": seats, "arrangement": land.arrangements[state.arrangement].name, "dragons": dragons,
            "white": bits(state.white), "gold": bits(state.gold), "piles": [IN_PILE] * PILES,
        }  # fmt: skip
        emit(Event("game_begins", data))
        for name in twist_names(TWISTS, twists):
            emit(Event("twist", {"twist": name}))
    tell_handicap(handicap, emit)
    for pile in range(PILES):
        state.piles[pile] = (1 << IN_PILE) - 1 << IN_PILE * pile
        open_next(state, pile, chance, emit)
    state.active = _first_player(state, chance, emit)
    return state


def _lay_at_random(state: State, chance: Chance) -> list[int]:
    """Lay halves, dragons and gems at random, no gem under a dragon; return the regions of the dragons."""
    state.arrangement = chance.below(len(kingdom().arrangements))
    pool = list(range(REGIONS))

    def take(count: int) -> list[int]:
        taken = []
        for _ in range(count):
            taken.append(chance.draw(pool))
            pool.remove(taken[-1])
        return sorted(taken)

    dragons = take(DRAGONS[state.seats])
    state.white = to_mask(take(WHITE_SITES))
    state.gold = to_mask(take(GOLD_SITES))
    return dragons


def _more_dragons(dragons: list[int], seats: int, chance: Chance) -> list[int]:
    """Twist: land one more dragon per seat before the first turn; return the regions of all dragons, ascending."""
    pool = [region for region in range(REGIONS) if region not in dragons]
    found = list(dragons)
    for _ in range(seats):
        found.append(chance.draw(pool))
        pool.remove(found[-1])
    return sorted(found)


def open_next(state: State, pile: int, chance: Chance, emit: Emit | None) -> None:
    """Open the next citizen of a pile, if any."""
    rest = state.piles[pile]
    card = chance.draw(bits(rest)) if rest else NOTHING
    state.market[pile] = card
    if rest:
        state.piles[pile] = rest ^ 1 << card
    if emit is not None:
        emit(Event("market", {"pile": pile, "card": card if rest else None, "left": state.piles[pile].bit_count()}))


def _first_player(state: State, chance: Chance, emit: Emit | None) -> int:
    """Return the first player: all roll six dice, most sixes begin, ties roll again."""
    rolling = list(range(state.seats))
    while len(rolling) > 1:
        sixes = []
        for seat in rolling:
            faces = [chance.die(6) for _ in range(6)]
            sixes.append(faces.count(6))
            if emit is not None:
                emit(Event("first_roll", {"seat": seat, "faces": faces, "sixes": sixes[-1]}))
        most = max(sixes)
        rolling = [seat for seat, count in zip(rolling, sixes, strict=True) if count == most]
    if emit is not None:
        emit(Event("first_player", {"seat": rolling[0]}))
    return rolling[0]
