"""State of a game: ints, bit masks, tuples and a few short lists; and queries about pieces."""

from dataclasses import dataclass
from typing import Annotated, Any

from engine.states import Bit, Steps, keep, make_bounds, make_copier, make_starter

from .cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, OWN_DECK, TASK_COUNT, Book
from .expansions import Expansion, read_decks
from .maps import BOARD, SQUARES_END, WALLED

HIGH, DUEL, MELEE = range(3)
FORMS = ("high", "duel", "melee")
START, MAIN, PLACING, TARGET, SHOWING, PICKING, LEGEND_POINT, EFFECT, RETURNING, CLAIMING, LEFT_OVER, OVER = range(12)
PHASES = ("start", "main", "placing", "target", "showing", "picking", "legend_point", "effect", "returning", "claiming",
          "left_over", "over")  # fmt: skip
"""Phase names in views; the index is the phase number."""
NOTHING = -1
FACE_DOWN = TASK_COUNT
"""Code of a face-down task in views."""
WALLS, HIDDEN_TASKS = 64, 128
"""Bits of two twists in ``twists``; the others are in ``options``."""
MOST_ACTIONS = 9
"""Most actions left in a turn, whatever a card gives."""
LEGENDARY_PIECES = 3
COMMON_OR_HEROIC = 17
SIDEWAYS = 6
"""Cards at the bottom of a deck that lie sideways in a team game."""
FLARE_SOURCE = 256
"""Source of an effect: a card's number, or FLARE_SOURCE + 2 * flare + (0 upper, 1 lower)."""
LINE_SOURCE = 512
"""Source of the second program of a card: LINE_SOURCE + the card's number."""
ALL_BEINGS = (1 << IN_DECK) - 1
ALL_LEGENDS = (1 << LEGEND_COUNT) - 1
ALL_FLARES = (1 << FLARE_COUNT) - 1
ALL_TASKS = (1 << TASK_COUNT) - 1

DECKS = ("random", "imperial_north", "imperial_south", "highland", "sylvan", "own_1", "own_2", "own_3", "own_4",
         *(one.code for one in read_decks()))  # fmt: skip
"""Choices of a seat's deck; a running game never holds the first (random). North and South have the same cards."""
DECK_OF = (NOTHING, 0, 0, 1, 2, *range(OWN_DECK, OWN_DECK + 4), *(one.deck for one in read_decks()))
"""Choice → number of the deck, see ``Book.first``."""

(PC, SELF, CENTRE, USED_MASK, LAST, LAST_RANK, HEADING, COUNT, PICKED, TIMES, EQUALS, SEEN, LOCK, PLACED_COUNTS, MARKS,
 WAYS, SELF_MOVED, EACH) = range(18)  # fmt: skip
REGISTERS = ("pc", "self", "centre", "used", "last", "last_rank", "heading", "count", "picked", "times", "equals",
             "seen", "lock", "placed", "marks", "ways", "self_moved", "each")  # fmt: skip
"""Registers of an effect; ``used``, ``seen`` and ``marks`` are masks of squares.

``self``/``centre`` the piece just summoned (-1 when gone) and where it stands or stood; ``last`` piece or square
dealt with last; ``picked`` piece about to move; ``times``, ``equals`` how often the step was done; ``seen`` squares
it is done with; ``lock`` colour and rank chosen; ``placed`` pieces placed, 4 bits a colour; ``each`` colours done.
"""
MASKS = (USED_MASK, SEEN, MARKS)
"""Registers that are masks of squares; lists in views and dumps."""
FRESH = (0, -1, -1, 0, -1, -1, -1, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0, 0)
NO_SUMMONS = (0, 0, 0, 0, 0)

_Seat = Annotated[int, make_bounds(0, 3)]
_Count = Annotated[int, make_bounds(0, 99)]
_Being = Annotated[int, make_bounds(0, IN_DECK - 1)]
_Beings = Annotated[int, make_bounds(0, ALL_BEINGS)]
_Legends = Annotated[int, make_bounds(0, ALL_LEGENDS)]
_Flares = Annotated[int, make_bounds(0, ALL_FLARES)]
_Task = Annotated[int, make_bounds(0, TASK_COUNT - 1)]
_Tasks = Annotated[int, make_bounds(0, ALL_TASKS)]


