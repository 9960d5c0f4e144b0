"""State of a game: ints, bit masks, tuples and a few short lists."""

from dataclasses import dataclass
from typing import Annotated

from engine.states import Bit, Steps, keep, make_bounds, make_copier, make_starter

from .actions import WIDTH
from .board import NO_BOARD, SHAPES, Board
from .cards import CARD_COUNT, COTTAGE, EXPLORE, NO_LEADER, SPRING, SPRING_ELIXIRS, STABLE, TOKEN_COUNT, cards
from .maps import Side
from .options import ALL_BITS, GAMES_IN_FULL, SEAT_COUNTS

(
    LAY_STEM, LAY_SEGMENT, LAY_START, LAY_JOINT, LAY_TOKEN, LAY_NEUTRAL, AUCTION, NAME_FIRST, TAKE_CARD,
    CHOOSE_ACTION, PLACING, MOVE_FROM, MOVE_TO, BUILDING, KNIGHT_ARMY, DESTROYING, LAST_CARD, OVER,
) = range(18)  # fmt: skip
PHASES = (
    "stem", "segment", "start", "joint", "token", "neutral", "auction", "name_first", "take_card",
    "choose_action", "place", "move_from", "move_to", "city", "knight_army", "destroy", "last_card", "over",
)  # fmt: skip
"""Phase names in views; the index is the phase number."""

NOBODY = -1
NOTHING = -1
NEUTRAL_OWNER = 4
"""Owner of the neutral armies (two seats); seats are owners 0 … 3."""
OWNERS = 5
ARMIES = 18
CITIES = 3
NEUTRAL_ARMIES = 10
COINS = {2: 12, 3: 11, 4: 9}
CARDS_EACH = {2: 11, 3: 10, 4: 8}
"""Cards taken by each seat in a game, by number of seats."""
PRICES = (0, 1, 1, 2, 2, 3)
ROW = len(PRICES)

_ANY = 9_999
"""Upper bounds of coins and points."""
_Region = Annotated[int, make_bounds(NOTHING, WIDTH - 1)]
_Card = Annotated[int, make_bounds(0, CARD_COUNT - 1)]
Armies = Annotated[int, make_bounds(0, ARMIES)]
_Seat = Annotated[int, make_bounds(0, NEUTRAL_OWNER - 1)]
_Number = Annotated[int, make_bounds(NOTHING, _ANY)]

FaceDown = tuple[
    _Region, Annotated[int, make_bounds(NOTHING, TOKEN_COUNT - 1)], Annotated[int, make_bounds(NOTHING, 15)]
]
"""Face-down token: region, token (NOTHING while unseen), mask of the seats that have seen it."""


@dataclass(slots=True, init=False, repr=False, eq=False)
class State:
    """One game. Lists go by seat; ``armies`` and ``cities`` by ``WIDTH * owner + region``.

    Fixed in a game of one or three: ``seats``, ``options`` (bits), ``youngest``, ``own`` sides.
    ``game``   number of the game, 1 … 3; ``totals`` per finished game and seat: points, Magic Book,
               coins, armies on the map, regions
    ``phase``  and ``owing``, the mask of the seats with a pending decision
    ``shape``  and ``laid`` (sides as far as they lie there); ``board`` what they make, shared by all copies;
               NO_BOARD until it is complete
    ``start``  region of the start token; ``joint`` where one army of each began
    ``present``/``towns``  masks of the regions with armies (by owner) and cities (by seat)
    ``supply`` armies not on the map; ``captured`` on the Red Sorceress's card, by their owner
    ``taken``  cards, in order; ``row`` cards on offer; ``deck`` mask of the others
    ``turns``  turns finished; ``active`` whose turn it is; ``card`` being used
    ``todo``   actions of the card still to begin: (kind, number); ``left`` armies, points … of the
               one being carried out (neutral armies or tokens still to lay, in set-up);
               ``picked`` region an army leaves or the White Knight's new city stands in
    ``bids``   coins, NOTHING while not committed; ``namer`` who names the first player
    ``spots``  region of each open token, NOTHING when it is not on the map; ``down`` face-down ones
    ``held``   mask of the tokens a seat has taken; ``leaders`` or NO_LEADER
    ``plus_move`` … ``immune`` what cards and tokens give, kept up to date
    ``handicap`` step of each seat, () without a handicap
    """

    seats: Annotated[int, make_bounds(min(SEAT_COUNTS), max(SEAT_COUNTS))]
    options: Annotated[int, make_bounds(0, ALL_BITS)]
    youngest: _Seat
    own: tuple[Side, ...]
    game: Annotated[int, make_bounds(1, GAMES_IN_FULL)]
    totals: tuple[tuple[tuple[_Number, _Number, _Number, _Number, _Number], ...], ...]
    phase: Annotated[int, make_bounds(0, len(PHASES) - 1)] = keep(LAY_STEM)
    owing: Annotated[int, make_bounds(0, 15)] = keep(0)
    shape: Annotated[int, make_bounds(0, len(SHAPES) - 1)] = keep(0)
    laid: tuple[tuple[Annotated[int, make_bounds(0, 99)], Bit], ...] = keep(())
    board: Board = keep(NO_BOARD, dumped=False)
    start: _Region = keep(NOTHING)
    joint: _Region = keep(NOTHING)
    armies: list[int] = keep(0, times=OWNERS * WIDTH)
    cities: list[int] = keep(0, times=NEUTRAL_OWNER * WIDTH)
    present: list[int] = keep(0, times=OWNERS, dumped=False)
    towns: list[int] = keep(0, per_seat=1, dumped=False)
    supply: list[Armies] = keep(ARMIES, per_seat=1)
    captured: list[Armies] = keep(0, per_seat=1)
    coins: list[Annotated[int, make_bounds(0, _ANY)]] = keep(0, per_seat=1)
    taken: list[tuple[_Card, ...]] = keep((), per_seat=1)
    row: tuple[_Card, ...] = keep(())
    deck: Annotated[int, make_bounds(0, (1 << CARD_COUNT) - 1)] = keep(0)
    turns: Annotated[int, make_bounds(0, 64)] = keep(0)
    active: _Seat = keep(0)
    card: Annotated[int, make_bounds(NOTHING, CARD_COUNT - 1)] = keep(NOTHING)
    todo: tuple[tuple[_Seat, Annotated[int, make_bounds(0, 9)]], ...] = keep(())
    left: Annotated[int, make_bounds(0, 64)] = keep(0)
    picked: _Region = keep(NOTHING)
    bids: list[_Number] = keep(NOTHING, per_seat=1)
    namer: Annotated[int, make_bounds(NOTHING, 3)] = keep(NOBODY)
    spots: tuple[_Region, ...] = keep(NOTHING, times=TOKEN_COUNT)
    down: tuple[FaceDown, ...] = keep(())
    held: list[Annotated[int, make_bounds(0, (1 << TOKEN_COUNT) - 1)]] = keep(0, per_seat=1)
    leaders: tuple[Annotated[int, make_bounds(NOTHING, 3)], ...] = keep(NO_LEADER, per_seat=1)
    plus_move: list[int] = keep(0, per_seat=1, dumped=False)
    plus_army: list[int] = keep(0, per_seat=1, dumped=False)
    flying: list[int] = keep(0, per_seat=1, dumped=False)
    elixirs: list[int] = keep(0, per_seat=1, dumped=False)
    immune: int = keep(0, dumped=False)
    handicap: Steps = keep(seldom=True)


