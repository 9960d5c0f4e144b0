"""The rule set of King of 12: implements the rules contract with the modules of this package.

Up to four players play at one table; more play a tournament (see ``tournament``), which is also one game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.chance import ConstantChance
from engine.contract import (
    JSON,
    BadState,
    Chance,
    Emit,
    Event,
    IllegalAction,
    RuleSet,
    View,
    check_handicap,
    take_handicap,
    tell_handicap,
    twist_bits,
    twist_names,
)
from games.king_of_12 import messages, options, serialization, views
from games.king_of_12.actions import LAY, TURN
from games.king_of_12.cards import CARD_COUNT, ORACLE
from games.king_of_12.rounds import (
    begin_round,
    clear_table,
    end_trick,
    lay_crown,
    list_thefts,
    steal_token,
)
from games.king_of_12.state import CARDS_OF, CHOOSE, CROWN, EFFECTS, NOBODY, THEFT, State, blank, copied, to_mask
from games.king_of_12.tournament import rounds as tournament, views as tournament_views
from games.king_of_12.tournament.serialization import dump_tournament, load_tournament
from games.king_of_12.tournament.state import TournamentState, copied_hall, sizes_for, standing
from games.king_of_12.trick import NONE, Plan, apply_effects, compare, effect_choices, find_plan, find_theft, open_cards

_EVERYBODY = tuple(tuple(range(count)) for count in range(5))
"""Seats of a whole table: the only group outside tournaments."""


def start_game(options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
    """Return a state at the first decision; raises :class:`BadOptions`."""
    full = options.check_options(options_, seats)
    cards = options.card_set(full, chance)
    if emit is not None:
        emit(Event("game_begins", {"set": list(cards), "promo": full["promo"], "seats": seats}))
    if seats > options.MOST_AT_A_TABLE:
        return tournament.start_tournament(seats, to_mask(cards), full, chance, emit)
    state = blank(seats, to_mask(cards), twist_bits(options.TWISTS, full), take_handicap(full, seats))
    if emit is not None:
        for name in twist_names(options.TWISTS, state.twists):
            emit(Event("twist", {"twist": name}))
    tell_handicap(state.handicap, emit)
    begin_round(state, chance, emit)
    return state


def clone(state: State) -> State:
    """Return an independent copy of a state."""
    return copied_hall(state) if isinstance(state, TournamentState) else copied(state)


def list_actors(state: State) -> tuple[int, ...]:
    """Return the seats that have to decide now; () when the game is over."""
    return state.waiting if isinstance(state, TournamentState) else CARDS_OF[state.owing]


def list_legal(state: State, seat: int) -> Sequence[int]:
    """Return the legal actions of a seat, ascending; () if it has nothing to decide."""
    if isinstance(state, TournamentState):
        return tournament.list_legal(state, seat)
    if not 0 <= seat < state.seats or not state.owing >> seat & 1:
        return ()
    phase = state.phase
    if phase == CHOOSE:
        return CARDS_OF[state.hands[seat]]
    if phase == EFFECTS:
        return effect_choices(find_plan(tuple(state.commits)), seat, state.faces[seat])
    if phase == CROWN:
        return tuple(LAY + card for card in CARDS_OF[state.hands[seat]])
    return list_thefts(state, state.victim)


def apply_action(state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
    """Apply a decision in place; raises :class:`IllegalAction` with the state unchanged."""
    if isinstance(state, TournamentState):
        tournament.apply_action(state, seat, action, chance, emit)
        return
    if state.phase == CHOOSE:
        # The hot path: a commitment only sets ints; the last one turns the cards over.
        if not (0 <= action < CARD_COUNT and 0 <= seat < state.seats and state.owing >> seat & 1):
            raise IllegalAction(f"seat {seat} cannot play {action} now")
        hand = state.hands[seat]
        bit = 1 << action
        if not hand & bit:
            raise IllegalAction(f"seat {seat} has no card {action} in hand")
        state.hands[seat] = hand ^ bit
        state.commits[seat] = action
        state.owing ^= 1 << seat
        if emit is not None:
            emit(Event("committed", {"seat": seat}))
        if not state.owing:
            _reveal_cards(state, chance, emit)
        return
    if action not in list_legal(state, seat):
        raise IllegalAction(f"seat {seat} cannot choose {action} now")
    if state.phase == EFFECTS:
        state.picks[seat] = action
        state.owing ^= 1 << seat
        if not state.owing:
            _resolve_effects(state, find_plan(tuple(state.commits)), chance, emit)
    elif state.phase == THEFT:
        _settle_theft(state, action, chance, emit)
    else:
        lay_crown(state, seat, action - LAY, chance, emit)


def _reveal_cards(state: State, chance: Chance, emit: Emit | None) -> None:
    """Reveal all cards and ask for effect choices."""
    if emit is not None:
        emit(Event("revealed", {"cards": state.commits[:]}))
    state.course += ((state.round, tuple(state.faces), tuple(state.ones), tuple(state.twos), tuple(state.commits)),)
    plan = find_plan(tuple(state.commits))
    if emit is not None or plan.merchants >= 0:
        open_cards(plan, state.faces, _EVERYBODY[state.seats], emit)
    if plan.asks:
        state.phase = EFFECTS
        state.owing = to_mask(plan.asks)
    else:
        _resolve_effects(state, plan, chance, emit)


def _resolve_effects(state: State, plan: Plan, chance: Chance, emit: Emit | None) -> None:
    """Compute the values; stop if cancelled Ladies can steal."""
    seats = _EVERYBODY[state.seats]
    amounts, values = apply_effects(plan, state.faces, state.picks, chance, seats, emit)
    if plan.ladies:
        pair = find_theft(plan, values)
        if pair is not None and state.points[pair[1]]:
            state.phase = THEFT
            state.thief, state.victim = pair
            state.owing = 1 << pair[0]
            state.amounts = amounts
            state.values = tuple(values)
            return
        if emit is not None:
            emit(Event("theft_void", {"reason": "equal" if pair is None else "nothing"}))
    _finish_trick(state, plan, amounts, values, chance, emit)


def _settle_theft(state: State, action: int, chance: Chance, emit: Emit | None) -> None:
    """Take a token or none (ruling K3: the theft is optional), then compare the values and finish the trick."""
    steal_token(state, state.thief, state.victim, action, emit)
    amounts, values = state.amounts, list(state.values)
    state.thief = state.victim = NOBODY
    state.amounts = state.values = ()
    _finish_trick(state, find_plan(tuple(state.commits)), amounts, values, chance, emit)


def _finish_trick(
    state: State,
    plan: Plan,
    amounts: tuple[int, ...],
    values: list[int],
    chance: Chance,
    emit: Emit | None,
) -> None:
    """Compare and score."""
    seats = _EVERYBODY[state.seats]
    first, second = compare(plan, state.faces, amounts, values, seats, emit)
    clear_table(state)
    end_trick(state, plan, amounts, values, first, second, chance, emit)


def find_places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat, 1 = winner; () while the game runs.

    The rulebook names only the winner; the others rank by crowns (ruling K16). In a tournament the points of all rounds
    break ties.
    """
    if isinstance(state, TournamentState):
        return () if state.waiting else standing(state)
    if state.owing:
        return ()
    return tuple(1 + sum(other > crowns for other in state.crowns) for crowns in state.crowns)


