"""Turns: take a card, carry out its action step by step, close up the row; and the end of a game."""

from engine.contract import Chance, Emit, Event

from . import options
from .actions import BRIBE, CARD, CITY, DESTROY, DONE, FIRST_ACTION, FROM, PLACE, SECOND_ACTION, TO, WIDTH
from .board import list_regions
from .cards import BUILD_CITY, DESTROY_ARMY, FAIRY_QUEEN, KINDS, MOVE_ARMIES, PLACE_ARMIES, WHITE_KNIGHT, cards
from .pieces import (
    LAST_ROUND,
    bribes,
    build_city,
    city_mask,
    destroy_army,
    find_barred_regions,
    from_mask,
    get_region_code,
    move_army,
    place_army,
    place_mask,
    purses,
    receive,
    sink,
    step_cost,
    to_mask,
    victims,
)
from .scoring import control, ending, list_scoring_steps, scores
from .setup import begin_game, deal_card, draw_token_face
from .state import (
    BUILDING,
    CHOOSE_ACTION,
    DESTROYING,
    KNIGHT_ARMY,
    LAST_CARD,
    MOVE_FROM,
    MOVE_TO,
    NOTHING,
    OVER,
    PLACING,
    PRICES,
    TAKE_CARD,
    State,
    count_turns,
    gain_card,
)

_PHASE_OF = {
    PLACE_ARMIES: PLACING, MOVE_ARMIES: MOVE_FROM, BUILD_CITY: BUILDING, DESTROY_ARMY: DESTROYING,
}  # fmt: skip
_KIND_OF = {phase: KINDS[kind] for kind, phase in _PHASE_OF.items()}
_FIRST_ONLY = (DONE, FIRST_ACTION)
_BOTH = (DONE, FIRST_ACTION, SECOND_ACTION)
_SECOND_ONLY = (DONE, SECOND_ACTION)
_JUST_DONE = (DONE,)


# --- what may be done ---------------------------------------------------------------------------


def affordable(state: State, seat: int) -> tuple[int, ...]:
    """List the actions that take a card which the seat can pay; prices go by place in the row."""
    coins = state.coins[seat]
    return tuple(CARD + place for place in range(len(state.row)) if PRICES[place] <= coins)


def step_choices(state: State, seat: int) -> tuple[int, ...]:
    """List the actions of the current step of a turn, with DONE where stopping is allowed."""
    phase = state.phase
    if phase == MOVE_FROM:
        return (DONE, *[FROM + region for region in list_regions(from_mask(state, seat, state.left))])
    if phase == MOVE_TO:
        return tuple([TO + region for region in list_regions(to_mask(state, seat, state.picked, state.left))])
    if phase == PLACING:
        found = [PLACE + region for region in list_regions(place_mask(state, seat))]
        return (DONE, *found, *bribes(state, seat))
    if phase == BUILDING:
        return (DONE, *[CITY + region for region in list_regions(city_mask(state, seat))])
    if phase == DESTROYING:
        return (DONE, *victims(state, seat))
    if phase == CHOOSE_ACTION:
        first, second = (_possible(state, seat, *each) for each in cards()[state.card].actions)
        return (_BOTH if second else _FIRST_ONLY) if first else (_SECOND_ONLY if second else _JUST_DONE)
    if phase == KNIGHT_ARMY:
        return (DONE, PLACE + state.picked)
    return (*affordable(state, seat), DONE)  # LAST_CARD


def _possible(state: State, seat: int, kind: int, number: int) -> bool:
    """Whether an action can be begun."""
    if kind == PLACE_ARMIES:
        return bool(place_mask(state, seat) or bribes(state, seat))
    if kind == MOVE_ARMIES:
        return bool(from_mask(state, seat, add_bonuses(state, seat, kind, number)))
    if kind == BUILD_CITY:
        return bool(city_mask(state, seat))
    return bool(victims(state, seat))


# --- taking a card ------------------------------------------------------------------------------


def take_card(state: State, seat: int, place: int, chance: Chance, emit: Emit | None) -> None:
    """Pay the price of a place in the row, take its card, and begin the card's action.

    The card's ability counts at once, also for its action. Ruling L12: coins of the ability arrive after
    the price is paid.
    """
    card = buy(state, seat, place, emit)
    state.card = card
    actions = cards()[card].actions
    if cards()[card].join == "/":
        state.phase = CHOOSE_ACTION
        if len(step_choices(state, seat)) > 1:
            return
        actions = ()
    state.todo = actions
    next_action(state, chance, emit)


