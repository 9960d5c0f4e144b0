"""Serialization of states: dump to plain JSON data, load with every value checked and compared with the others."""

from collections.abc import Iterator
from typing import Annotated, Any

from engine import states
from engine.contract import JSON, BadState, Problem
from engine.states import collect_problems, compare

from . import options
from .actions import WIDTH
from .board import RING, T_ABOVE, T_BELOW, build_key, get_board
from .cards import (
    BUILD_CITY,
    DESTROY_ARMY,
    DRAGON,
    EXPLORE_AND_SWAMP,
    FAIRY_QUEEN,
    MOVE_ARMIES,
    NO_LEADER,
    PLACE_ARMIES,
    PORTALS,
    RED_SORCERESS,
    TOKEN_COUNT,
    TREASURE_COINS,
    WHITE_KNIGHT,
    cards,
    deck_for,
)
from .maps import SIDE_CODES, BadSegments, check_own_sides, own_sides, plain_side
from .scoring import ending
from .setup import (
    HIDDEN,
    PLACES,
    SORCERESS_START_ARMIES,
    START_ARMIES,
    count_first_coins,
    find_bonus,
    setter,
    tokens_in_play,
)
from .state import (
    ARMIES,
    AUCTION,
    BUILDING,
    CHOOSE_ACTION,
    CITIES,
    DESTROYING,
    KNIGHT_ARMY,
    LAST_CARD,
    LAY_JOINT,
    LAY_NEUTRAL,
    LAY_SEGMENT,
    LAY_START,
    LAY_STEM,
    LAY_TOKEN,
    MOVE_FROM,
    MOVE_TO,
    NAME_FIRST,
    NEUTRAL_ARMIES,
    NEUTRAL_OWNER,
    NOBODY,
    NOTHING,
    OVER,
    OWNERS,
    PHASES,
    PLACING,
    ROW,
    TAKE_CARD,
    Armies,
    State,
    blank,
    complete,
    count_turns,
)
from .views import build_visible_board

_Owner = Annotated[int, states.make_bounds(0, OWNERS - 1)]
_Place = Annotated[int, states.make_bounds(0, WIDTH - 1)]
_SPARSE = ("armies", "cities")
SCHEMA = states.StateSchema(
    State,
    own=Any,
    armies=list[tuple[_Owner, _Place, Armies]],
    cities=list[tuple[_Owner, _Place, Annotated[int, states.make_bounds(0, CITIES)]]],
)
"""``own`` sides as plain JSON; ``armies`` and ``cities`` as rows of owner, region and number."""


