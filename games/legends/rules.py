"""The rule set of Eight-Minute Empire: Legends: implements the rules contract with the modules of this package."""

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

from . import auction, messages, options, scoring, serialization, setup, turns, views
from .actions import (
    BID,
    CARD,
    JOINT,
    NAME,
    NEUTRAL,
    START,
    STEM_ABOVE,
    STEM_BELOW,
    TOKEN,
    action_of_segment,
    segment_of_action,
)
from .board import T_ABOVE, T_BELOW, list_regions
from .maps import own_sides, plain_side
from .state import (
    AUCTION,
    LAY_JOINT,
    LAY_NEUTRAL,
    LAY_SEGMENT,
    LAY_START,
    LAY_STEM,
    LAY_TOKEN,
    NAME_FIRST,
    OVER,
    TAKE_CARD,
    State,
    blank,
    copied,
)

_STEMS = (STEM_ABOVE, STEM_BELOW)


class Legends:
    """Legends for 2 to 4 seats; implements :class:`engine.contract.Rules`."""

    id = "legends"
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
        own = own_sides(full[options.SEGMENTS])
        state = blank(seats, options.pack(full), full[options.YOUNGEST], own, take_handicap(full, seats))
        setup.begin_game(state, chance, emit)
        return state

    def clone(self, state: State) -> State:
        return copied(state)

    def to_act(self, state: State) -> tuple[int, ...]:
        return list_regions(state.owing)

    def legal(self, state: State, seat: int) -> tuple[int, ...]:
        if not 0 <= seat < state.seats or not state.owing >> seat & 1:
            return ()
        phase = state.phase
        if phase == TAKE_CARD:
            return turns.affordable(state, seat)
        if phase > TAKE_CARD:
            return turns.step_choices(state, seat)
        if phase == AUCTION:
            return tuple(range(BID, BID + state.coins[seat] + 1))
        if phase == NAME_FIRST:
            return tuple(range(NAME, NAME + state.seats))
        return self._set_up_choices(state)

    def _set_up_choices(self, state: State) -> tuple[int, ...]:
        phase = state.phase
        if phase == LAY_STEM:
            return _STEMS
        if phase == LAY_SEGMENT:
            return tuple(action_of_segment(choice) for choice in setup.segment_choices(state))
        board = state.board
        if phase == LAY_NEUTRAL:
            return tuple(range(NEUTRAL, NEUTRAL + board.n))
        if phase == LAY_START:
            return tuple(START + region for region in board.starts)
        if phase == LAY_JOINT:
            return tuple(JOINT + region for region in board.joint_places(state.start))
        return tuple(TOKEN + region for region in setup.token_choices(state, board))

    def apply(self, state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        if action not in self.legal(state, seat):
            raise IllegalAction(f"seat {seat} cannot choose {action} now")
        phase = state.phase
        if phase > TAKE_CARD:
            turns.carry_out(state, seat, action, chance, emit)
        elif phase == TAKE_CARD:
            turns.take_card(state, seat, action - CARD, chance, emit)
        elif phase == AUCTION:
            auction.commit(state, seat, action, chance, emit)
        elif phase == NAME_FIRST:
            auction.name_first(state, action - NAME, emit)
        elif phase == LAY_NEUTRAL:
            setup.lay_neutral(state, seat, action - NEUTRAL, emit)
        else:
            self._set_up(state, action, chance, emit)

    def _set_up(self, state: State, action: int, chance: Chance, emit: Emit | None) -> None:
        """Apply one step of the manual set-up."""
        phase = state.phase
        if phase == LAY_STEM:
            setup.lay_stem(state, T_ABOVE if action == STEM_ABOVE else T_BELOW, emit)
        elif phase == LAY_SEGMENT:
            side, turned = divmod(segment_of_action(action), 2)
            setup.lay_segment(state, side, turned, emit)
        elif phase == LAY_START:
            setup.lay_start(state, action - START, emit)
        elif phase == LAY_JOINT:
            setup.lay_joint(state, action - JOINT, emit)
        else:
            setup.lay_token(state, action - TOKEN, emit)
        if state.phase == LAY_TOKEN and not state.left:
            setup.finish(state, chance, emit)

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
        if (state.options, state.youngest) != (options.pack(options_), options_[options.YOUNGEST]):
            raise BadState("options: expected those of the game")
        check_handicap(state.handicap, options_, seats)
        wanted = own_sides(options_[options.SEGMENTS])
        if list(map(plain_side, state.own)) != list(map(plain_side, wanted)):
            raise BadState("own: expected the segments that the options bring along")