@dataclass(slots=True, init=False, repr=False, eq=False)
class State:
    """One game. A side is a colour: a seat, or a team of two (seats 0 and 2, 1 and 3).

    Fixed: ``seats``, ``form``, ``teams`` (0 or 1), ``may_surrender``, ``decks`` (index in DECKS by seat), ``book``,
    ``twists`` (see ``options``), ``first`` seat.
    ``men``      mask of squares by ``3 * colour + rank``
    ``hands``, ``legends``, ``flares``   masks by seat; beings by their place in the seat's deck
    ``known_legends`` by side: legends in a team's hand that the partner has had, so that both know them
    ``open_hand`` beings in hand that everybody has seen going there
    ``pool``     beings of a deck in no known order; ``tops`` known ones above, ``bottoms`` below (own seat knows)
    ``sunk``     beings that went under a deck before all eyes, until they can no longer be told from others in a hand
    ``discards`` beings by seat
    ``legend_pool``, ``flare_pool`` masks; ``…_bottom`` pairs of card and the seat that knows it; ``…_discard`` masks
    ``task_pool`` mask; ``task_bottom`` in order; ``tasks`` current ones; ``next_task``; ``claimed`` by side;
    ``turned_up`` mask of those current ones that were met while tasks are hidden
    ``points``   by ``4 * side + colour``: in a Melee by enemy colour, else all under its own colour
    ``spent``    by seat: colours whose improvised summoning is used up
    ``turn`` counts from 1; ``active`` whose turn it is; ``acting`` who decides (the partner after a hand-over)
    ``actions``  left; ``discarded``, ``extra_turn``, ``lent``, ``triggered`` 0 or 1
    ``extra``    beings and legends to draw beyond the usual at the end of the turn
    ``summoned`` this turn: beings, on red, on green, on either, legends; ``tally`` destroyed, like ``men``
    ``final``    turns left once the end was triggered, else -1
    ``phase``; ``card`` being summoned, ``square`` and ``way`` (way and enemy piece) chosen for it
    ``source`` of the effect under way, ``queue`` of those to come, ``fx`` its registers
    ``handicap`` step of each seat, () without a handicap
    ``expansions`` of the cards in play, ``added`` the field of each (see ``expansions``)
    ``stock``    pieces of each colour, common or heroic and legendary ones; derived, as ``expansions`` is
    ``loser``    side that gave up; ``choices`` the legal actions once they were asked for
    """

    seats: Annotated[int, make_bounds(2, 4)]
    form: int
    teams: Bit
    may_surrender: Bit
    twists: Annotated[int, make_bounds(0, 2 * HIDDEN_TASKS - 1)] = keep(seldom=True)
    handicap: Steps = keep(seldom=True)
    decks: tuple[int, ...] = keep()
    book: Book = keep(dumped=False)
    first: _Seat = keep(0)
    turn: Annotated[int, make_bounds(0, 1 << 20)] = keep(0)
    active: _Seat = keep(0)
    acting: _Seat = keep(0)
    actions: _Count = keep(0)
    discarded: Bit = keep(0)
    extra_turn: Bit = keep(0)
    lent: Bit = keep(0)
    triggered: Bit = keep(0)
    final: Annotated[int, make_bounds(NOTHING, 4)] = keep(NOTHING)
    phase: Annotated[int, make_bounds(0, len(PHASES) - 1)] = keep(MAIN)
    card: Annotated[int, make_bounds(NOTHING, LEGENDS + LEGEND_COUNT - 1)] = keep(NOTHING)
    square: Annotated[int, make_bounds(NOTHING, SQUARES_END - 1)] = keep(NOTHING)
    way: Annotated[int, make_bounds(NOTHING, 63)] = keep(NOTHING)
    source: Annotated[int, make_bounds(NOTHING, LINE_SOURCE + LEGENDS - 1)] = keep(NOTHING)
    loser: Annotated[int, make_bounds(NOTHING, 1)] = keep(NOTHING)
    legend_pool: _Legends = keep(ALL_LEGENDS)
    legend_discard: _Legends = keep(0)
    flare_pool: _Flares = keep(ALL_FLARES)
    flare_discard: _Flares = keep(0)
    task_pool: _Tasks = keep(0)
    next_task: Annotated[int, make_bounds(NOTHING, TASK_COUNT - 1)] = keep(NOTHING)
    queue: tuple[Annotated[int, make_bounds(FLARE_SOURCE, FLARE_SOURCE + 2 * FLARE_COUNT - 1)], ...] = keep(())
    tasks: tuple[_Task, ...] = keep(())
    task_bottom: tuple[_Task, ...] = keep(())
    legend_bottom: tuple[tuple[Annotated[int, make_bounds(0, LEGEND_COUNT - 1)], _Seat], ...] = keep(())
    flare_bottom: tuple[tuple[Annotated[int, make_bounds(0, FLARE_COUNT - 1)], _Seat], ...] = keep(())
    extra: tuple[_Count, _Count] = keep((0, 0))
    summoned: tuple[_Count, _Count, _Count, _Count, _Count] = keep(NO_SUMMONS)
    hands: list[_Beings] = keep(0, per_seat=1)
    legends: list[_Legends] = keep(0, per_seat=1)
    flares: list[_Flares] = keep(0, per_seat=1)
    open_hand: list[_Beings] = keep(0, per_seat=1)
    pool: list[_Beings] = keep(ALL_BEINGS, per_seat=1)
    discards: list[_Beings] = keep(0, per_seat=1)
    spent: list[Annotated[int, make_bounds(0, 15)]] = keep(0, per_seat=1)
    tops: list[tuple[_Being, ...]] = keep((), per_seat=1)
    bottoms: list[tuple[_Being, ...]] = keep((), per_seat=1)
    points: list[Annotated[int, make_bounds(0, 999)]] = keep(0, per_side=4)
    tally: list[_Count] = keep(0, per_side=3)
    claimed: list[tuple[_Task, ...]] = keep((), per_side=1)
    known_legends: list[_Legends] = keep(0, per_side=1, seldom=True)
    sunk: list[_Beings] = keep(0, per_seat=1, seldom=True)
    turned_up: _Tasks = keep(0, seldom=True)
    men: list[int] = keep(0, per_side=3)
    fx: list[int] = keep(list(FRESH))
    choices: tuple[int, ...] | None = keep(None, dumped=False)
    expansions: tuple[Expansion, ...] = keep((), dumped=False)
    added: list[Any] = keep([], dumped=False)
    stock: tuple[tuple[int, int], ...] = keep(dumped=False)