def dump(state: State) -> JSON:
    """Return the whole state as plain JSON, including hidden bids and tokens."""
    data = SCHEMA.dump(state)
    data["own"] = [plain_side(side) for side in state.own]
    for name in _SPARSE:
        # Rows of owner, region, number for every non-zero number.
        data[name] = [[*divmod(at, WIDTH), number] for at, number in enumerate(getattr(state, name)) if number]
    return data


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state, consistent or not; raises :class:`BadState` naming the place where a field is out of
    bounds."""
    found = SCHEMA.read(data)
    seats = found.seats
    try:
        own = own_sides(check_own_sides(found.own, "own"))
    except BadSegments as error:
        raise BadState(str(error)) from error
    if found.youngest >= seats:
        raise BadState(f"youngest: expected a seat below {seats}, found {found.youngest}")
    state = blank(seats, found.options, found.youngest, own)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, seats)
    sides = len(SIDE_CODES) + len(own)
    # Custom segments have one side.
    segments = {side // 2 if side < len(SIDE_CODES) else side for side, _ in state.laid}
    if len(segments) != len(state.laid) or len(state.laid) > PLACES or any(side >= sides for side, _ in state.laid):
        raise BadState(f"laid: expected up to four different segments, found {state.laid}")
    last = find_last_region(state)
    for name in _SPARSE:
        pieces = getattr(state, name)
        for owner, region, number in getattr(found, name):
            if region > last or (name == "cities" and owner >= seats):
                raise BadState(f"{name}: expected regions up to {last} of {seats} seats, found {[owner, region]}")
            pieces[WIDTH * owner + region] = number
    for name, places in (("spots", state.spots), ("down", [region for region, _, _ in state.down])):
        if any(place > last for place in places):
            raise BadState(f"{name}: expected regions up to {last}, found {list(places)}")
    if any(len(rows) != seats for rows in state.totals):
        raise BadState(f"totals: expected an entry for each of {seats} seats")
    return state


# Check that a loaded state, valid field by field, is a position that a game can reach.
#
# Derived values (whose turn it is, what was dealt, paid, laid so far) are computed
# again and compared.

_KIND_OF = {
    PLACING: PLACE_ARMIES, MOVE_FROM: MOVE_ARMIES, MOVE_TO: MOVE_ARMIES, BUILDING: BUILD_CITY, KNIGHT_ARMY: BUILD_CITY,
    DESTROYING: DESTROY_ARMY,
}  # fmt: skip
_STEPS = (*_KIND_OF, CHOOSE_ACTION)


def find_problems(state: State) -> list[Problem]:
    """List the reasons why a state cannot occur in a game; fills in the derived fields of a possible one."""
    found = collect_problems(state, (_check_contents,))
    if found:
        return found
    state.board = build_visible_board(state)
    complete(state)
    return collect_problems(
        state,
        (
            _check_game,
            _check_board,
            _check_tokens,
            _check_pieces,
            _check_coins,
            _check_cards,
            _check_turn,
            _check_totals,
        ),
    )


def _check_contents(state: State) -> Iterator[Problem]:
    """Check that every piece and card occurs once and that the fields of the phase are set."""
    last = find_last_region(state)
    for seat in range(state.seats):
        armies = sum(state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        if armies + state.supply[seat] + state.captured[seat] != ARMIES:
            yield Problem(f"armies of seat {seat}", "total", {"wanted": ARMIES})
        if sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)]) > CITIES:
            yield Problem(f"cities of seat {seat}", "at_most", {"most": CITIES})
    if sum(state.armies[WIDTH * NEUTRAL_OWNER :]) > (NEUTRAL_ARMIES if state.seats == 2 else 0):
        yield Problem("armies", "too_many")
    for owner in range(state.seats, NEUTRAL_OWNER):
        if any(state.armies[WIDTH * owner : WIDTH * (owner + 1)]):
            yield Problem("armies", "seats", {"seats": state.seats})
    yield from _check_decks(state)
    if state.active >= state.seats or state.namer >= state.seats or state.owing >> state.seats:
        yield Problem("owing", "seats", {"seats": state.seats})
    if bool(state.owing) == (state.phase == OVER):
        yield Problem("owing", "pending")
    if state.phase > PHASES.index("segment") and last < 0:
        yield Problem("laid", "needed")
    if state.phase == PHASES.index("token") and not 0 < state.left <= len(tokens_in_play(state)):
        yield Problem("left", "at_most", {"most": len(tokens_in_play(state))})
    with_portals = state.options & options.WITH_PORTALS and state.phase > PHASES.index("token")
    if with_portals and any(state.spots[token] == NOTHING for token in PORTALS):
        yield Problem("spots", "missing")
    for name in ("start", "joint", "picked"):
        if getattr(state, name) > last:
            yield Problem(name, "board", {"found": getattr(state, name)})
    yield from _check_fields(state)


def _check_decks(state: State) -> Iterator[Problem]:
    cards = [*state.row, *(card for taken in state.taken for card in taken)]
    mask = state.deck
    for card in cards:
        if mask >> card & 1:
            yield Problem("taken", "two_places")
        mask |= 1 << card
    if mask not in (0, deck_for(state.seats)) or len(state.row) > ROW:
        yield Problem("deck", "missing")


def _check_fields(state: State) -> Iterator[Problem]:
    """Check that the fields of the phase are set."""
    phase = PHASES[state.phase]
    if phase in ("choose_action", "place", "move_from", "move_to", "city", "knight_army", "destroy") and state.card < 0:
        yield Problem("card", "needed")
    if phase in ("move_to", "knight_army") and state.picked < 0:
        yield Problem("picked", "needed")
    if phase == "take_card" and not state.row:
        yield Problem("row", "needed")
    if phase not in ("stem", "segment", "start") and state.start < 0:
        yield Problem("start", "needed")


def find_last_region(state: State) -> int:
    """Return the highest region of the map; -1 until all segments are laid."""
    return get_board(build_key(state.shape, state.laid, (), state.own)).n - 1 if len(state.laid) == PLACES else -1


def _check_game(state: State) -> Iterator[Problem]:
    """Check the number of the game, leaders and set-up against the options."""
    games = options.count_games(state.options)
    if state.game > games or (state.phase == OVER and state.game < games):
        yield Problem("game", "one_of", {"allowed": str(games), "found": state.game})
    yield from compare("totals", state.game - (state.phase != OVER), len(state.totals))
    for seat, leader in enumerate(state.leaders):
        if (leader == NO_LEADER) == bool(state.options & options.WITH_LEADERS) or state.leaders.count(leader) > (
            1 if leader != NO_LEADER else state.seats
        ):
            yield Problem(f"leaders[{seat}]", "options")
    if state.phase < AUCTION and state.phase != LAY_NEUTRAL and not state.options & options.BY_HAND:
        yield Problem("phase", "options")


def _check_totals(state: State) -> Iterator[Problem]:
    """Check the final scoring."""
    if state.phase == OVER:
        yield from compare("totals", ending(state), state.totals[-1])


def _check_board(state: State) -> Iterator[Problem]:
    """Check shape, segments, start region and joint region, as far as they are laid."""
    shapes = (RING,) if state.options & options.AS_RING else (T_ABOVE, T_BELOW)
    if state.shape not in shapes or (state.phase == LAY_STEM and state.shape != T_ABOVE):
        yield Problem("shape", "options")
    if state.phase == LAY_STEM and RING in shapes:
        yield Problem("phase", "options")
    laid = len(state.laid)
    if (state.phase == LAY_STEM and laid) or (laid == PLACES) != (state.phase > LAY_SEGMENT):
        yield Problem("laid", "phase")
    own = {len(SIDE_CODES) + number for number in range(len(state.own))}
    if len(own - {side for side, _ in state.laid}) > PLACES - laid:
        yield Problem("laid", "missing")
    if state.phase <= LAY_START:
        yield from compare("start", (NOTHING, NOTHING), (state.start, state.joint))
        return
    board = get_board(build_key(state.shape, state.laid, (), state.own))
    if state.start not in board.starts:
        yield Problem("start", "one_of", {"allowed": str(list(board.starts)), "found": state.start})
    if state.phase == LAY_JOINT:
        yield from compare("joint", NOTHING, state.joint)
    elif state.joint not in board.joint_places(state.start):
        yield Problem("joint", "derived", {"fields": "start"})


def _check_tokens(state: State) -> Iterator[Problem]:
    """Check that every token of the options is on the map or held by one seat, at most one per region."""
    wanted = tokens_in_play(state)
    left = state.left if state.phase == LAY_TOKEN else 0
    laid = len(wanted) - left if state.phase >= LAY_TOKEN else 0
    now = wanted[:laid]
    takers = [[seat for seat in range(state.seats) if state.held[seat] >> token & 1] for token in range(TOKEN_COUNT)]
    hidden = [token for _, token, _ in state.down if token != NOTHING]
    for token in range(TOKEN_COUNT):
        places = (state.spots[token] != NOTHING) + hidden.count(token) + len(takers[token])
        open_ = token in now
        may_hide = HIDDEN in now and token in EXPLORE_AND_SWAMP
        takeable = token in EXPLORE_AND_SWAMP or token == DRAGON
        if (
            (open_ and places != 1)
            or (not open_ and (places > may_hide or state.spots[token] != NOTHING))
            or (takers[token] and not takeable)
        ):
            yield Problem(f"spots[{token}]", "missing")
    found = len(state.down) + (sum(len(takers[token]) for token in EXPLORE_AND_SWAMP) if HIDDEN in wanted else 0)
    yield from compare("down", now.count(HIDDEN), found)
    for number, (region, token, seen) in enumerate(state.down):
        if (
            region < 0
            or (token == NOTHING) != (seen == 0)
            or seen < 0
            or seen >> state.seats
            or token not in (NOTHING, *EXPLORE_AND_SWAMP)
        ):
            yield Problem(f"down[{number}]", "derived", {"fields": "held"})
    regions = [state.start, *(spot for spot in state.spots if spot != NOTHING), *(each[0] for each in state.down)]
    if laid and len(set(regions)) != len(regions):
        yield Problem("spots", "two_places")
    if list(state.down) != sorted(state.down, key=lambda each: each[0]):
        yield Problem("down", "order")


def _check_pieces(state: State) -> Iterator[Problem]:
    """Check the armies and cities of set-up, and neutral and captured armies."""
    neutral = sum(state.armies[WIDTH * NEUTRAL_OWNER :])
    if state.phase == LAY_NEUTRAL:
        if state.seats != 2 or not 0 < state.left <= NEUTRAL_ARMIES:
            yield Problem("left", "at_most", {"most": NEUTRAL_ARMIES})
        yield from compare("armies of nobody", NEUTRAL_ARMIES - state.left, neutral)
    elif state.phase < LAY_NEUTRAL:
        yield from compare("armies of nobody", 0, neutral)
    elif state.phase < TAKE_CARD:
        yield from compare("armies of nobody", NEUTRAL_ARMIES if state.seats == 2 else 0, neutral)
    sorceress = state.leaders.index(RED_SORCERESS) if RED_SORCERESS in state.leaders else NOBODY
    if any(state.captured) and (sorceress == NOBODY or state.captured[sorceress]):
        yield Problem("captured", "derived", {"fields": "leaders"})
    if state.phase >= TAKE_CARD:
        return
    for seat in range(state.seats):
        wanted, cities, ahead = [0] * WIDTH, [0] * WIDTH, find_bonus(state, seat)
        if state.phase > LAY_START:
            wanted[state.start] = SORCERESS_START_ARMIES if seat == sorceress else START_ARMIES
            cities[state.start] = ahead.start_cities
        if state.phase > LAY_JOINT:
            wanted[state.joint] += 1 + ahead.joint_armies
            cities[state.joint] += ahead.joint_cities
        yield from compare(f"armies of seat {seat}", wanted, state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        yield from compare(f"supply[{seat}]", ARMIES - sum(wanted), state.supply[seat])
        yield from compare(f"cities of seat {seat}", cities, state.cities[WIDTH * seat : WIDTH * (seat + 1)])
        yield from compare(f"held[{seat}]", 0, state.held[seat])


def _check_coins(state: State) -> Iterator[Problem]:
    """Check bids, who names the first player, and the number of coins."""
    first = count_first_coins(state)
    if state.phase < AUCTION:
        yield from compare("bids", [NOTHING] * state.seats, state.bids)
    elif any(bid > most for bid, most in zip(state.bids, first, strict=True)) or (
        state.phase > AUCTION and NOTHING in state.bids
    ):
        yield Problem("bids", "at_most", {"most": max(first)})
    if state.phase <= AUCTION:
        yield from compare("namer", NOBODY, state.namer)
        yield from compare("coins", first, state.coins)
        return
    if state.namer == NOBODY or state.bids[state.namer] != max(state.bids):
        yield Problem("namer", "derived", {"fields": "bids"})
    if state.phase == NAME_FIRST:
        paid = [coins - (max(state.bids) if seat == state.namer else 0) for seat, coins in enumerate(first)]
        yield from compare("coins", paid, state.coins)
        return
    won = sum(cards()[card].amount("coins") for taken in state.taken for card in taken)
    if sum(state.coins) > sum(first) - max(state.bids) + won + TREASURE_COINS:
        yield Problem("coins", "too_many")


def _check_cards(state: State) -> Iterator[Problem]:
    """Check the cards taken and dealt against the number of turns."""
    if state.phase < LAY_NEUTRAL:
        yield from compare("deck", (0, ()), (state.deck, state.row))
    if state.phase < TAKE_CARD:
        yield from compare("turns", 0, state.turns)
    all_turns = count_turns(state.seats)
    over = state.phase in (LAST_CARD, OVER)
    if (state.turns == all_turns) != over or state.turns > all_turns:
        yield Problem("turns", "derived", {"fields": "phase"})
    first = (state.active - state.turns) % state.seats if not over else 0
    taken = [sum((first + turn) % state.seats == seat for turn in range(state.turns)) for seat in range(state.seats)]
    bought = state.phase in _STEPS
    if bought:
        taken[state.active] += 1
    queen = state.leaders.index(FAIRY_QUEEN) if FAIRY_QUEEN in state.leaders else NOBODY
    if state.phase == OVER and queen != NOBODY and len(state.taken[queen]) == taken[queen] + 1:
        taken[queen] += 1
        bought = True
    if state.phase >= TAKE_CARD:
        yield from compare("taken", taken, [len(each) for each in state.taken])
    if state.phase >= LAY_NEUTRAL:
        total = state.deck.bit_count() + len(state.row) + sum(map(len, state.taken))
        yield from compare("row", min(ROW, total - state.turns) - bought, len(state.row))
    if state.phase < LAY_NEUTRAL or total == 0:
        yield from compare("taken", [0] * state.seats, [len(each) for each in state.taken])
    if state.phase >= LAY_NEUTRAL and total == 0:
        yield Problem("deck", "missing")
    if state.phase == LAST_CARD:
        yield from compare("active", queen, state.active)


def _check_turn(state: State) -> Iterator[Problem]:
    """Check the pending decision: whose it is, about which card, and how much of the action is left."""
    phase = state.phase
    if phase < LAY_NEUTRAL:
        owing = 1 << setter(state)
    elif phase == LAY_NEUTRAL:
        owing = 1 << (state.youngest + NEUTRAL_ARMIES - state.left) % 2
    elif phase == AUCTION:
        owing = sum(1 << seat for seat, bid in enumerate(state.bids) if bid == NOTHING)
    elif phase == NAME_FIRST:
        owing = 1 << state.namer
    else:
        owing = 0 if phase == OVER else 1 << state.active
    yield from compare("owing", owing, state.owing)
    if phase < TAKE_CARD:
        yield from compare("active", 0, state.active)
    if phase not in (*_STEPS, LAY_TOKEN, LAY_NEUTRAL):
        yield from compare("left", 0, state.left)
    if phase not in _STEPS:
        yield from compare("card", (NOTHING, (), NOTHING), (state.card, state.todo, state.picked))
        return
    seat = state.active
    yield from compare("card", state.taken[seat][-1], state.card)
    card = cards()[state.card]
    if phase == CHOOSE_ACTION:
        yield from compare("card", ("/", (), NOTHING), (card.join, state.todo, state.picked))
        yield from compare("left", 0, state.left)
        return
    kind = _KIND_OF[phase]
    rests = [
        (() if card.join == "/" else card.actions[number + 1 :], number_)
        for number, (each, number_) in enumerate(card.actions)
        if each == kind
    ]
    more = {PLACE_ARMIES: state.plus_army[seat], MOVE_ARMIES: state.plus_move[seat]}.get(kind, 0)
    least = 0 if phase == KNIGHT_ARMY else 1
    if not any(state.todo == rest and least <= state.left <= number + more for rest, number in rests):
        yield Problem("todo", "derived", {"fields": "card"})
    at = WIDTH * seat + state.picked
    if phase == MOVE_TO:
        fits = state.picked >= 0 and state.armies[at] > 0
    elif phase == KNIGHT_ARMY:
        knight = state.leaders[seat] == WHITE_KNIGHT
        fits = knight and state.picked >= 0 and state.cities[at] > 0 and state.supply[seat] > 0
    else:
        fits = state.picked == NOTHING
    if not fits:
        yield Problem("picked", "phase")
