"""Draws of cards and tasks. Nothing is shuffled ahead: cards in unknown order are drawn from a pool.

Own decks are never shuffled anew; legends and flares are, from their discards.
"""

from engine.contract import Chance, Emit, Event

from .cards import FLARES, LEGENDS, box
from .maps import bits
from .options import NO_FLARES, OPEN_HANDS
from .state import (
    FACE_DOWN,
    HIDDEN_TASKS,
    NOTHING,
    SIDEWAYS,
    State,
    deck_size,
    first_card,
    flare_deck_size,
    get_side,
    legend_deck_size,
)

BEINGS, LEGENDS_HELD, FLARES_HELD = 3, 2, 1


def _take_being(state: State, seat: int, chance: Chance) -> int:
    """Take the top card of a seat's own deck, which must not be empty; return its index in the deck."""
    if state.tops[seat]:
        card = state.tops[seat][0]
        state.tops[seat] = state.tops[seat][1:]
        state.open_hand[seat] |= 1 << card
        return card
    if state.pool[seat]:
        card = chance.draw(bits(state.pool[seat]))
        state.pool[seat] ^= 1 << card
        return card
    card = state.bottoms[seat][0]
    state.bottoms[seat] = state.bottoms[seat][1:]
    return card


def draw_beings(state: State, seat: int, wanted: int, chance: Chance, emit: Emit | None) -> None:
    """Draw own beings while the deck lasts; the last one (team: above those lying sideways) triggers the end."""
    left = SIDEWAYS if state.teams else 0
    first = first_card(state, seat)
    drawn, known = [], []
    for _ in range(wanted):
        size = deck_size(state, seat)
        if not size:
            break
        on_top = bool(state.tops[seat])
        card = _take_being(state, seat, chance)
        known.append(on_top or bool(state.sunk[seat] >> card & 1))
        if state.twists & OPEN_HANDS:
            known[-1] = True
            state.open_hand[seat] |= 1 << card
        state.hands[seat] |= 1 << card
        drawn.append(first + card)
        if size == left + 1:
            state.triggered = 1
            if emit is not None:
                emit(Event("deck_used_up", {"seat": seat}))
    seen = [card for card, open_ in zip(drawn, known, strict=True) if open_]
    _tell(seat, "beings", drawn, emit, seen, deck_size(state, seat))


def _tell(seat: int, kind: str, cards: list[int], emit: Emit | None, seen: list[int], left: int) -> None:
    """Emit to all how many cards were drawn, which of them all have ``seen`` and how many are ``left``; to the seat
    which."""
    if emit is not None and cards:
        emit(Event(f"drew_{kind}", {"seat": seat, "number": len(cards), "seen": seen, "left": left}))
        emit(Event(f"drawn_{kind}", {"seat": seat, "cards": cards}, (seat,)))


def draw_legends(state: State, seat: int, wanted: int, chance: Chance, emit: Emit | None) -> None:
    """Draw legends into a hand; when the deck is empty, the discards become the deck."""
    drawn = []
    for _ in range(wanted):
        if not state.legend_pool and not state.legend_bottom:
            state.legend_pool, state.legend_discard = state.legend_discard, 0
            if emit is not None and state.legend_pool:
                emit(Event("reshuffled", {"what": "legends", "left": legend_deck_size(state)}))
        if state.legend_pool:
            card = chance.draw(bits(state.legend_pool))
            state.legend_pool ^= 1 << card
        elif state.legend_bottom:
            card = state.legend_bottom[0][0]
            state.legend_bottom = state.legend_bottom[1:]
        else:
            break
        state.legends[seat] |= 1 << card
        drawn.append(LEGENDS + card)
    _tell(seat, "legends", drawn, emit, [], legend_deck_size(state))