_begin = make_starter(State)


def blank(
    seats: int,
    form: int,
    teams: int,
    may_surrender: int,
    decks: tuple[int, ...],
    book: Book,
    twists: int = 0,
    handicap: tuple[int, ...] = (),
) -> State:
    """Return a state before anything is laid or drawn; ``decks``: indices in DECKS, 0 for a random choice not drawn
    yet."""
    state = State()
    state.seats, state.form, state.teams, state.may_surrender = seats, form, teams, may_surrender
    state.decks, state.book, state.twists, state.handicap = decks, book, twists, handicap
    sides = 2 if teams else seats
    _begin(state, seats, sides)
    state.task_pool = ALL_TASKS if form == HIGH else 0
    state.stock = ((limit(state), LEGENDARY_PIECES),) * sides
    return state


def add_expansions(state: State) -> None:
    """Add the expansions whose cards are in the decks of the seats, with their fields."""
    state.expansions = state.book.find_expansions(DECK_OF[deck] for deck in state.decks)
    state.added = [one.create(state.seats, count_sides(state)) for one in state.expansions]


def count_stock(state: State) -> None:
    """Recompute the number of pieces of each colour, after some have left the game."""
    taken = [
        tuple(sum(one.count_removals(state, colour, rank) for one in state.expansions) for rank in (0, 2))
        for colour in range(count_sides(state))
    ]
    state.stock = tuple((limit(state) - common, LEGENDARY_PIECES - legendary) for common, legendary in taken)


copied = make_copier(State)
"""Return an independent copy: lists are copied, tuples shared."""


# --- seats and sides ----------------------------------------------------------------------------