def count_turns(seats: int) -> int:
    """Return the number of turns in a game, of all seats together."""
    return seats * CARDS_EACH[seats]


_begin = make_starter(State)


def blank(seats: int, options: int, youngest: int, own: tuple[Side, ...], handicap: tuple[int, ...] = ()) -> State:
    """Return a state before the first game: nothing laid, nothing drawn. ``options``: packed."""
    state = State()
    state.seats, state.options, state.youngest, state.own, state.handicap = seats, options, youngest, own, handicap
    state.game = 0
    state.totals = ()
    clear(state)
    return state


def clear(state: State) -> None:
    """Reset the state for the next game; results of earlier games stay."""
    _begin(state, state.seats, 0)
    state.coins = [COINS[state.seats]] * state.seats


copied = make_copier(State)
"""Return an independent copy: lists are copied, tuples shared."""


def gain_card(state: State, seat: int, card: int) -> None:
    """Add a card's lasting abilities to a seat; its coins are not paid here."""
    for ability in cards()[card].abilities:
        name, amount = ability[0], ability[1]
        if name == "flying":
            state.flying[seat] += amount
        elif name == "plus_move":
            state.plus_move[seat] += amount
        elif name == "plus_army":
            state.plus_army[seat] += amount
        elif name == "elixir":
            state.elixirs[seat] += amount
        elif name == "immune":
            state.immune |= 1 << seat


def gain_token(state: State, seat: int, token: int) -> None:
    """Add the lasting effect of a held explore token to a seat."""
    if token == SPRING:
        state.elixirs[seat] += SPRING_ELIXIRS
    elif token == COTTAGE:
        state.plus_army[seat] += 1
    elif token == STABLE:
        state.plus_move[seat] += 1


def complete(state: State) -> None:
    """Recompute the derived fields: masks of regions, and effects of cards and tokens."""
    seats = state.seats
    for owner in range(OWNERS):
        state.present[owner] = _mask(state.armies, owner)
    state.towns = [_mask(state.cities, seat) for seat in range(seats)]
    state.plus_move, state.plus_army, state.flying, state.elixirs = ([0] * seats for _ in range(4))
    state.immune = 0
    for seat in range(seats):
        for card in state.taken[seat]:
            gain_card(state, seat, card)
        for token in EXPLORE:
            if state.held[seat] >> token & 1:
                gain_token(state, seat, token)


def _mask(pieces: list[int], owner: int) -> int:
    return sum(1 << region for region in range(WIDTH) if pieces[WIDTH * owner + region])


def add_army(state: State, owner: int, region: int) -> None:
    """Add an army of this owner to a region; the caller adjusts the supply."""
    state.armies[WIDTH * owner + region] += 1
    state.present[owner] |= 1 << region


def remove_army(state: State, owner: int, region: int) -> None:
    """Remove an army of this owner from a region; the caller adjusts the supply."""
    at = WIDTH * owner + region
    state.armies[at] -= 1
    if not state.armies[at]:
        state.present[owner] &= ~(1 << region)
