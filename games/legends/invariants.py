"""Check that a loaded state, valid field by field, is a position that a game can reach.

Derived values (whose turn it is, what was dealt, paid, laid so far) are computed
again and compared. Raises :class:`BadState` naming the place.
"""

from __future__ import annotations

from engine.contract import BadState

from . import options
from .actions import WIDTH
from .board import RING, T_ABOVE, T_BELOW, build_key, get_board
from .cards import BUILD_CITY, DESTROY_ARMY, MOVE_ARMIES, PLACE_ARMIES, cards
from .maps import SIDE_CODES
from .scoring import ending
from .setup import HIDDEN, PLACES, SORCERESS_START_ARMIES, START_ARMIES, setter, tokens_in_play
from .state import (
    ARMIES,
    AUCTION,
    BUILDING,
    CHOOSE_ACTION,
    COINS,
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
    PLACING,
    ROW,
    TAKE_CARD,
    State,
    count_turns,
)
from .tokens import (
    DRAGON,
    EXPLORE,
    FAIRY_QUEEN,
    NO_LEADER,
    RED_SORCERESS,
    SWAMP,
    TOKEN_COUNT,
    TREASURE_COINS,
    WHITE_KNIGHT,
)

_KIND_OF = {
    PLACING: PLACE_ARMIES, MOVE_FROM: MOVE_ARMIES, MOVE_TO: MOVE_ARMIES, BUILDING: BUILD_CITY, KNIGHT_ARMY: BUILD_CITY,
    DESTROYING: DESTROY_ARMY,
}  # fmt: skip
_STEPS = (*_KIND_OF, CHOOSE_ACTION)
_EXPLORE_AND_SWAMP = (*EXPLORE, SWAMP)


def expect(place: str, wanted: object, found: object) -> None:
    """Raise :class:`BadState` unless a derived value equals the stored one."""
    if wanted != found:
        raise BadState(f"{place}: expected {wanted}, found {found}")


def check(state: State) -> None:
    """Check a full state; call after :func:`.state.complete`."""
    games = options.count_games(state.options)
    if state.game > games or (state.phase == OVER and state.game < games):
        raise BadState(f"game: expected one of {games}, found {state.game}")
    expect("totals", state.game - (state.phase != OVER), len(state.totals))
    for seat, leader in enumerate(state.leaders):
        if (leader == NO_LEADER) == bool(state.options & options.WITH_LEADERS) or state.leaders.count(leader) > (
            1 if leader != NO_LEADER else state.seats
        ):
            raise BadState(f"leaders[{seat}]: expected different leaders exactly when the options say so")
    if state.phase < AUCTION and state.phase != LAY_NEUTRAL and not state.options & options.BY_HAND:
        raise BadState("phase: expected no set-up by hand")
    _check_board(state)
    _check_tokens(state)
    _check_pieces(state)
    _check_coins(state)
    _check_cards(state)
    _check_turn(state)
    if state.phase == OVER:
        expect("totals", ending(state), state.totals[-1])


def _check_board(state: State) -> None:
    """Check shape, segments, start and joint region as far as they are laid."""
    shapes = (RING,) if state.options & options.AS_RING else (T_ABOVE, T_BELOW)
    if state.shape not in shapes or (state.phase == LAY_STEM and state.shape != T_ABOVE):
        raise BadState(f"shape: expected one that the options allow, found {state.shape}")
    if state.phase == LAY_STEM and RING in shapes:
        raise BadState("phase: expected no stem of a ring")
    laid = len(state.laid)
    if (state.phase == LAY_STEM and laid) or (laid == PLACES) != (state.phase > LAY_SEGMENT):
        raise BadState(f"laid: expected as many segments as the phase says, found {laid}")
    own = {len(SIDE_CODES) + number for number in range(len(state.own))}
    if len(own - {side for side, _ in state.laid}) > PLACES - laid:
        raise BadState("laid: expected all segments of the players' own")
    if state.phase <= LAY_START:
        expect("start", (NOTHING, NOTHING), (state.start, state.joint))
        return
    board = get_board(build_key(state.shape, state.laid, (), state.own))
    if state.start not in board.starts:
        raise BadState(f"start: expected one of {list(board.starts)}, found {state.start}")
    if state.phase == LAY_JOINT:
        expect("joint", NOTHING, state.joint)
    elif state.joint not in board.joint_places(state.start):
        raise BadState(f"joint: expected a region that the start allows, found {state.joint}")


def _check_tokens(state: State) -> None:
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
        may_hide = HIDDEN in now and token in _EXPLORE_AND_SWAMP
        takeable = token in _EXPLORE_AND_SWAMP or token == DRAGON
        if (
            (open_ and places != 1)
            or (not open_ and (places > may_hide or state.spots[token] != NOTHING))
            or (takers[token] and not takeable)
        ):
            raise BadState(f"spots[{token}]: expected the token once, on the map or with a seat")
    found = len(state.down) + (sum(len(takers[token]) for token in _EXPLORE_AND_SWAMP) if HIDDEN in wanted else 0)
    expect("down", now.count(HIDDEN), found)
    for number, (region, token, seen) in enumerate(state.down):
        if (
            region < 0
            or (token == NOTHING) != (seen == 0)
            or seen < 0
            or seen >> state.seats
            or token not in (NOTHING, *_EXPLORE_AND_SWAMP)
        ):
            raise BadState(f"down[{number}]: expected a region, and a token that is known to those who have seen it")
    regions = [state.start, *(spot for spot in state.spots if spot != NOTHING), *(each[0] for each in state.down)]
    if laid and len(set(regions)) != len(regions):
        raise BadState("spots: expected every token in a region of its own")
    if list(state.down) != sorted(state.down, key=lambda each: each[0]):
        raise BadState("down: expected the tokens in the order of their regions")


