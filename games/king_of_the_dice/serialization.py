"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from engine import states
from engine.contract import JSON, BadState

from . import invariants
from .maps import kingdom
from .state import State, blank

SCHEMA = states.StateSchema(State)
dump = SCHEMA.dump
"""Dump the state without the choices, which are derived."""


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = SCHEMA.read(data)
    if found.arrangement >= len(kingdom().arrangements):
        raise BadState(f"arrangement: expected one of {len(kingdom().arrangements)}, found {found.arrangement}")
    state = blank(found.seats)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, state.seats)
    if state.active >= state.seats:
        raise BadState(f"active: expected a seat below {state.seats}, found {state.active}")
    return state
