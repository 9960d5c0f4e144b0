"""Set-up: segments, start, first armies, tokens, leaders, neutral armies, cards.

The automatic set-up draws every step among the legal ones; by hand one seat decides each step with
the same limits. In a full game another seat sets up each time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Chance, Emit, Event, tell_handicap
from games.legends import options
from games.legends.actions import BID, WIDTH
from games.legends.board import RING, SHAPES, T_ABOVE, T_BELOW, Board, build_key, find_side, get_board
from games.legends.cards import CITADELS, DRAGON, EXPLORE, PORTALS, RED_SORCERESS, ROGUES, SWAMP, deck_for
from games.legends.maps import SIDE_CODES
from games.legends.scoring import controller
from games.legends.state import (
    AUCTION,
    CITIES,
    COINS,
    LAY_JOINT,
    LAY_NEUTRAL,
    LAY_SEGMENT,
    LAY_START,
    LAY_STEM,
    LAY_TOKEN,
    NAME_FIRST,
    NEUTRAL_ARMIES,
    NEUTRAL_OWNER,
    NOTHING,
    ROW,
    TAKE_CARD,
    State,
    add_army,
    clear,
)

# Handicap of a seat: coins, armies and cities more at the start of every game. Not part of the rulebook.


class Ahead(NamedTuple):
    """Bonus of a handicap step: coins, cities in the start region, and armies and cities in the joint region."""

    coins: int = 0
    start_cities: int = 0
    joint_armies: int = 0
    joint_cities: int = 0


AHEAD = (
    Ahead(),
    Ahead(2),
    Ahead(4),
    Ahead(4, 1, 2),
    Ahead(7, 1, 2),
    Ahead(7, 1, 4, 1),
    Ahead(10, 1, 4, 1),
)
"""Step → what a seat has in addition to the rulebook; a step includes the lower ones."""


def find_bonus(state: State, seat: int) -> Ahead:
    """Return the handicap bonus of a seat for each game."""
    return AHEAD[state.handicap[seat]] if state.handicap else AHEAD[0]


def count_first_coins(state: State) -> list[int]:
    """Return the coins with which each seat begins, its handicap included."""
    return [COINS[state.seats] + find_bonus(state, seat).coins for seat in range(state.seats)]


START_ARMIES = 4
SORCERESS_START_ARMIES = 5
PLACES = 4
"""Number of segments of a board."""
HIDDEN = -1
"""Code of any token laid face down."""


def begin_game(state: State, chance: Chance, emit: Emit | None) -> None:
    """Begin the next game: deal the leaders, then set up at random or ask the seat that sets up."""
    game = state.game + 1
    clear(state)
    state.game = game
    state.coins = count_first_coins(state)
    ring = bool(state.options & options.AS_RING)
    shape = RING if ring else T_ABOVE
    if emit is not None:
        games = options.count_games(state.options)
        data = {"game": game, "games": games, "seats": state.seats, "shape": SHAPES[shape]}
        pieces = {"supply": state.supply[:], "coins": state.coins[:], "cities": [CITIES] * state.seats}
        emit(Event("game_begins", {**data, **pieces}))
        for name in options.twists(state.options):
            emit(Event("twist", {"twist": name}))
        tell_handicap(state.handicap, emit)
    if state.options & options.WITH_LEADERS:
        _deal_leaders(state, chance, emit)
    if state.options & options.BY_HAND:
        state.owing = 1 << setter(state)
        state.shape = shape
        state.phase = LAY_SEGMENT if ring else LAY_STEM
        return
    lay_stem(state, RING if ring else (T_ABOVE, T_BELOW)[chance.below(2)], emit)
    for _ in range(PLACES):
        side, turned = divmod(chance.draw(segment_choices(state)), 2)
        lay_segment(state, side, turned, emit)
    board = state.board
    lay_start(state, chance.draw(board.starts), emit)
    lay_joint(state, chance.draw(board.joint_places(state.start)), emit)
    for _ in tokens_in_play(state):
        lay_token(state, chance.draw(token_choices(state, board)), emit)
    finish(state, chance, emit)


def setter(state: State) -> int:
    """Return the seat that sets up by hand: seat 0, in a full game the next seat for each further game."""
    return (state.game - 1) % state.seats


def _deal_leaders(state: State, chance: Chance, emit: Emit | None) -> None:
    pool = list(range(4))
    leaders = []
    for seat in range(state.seats):
        leader = chance.draw(pool)
        pool.remove(leader)
        leaders.append(leader)
        if emit is not None:
            emit(Event("leader", {"seat": seat, "leader": leader}))
    state.leaders = tuple(leaders)


def segment_choices(state: State) -> tuple[int, ...]:
    """Return 2 * side + turned (0 or 1) for every side that can be laid now.

    Both sides of a laid segment are out. All custom sides must be used, so the last places are reserved for them.
    """
    box = len(SIDE_CODES)
    laid = {side for side, _ in state.laid}
    own = [box + number for number in range(len(state.own)) if box + number not in laid]
    used = {side // 2 for side in laid if side < box}
    free = [side for side in range(box) if side // 2 not in used] if len(own) < PLACES - len(laid) else []
    return tuple(2 * side + turned for side in (*free, *own) for turned in (0, 1))


def lay_stem(state: State, shape: int, emit: Emit | None) -> None:
    """Set the shape: a T with the stem above or below, or the ring."""
    state.shape = shape
    state.phase = LAY_SEGMENT
    if emit is not None:
        emit(Event("shape", {"shape": SHAPES[shape]}))


def lay_segment(state: State, side: int, turned: int, emit: Emit | None) -> None:
    """Lay a side in the next place, upright or ``turned``; the fourth completes the board. Ruling L9: half turns
    only."""
    state.laid += ((side, turned),)
    if emit is not None:
        data = {"place": len(state.laid) - 1, "segment": find_side(side, state.own).code, "turned": turned}
        emit(Event("segment_laid", data))
    if len(state.laid) == PLACES:
        state.board = get_board(build_key(state.shape, state.laid, (), state.own))
        state.phase = LAY_START


def lay_start(state: State, region: int, emit: Emit | None) -> None:
    """Lay the start token and every player's first armies: 4, the Red Sorceress 5."""
    state.start = region
    state.phase = LAY_JOINT
    numbers = [SORCERESS_START_ARMIES if leader == RED_SORCERESS else START_ARMIES for leader in state.leaders]
    _first_armies(state, region, numbers)
    cities = _first_cities(state, region, [find_bonus(state, seat).start_cities for seat in range(state.seats)])
    if emit is not None:
        data = {"region": region, "where": state.board.codes[region], "armies": numbers, "supply": state.supply[:]}
        emit(Event("start_laid", {**data, "control": list_controllers(state, region), **cities}))


