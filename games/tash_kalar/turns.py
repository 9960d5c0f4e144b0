"""Turns: actions, flares, effects, hand-over; then the claim, the score, the refill, and the end of the game.

Ruling T1: an action must be used if possible, but picking a piece up in order to place it, and discarding, are
never forced. Ruling T8: the end is tested at the end of every turn; the Time Elemental's extra turn follows right
after that test, and the last turns begin after it.
"""

from engine.contract import Chance, Emit, Event

from . import actions as act, effects, summoning
from .card_draws import fill_hand, give_legends, open_next_task
from .cards import FLARES, LEGENDARY, LEGENDS, box
from .effects import put, take
from .expansions import ACTIONS_EACH
from .maps import COLOURED, bits
from .options import OPEN_HANDS, QUIET_GROUND
from .scoring import (
    add_points,
    find_flare_conditions,
    fulfils,
    give_points,
    is_end_reached,
    leftovers,
    list_points,
    playable_flares,
    score_turn,
    standing,
)
from .setup import count_bonus_actions
from .state import (
    CLAIMING,
    DUEL,
    EFFECT,
    FLARE_SOURCE,
    HIDDEN_TASKS,
    HIGH,
    LEFT_OVER,
    LEGEND_POINT,
    MAIN,
    MELEE,
    NO_SUMMONS,
    NOTHING,
    OVER,
    PICKING,
    PLACING,
    RETURNING,
    SHOWING,
    TARGET,
    State,
    count_sides,
    deck_size,
    empty,
    first_card,
    flare_deck_size,
    get_partner,
    get_side,
    legend_deck_size,
    list_visible_tasks,
    open_tasks,
    supply,
)

ACTIONS = 2
FIRST_ACTIONS = 1
"""Number of actions of the first turn of a game."""


# --- what may be done -----------------------------------------------------------------------------


def main_choices(state: State) -> tuple[int, ...]:
    """Return the legal actions of the main phase."""
    found: list[int] = []
    helping = state.acting != state.active
    free, picks, cards = _placing(state), _to_pick(state), []
    if state.actions and not helping:
        cards = summoning.summonable(state)
    if not state.actions or not (free or cards):
        found.append(act.END)
    if state.teams and state.actions and not helping:
        found.append(act.HAND_OVER)
    if may_give_up(state):
        found.append(act.SURRENDER)
    if state.actions:
        found += free
        found += picks
    if helping:
        return tuple(found)
    found += [act.SUMMON + card for card in cards]
    if state.actions and not state.discarded:
        first = act.DISCARD + first_card(state, state.active)
        found += [first + card for card in bits(state.hands[state.active])]
    found += playable_flares(state)
    for one in state.expansions:
        found += one.list_actions(state)
    return tuple(found)


def may_give_up(state: State) -> bool:
    """Whether surrender is allowed. Ruling T16: with two sides only, at any moment of a side's own turn."""
    return bool(state.may_surrender) and state.form != MELEE and state.acting == state.active


def _placing(state: State) -> list[int]:
    side = get_side(state, state.active)
    if not supply(state, side, 0):
        return []
    return [act.PLACE + square for square in bits(free_to_place(state))]


def free_to_place(state: State) -> int:
    """Return the mask of empty squares where an action may place a piece; by a twist not the coloured ones."""
    return empty(state) & ~COLOURED if state.twists & QUIET_GROUND else empty(state)


def _to_pick(state: State) -> list[int]:
    """List the actions that pick up an own common or heroic piece to place it, in a shortage."""
    side = get_side(state, state.active)
    if supply(state, side, 0):
        return []
    return [act.PICK + square for square in bits(state.men[3 * side] | state.men[3 * side + 1])]


def choices(state: State) -> tuple[int, ...]:
    """Return the legal actions of the acting seat, in every phase but the set-up."""
    phase = state.phase
    if phase == MAIN:
        return main_choices(state)
    found = _list_phase_actions(state, phase)
    own = state.acting == state.active
    more = [act.HAND_OVER] if phase == EFFECT and state.teams and own else []
    if may_give_up(state):
        more.append(act.SURRENDER)
    return tuple(sorted((*found, *more))) if more else found