def count_sides(state: State) -> int:
    """Return the number of colours in play."""
    return len(state.men) // 3


def get_side(state: State, seat: int) -> int:
    """Return the side of a seat, which is a colour."""
    return seat % 2 if state.teams else seat


def get_partner(state: State, seat: int) -> int:
    """Return the other member of a seat's team."""
    return (seat + 2) % 4


def members(state: State, side: int) -> list[int]:
    """Return the seats of a side."""
    return [side, side + 2] if state.teams else [side]


def find_sunk(state: State, seat: int) -> int:
    """Return the mask of beings of a seat that all saw going under its deck and that are still there or in its hand."""
    under = 0
    for card in state.bottoms[seat]:
        under |= 1 << card
    return state.sunk[seat] & (state.hands[seat] | under)


# --- tasks --------------------------------------------------------------------------------------


def open_tasks(state: State) -> tuple[int, ...]:
    """Return the current face-up tasks."""
    if not state.twists & HIDDEN_TASKS:
        return state.tasks
    return tuple([task for task in state.tasks if state.turned_up >> task & 1])


def list_visible_tasks(state: State) -> list[int]:
    """Return the current tasks as all seats see them: FACE_DOWN for those not met yet (twist)."""
    if not state.twists & HIDDEN_TASKS:
        return list(state.tasks)
    return [task if state.turned_up >> task & 1 else FACE_DOWN for task in state.tasks]


# --- pieces -------------------------------------------------------------------------------------


def limit(state: State) -> int:
    """Return the number of common and heroic pieces that a colour has to play with: one in a Duel and one per rival in
    a Melee serve as score markers."""
    if state.form == HIGH:
        return COMMON_OR_HEROIC
    return COMMON_OR_HEROIC - (1 if state.form == DUEL else state.seats - 1)


def supply(state: State, colour: int, rank: int) -> int:
    """Return the number of pieces of this kind not in the arena; common and heroic are two sides of the same piece."""
    men = state.men
    if rank == 2:
        return state.stock[colour][1] - men[3 * colour + 2].bit_count()
    return state.stock[colour][0] - (men[3 * colour] | men[3 * colour + 1]).bit_count()


def count_supply(state: State, colour: int) -> list[int]:
    """Return the number of pieces of a colour not in the arena: [common or heroic, legendary]."""
    return [supply(state, colour, 0), supply(state, colour, 2)]


def find_occupied_squares(state: State) -> int:
    """Return the mask of squares with a piece."""
    found = 0
    for mask in state.men:
        found |= mask
    return found


def ground(state: State) -> int:
    """Return the mask of squares where a piece can stand."""
    return WALLED if state.twists & WALLS else BOARD


def empty(state: State) -> int:
    """Return the mask of empty squares where a piece can stand."""
    return ground(state) & ~find_occupied_squares(state)


def own_mask(state: State, colour: int) -> int:
    """Return the mask of squares with a piece of this colour."""
    men = state.men
    return men[3 * colour] | men[3 * colour + 1] | men[3 * colour + 2]


def find_upgrades(state: State, colour: int) -> int:
    """Return the mask of squares with a heroic or legendary piece of this colour."""
    return state.men[3 * colour + 1] | state.men[3 * colour + 2]


def find_man(state: State, square: int) -> int:
    """Return ``3 * colour + rank`` of the piece on a square, -1 when it is empty."""
    for index, mask in enumerate(state.men):
        if mask >> square & 1:
            return index
    return NOTHING


def deck_size(state: State, seat: int) -> int:
    """Return the number of cards left in a seat's own deck."""
    return len(state.tops[seat]) + state.pool[seat].bit_count() + len(state.bottoms[seat])


def legend_deck_size(state: State) -> int:
    """Return the number of cards left in the deck of legends."""
    return state.legend_pool.bit_count() + len(state.legend_bottom)


def flare_deck_size(state: State) -> int:
    """Return the number of cards left in the deck of flares."""
    return state.flare_pool.bit_count() + len(state.flare_bottom)


def first_card(state: State, seat: int) -> int:
    """Return the number of the first card of a seat's deck."""
    return state.book.first(DECK_OF[state.decks[seat]])