def build_view(state: State, seat: int | None) -> View:
    """Return what a seat may know, as plain data; seat None = spectator."""
    if isinstance(state, TournamentState):
        return tournament_views.build_view(state, seat)
    return views.view(state, seat, [] if seat is None else list_legal(state, seat))


def determinize(view: View, chance: Chance) -> State:
    """Return a random full state that fits the view."""
    if view["seats"] > options.MOST_AT_A_TABLE:
        return tournament_views.rebuild_state(view, chance)
    return views.determinize(view, chance)


def dump(state: State) -> JSON:
    """Return a whole state as plain JSON data."""
    return dump_tournament(state) if isinstance(state, TournamentState) else serialization.dump(state)


def load(data: JSON) -> State:
    """Return the state of dumped data; raises :class:`BadState` naming the place."""
    if isinstance(data, dict) and "order" in data:
        return load_tournament(data)
    return serialization.load(data)


def check_state(state: State, options_: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless the state belongs to a game with these complete options and seats."""
    if state.seats != seats:
        raise BadState(f"seats: expected {seats}, found {state.seats}")
    if state.twists != twist_bits(options.TWISTS, options_):
        raise BadState(f"twists: expected those that the options say, found {state.twists}")
    check_handicap(state.handicap, options_, seats)
    options.check_set(CARDS_OF[state.cards], options_)
    if isinstance(state, TournamentState) and state.sizes != sizes_for(seats, options_["twelve"]):
        raise BadState(f"sizes: expected the groups that the options say, found {list(state.sizes)}")


RULES: RuleSet[State] = RuleSet(
    id="king_of_12",
    seat_counts=options.SEAT_COUNTS,
    version=1,
    retold=("course",),
    options=options.list_options,
    check_options=options.check_options,
    new=start_game,
    clone=clone,
    to_act=list_actors,
    legal=list_legal,
    apply=apply_action,
    result=find_places,
    view=build_view,
    determinize=determinize,
    describe=messages.describe,
    explain=messages.explain,
    dump=dump,
    load=load,
    check_state=check_state,
)
"""King of 12 for 2 to 16 seats."""


# What a card would do if it acted alone, by the rules and by what everybody sees: a preview before it is played.
#
# Nothing hidden is used: the other cards of the trick are unknown, and who may still hold the same card follows from
# the cards that were played openly in this round.


class Standing(Enum):
    """Rank that a value would have among the present dice."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Result:
    """A possible value of the player's die, its rank, and the seats with an equal value."""

    value: int
    standing: Standing
    equals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPreview:
    """Preview of a card: the present face of the player's die, and the possible results, () if a roll decides.

    ``lowest``: the lowest value wins. ``holders``: seats that may still play the same card, which would cancel both.
    """

    card: int
    face: int
    results: tuple[Result, ...]
    lowest: bool
    holders: tuple[int, ...]

    @property
    def changes(self) -> bool:
        """Whether the card changes or may change the value of the die."""
        return not self.results or any(one.value != self.face for one in self.results)


def preview_card(view: View, card: int, group: Sequence[int] | None = None) -> CardPreview:
    """Return what a card of the viewing seat would do if no other card acted.

    ``group``: the seats of its table in the order to the left, by default all.
    """
    me: int = view["seat"]
    seats = tuple(range(view["seats"]) if group is None else group)
    place = seats.index(me)
    plan = find_plan(tuple(card if seat == me else NONE for seat in seats))
    start = [view["faces"][seat] for seat in seats]
    open_cards(plan, start, seats, None)
    results = []
    if card != ORACLE:
        for pick in effect_choices(plan, place, start[place]) or (TURN,):
            faces, picks = start[:], [pick] * len(seats)
            amounts, values = apply_effects(plan, faces, picks, ConstantChance(), seats, None)
            value = values[place]
            equals = tuple(seat for at, seat in enumerate(seats) if at != place and values[at] == value)
            first, second = compare(plan, faces, amounts, values, seats, None)
            results.append(Result(value, _find_standing(place, first, second, equals), equals))
    results.sort(key=lambda one: one.value)
    holders = tuple(seat for seat in seats if seat != me and card not in view["played"][seat])
    return CardPreview(card, view["faces"][me], tuple(results), plan.knight != NONE, holders)


def _find_standing(place: int, first: int, second: int, equals: Sequence[int]) -> Standing:
    if place == first:
        return Standing.FIRST
    if place == second:
        return Standing.SECOND
    return Standing.EQUAL if equals else Standing.BEHIND