def _list_phase_actions(state: State, phase: int) -> tuple[int, ...]:
    """Return the legal actions of a phase other than MAIN."""
    if phase == EFFECT:
        return effects.legal(state)
    if phase == TARGET:
        return tuple([act.SQUARE + at for at in bits(summoning.targets(state, state.book.card(state.card)))])
    if phase == SHOWING:
        card = state.book.card(state.card)
        shown = summoning.variants(state, card, state.square)
        return tuple(sorted(summoning.show_action(card, variant) for variant in shown))
    if phase == PICKING:
        return tuple([act.PICK + square for square in bits(summoning.to_pick_up(state))])
    if phase == PLACING:
        return tuple([act.PLACE + square for square in bits(free_to_place(state) or empty(state))])
    if phase == RETURNING:
        return (act.DONE, *returnable(state))
    if phase == CLAIMING:
        return (act.DONE, *sorted(act.TASK + task for task in open_tasks(state) if fulfils(state, task)))
    if phase == LEGEND_POINT:
        own = get_side(state, state.active)
        return tuple([act.COLOUR + colour for colour in range(count_sides(state)) if colour != own])
    if phase == LEFT_OVER:
        return tuple([act.COLOUR + colour for colour in leftovers(state)])
    return ()


def returnable(state: State) -> list[int]:
    """List the actions that put cards of the active seat's hand under their decks."""
    seat = state.active
    found = [act.RETURN + card for card in summoning.cards_in_hand(state, seat)]
    return found + [act.RETURN + FLARES + flare for flare in bits(state.flares[seat])]


# --- carrying out ---------------------------------------------------------------------------------


