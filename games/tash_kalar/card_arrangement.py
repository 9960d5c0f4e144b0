"""Cards of a position that is arranged by hand: hands, decks, discards and tasks, and what is known of them."""

from collections.abc import Sequence

from engine.content.arrangement import CardPlace
from engine.contract import Message

from .cards import FLARES, IN_DECK, LEGENDS
from .maps import bits
from .messages import card_name, task_name
from .setup import CURRENT_TASKS
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    HIDDEN_TASKS,
    HIGH,
    NOTHING,
    State,
    count_sides,
    first_card,
)

HAND, LEGEND, FLARE, TASKS, NEXT = "hand", "legends", "flares", "tasks", "next"
SEEN, DISCARDS, TOP, BOTTOM = "seen", "discards", "top", "bottom"
PARTNER = "partner"
LEGEND_DISCARD, LEGEND_BOTTOM, FLARE_DISCARD, FLARE_BOTTOM = (
    "legend_discard", "legend_bottom", "flare_discard", "flare_bottom",
)  # fmt: skip
CLAIMED, TASK_BOTTOM, TURNED = "claimed", "task_bottom", "turned"
MOST_HELD = {HAND: 6, LEGEND: 4, FLARE: 3}
"""Cards of each kind for which a hand has room."""
_OF_BEINGS = (HAND, SEEN, DISCARDS, TOP, BOTTOM)
_OF_LEGENDS = (LEGEND, PARTNER, LEGEND_DISCARD, LEGEND_BOTTOM)
_OF_TASKS = (TASKS, NEXT, CLAIMED, TASK_BOTTOM, TURNED)
_SEATS = 4
"""A card at the bottom of a common deck stands as card * 4 + the seat that knows it."""


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List as places of cards: hands by kind, discards and known cards of decks, the common decks, the tasks."""
    found: list[CardPlace] = []

    def add(kind: str, seat: int | None, cards: Sequence[int], whole: int | Sequence[int], most: int) -> None:
        rest = bits(whole) if isinstance(whole, int) else whole
        place = kind if seat is None else f"{kind}.{seat}"
        offered = tuple(card for card in rest if card not in cards)
        found.append(CardPlace(place, Message(f"tash_kalar.arrange.{kind}"), seat, tuple(cards), offered, most))

    for seat in range(state.seats):
        hand = state.hands[seat]
        add(HAND, seat, bits(hand), ALL_BEINGS, MOST_HELD[HAND])
        add(LEGEND, seat, bits(state.legends[seat]), ALL_LEGENDS & ~_unite(state.legends), MOST_HELD[LEGEND])
        add(FLARE, seat, bits(state.flares[seat]), ALL_FLARES & ~_unite(state.flares), MOST_HELD[FLARE])
        add(SEEN, seat, bits(state.open_hand[seat]), hand, IN_DECK)
        add(DISCARDS, seat, bits(state.discards[seat]), ALL_BEINGS, IN_DECK)
        add(TOP, seat, state.tops[seat], ALL_BEINGS, IN_DECK)
        add(BOTTOM, seat, state.bottoms[seat], ALL_BEINGS, IN_DECK)
    if state.teams:
        for side in range(count_sides(state)):
            both = state.legends[side] | state.legends[side + 2]
            add(PARTNER, side, bits(state.known_legends[side]), both, MOST_HELD[LEGEND])
    for kind, mask, whole in (
        (LEGEND_DISCARD, state.legend_discard, ALL_LEGENDS),
        (FLARE_DISCARD, state.flare_discard, ALL_FLARES),
    ):
        add(kind, None, bits(mask), whole, whole.bit_count())
    for kind, pairs, whole in (
        (LEGEND_BOTTOM, state.legend_bottom, ALL_LEGENDS),
        (FLARE_BOTTOM, state.flare_bottom, ALL_FLARES),
    ):
        codes = [_SEATS * card + seat for card in bits(whole) for seat in range(state.seats)]
        add(kind, None, [_SEATS * card + seat for card, seat in pairs], codes, whole.bit_count())
    if state.form == HIGH:
        add(TASKS, None, state.tasks, ALL_TASKS, CURRENT_TASKS)
        add(NEXT, None, (state.next_task,) if state.next_task != NOTHING else (), ALL_TASKS, 1)
        add(TASK_BOTTOM, None, state.task_bottom, ALL_TASKS, ALL_TASKS.bit_count())
        if state.twists & HIDDEN_TASKS:
            add(TURNED, None, bits(state.turned_up), state.tasks, CURRENT_TASKS)
        for side in range(count_sides(state)):
            add(CLAIMED, side, state.claimed[side], ALL_TASKS, ALL_TASKS.bit_count())
    return found


def _unite(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def name_card(state: State, place: str, card: int) -> Message:
    """Return the name of a being, legend, flare or task; at the bottom of a common deck also who knows it."""
    kind, _, seat = place.partition(".")
    if kind in _OF_TASKS:
        return Message("ui.edit.card", {"card": task_name(card)})
    if kind in _OF_BEINGS:
        number = card + first_card(state, int(seat))
        known = state.book.cards[number]
        return Message("ui.edit.card", {"card": card_name(number, known.name if known is not None else "")})
    first = LEGENDS if kind in _OF_LEGENDS else FLARES
    if kind in (LEGEND_BOTTOM, FLARE_BOTTOM):
        card, knows = divmod(card, _SEATS)
        params = {"card": card_name(first + card), "player": {"seat": knows}}
        return Message("tash_kalar.arrange.known_to", params)
    return Message("ui.edit.card", {"card": card_name(first + card)})


def add_card(state: State, place: str, card: int) -> None:
    """Put a card into a place, from wherever it was; in the places of seen cards, record that it was seen."""
    kind, _, number = place.partition(".")
    seat = int(number or 0)
    bit = 1 << card
    if kind == SEEN:
        state.open_hand[seat] |= bit
    elif kind == PARTNER:
        state.known_legends[seat] |= bit
    elif kind == TURNED:
        state.turned_up |= bit
    elif kind in _OF_TASKS:
        _add_task(state, kind, seat, card)
    elif kind in _OF_BEINGS:
        free_being(state, seat, card)
        if kind in (HAND, DISCARDS):
            (state.hands if kind == HAND else state.discards)[seat] |= bit
        else:
            rows = state.tops if kind == TOP else state.bottoms
            rows[seat] = (*rows[seat], card)
    elif kind in _OF_LEGENDS:
        _add_legend(state, kind, seat, card)
    else:
        _add_flare(state, kind, seat, card)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a card back into the unordered part of its deck; in the places of seen cards, record that it was not seen."""
    kind, _, number = place.partition(".")
    seat = int(number or 0)
    if kind == SEEN:
        state.open_hand[seat] &= ~(1 << card)
    elif kind == PARTNER:
        state.known_legends[seat] &= ~(1 << card)
    elif kind == TURNED:
        state.turned_up &= ~(1 << card)
    elif kind in _OF_TASKS:
        _free_task(state, card)
        state.task_pool |= 1 << card
    elif kind in _OF_BEINGS:
        free_being(state, seat, card)
        state.pool[seat] |= 1 << card
    elif kind in _OF_LEGENDS:
        card = card // _SEATS if kind == LEGEND_BOTTOM else card
        _free_legend(state, card)
        state.legend_pool |= 1 << card
    else:
        card = card // _SEATS if kind == FLARE_BOTTOM else card
        _free_flare(state, card)
        state.flare_pool |= 1 << card


