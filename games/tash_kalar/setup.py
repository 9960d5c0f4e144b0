"""Set-up: decks, first seat, hands, tasks, the first pieces of a Duel or a Melee."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.contract import HANDICAP, Chance, Emit, Event, tell_handicap
from games.tash_kalar import actions as act
from games.tash_kalar.card_draws import (
    BEINGS,
    FLARES_HELD,
    LEGENDS_HELD,
    draw_beings,
    draw_flares,
    draw_legends,
    open_next_task,
)
from games.tash_kalar.cards import COMMON, HEROIC, LEGENDARY, box
from games.tash_kalar.effects import put
from games.tash_kalar.maps import COLOURED, DUEL_START, MELEE_START, MIDDLE, bits, to_square
from games.tash_kalar.options import LEGEND, find_legend_seat, list_twists
from games.tash_kalar.scoring import give_points
from games.tash_kalar.state import (
    ALL_TASKS,
    DECKS,
    DUEL,
    FORMS,
    HIGH,
    MELEE,
    START,
    State,
    add_expansions,
    count_sides,
    count_supply,
    deck_size,
    empty,
    find_occupied_squares,
    flare_deck_size,
    get_side,
    legend_deck_size,
    list_visible_tasks,
    own_mask,
    supply,
)

# Handicap of a seat: pieces in the arena, points, and an action more in the first turn. Not part of the rulebook.
#
# Points count for the seat's side; in a Melee in every enemy colour, for there the least of them counts.


class Ahead(NamedTuple):
    """Bonus of a handicap step: pieces, number of heroic ones among them, points, additional actions in the first
    turn."""

    pieces: int = 0
    heroic: int = 0
    points: int = 0
    actions: int = 0


AHEAD = (
    Ahead(),
    Ahead(2),
    Ahead(2, 0, 1),
    Ahead(2, 1, 1),
    Ahead(3, 1, 1),
    Ahead(3, 1, 2),
    Ahead(3, 1, 2, 1),
)
"""Step → what a seat has in addition to the rulebook; a step includes the lower ones."""

_PLACES = (
    ((5, 7), (4, 6), (6, 6), (5, 6), (4, 7), (5, 8), (6, 7)),
    ((5, 3), (6, 4), (4, 4), (5, 4), (6, 3), (5, 2), (4, 3)),
    ((2, 5), (3, 4), (3, 6), (3, 5), (4, 5), (2, 4), (2, 6)),
    ((8, 5), (7, 6), (7, 4), (7, 5), (6, 5), (8, 4), (7, 7)),
)
"""By seat: columns and rows of the squares for its pieces; the first free ones are taken, a heroic piece first."""


def place_bonus_pieces(state: State, emit: Emit | None) -> None:
    """Put the handicap pieces of all seats in the arena and add their points."""
    for seat, step in enumerate(state.handicap):
        ahead, side = AHEAD[step], get_side(state, seat)
        for number in range(ahead.pieces):
            free = empty(state) & ~COLOURED
            places = (to_square(x, y) for x, y in _PLACES[seat])
            square = next((place for place in places if free >> place & 1), None)
            if square is not None and supply(state, side, COMMON):
                put(state, 3 * side + (HEROIC if number < ahead.heroic else COMMON), square, emit)
        if ahead.points:
            colours = [colour for colour in range(count_sides(state)) if colour != side]
            for colour in colours if state.form == MELEE else [side]:
                give_points(state, seat, side, colour, ahead.points, HANDICAP, emit)


def list_first_squares(seat: int, count: int) -> list[int]:
    """Return the squares that ``count`` handicap pieces of a seat take in an empty arena, heroic ones first."""
    squares = [to_square(x, y) for x, y in _PLACES[seat]]
    return [square for square in squares if not COLOURED >> square & 1][:count]


def count_bonus_actions(state: State) -> int:
    """Return the additional actions of the seat on turn by its handicap, 0 after its first turn."""
    if not state.handicap or state.turn > state.seats:
        return 0
    return AHEAD[state.handicap[state.active]].actions


CURRENT_TASKS = 3


def begin_game(state: State, random_decks: Sequence[str], different: bool, chance: Chance, emit: Emit | None) -> None:
    """Set up the game to the first decision; the caller begins the first turn unless pieces have to be laid.

    ``random_decks``: names of the decks to draw random ones from; ``different``: no deck twice if possible.
    """
    _choose_decks(state, [DECKS.index(name) for name in random_decks], different, chance)
    add_expansions(state)
    state.first = chance.below(state.seats)
    if emit is not None:
        emit(Event("game_begins", _what_lies_ready(state)))
        for name in list_twists(state.twists):
            emit(Event("twist", {"twist": name}))
        if find_legend_seat(state.twists) >= 0:
            emit(Event("twist", {"twist": LEGEND, "seat": find_legend_seat(state.twists)}))
        tell_handicap(state.handicap, emit)
        emit(Event("first", {"seat": state.first, "begins": state.first if state.form == HIGH else _lays(state)}))
    order = [(state.first + number) % state.seats for number in range(state.seats)]
    for number, seat in enumerate(order):
        draw_beings(state, seat, BEINGS, chance, emit)
        if not state.teams or number < 2:
            draw_legends(state, seat, LEGENDS_HELD, chance, emit)
        draw_flares(state, seat, FLARES_HELD, chance, emit)
    if state.form == HIGH:
        _open_tasks(state, chance, emit)
    else:
        state.phase = START
        state.active = state.acting = _lays(state)


def lay_extra_pieces(state: State, emit: Emit | None) -> None:
    """Put into the arena the pieces of handicaps and, by a twist, a legend of one seat in the middle."""
    seat = find_legend_seat(state.twists)
    if seat >= 0:
        put(state, 3 * get_side(state, seat) + LEGENDARY, MIDDLE.bit_length() - 1, emit)
    place_bonus_pieces(state, emit)


def _lays(state: State) -> int:
    """Return the seat that lays the first pieces of a Duel or a Melee: the last in turn order."""
    return (state.first - 1) % state.seats


def _what_lies_ready(state: State) -> dict[str, Any]:
    """Return the event data of the start: options, and all pieces and cards before anything is laid or drawn."""
    return {
        "form": FORMS[state.form], "teams": bool(state.teams), "decks": list(state.decks),
        "sides": [get_side(state, seat) for seat in range(state.seats)],
        "supply": [count_supply(state, side) for side in range(count_sides(state))],
        "deck_sizes": [deck_size(state, seat) for seat in range(state.seats)],
        "legend_deck": legend_deck_size(state), "flare_deck": flare_deck_size(state),
    }  # fmt: skip


def _choose_decks(state: State, known: Sequence[int], different: bool, chance: Chance) -> None:
    """Draw a deck for every seat that chose a random one; all different if the option is on and it is possible."""
    decks = list(state.decks)
    for seat in range(state.seats):
        if decks[seat]:
            continue
        free = known
        if different:
            taken = {wish for wish in decks if wish}
            free = [wish for wish in known if wish not in taken] or known
        decks[seat] = chance.draw(free)
    state.decks = tuple(decks)


def _open_tasks(state: State, chance: Chance, emit: Emit | None) -> None:
    """Open three basic tasks, not all of one kind, and the next task."""
    tasks = box().tasks
    basic = [task for task in bits(ALL_TASKS) if not tasks[task].advanced]
    current: list[int] = []
    while len(current) < CURRENT_TASKS:
        pool = [task for task in basic if task not in current]
        if len(current) == 2 and tasks[current[0]].kind == tasks[current[1]].kind:
            pool = [task for task in pool if tasks[task].kind != tasks[current[0]].kind]
        current.append(chance.draw(pool))
    state.tasks = tuple(current)
    state.task_pool &= ~sum(1 << task for task in current)
    if emit is not None:
        emit(Event("tasks_open", {"tasks": list_visible_tasks(state)}))
    open_next_task(state, chance, emit)


def start_choices(state: State) -> tuple[int, ...]:
    """Return the actions that lay the first pieces.

    Duel: the last seat chooses the mark of its own piece, the other seat gets the other mark. Melee: a piece
    next to each of the three marks in turn, every time of another colour (4 seats: not the second player's).
    """
    if state.form == DUEL:
        own = 3 * get_side(state, state.acting)
        return tuple(act.PUT + 128 * own + square for square in DUEL_START)
    laid = [colour for colour in range(count_sides(state)) if own_mask(state, colour)]
    found = []
    for colour in range(count_sides(state)):
        if colour in laid or (state.seats == 4 and colour == (state.first + 1) % state.seats):
            continue
        found += [act.PUT + 128 * 3 * colour + square for square in MELEE_START[len(laid)]]
    return tuple(found)


def lay_start(state: State, action: int, emit: Emit | None) -> bool:
    """Lay the chosen piece; return True when the first turn can begin."""
    man, square = divmod(action - act.PUT, 128)
    put(state, man, square, emit)
    if state.form == DUEL:
        other = DUEL_START[1] if square == DUEL_START[0] else DUEL_START[0]
        put(state, 3 - man, other, emit)
        return True
    return find_occupied_squares(state).bit_count() == len(MELEE_START)
