"""Views of a game, and determinization of a view.

The arena and all discards are public. Hidden are the cards in other hands, the order of all decks,
and which cards others have put under a deck.
"""

from collections.abc import Sequence

from engine.contract import HANDICAP, Chance, View

from . import options
from .cards import FLARES, LEGENDS, RANK_NAMES, build_book
from .maps import bits
from .scoring import count_destruction_points, goal, legend_points, scores, standing
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    DECKS,
    EFFECT,
    FACE_DOWN,
    FLARE_SOURCE,
    FORMS,
    HIDDEN_TASKS,
    LEGEND_POINT,
    LINE_SOURCE,
    MASKS,
    NOTHING,
    OVER,
    PHASES,
    PICKING,
    REGISTERS,
    SHOWING,
    TARGET,
    State,
    add_expansions,
    blank,
    count_sides,
    count_stock,
    count_supply,
    deck_size,
    first_card,
    get_partner,
    get_side,
    list_visible_tasks,
)

NUMBERS = ("first", "turn", "active", "acting", "actions", "discarded", "extra_turn", "lent", "triggered", "final")
"""Fields copied to views unchanged."""


def view(state: State, seat: int | None, choices: Sequence[int]) -> View:
    """Return exactly what ``seat`` may know (None = a spectator), as plain JSON data.

    Squares are numbered as in ``maps``, cards as in ``cards``; beings of a deck count from its first card in
    ``open_hands``, ``tops``, ``bottoms_seen`` (None for those that only their seat knows) and ``discards`` too.
    ``effect`` are the registers of the effect under way; ``playing`` is
    the card being played (a flare from FLARES on), ``worth`` the points for destroyed pieces;
    ``tasks`` are FACE_DOWN until seen; ``sides`` the colour of each seat, ``legend_points``
    the points of legends in the arena (High Form).
    """
    seats = range(state.seats)
    sides = range(count_sides(state))
    known = seat if seat is not None else NOTHING
    hidden = state.twists & HIDDEN_TASKS
    return {
        "seat": seat,
        "seats": state.seats,
        "options": options.restore_options(state),
        "form": FORMS[state.form],
        "teams": bool(state.teams),
        "sides": [get_side(state, s) for s in seats],
        "round": (state.turn + state.seats - 1) // state.seats,
        "phase": PHASES[state.phase],
        "to_act": [] if state.phase == OVER else [state.acting],
        **{name: getattr(state, name) for name in NUMBERS},
        "pieces": [{name: bits(state.men[3 * side + rank]) for rank, name in enumerate(RANK_NAMES)} for side in sides],
        "supply": [count_supply(state, side) for side in sides],
        "hand": [] if seat is None else _cards(state, seat, state.hands[seat]),
        "legends": [] if seat is None else [LEGENDS + card for card in bits(state.legends[seat])],
        "flares": [] if seat is None else bits(state.flares[seat]),
        "known_legends": []
        if seat is None or not state.teams
        else [LEGENDS + card for card in bits(state.known_legends[get_side(state, seat)])],
        "bottom": [] if seat is None else [first_card(state, seat) + card for card in state.bottoms[seat]],
        "hand_sizes": [state.hands[s].bit_count() for s in seats],
        "legend_sizes": [state.legends[s].bit_count() for s in seats],
        "flare_sizes": [state.flares[s].bit_count() for s in seats],
        "open_hands": [_cards(state, s, state.open_hand[s] | state.sunk[s] & state.hands[s]) for s in seats],
        "deck_sizes": [deck_size(state, s) for s in seats],
        "tops": [[first_card(state, s) + card for card in state.tops[s]] for s in seats],
        "bottom_sizes": [len(state.bottoms[s]) for s in seats],
        "bottoms_seen": [
            [first_card(state, s) + card if state.sunk[s] >> card & 1 else None for card in state.bottoms[s]]
            for s in seats
        ],
        "discards": [_cards(state, s, state.discards[s]) for s in seats],
        "legend_deck": {
            "pool": state.legend_pool.bit_count(),
            "bottom": [[card if by == known else None, by] for card, by in state.legend_bottom],
            "discards": bits(state.legend_discard),
        },
        "flare_deck": {
            "pool": state.flare_pool.bit_count(),
            "bottom": [[card if by == known else None, by] for card, by in state.flare_bottom],
            "discards": bits(state.flare_discard),
        },
        "tasks": list_visible_tasks(state),
        "next_task": FACE_DOWN if hidden and state.next_task >= 0 else _maybe(state.next_task),
        "tasks_under": list(state.task_bottom),
        "claimed": [list(tasks) for tasks in state.claimed],
        "points": [state.points[4 * side : 4 * side + count_sides(state)] for side in sides],
        "scores": scores(state),
        "legend_points": [legend_points(state, side) for side in sides],
        "goal": goal(state),
        "spent": [bits(mask) for mask in state.spent],
        "extra": list(state.extra),
        "summoned": list(state.summoned),
        "destroyed": [state.tally[3 * side : 3 * side + 3] for side in sides],
        "worth": [count_destruction_points(state, side) for side in sides],
        "playing": _maybe(_playing(state)),
        "card": _maybe(state.card),
        "square": _maybe(state.square),
        "way": _maybe(state.way),
        "source": _maybe(state.source),
        "queue": list(state.queue),
        "effect": {name: bits(state.fx[at]) if at in MASKS else state.fx[at] for at, name in enumerate(REGISTERS)},
        "loser": _maybe(state.loser),
        "choices": list(choices),
        "result": list(standing(state)) if state.phase == OVER else [],
        **({HANDICAP: list(state.handicap)} if state.handicap else {}),
        **{one.code: one.dump(value) for one, value in zip(state.expansions, state.added, strict=True)},
    }


