"""The rule set of Tash-Kalar: implements the rules contract with the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import (
    JSON,
    BadState,
    Chance,
    Emit,
    Event,
    IllegalAction,
    Message,
    Option,
    View,
    check_handicap,
    take_handicap,
)

from . import messages, options, scoring, serialization, setup, turns, views
from .actions import SURRENDER
from .cards import build_book
from .state import MAIN, OVER, START, State, blank, copied


class TashKalar:
    """Tash-Kalar for 2 to 4 seats; implements :class:`engine.contract.Rules`."""

    id = "tash_kalar"
    seat_counts: tuple[int, ...] = options.SEAT_COUNTS
    version = 2
    resignations: tuple[int, ...] = (SURRENDER,)
    retold: tuple[str, ...] = ()

    def options(self) -> tuple[Option, ...]:
        return options.list_options()

    def check_options(self, options_: Mapping[str, JSON], seats: int) -> dict[str, JSON]:
        return options.check_options(options_, seats)

    def new(self, options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
        full = options.check_options(options_, seats)
        form, teams = options.find_form(full)
        book = build_book(options.encode_decks(full[options.OWN]))
        wishes = options.wishes(full, seats)
        steps, twists = take_handicap(full, seats), options.pack_twists(full)
        state = blank(seats, form, teams, int(full[options.SURRENDER]), wishes, book, twists, steps)
        setup.begin_game(state, full[options.DIFFERENT], chance, emit)
        if state.phase == MAIN:
            setup.lay_extra_pieces(state, emit)
            turns.begin_turn(state, state.first, emit)
        return state

    def clone(self, state: State) -> State:
        return copied(state)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.phase == OVER else (state.acting,)

    def legal(self, state: State, seat: int) -> tuple[int, ...]:
        if seat != state.acting or state.phase == OVER:
            return ()
        if state.choices is None:
            state.choices = setup.start_choices(state) if state.phase == START else turns.choices(state)
        return state.choices

    def apply(self, state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        if action not in self.legal(state, seat):
            raise IllegalAction(f"seat {seat} cannot choose {action} now")
        state.choices = None
        if state.phase != START:
            turns.carry_out(state, action, chance, emit)
        elif setup.lay_start(state, action, emit):
            setup.lay_extra_pieces(state, emit)
            turns.begin_turn(state, state.first, emit)

    def result(self, state: State) -> tuple[int, ...]:
        return scoring.standing(state) if state.phase == OVER else ()

    def view(self, state: State, seat: int | None) -> View:
        return views.view(state, seat, [] if seat is None else self.legal(state, seat))

    def determinize(self, view: View, chance: Chance) -> State:
        return views.determinize(view, chance)

    def describe(self, what: int | Event) -> Message | None:
        return messages.describe(what)

    def explain(self, what: int | Event) -> Message | None:
        return messages.explain(what)

    def dump(self, state: State) -> JSON:
        return serialization.dump(state)

    def load(self, data: JSON) -> State:
        return serialization.load(data)

    def check_state(self, state: State, options_: Mapping[str, JSON], seats: int) -> None:
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