def draw_flares(state: State, seat: int, wanted: int, chance: Chance, emit: Emit | None) -> None:
    """Draw flares into a hand; when the deck is empty, the discards become the deck. A twist removes flares."""
    if state.twists & NO_FLARES:
        return
    drawn = []
    for _ in range(wanted):
        if not state.flare_pool and not state.flare_bottom:
            state.flare_pool, state.flare_discard = state.flare_discard, 0
            if emit is not None and state.flare_pool:
                emit(Event("reshuffled", {"what": "flares", "left": flare_deck_size(state)}))
        if state.flare_pool:
            card = chance.draw(bits(state.flare_pool))
            state.flare_pool ^= 1 << card
        elif state.flare_bottom:
            card = state.flare_bottom[0][0]
            state.flare_bottom = state.flare_bottom[1:]
        else:
            break
        state.flares[seat] |= 1 << card
        drawn.append(FLARES + card)
    _tell(seat, "flares", drawn, emit, [], flare_deck_size(state))


def fill_hand(state: State, chance: Chance, emit: Emit | None) -> None:
    """Refill the active seat's hand at the end of a turn: 3 beings, 2 legends and 1 flare, then the extra cards.

    Team: the legends go to the seat of the team that is on turn next, which draws the missing ones.
    """
    seat = state.active
    beings, legends = state.extra
    draw_beings(state, seat, max(0, BEINGS - state.hands[seat].bit_count()) + beings, chance, emit)
    holder = seat
    if state.teams:
        partner = (seat + 2) % 4
        holder, giver = (seat, partner) if state.extra_turn else (partner, seat)
        give_legends(state, giver, holder, emit)
    draw_legends(state, holder, max(0, LEGENDS_HELD - state.legends[holder].bit_count()) + legends, chance, emit)
    draw_flares(state, seat, max(0, FLARES_HELD - state.flares[seat].bit_count()), chance, emit)
    state.extra = (0, 0)


def give_legends(state: State, giver: int, taker: int, emit: Emit | None) -> None:
    """Team: pass the shared legends to the partner; only these two seats see them, and both know them then."""
    given = state.legends[giver]
    if not given:
        return
    side = get_side(state, giver)
    state.known_legends[side] = state.known_legends[side] & state.legends[taker] | given
    state.legends[taker] |= given
    state.legends[giver] = 0
    if emit is not None:
        emit(Event("legends_given", {"seat": giver, "to": taker, "number": given.bit_count()}))
        emit(Event("legends_received", {"seat": taker, "cards": [LEGENDS + card for card in bits(given)]}, (taker,)))


# --- tasks ----------------------------------------------------------------------------------------


def draw_task(state: State, chance: Chance) -> int:
    """Draw and return the next task of the deck; NOTHING when it is empty."""
    if state.task_pool:
        card = chance.draw(bits(state.task_pool))
        state.task_pool ^= 1 << card
        return card
    if state.task_bottom:
        card = state.task_bottom[0]
        state.task_bottom = state.task_bottom[1:]
        return card
    return NOTHING


def open_next_task(state: State, chance: Chance, emit: Emit | None) -> None:
    """Open the next task; one that would be the third of its kind among the open ones goes to the bottom.

    By a twist it lies face down, so its kind does not matter.
    """
    if state.twists & HIDDEN_TASKS:
        state.next_task = draw_task(state, chance)
        if emit is not None and state.next_task != NOTHING:
            emit(Event("task_opened", {"task": FACE_DOWN}))
        return
    tasks = box().tasks
    kinds = [tasks[task].kind for task in state.tasks]
    for _ in range(len(tasks)):
        state.next_task = draw_task(state, chance)
        if state.next_task == NOTHING:
            return
        if emit is not None:
            emit(Event("task_opened", {"task": state.next_task}))
        if kinds.count(tasks[state.next_task].kind) < 2:
            return
        if not state.task_pool and len(state.task_bottom) == 0:
            return
        state.task_bottom = (*state.task_bottom, state.next_task)
        if emit is not None:
            emit(Event("task_put_under", {"task": state.next_task}))
        state.next_task = NOTHING
    state.next_task = draw_task(state, chance)
    if emit is not None and state.next_task != NOTHING:
        emit(Event("task_opened", {"task": state.next_task}))
