"""The rule set of Tash-Kalar: implements the rules contract with the modules of this package."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.chance import SeededChance
from engine.contract import JSON, BadState, Chance, Emit, IllegalAction, RuleSet, View, check_handicap, take_handicap
from games.tash_kalar import messages, options, scoring, serialization, setup, turns, views
from games.tash_kalar.actions import SURRENDER
from games.tash_kalar.cards import build_book
from games.tash_kalar.maps import BOARD, bits
from games.tash_kalar.state import MAIN, OVER, START, State, blank, copied, find_man
from games.tash_kalar.views import determinize


def start_game(options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
    """Return a state at the first decision; raises :class:`BadOptions`."""
    full = options.check_options(options_, seats)
    form, teams = options.find_form(full)
    book = build_book(options.encode_decks(full[options.OWN]))
    wishes = options.wishes(full, seats)
    steps, twists = take_handicap(full, seats), options.pack_twists(full)
    state = blank(seats, form, teams, int(full[options.SURRENDER]), wishes, book, twists, steps)
    setup.begin_game(state, options.list_random_decks(full), full[options.DIFFERENT], chance, emit)
    if state.phase == MAIN:
        setup.lay_extra_pieces(state, emit)
        turns.begin_turn(state, state.first, emit)
    return state


def list_actors(state: State) -> tuple[int, ...]:
    """Return the seats that have to decide now; () when the game is over."""
    return () if state.phase == OVER else (state.acting,)


def list_legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat, ascending; () if it has nothing to decide."""
    if seat != state.acting or state.phase == OVER:
        return ()
    if state.choices is None:
        state.choices = setup.start_choices(state) if state.phase == START else turns.choices(state)
    return state.choices


def apply_action(state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
    """Apply a decision in place; raises :class:`IllegalAction` with the state unchanged."""
    if action not in list_legal(state, seat):
        raise IllegalAction(f"seat {seat} cannot choose {action} now")
    state.choices = None
    if state.phase != START:
        turns.carry_out(state, action, chance, emit)
    elif setup.lay_start(state, action, emit):
        setup.lay_extra_pieces(state, emit)
        turns.begin_turn(state, state.first, emit)


def find_places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat (1 = winner); () while the game runs."""
    return scoring.standing(state) if state.phase == OVER else ()


def build_view(state: State, seat: int | None) -> View:
    """Return what a seat may know, as plain data; seat None = spectator."""
    return views.view(state, seat, [] if seat is None else list_legal(state, seat))


def check_state(state: State, options_: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless the state belongs to a game with these complete options and seats."""
    if state.seats != seats:
        raise BadState(f"seats: expected {seats}, found {state.seats}")
    if (state.form, state.teams) != options.find_form(options_):
        raise BadState(f"form: expected {options_[options.FORM]}")
    if state.may_surrender != int(options_[options.SURRENDER]):
        raise BadState("may_surrender: expected what the options say")
    if state.twists != options.pack_twists(options_):
        raise BadState(f"twists: expected those that the options say, found {state.twists}")
    check_handicap(state.handicap, options_, seats)
    if state.book.own != options.encode_decks(options_[options.OWN]):
        raise BadState("own_decks: expected those that the options bring along")
    wishes = options.wishes(options_, seats)
    if any(wish and wish != deck for wish, deck in zip(wishes, state.decks, strict=True)):
        raise BadState("decks: expected those that the seats have wished for")


RULES: RuleSet[State] = RuleSet(
    id="tash_kalar",
    seat_counts=options.SEAT_COUNTS,
    version=2,
    resignations=(SURRENDER,),
    retold=("sunk",),
    options=options.list_options,
    check_options=options.check_options,
    sides=options.list_sides,
    new=start_game,
    clone=copied,
    to_act=list_actors,
    legal=list_legal,
    apply=apply_action,
    result=find_places,
    view=build_view,
    determinize=views.determinize,
    describe=messages.describe,
    explain=messages.explain,
    dump=serialization.dump,
    load=serialization.load,
    check_state=check_state,
)
"""Tash-Kalar for 2 to 4 seats."""


# How the arena would look after some decisions of one seat: a preview of a summoning or of a step of an effect.
#
# Worked out by the rules on two states that fit the view, in which all that the view hides is drawn at random; only
# what both agree on is told, so a preview says nothing that the seat does not know.


@dataclass(frozen=True, slots=True)
class Change:
    """A square whose piece changes: before and after as ``3 * colour + rank``, -1 = empty."""

    square: int
    before: int
    after: int


def preview_arena(view: View, seat: int, actions: Sequence[int]) -> tuple[Change, ...]:
    """Return the squares that certainly change by these actions of a seat, up to its next choice; () if one is
    illegal."""
    first, second = (_play(view, seat, actions, seed) for seed in (1, 2))
    if first is None or second is None:
        return ()
    before = determinize(view, SeededChance(1))
    found = []
    for square in bits(BOARD):
        old, new = find_man(before, square), find_man(first, square)
        if old != new and new == find_man(second, square):
            found.append(Change(square, old, new))
    return tuple(found)


def _play(view: View, seat: int, actions: Sequence[int], seed: int) -> State | None:
    chance = SeededChance(seed)
    state = determinize(view, chance)
    for number, action in enumerate(actions):
        if action not in RULES.legal(state, seat):
            return state if number else None  # the only square, or way, was chosen by itself
        RULES.apply(state, seat, action, chance)
    return state