def buy(state: State, seat: int, place: int, emit: Emit | None) -> int:
    """Take the card at a place of the row, pay its price, gain its abilities and coins; return the card."""
    card = state.row[place]
    state.row = state.row[:place] + state.row[place + 1 :]
    state.taken[seat] += (card,)
    state.coins[seat] -= PRICES[place]
    gain_card(state, seat, card)
    if emit is not None:
        data = {"seat": seat, "card": card, "place": place, "price": PRICES[place]}
        emit(Event("card_taken", {**data, "elixirs": state.elixirs[seat], "purses": purses(state, seat)}))
    coins = cards()[card].amount("coins")
    if coins:
        receive(state, seat, coins, "card", emit)
    return card


# --- the action of a card -----------------------------------------------------------------------


def next_action(state: State, chance: Chance, emit: Emit | None) -> None:
    """Begin the next possible action of the card; after the last one end the turn."""
    seat = state.active
    while state.todo:
        kind, number = state.todo[0]
        state.todo = state.todo[1:]
        number = add_bonuses(state, seat, kind, number)
        state.left = number
        state.phase = _PHASE_OF[kind]
        if _more(state, seat):
            if emit is not None:
                emit(Event("action_begins", {"seat": seat, "kind": KINDS[kind], "number": number}))
            return
        if emit is not None:
            emit(Event("action_void", {"seat": seat, "kind": KINDS[kind]}))
    _end_turn(state, chance, emit)


def add_bonuses(state: State, seat: int, kind: int, number: int) -> int:
    """Return ``number`` armies, points or cities of a card's action plus the bonuses of the seat's cards and tokens.

    Ruling L3: +1 move and +1 army count for each action, not for each turn. Ruling L7: so a
    "place n" places up to n + bonus, all of them optional.
    """
    if kind == PLACE_ARMIES:
        return number + state.plus_army[seat]
    return number + state.plus_move[seat] if kind == MOVE_ARMIES else number


def running(state: State) -> tuple[str, int] | None:
    """Return the kind of the current action and the armies, points or cities it began with; None if there is none."""
    kind = "move" if state.phase == MOVE_TO else _KIND_OF.get(state.phase)
    if kind is None or state.card == NOTHING:
        return None
    begun = [add_bonuses(state, state.active, one, n) for one, n in cards()[state.card].actions if KINDS[one] == kind]
    return kind, max([state.left, *begun])


def _more(state: State, seat: int) -> bool:
    """Whether there is a choice other than DONE."""
    return state.left > 0 and len(step_choices(state, seat)) > 1


