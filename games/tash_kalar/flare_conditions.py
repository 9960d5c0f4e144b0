"""When flares may be played: the lead of an opponent in upgraded pieces and in pieces (ruling T9)."""

from __future__ import annotations

from . import actions as act
from .cards import Flare, box
from .maps import bits
from .state import State, count_sides, find_upgrades, get_side, own_mask


def advantage(state: State, rival: int) -> tuple[int, int]:
    """Return the lead of a colour over the side on turn: upgraded pieces, and pieces of all ranks."""
    return compare_pieces(state, get_side(state, state.active), rival)


def compare_pieces(state: State, own: int, rival: int) -> tuple[int, int]:
    """Return the lead of ``rival`` over ``own``: upgraded pieces, and pieces of all ranks."""
    return (
        find_upgrades(state, rival).bit_count() - find_upgrades(state, own).bit_count(),
        own_mask(state, rival).bit_count() - own_mask(state, own).bit_count(),
    )


def find_flare_conditions(state: State, flare: int, rival: int) -> tuple[bool, bool]:
    """Return which of a flare's two conditions hold against a colour (ruling T9): upgraded pieces, all pieces."""
    return holding(box().flares[flare], *advantage(state, rival))


def holding(flare: Flare, upgraded: int, pieces: int) -> tuple[bool, bool]:
    """Return which conditions hold for a given lead in upgraded pieces and in pieces of all ranks."""
    return upgraded >= flare.upgraded, pieces >= flare.pieces


def playable_flares(state: State) -> list[int]:
    """List the actions of playable flares: with an opponent against whom at least one condition holds."""
    own = get_side(state, state.active)
    return [
        act.FLARE + 4 * flare + rival
        for flare in bits(state.flares[state.active])
        for rival in range(count_sides(state))
        if rival != own and any(find_flare_conditions(state, flare, rival))
    ]