def lay_joint(state: State, region: int, emit: Emit | None) -> None:
    """Place one army of each player together in a region (ruling L10)."""
    state.joint = region
    numbers = [1 + find_bonus(state, seat).joint_armies for seat in range(state.seats)]
    _first_armies(state, region, numbers)
    cities = _first_cities(state, region, [find_bonus(state, seat).joint_cities for seat in range(state.seats)])
    if emit is not None:
        data = {"region": region, "where": state.board.codes[region], "armies": numbers, "supply": state.supply[:]}
        emit(Event("joint_laid", {**data, "control": list_controllers(state, region), **cities}))
    state.left = len(tokens_in_play(state))
    state.phase = LAY_TOKEN


def list_controllers(state: State, *regions: int) -> list[list[int]]:
    """Return [region, controller] of each region, for events (see ``scoring.control``)."""
    return [[region, controller(state, region)] for region in regions]


def _first_armies(state: State, region: int, numbers: Sequence[int]) -> None:
    """Place the first armies in a region; ``numbers`` by seat."""
    for seat, number in enumerate(numbers):
        state.supply[seat] -= number
        for _ in range(number):
            add_army(state, seat, region)


def _first_cities(state: State, region: int, numbers: Sequence[int]) -> dict[str, list[int]]:
    """Build handicap cities in a region, ``numbers`` by seat; return them as event data, {} without any."""
    if not any(numbers):
        return {}
    for seat, number in enumerate(numbers):
        state.cities[WIDTH * seat + region] += number
        if number:
            state.towns[seat] |= 1 << region
    return {"cities": list(numbers)}


def tokens_in_play(state: State) -> tuple[int, ...]:
    """Return the tokens of the options in laying order; HIDDEN for each face-down one."""
    bits = state.options
    found: tuple[int, ...] = ()
    if bits & options.EXPLORE_OPEN:
        found += EXPLORE
    if bits & options.EXPLORE_SWAMP:
        found += (HIDDEN,) * (len(EXPLORE) + 1)
    if bits & options.WITH_CITADELS:
        found += CITADELS
    if bits & options.WITH_DRAGON:
        found += (DRAGON,)
    if bits & options.WITH_PORTALS:
        found += PORTALS
    if bits & options.WITH_ROGUES:
        found += (ROGUES,)
    return found


def next_token(state: State) -> int:
    """Return the token to be laid now, HIDDEN for a face-down one."""
    return tokens_in_play(state)[-state.left]


def token_choices(state: State, board: Board) -> tuple[int, ...]:
    """Return the regions without a token, the start token included."""
    used = {state.start, *state.spots, *(region for region, _, _ in state.down)}
    return tuple(region for region in range(board.n) if region not in used)


def lay_token(state: State, region: int, emit: Emit | None) -> None:
    """Lay the next token in a region. The face of a face-down one is drawn only when it is first seen."""
    token = next_token(state)
    if token == HIDDEN:
        state.down = tuple(sorted((*state.down, (region, NOTHING, 0))))
    else:
        spots = list(state.spots)
        spots[token] = region
        state.spots = tuple(spots)
    state.left -= 1
    if emit is not None:
        where = state.board.codes[region]
        emit(Event("token_laid", {"token": None if token == HIDDEN else token, "region": region, "where": where}))


