"""The rule set of King of the Dice: implements the rules contract with the modules of this package."""

from collections.abc import Mapping

from engine.contract import (
    JSON,
    BadState,
    Chance,
    Emit,
    IllegalAction,
    RuleSet,
    check_handicap,
    take_handicap,
    twist_bits,
)

from . import actions as act, effects, messages, options, scoring, serialization, setup, turns, views
from .maps import kingdom
from .state import ATTACK, CHECK, CLAIM, FLAME, LAY, OVER, ROLL, TAME, State, copied

_ALONE = tuple((seat,) for seat in range(max(options.SEAT_COUNTS)))


def start_game(options_: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> State:
    """Return a state at the first decision; raises :class:`BadOptions`."""
    full = options.check_options(options_, seats)
    twists = twist_bits(options.TWISTS, full)
    steps = take_handicap(full, seats)
    state = setup.create_state(seats, full["map"] == "random", chance, emit, full[options.FINISH], twists, steps)
    turns.begin_turn(state, emit)
    return state


def list_actors(state: State) -> tuple[int, ...]:
    """Return the seats that have to decide now; () when the game is over."""
    return _ALONE[state.active] if state.phase != OVER else ()


def list_legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat, ascending; () if it has nothing to decide."""
    return state.choices if seat == state.active else ()


def apply_action(state: State, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
    """Apply a decision in place; raises :class:`IllegalAction` with the state unchanged."""
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


def find_places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat (1 = winner); () while the game runs."""
    return scoring.standing(state) if state.phase == OVER else ()


def check_state(state: State, options_: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless the state belongs to a game with these complete options and seats."""
    if state.seats != seats:
        raise BadState(f"seats: expected {seats}, found {state.seats}")
    if options_["map"] == "printed" and state.arrangement != kingdom().usual[seats]:
        raise BadState(f"arrangement: expected the printed one, found {state.arrangement}")
    if state.finish != int(options_[options.FINISH]):
        raise BadState("finish: expected what the options say")
    if state.twists != twist_bits(options.TWISTS, options_):
        raise BadState(f"twists: expected those that the options say, found {state.twists}")
    check_handicap(state.handicap, options_, seats)


RULES: RuleSet[State] = RuleSet(
    id="king_of_the_dice",
    seat_counts=options.SEAT_COUNTS,
    version=1,
    options=options.list_options,
    check_options=options.check_options,
    new=start_game,
    clone=copied,
    to_act=list_actors,
    legal=list_legal,
    apply=apply_action,
    result=find_places,
    view=views.view,
    determinize=views.determinize,
    describe=messages.describe,
    explain=messages.explain,
    dump=serialization.dump,
    load=serialization.load,
    check_state=check_state,
)
"""King of the Dice for 2 to 4 seats."""