def _playing(state: State) -> int:
    """Return the number of the card being played: a being, a legend or a flare, also while its second program runs; -1
    for none."""
    if state.source >= LINE_SOURCE:
        return state.source - LINE_SOURCE
    if state.card < 0 and state.source >= FLARE_SOURCE:
        return FLARES + (state.source - FLARE_SOURCE) // 2
    return state.card


def _cards(state: State, seat: int, mask: int) -> list[int]:
    first = first_card(state, seat)
    return [first + card for card in bits(mask)]


def _maybe(number: int) -> int | None:
    return None if number < 0 else number


def _number(number: int | None) -> int:
    return NOTHING if number is None else number


def _mask(numbers: list[int], first: int = 0) -> int:
    return sum(1 << number - first for number in numbers)


def determinize(view: View, chance: Chance) -> State:
    """Build a full state consistent with the view; hidden cards are drawn at random from the unseen ones."""
    seats: int = view["seats"]
    played = view["options"]
    form, teams = options.find_form(played)
    decks = tuple(DECKS.index(played[name]) for name in options.DECK_NAMES[:seats])
    steps, twists = tuple(view.get(HANDICAP, ())), options.pack_twists(played)
    book = build_book(options.encode_decks(played[options.OWN]))
    state = blank(seats, form, teams, int(played[options.SURRENDER]), decks, book, twists, steps)
    state.phase = PHASES.index(view["phase"])
    add_expansions(state)
    state.added = [one.load(view[one.code], seats, count_sides(state)) for one in state.expansions]
    count_stock(state)
    for name in NUMBERS:
        setattr(state, name, view[name])
    for side, pieces in enumerate(view["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            state.men[3 * side + rank] = _mask(pieces[name])
    state.tasks, state.next_task = tuple(view["tasks"]), _number(view["next_task"])
    state.task_bottom = tuple(view["tasks_under"])
    state.claimed = [tuple(tasks) for tasks in view["claimed"]]
    seen = {*state.tasks, state.next_task, *state.task_bottom, *(each for side in state.claimed for each in side)}
    if state.tasks or state.claimed != [()] * len(state.claimed):
        state.task_pool = ALL_TASKS & ~sum(1 << task for task in seen if 0 <= task < FACE_DOWN)
    if state.twists & HIDDEN_TASKS:
        _deal_tasks(state, chance)
    for side, points in enumerate(view["points"]):
        state.points[4 * side : 4 * side + len(points)] = points
    state.spent = [_mask(colours) for colours in view["spent"]]
    state.extra = (view["extra"][0], view["extra"][1])
    beings, red, green, either, legends = view["summoned"]
    state.summoned = (beings, red, green, either, legends)
    state.tally = [count for counts in view["destroyed"] for count in counts]
    state.card, state.square, state.way = (_number(view[name]) for name in ("card", "square", "way"))
    state.source, state.loser = _number(view["source"]), _number(view["loser"])
    state.queue = tuple(view["queue"])
    state.fx = [
        _mask(view["effect"][name]) if at in MASKS else view["effect"][name] for at, name in enumerate(REGISTERS)
    ]
    _deal_beings(state, view, chance)
    _deal_legends(state, view, chance)
    _deal_flares(state, view, chance)
    return state


def _deal_tasks(state: State, chance: Chance) -> None:
    """Draw the face-down tasks from the unseen ones."""
    state.turned_up = sum(1 << task for task in state.tasks if task != FACE_DOWN)
    rest = bits(state.task_pool)
    state.tasks = tuple([_take(rest, 1, chance)[0] if task == FACE_DOWN else task for task in state.tasks])
    if state.next_task == FACE_DOWN:
        state.next_task = _take(rest, 1, chance)[0]
    state.task_pool = _mask(rest)


def _deal_beings(state: State, view: View, chance: Chance) -> None:
    """Deal hands, bottoms and pools of the seats' decks."""
    for seat in range(state.seats):
        first = first_card(state, seat)
        state.discards[seat] = _mask(view["discards"][seat], first)
        state.tops[seat] = tuple(card - first for card in view["tops"][seat])
        state.open_hand[seat] = _mask(view["open_hands"][seat], first)
        seen = [None if card is None else card - first for card in view["bottoms_seen"][seat]]
        state.sunk[seat] = _mask([card for card in seen if card is not None])
        away = state.discards[seat] | _mask(list(state.tops[seat]))
        for one in state.expansions:
            away |= one.find_cards(state, seat)
        sure = state.open_hand[seat]
        if seat == state.active and 0 <= state.card < LEGENDS:
            if state.phase in (EFFECT, LEGEND_POINT):
                away |= 1 << state.card - first
            elif state.phase in (TARGET, SHOWING, PICKING):
                sure |= 1 << state.card - first
        if seat == view["seat"]:
            state.hands[seat] = _mask(view["hand"], first)
            state.bottoms[seat] = tuple(card - first for card in view["bottom"])
            state.pool[seat] = ALL_BEINGS & ~away & ~state.hands[seat] & ~_mask(list(state.bottoms[seat]))
            continue
        rest = bits(ALL_BEINGS & ~away & ~sure & ~state.sunk[seat])
        hand = _take(rest, view["hand_sizes"][seat] - sure.bit_count(), chance)
        state.hands[seat] = sure | _mask(hand)
        state.bottoms[seat] = tuple([_take(rest, 1, chance)[0] if card is None else card for card in seen])
        state.pool[seat] = _mask(rest)


def _take(rest: list[int], number: int, chance: Chance) -> list[int]:
    """Draw ``number`` of ``rest`` and remove them from it."""
    taken = []
    for _ in range(number):
        card = chance.draw(rest)
        rest.remove(card)
        taken.append(card)
    return taken


def _deal_legends(state: State, view: View, chance: Chance) -> None:
    deck = view["legend_deck"]
    state.legend_discard = _mask(deck["discards"])
    own = _mask(view["legends"], LEGENDS)
    shown = [0] * state.seats
    away = state.legend_discard | own
    if state.card >= LEGENDS:
        away |= 1 << state.card - LEGENDS
        if state.phase in (TARGET, SHOWING, PICKING):
            shown[state.active] = 1 << state.card - LEGENDS
    known = _mask(view["known_legends"], LEGENDS)
    if known:
        seat = view["seat"]
        state.known_legends[get_side(state, seat)] = known
        shown[get_partner(state, seat)] |= known & ~own
        away |= known
    away |= _mask([card for card, _ in deck["bottom"] if card is not None])
    rest = bits(ALL_LEGENDS & ~away)
    for seat in range(state.seats):
        if seat == view["seat"]:
            state.legends[seat] = own
        else:
            wanted = view["legend_sizes"][seat] - shown[seat].bit_count()
            state.legends[seat] = shown[seat] | _mask(_take(rest, wanted, chance))
    state.legend_bottom = _bottom(deck["bottom"], rest, chance)
    state.legend_pool = _mask(rest)


def _deal_flares(state: State, view: View, chance: Chance) -> None:
    deck = view["flare_deck"]
    state.flare_discard = _mask(deck["discards"])
    own = _mask(view["flares"])
    away = state.flare_discard | own | _mask([card for card, _ in deck["bottom"] if card is not None])
    rest = bits(ALL_FLARES & ~away)
    for seat in range(state.seats):
        state.flares[seat] = own if seat == view["seat"] else _mask(_take(rest, view["flare_sizes"][seat], chance))
    state.flare_bottom = _bottom(deck["bottom"], rest, chance)
    state.flare_pool = _mask(rest)


def _bottom(known: list[list[int | None]], rest: list[int], chance: Chance) -> tuple[tuple[int, int], ...]:
    found = []
    for card, by in known:
        assert by is not None
        found.append((_take(rest, 1, chance)[0] if card is None else card, by))
    return tuple(found)