def carry_out(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Carry out one decision of a turn; the action must be legal."""
    phase = state.phase
    if action == act.SURRENDER:
        _surrender(state, emit)
    elif action == act.HAND_OVER:
        _pass_to_partner(state, chance, emit)
    elif phase == MAIN:
        _main(state, action, chance, emit)
    elif phase == EFFECT:
        if action == act.DONE:
            effects.decline(state, emit)
        else:
            effects.choose(state, action, emit)
        _go_on(state, chance, emit)
    elif phase == TARGET:
        state.square = action - act.SQUARE
        if emit is not None:
            emit(Event("target_chosen", {"seat": state.acting, "square": state.square}))
        shown = summoning.variants(state, state.book.card(state.card), state.square)
        if len(shown) > 1:
            state.phase = SHOWING
        else:
            _apply_variant(state, shown[0], chance, emit)
    elif phase == SHOWING:
        card = state.book.card(state.card)
        shown = summoning.variants(state, card, state.square)
        variant = next(each for each in shown if summoning.show_action(card, each) == action)
        if emit is not None:
            orientation, place = divmod(action - act.SHOW, 8)
            emit(Event("shown", {"seat": state.acting, "orientation": orientation, "helper": place}))
        _apply_variant(state, variant, chance, emit)
    elif phase == PICKING:
        _summon(state, action - act.PICK, chance, emit)
    elif phase == PLACING:
        _place(state, action - act.PLACE, chance, emit)
    elif phase == RETURNING:
        _return(state, action, chance, emit)
    elif phase == CLAIMING:
        _claim(state, action, chance, emit)
    elif phase == LEGEND_POINT:
        add_points(state, action - act.COLOUR, 1, "legend", emit)
        _go_on(state, chance, emit)
    else:
        add_points(state, action - act.COLOUR, 1, "left_over", emit)
        _refill(state, chance, emit)


def _main(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    if action >= act.ACTIONS_END:
        _use_expansion(state, action, chance, emit)
    elif action >= act.FLARE:
        flare, rival = divmod(action - act.FLARE, 4)
        _play_flare(state, flare, rival, chance, emit)
    elif action >= act.DISCARD:
        _discard(state, action - act.DISCARD, chance, emit)
    elif action >= act.SUMMON:
        show_card(state, action - act.SUMMON, emit)
    elif action >= act.PICK:
        state.actions -= 1
        take(state, action - act.PICK, emit)
        state.phase = PLACING
    elif action >= act.PLACE:
        state.actions -= 1
        _place(state, action - act.PLACE, chance, emit)
    else:
        _end_turn(state, chance, emit)


def show_card(state: State, card: int, emit: Emit | None) -> None:
    """Begin to summon a card for one action; the seat has to choose its square next."""
    state.card = card
    state.actions -= 1
    state.phase = TARGET
    if emit is not None:
        data = {"seat": state.acting, "card": card, "name": state.book.card(card).name, "actions": state.actions}
        emit(Event("card_shown", data))


def _use_expansion(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Carry out an action that an expansion adds."""
    one = next(each for each in state.expansions if 0 <= action - each.first_action < ACTIONS_EACH)
    if one.apply(state, action, chance, emit):
        _go_on(state, chance, emit)


def _place(state: State, square: int, chance: Chance, emit: Emit | None) -> None:
    put(state, 3 * get_side(state, state.active), square, emit)
    _next_action(state, chance, emit)


def _next_action(state: State, chance: Chance, emit: Emit | None) -> None:
    """Ask for the next decision of the turn; end the turn when nothing is left to do.

    Ruling T15: a seat with a flare always ends its turn explicitly, so that others learn nothing about the flare.
    """
    state.phase = MAIN
    if state.actions:
        return
    helping = state.acting != state.active
    free = not helping and any([one.list_actions(state) for one in state.expansions])
    if not free and (helping or not state.flares[state.active]):
        _end_turn(state, chance, emit)


def _apply_variant(state: State, variant: summoning.Variant, chance: Chance, emit: Emit | None) -> None:
    state.way = 8 * variant[0] + variant[1]
    picks = bits(summoning.to_pick_up(state))
    if len(picks) > 1:
        state.phase = PICKING
    else:
        _summon(state, picks[0] if picks else NOTHING, chance, emit)


def _summon(state: State, picked: int, chance: Chance, emit: Emit | None) -> None:
    summoning.perform(state, picked, emit)
    if state.form == DUEL and is_end_reached(state):
        state.triggered = 1
    if state.form == MELEE and state.book.card(state.card).rank == LEGENDARY:
        state.phase = LEGEND_POINT
        return
    _go_on(state, chance, emit)


def _go_on(state: State, chance: Chance, emit: Emit | None) -> None:
    """Continue the effect; when it is over, finish the card and continue the turn."""
    if effects.run(state, chance, emit):
        summoning.finish(state)
        _next_action(state, chance, emit)


def _play_flare(state: State, flare: int, rival: int, chance: Chance, emit: Emit | None) -> None:
    """Play a flare against a colour. Ruling T9: compared once, now; the upper effect first.

    Except in the High Form the compared opponent gets 1 point.
    """
    seat = state.active
    upper, lower = find_flare_conditions(state, flare, rival)
    state.flares[seat] ^= 1 << flare
    state.flare_discard |= 1 << flare
    if emit is not None:
        data = {"seat": seat, "flare": flare, "side": rival, "upper": upper, "lower": lower}
        emit(Event("flare_played", data))
    if state.form != HIGH:
        colour = rival if state.form == DUEL else get_side(state, seat)
        give_points(state, rival, rival, colour, 1, "flare", emit)
        if is_end_reached(state):
            state.triggered = 1
    parts = [FLARE_SOURCE + 2 * flare + part for part, holds in enumerate((upper, lower)) if holds]
    state.queue = tuple(parts[1:])
    effects.begin(state, parts[0])
    _go_on(state, chance, emit)


def _discard(state: State, card: int, chance: Chance, emit: Emit | None) -> None:
    """Discard a being; then any number of other cards may be put under their decks."""
    seat = state.active
    local = card - first_card(state, seat)
    state.hands[seat] ^= 1 << local
    state.open_hand[seat] &= ~(1 << local)
    state.discards[seat] |= 1 << local
    state.actions -= 1
    state.discarded = 1
    if emit is not None:
        data = {"seat": seat, "card": card, "name": state.book.card(card).name, "actions": state.actions}
        emit(Event("discarded", data))
    _returning(state, chance, emit)


def _returning(state: State, chance: Chance, emit: Emit | None) -> None:
    state.phase = RETURNING
    if not returnable(state):
        _next_action(state, chance, emit)


def _return(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Put one more card under its deck; others see only its kind."""
    if action == act.DONE:
        if emit is not None:
            emit(Event("return_ends", {"seat": state.active}))
        _next_action(state, chance, emit)
        return
    seat, card = state.active, action - act.RETURN
    if card >= FLARES:
        kind = "flare"
        state.flares[seat] ^= 1 << card - FLARES
        state.flare_bottom = (*state.flare_bottom, (card - FLARES, seat))
        left = flare_deck_size(state)
    elif card >= LEGENDS:
        kind = "legend"
        state.legends[seat] ^= 1 << card - LEGENDS
        state.known_legends[get_side(state, seat)] = 0  # any of the known ones may be the returned one
        state.legend_bottom = (*state.legend_bottom, (card - LEGENDS, seat))
        left = legend_deck_size(state)
    else:
        kind = "being"
        local = card - first_card(state, seat)
        state.sunk[seat] &= ~state.hands[seat]  # any of the known ones may be the returned one
        state.hands[seat] ^= 1 << local
        if state.twists & OPEN_HANDS:
            state.open_hand[seat] = state.hands[seat]
            state.sunk[seat] |= 1 << local
        else:
            state.open_hand[seat] = 0
        state.bottoms[seat] = (*state.bottoms[seat], local)
        left = deck_size(state, seat)
    if emit is not None:
        shown = {"card": card} if kind == "being" and state.twists & OPEN_HANDS else {}
        emit(Event("returned", {"seat": seat, "kind": kind, "left": left, **shown}))
        emit(Event("returned_card", {"seat": seat, "card": card}, (seat,)))
    _returning(state, chance, emit)


def _pass_to_partner(state: State, chance: Chance, emit: Emit | None) -> None:
    """Team: the partner finishes the effect and must use the actions left to place common pieces."""
    state.acting = get_partner(state, state.active)
    if emit is not None:
        emit(Event("handed_over", {"seat": state.active, "to": state.acting}))
    give_legends(state, state.active, state.acting, emit)
    if state.phase == MAIN:
        _next_action(state, chance, emit)


def _surrender(state: State, emit: Emit | None) -> None:
    if state.phase in (EFFECT, LEGEND_POINT):
        summoning.finish(state)
    kept = state.card
    state.card = state.square = state.way = state.source = NOTHING
    state.queue = ()
    state.loser = get_side(state, state.active)
    if emit is not None:
        emit(Event("surrendered", {"seat": state.active, "kept": kept if kept >= 0 else None}))
    _end_game(state, emit)


# --- the end of a turn ----------------------------------------------------------------------------


def begin_turn(state: State, seat: int, emit: Emit | None) -> None:
    """Begin a seat's turn; in a team the seat takes over the shared legends."""
    state.turn += 1
    state.active = state.acting = seat
    number = (FIRST_ACTIONS if state.turn == 1 else ACTIONS) + count_bonus_actions(state)
    state.actions = max(0, number + sum(one.count_actions(state) for one in state.expansions))
    state.discarded = state.lent = 0
    state.summoned = NO_SUMMONS
    state.tally = [0] * len(state.tally)
    state.phase = MAIN
    if emit is not None:
        emit(Event("turn_begins", {"seat": seat, "turn": state.turn, "actions": state.actions}))
    if state.teams:
        give_legends(state, get_partner(state, seat), seat, emit)


def _end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """End a turn: claim a task, score, draw, next turn. After a hand-over the active seat decides again."""
    state.acting = state.active
    state.actions = 0
    state.lent = 0
    for one in state.expansions:
        one.on_turn_ends(state)
    if emit is not None:
        emit(Event("turn_ends", {"seat": state.active}, reveals=bool(state.twists & HIDDEN_TASKS)))
    if state.twists & HIDDEN_TASKS:
        _turn_up(state, chance, emit)
    if state.form == HIGH and any(fulfils(state, task) for task in open_tasks(state)):
        state.phase = CLAIMING
        if emit is not None:
            emit(Event("may_claim", {"seat": state.active}))
        return
    _score(state, chance, emit)


def _turn_up(state: State, chance: Chance, emit: Emit | None) -> None:
    """Twist: reveal a face-down task that is met at the end of a turn; of several one is drawn."""
    found = [task for task in state.tasks if not state.turned_up >> task & 1 and fulfils(state, task)]
    if found:
        task = chance.draw(found)
        state.turned_up |= 1 << task
        if emit is not None:
            emit(Event("task_met", {"seat": state.active, "task": task, "tasks": list_visible_tasks(state)}))


def _claim(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Claim a task, or none (DONE); the next task replaces it."""
    seat = state.active
    if action != act.DONE:
        task = action - act.TASK
        side = get_side(state, seat)
        points = box().tasks[task].points
        state.claimed[side] = (*state.claimed[side], task)
        add_points(state, side, points, "", None)
        rest = [state.next_task if each == task else each for each in state.tasks]
        state.tasks = tuple(each for each in rest if each != NOTHING)
        state.next_task = NOTHING
        state.turned_up &= ~(1 << task)
        if emit is not None:
            data = {"seat": seat, "task": task, "points": points, "side": side, "tasks": list_visible_tasks(state)}
            emit(Event("claimed", {**data, **list_points(state, side)}))
        open_next_task(state, chance, emit)
    elif emit is not None:
        emit(Event("nothing_claimed", {"seat": seat}))
    _score(state, chance, emit)


def _score(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.form != HIGH:
        score_turn(state, emit)
        if leftovers(state):
            state.phase = LEFT_OVER
            if emit is not None:
                emit(Event("left_over", {"seat": state.active, "colours": leftovers(state)}))
            return
    _refill(state, chance, emit)


def _refill(state: State, chance: Chance, emit: Emit | None) -> None:
    fill_hand(state, chance, emit)
    if is_end_reached(state):
        state.triggered = 1
    seat = state.active
    if state.extra_turn:
        state.extra_turn = 0
        begin_turn(state, seat, emit)
        return
    if state.final > 0:
        state.final -= 1
    elif state.triggered:
        state.final = state.seats
        if emit is not None:
            emit(Event("last_turns", {"seat": seat}))
    if not state.final:
        _end_game(state, emit)
        return
    begin_turn(state, (seat + 1) % state.seats, emit)


def _end_game(state: State, emit: Emit | None) -> None:
    state.phase = OVER
    if emit is not None:
        emit(Event("game_over", {"standing": list(standing(state))}))