def _check_pieces(state: State) -> None:
    """Check armies and cities of the set-up, neutral and captured armies."""
    neutral = sum(state.armies[WIDTH * NEUTRAL_OWNER :])
    if state.phase == LAY_NEUTRAL:
        if state.seats != 2 or not 0 < state.left <= NEUTRAL_ARMIES:
            raise BadState(f"left: expected neutral armies to lay for two seats, found {state.left}")
        expect("armies of nobody", NEUTRAL_ARMIES - state.left, neutral)
    elif state.phase < LAY_NEUTRAL:
        expect("armies of nobody", 0, neutral)
    elif state.phase < TAKE_CARD:
        expect("armies of nobody", NEUTRAL_ARMIES if state.seats == 2 else 0, neutral)
    sorceress = state.leaders.index(RED_SORCERESS) if RED_SORCERESS in state.leaders else NOBODY
    if any(state.captured) and (sorceress == NOBODY or state.captured[sorceress]):
        raise BadState("captured: expected armies of others on the Red Sorceress's card")
    if state.phase >= TAKE_CARD:
        return
    for seat in range(state.seats):
        wanted = [0] * WIDTH
        if state.phase > LAY_START:
            wanted[state.start] = SORCERESS_START_ARMIES if seat == sorceress else START_ARMIES
        if state.phase > LAY_JOINT:
            wanted[state.joint] += 1
        expect(f"armies of seat {seat}", wanted, state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        expect(f"supply[{seat}]", ARMIES - sum(wanted), state.supply[seat])
        expect(f"cities of seat {seat}", 0, sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)]))
        expect(f"held[{seat}]", 0, state.held[seat])


def _check_coins(state: State) -> None:
    """Check bids, who names the first player, and the number of coins."""
    most = COINS[state.seats]
    if state.phase < AUCTION:
        expect("bids", [NOTHING] * state.seats, state.bids)
    elif any(bid > most for bid in state.bids) or (state.phase > AUCTION and NOTHING in state.bids):
        raise BadState(f"bids: expected up to {most} coins of every seat, found {state.bids}")
    if state.phase <= AUCTION:
        expect("namer", NOBODY, state.namer)
        expect("coins", [most] * state.seats, state.coins)
        return
    if state.namer == NOBODY or state.bids[state.namer] != max(state.bids):
        raise BadState("namer: expected the seat that has bid most")
    if state.phase == NAME_FIRST:
        paid = [most - (max(state.bids) if seat == state.namer else 0) for seat in range(state.seats)]
        expect("coins", paid, state.coins)
        return
    won = sum(cards()[card].amount("coins") for taken in state.taken for card in taken)
    if sum(state.coins) > most * state.seats - max(state.bids) + won + TREASURE_COINS:
        raise BadState("coins: more than there can be")


def _check_cards(state: State) -> None:
    """Check the cards taken and dealt against the number of turns."""
    if state.phase < LAY_NEUTRAL:
        expect("deck", (0, ()), (state.deck, state.row))
    if state.phase < TAKE_CARD:
        expect("turns", 0, state.turns)
    all_turns = count_turns(state.seats)
    over = state.phase in (LAST_CARD, OVER)
    if (state.turns == all_turns) != over or state.turns > all_turns:
        raise BadState(f"turns: expected {all_turns} at the end and fewer before, found {state.turns}")
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
        expect("taken", taken, [len(each) for each in state.taken])
    if state.phase >= LAY_NEUTRAL:
        total = state.deck.bit_count() + len(state.row) + sum(map(len, state.taken))
        expect("row", min(ROW, total - state.turns) - bought, len(state.row))
    if state.phase < LAY_NEUTRAL or total == 0:
        expect("taken", [0] * state.seats, [len(each) for each in state.taken])
    if state.phase >= LAY_NEUTRAL and total == 0:
        raise BadState("deck: expected the cards of the game")
    if state.phase == LAST_CARD:
        expect("active", queen, state.active)


def _check_turn(state: State) -> None:
    """Check the pending decision: whose, about which card, and how much of it is left."""
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
    expect("owing", owing, state.owing)
    if phase < TAKE_CARD:
        expect("active", 0, state.active)
    if phase not in (*_STEPS, LAY_TOKEN, LAY_NEUTRAL):
        expect("left", 0, state.left)
    if phase not in _STEPS:
        expect("card", (NOTHING, (), NOTHING), (state.card, state.todo, state.picked))
        return
    seat = state.active
    expect("card", state.taken[seat][-1], state.card)
    card = cards()[state.card]
    if phase == CHOOSE_ACTION:
        expect("card", ("/", (), NOTHING), (card.join, state.todo, state.picked))
        expect("left", 0, state.left)
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
        raise BadState("todo: expected what is left of the card's actions")
    at = WIDTH * seat + state.picked
    if phase == MOVE_TO:
        fits = state.picked >= 0 and state.armies[at] > 0
    elif phase == KNIGHT_ARMY:
        knight = state.leaders[seat] == WHITE_KNIGHT
        fits = knight and state.picked >= 0 and state.cities[at] > 0 and state.supply[seat] > 0
    else:
        fits = state.picked == NOTHING
    if not fits:
        raise BadState(f"picked: expected a region exactly where the phase needs one, found {state.picked}")
