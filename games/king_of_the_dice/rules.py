"""The rule set of King of the Dice: implements the rules contract with the modules of this package."""

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
    twist_bits,
)

from . import actions as act
from . import effects, messages, options, scoring, serialization, setup, turns, views
from .maps import kingdom
from .state import ATTACK, CHECK, CLAIM, FLAME, LAY, OVER, ROLL, TAME, State, copied

_ALONE = tuple((seat,) for seat in range(max(options.SEAT_COUNTS)))


class KingOfTheDice:
    """King of the Dice for 2 to 4 seats; implements :class:`engine.contract.Rules`."""

    id = "king_of_the_dice"
    seat_counts: tuple[int, ...] = options.SEAT_COUNTS
    version = 1
    resignations: tuple[int, ...] = ()
    retold: tuple[str, ...] = ()

    def options(self) -> tuple[Option, ...]:
        return options.list_options()

    def check_options(self, options_: Mapping[str, JSON], seats: int) -> dict[str, JSON]:
        return options.check_options(options_, seats)

    def new(self, options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
        full = options.check_options(options_, seats)
        twists = twist_bits(options.TWISTS, full)
        steps = take_handicap(full, seats)
        state = setup.create_state(seats, full["map"] == "random", chance, emit, full[options.FINISH], twists, steps)
        turns.begin_turn(state, emit)
        return state

    def clone(self, state: State) -> State:
        return copied(state)

    def to_act(self, state: State) -> tuple[int, ...]:
        return _ALONE[state.active] if state.phase != OVER else ()

    def legal(self, state: State, seat: int) -> tuple[int, ...]:
        return state.choices if seat == state.active else ()

    def apply(self, state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        if seat != state.active or action not in state.choices:
            raise IllegalAction(f"seat {seat} cannot choose {action} now")
        phase = state.phase
        if phase == ROLL:
            turns.hold(state, action, chance, emit)
            return
        if phase == CHECK:
            turns.decide(state, action, chance, emit)
            return
        if phase == CLAIM:
            done = effects.claim(state, action - act.CLAIM, emit)
        elif phase == LAY:
            done = effects.lay(state, action - act.LAY, emit)
        elif phase == FLAME:
            done = effects.move_flame(state, action - act.FLAME_OF, emit)
        elif phase == TAME:
            done = effects.tame(state, action - act.TAME, emit)
        elif phase == ATTACK:
            done = effects.attack(state, action - act.ATTACK, emit)
        else:
            done = effects.steal(state, action, emit)
        if done:
            turns.end_turn(state, chance, emit)

    def result(self, state: State) -> tuple[int, ...]:
        return scoring.standing(state) if state.phase == OVER else ()

    def view(self, state: State, seat: int | None) -> View:
        return views.view(state, seat)

    def determinize(self, view: View, chance: Chance) -> State:
        return views.determinize(view)

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
        if options_["map"] == "printed" and state.arrangement != kingdom().usual[seats]:
            raise BadState(f"arrangement: expected the printed one, found {state.arrangement}")
        if state.finish != int(options_[options.FINISH]):
            raise BadState("finish: expected what the options say")
        if state.twists != twist_bits(options.TWISTS, options_):
            raise BadState(f"twists: expected those that the options say, found {state.twists}")
        check_handicap(state.handicap, options_, seats)