def hidden_pool(state: State) -> list[int]:
    """List the tokens that a face-down one can be which no seat has seen."""
    known = {token for _, token, _ in state.down}
    return [
        token for token in (*EXPLORE, SWAMP) if token not in known and not any(held >> token & 1 for held in state.held)
    ]


def draw_token_face(state: State, known: int, chance: Chance) -> int:
    """Return the face of a face-down token for a seat that has not seen it: ``known`` to others, or drawn.

    Chance is used in every case, even with one token left: thereby the log knows that the decision, which reveals a
    token, cannot be undone.
    """
    if known != NOTHING:
        chance.below(2)
        return known
    pool = hidden_pool(state)
    if len(pool) == 1:
        chance.below(2)
    return chance.draw(pool)


def finish(state: State, chance: Chance, emit: Emit | None) -> None:
    """Finish the board: open the portals, deal the row; go on with neutral armies (two seats) or the auction."""
    if state.options & options.WITH_PORTALS:
        portals = [state.spots[token] for token in PORTALS]
        state.board = get_board(build_key(state.shape, state.laid, portals, state.own))
    state.deck = deck_for(state.seats)
    for _ in range(ROW):
        deal_card(state, chance, emit)
    if state.seats == 2:
        state.phase = LAY_NEUTRAL
        state.left = NEUTRAL_ARMIES
        state.owing = 1 << state.youngest  # ruling L11: the youngest begins
    else:
        begin_auction(state)


def deal_card(state: State, chance: Chance, emit: Emit | None) -> None:
    """Deal a card to the right end of the row; nothing if the deck is empty."""
    if not state.deck:
        return
    card = chance.draw([card for card in range(state.deck.bit_length()) if state.deck >> card & 1])
    state.deck ^= 1 << card
    state.row += (card,)
    if emit is not None:
        emit(Event("card_dealt", {"card": card, "place": len(state.row) - 1}))


def lay_neutral(state: State, seat: int, region: int, emit: Emit | None) -> None:
    """Lay a neutral army: two seats lay ten in turn, anywhere (set-up 4, ruling L11)."""
    add_army(state, NEUTRAL_OWNER, region)
    state.left -= 1
    if emit is not None:
        data = {"seat": seat, "region": region, "where": state.board.codes[region]}
        emit(Event("neutral_laid", {**data, "control": list_controllers(state, region)}))
    if state.left:
        state.owing = 1 << 1 - seat
    else:
        begin_auction(state)


def begin_auction(state: State) -> None:
    """Start the auction: ask every seat for a secret bid."""
    state.phase = AUCTION
    state.owing = (1 << state.seats) - 1


# Auction of a game: secret bids for the right to name the first player.

DIE = 6


def commit_bid(state: State, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
    """Record a secret bid; after the last one reveal all and settle the auction."""
    state.bids[seat] = action - BID
    state.owing ^= 1 << seat
    if emit is not None:
        emit(Event("bid_made", {"seat": seat}))
    if not state.owing:
        _resolve(state, chance, emit)


def _resolve(state: State, chance: Chance, emit: Emit | None) -> None:
    """Settle the auction (set-up 6): the highest bid pays the bank and names the first player; ties by option."""
    bids = state.bids
    highest = max(bids)
    tied = [seat for seat in range(state.seats) if bids[seat] == highest]
    if emit is not None:
        emit(Event("bids_opened", {"bids": bids[:]}))
    how = "highest"
    winner = tied[0]
    if len(tied) > 1:
        if state.options & options.TIE_DIE:
            how = "die"
            winner = _break_tie(tied, chance, emit)
        else:
            how = "youngest"
            winner = find_youngest(tied, state.youngest, state.seats)
    state.coins[winner] -= highest
    state.namer = winner
    state.phase = NAME_FIRST
    state.owing = 1 << winner
    if emit is not None:
        left = [[winner, state.coins[winner]]]
        emit(Event("auction_won", {"seat": winner, "coins": highest, "how": how, "tied": tied, "purses": left}))


def find_youngest(tied: list[int], youngest: int, seats: int) -> int:
    """Return the tied seat that counts as the youngest and so names the first player.

    Ruling L2: the set-up marks the youngest seat. Ruling L16: if that seat is not tied, the first tied seat
    to its left counts as the youngest.
    """
    return min(tied, key=lambda seat: (seat - youngest) % seats)


def _break_tie(tied: list[int], chance: Chance, emit: Emit | None) -> int:
    """Return the winner of a tie by dice: the highest roll; those with equal highest ones roll again."""
    rolling = tied
    while len(rolling) > 1:
        faces = [chance.die(DIE) for _ in rolling]
        if emit is not None:
            emit(Event("rolled", {"seats": rolling, "faces": faces}))
        rolling = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    return rolling[0]


def name_first(state: State, first: int, emit: Emit | None) -> None:
    """Let the seat that the winner of the auction has named begin the first turn."""
    if emit is not None:
        emit(Event("first_named", {"seat": state.namer, "first": first}))
    state.active = first
    state.phase = TAKE_CARD
    state.owing = 1 << first