def _go_on(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """Leave the current action open for another step, or begin the next action if no step is possible."""
    if not _more(state, seat):
        next_action(state, chance, emit)


def carry_out(state: State, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
    """Carry out one step of a turn; the action must be legal."""
    phase = state.phase
    if phase == MOVE_FROM and action != DONE:
        state.picked = action - FROM
        state.phase = MOVE_TO
        if emit is not None:
            emit(Event("picked", {"seat": seat, "region": state.picked, "where": get_region_code(state, state.picked)}))
    elif phase == MOVE_TO:
        origin, target = state.picked, action - TO
        cost = step_cost(state, seat, origin, target)
        state.left -= cost
        state.picked = NOTHING
        state.phase = MOVE_FROM
        move_army(state, seat, origin, target, cost, emit)
        _go_on(state, seat, chance, emit)
    elif action == DONE:
        _stop(state, seat, chance, emit)
    elif phase == PLACING:
        _place(state, seat, action, emit)
        state.left -= 1
        _go_on(state, seat, chance, emit)
    elif phase == BUILDING:
        _build(state, seat, action - CITY, chance, emit)
    elif phase == KNIGHT_ARMY:
        state.picked = NOTHING
        state.phase = BUILDING
        place_army(state, seat, action - PLACE, None, emit)
        _go_on(state, seat, chance, emit)
    elif phase == DESTROYING:
        owner, region = divmod(action - DESTROY, WIDTH)
        destroy_army(state, seat, owner, region, emit)
        state.left -= 1
        _go_on(state, seat, chance, emit)
    elif phase == CHOOSE_ACTION:
        number = action - FIRST_ACTION
        if emit is not None:
            emit(Event("option_chosen", {"seat": seat, "option": number}))
        state.todo = cards()[state.card].actions[number : number + 1]
        next_action(state, chance, emit)
    else:
        buy(state, seat, action - CARD, emit)
        _end_game(state, chance, emit)


def _place(state: State, seat: int, action: int, emit: Emit | None) -> None:
    if action >= BRIBE:
        owner, region = divmod(action - BRIBE, WIDTH)
        place_army(state, seat, region, owner, emit)
    else:
        place_army(state, seat, action - PLACE, None, emit)


def _build(state: State, seat: int, region: int, chance: Chance, emit: Emit | None) -> None:
    """Build a city; the White Knight may then place an army there (no place action, so no bonus)."""
    build_city(state, seat, region, chance, emit)
    state.left -= 1
    knight = state.leaders[seat] == WHITE_KNIGHT and state.supply[seat]
    if knight and not find_barred_regions(state, seat) >> region & 1:
        state.phase = KNIGHT_ARMY
        state.picked = region
        if emit is not None:
            emit(Event("knight_waits", {"seat": seat, "region": region, "where": get_region_code(state, region)}))
    else:
        _go_on(state, seat, chance, emit)


def _stop(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """Skip the rest of an action, or the whole choice."""
    if emit is not None:
        kind = {CHOOSE_ACTION: "card", KNIGHT_ARMY: "knight", LAST_CARD: "last_card"}
        what = kind.get(state.phase) or _KIND_OF[state.phase]
        emit(Event("left_out", {"seat": seat, "what": what, "left": state.left}))
    if state.phase == LAST_CARD:
        _end_game(state, chance, emit)
    elif state.phase == KNIGHT_ARMY:
        state.picked = NOTHING
        state.phase = BUILDING
        _go_on(state, seat, chance, emit)
    else:
        next_action(state, chance, emit)


# --- the end of a turn and of a game ------------------------------------------------------------


def _end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Close up the row, let the next player begin, or end the game after the last turn."""
    state.card = state.picked = NOTHING
    state.left = 0
    if state.down:
        _look(state, chance, emit)
    state.turns += 1
    if state.turns == LAST_ROUND * state.seats and state.options & options.SINKING:
        sink(state, emit)
    deal_card(state, chance, emit)
    if state.turns < count_turns(state.seats):
        state.active = (state.active + 1) % state.seats
        state.owing = 1 << state.active
        state.phase = TAKE_CARD
        return
    if FAIRY_QUEEN in state.leaders and state.row:
        state.active = state.leaders.index(FAIRY_QUEEN)
        state.owing = 1 << state.active
        state.phase = LAST_CARD
        return
    _end_game(state, chance, emit)


def _look(state: State, chance: Chance, emit: Emit | None) -> None:
    """Poison Swamp: at the end of a turn the controller of a region sees its face-down token.

    Looking is free and reveals nothing to others, so it happens without a decision.
    The token is drawn when it is first seen.
    """
    owners = control(state)
    for index, (region, token, seen) in enumerate(state.down):
        seat = owners[region]
        if not 0 <= seat < state.seats or seen >> seat & 1:
            continue
        token = draw_token_face(state, token, chance)
        state.down = (*state.down[:index], (region, token, seen | 1 << seat), *state.down[index + 1 :])
        if emit is not None:
            where = get_region_code(state, region)
            emit(Event("looked", {"seat": seat, "region": region, "where": where}))
            emit(Event("token_seen", {"seat": seat, "region": region, "where": where, "token": token}, seats=(seat,)))


def _end_game(state: State, chance: Chance, emit: Emit | None) -> None:
    """End a game: count the points; in a full game begin the next one until the third is over."""
    state.totals += (ending(state),)
    if emit is not None:
        found = scores(state)
        emit(Event("scored", {"game": state.game, "scores": found, "steps": list_scoring_steps(state, found)}))
    if state.game < options.count_games(state.options):
        begin_game(state, chance, emit)
        return
    state.phase = OVER
    state.owing = 0
