"""Legal actions derived from the rest of a state, for loaded states."""

from __future__ import annotations

from . import actions as act
from .effects import attack_sites, claim_sites, landing_sites, steal_choices
from .state import ATTACK, CHECK, CLAIM, FLAME, LAY, NOTHING, OVER, ROLL, TAME, State, bits
from .turns import check_choices


def choices(state: State) -> tuple[int, ...]:
    """Return the legal actions of the active seat; () when the game is over."""
    phase = state.phase
    if phase == OVER:
        return ()
    if phase == ROLL:
        return act.HOLDS if state.rolls else act.NOTHING_KEPT
    if phase == CHECK:
        return (act.ALARM_ALONE,) if max(state.market) == NOTHING else check_choices(state)
    if phase == CLAIM:
        return tuple([act.CLAIM + region for region in claim_sites(state)])
    if phase == LAY:
        return tuple([act.LAY + region for region in landing_sites(state)])
    if phase == FLAME:
        return tuple([act.FLAME_OF + seat for seat in range(state.seats) if state.tamed[seat]])
    if phase == TAME:
        return tuple([act.TAME + region for region in bits(state.flames)])
    if phase == ATTACK:
        return tuple([act.ATTACK + region for region in attack_sites(state)])
    return steal_choices(state)