def _add_task(state: State, kind: str, side: int, task: int) -> None:
    _free_task(state, task)
    if kind == TASKS:
        state.tasks = (*state.tasks, task)
    elif kind == TASK_BOTTOM:
        state.task_bottom = (*state.task_bottom, task)
    elif kind == CLAIMED:
        state.claimed[side] = (*state.claimed[side], task)
    else:
        if state.next_task != NOTHING:
            state.task_pool |= 1 << state.next_task
        state.next_task = task


def _add_legend(state: State, kind: str, seat: int, card: int) -> None:
    known, knows = divmod(card, _SEATS) if kind == LEGEND_BOTTOM else (card, 0)
    _free_legend(state, known)
    if kind == LEGEND:
        state.legends[seat] |= 1 << known
    elif kind == LEGEND_DISCARD:
        state.legend_discard |= 1 << known
    else:
        state.legend_bottom = (*state.legend_bottom, (known, knows))


def _add_flare(state: State, kind: str, seat: int, card: int) -> None:
    known, knows = divmod(card, _SEATS) if kind == FLARE_BOTTOM else (card, 0)
    _free_flare(state, known)
    if kind == FLARE:
        state.flares[seat] |= 1 << known
    elif kind == FLARE_DISCARD:
        state.flare_discard |= 1 << known
    else:
        state.flare_bottom = (*state.flare_bottom, (known, knows))


def _free_task(state: State, task: int) -> None:
    """Take a task from every place where one can lie."""
    state.tasks = tuple(each for each in state.tasks if each != task)
    state.task_bottom = tuple(each for each in state.task_bottom if each != task)
    state.claimed = [tuple(each for each in claimed if each != task) for claimed in state.claimed]
    state.turned_up &= ~(1 << task)
    state.task_pool &= ~(1 << task)
    if state.next_task == task:
        state.next_task = NOTHING


def free_being(state: State, seat: int, card: int) -> None:
    """Take a being of a seat's deck out of every place where it can lie."""
    keep = ~(1 << card)
    for masks in (state.hands, state.open_hand, state.pool, state.discards, state.sunk):
        masks[seat] &= keep
    for rows in (state.tops, state.bottoms):
        rows[seat] = tuple(each for each in rows[seat] if each != card)
    for one in state.expansions:
        one.on_card_removal(state, seat, card)


def _free_legend(state: State, card: int) -> None:
    keep = ~(1 << card)
    state.legends = [mask & keep for mask in state.legends]
    state.known_legends = [mask & keep for mask in state.known_legends]
    state.legend_pool &= keep
    state.legend_discard &= keep
    state.legend_bottom = tuple(pair for pair in state.legend_bottom if pair[0] != card)


def _free_flare(state: State, card: int) -> None:
    keep = ~(1 << card)
    state.flares = [mask & keep for mask in state.flares]
    state.flare_pool &= keep
    state.flare_discard &= keep
    state.flare_bottom = tuple(pair for pair in state.flare_bottom if pair[0] != card)
