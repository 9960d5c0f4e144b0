"""Twists that turn dice between two tricks of a round."""

from __future__ import annotations

from engine.contract import Chance, Emit, Event

from .dice import opposite
from .options import DULL, FRESH, PASSING, TURNING
from .trick import Plan

DULLED = 1
"""Face of a die that lost its value to equal cards."""


def apply_twists(faces: list[int], twists: int, plan: Plan, winner: int, chance: Chance, emit: Emit | None) -> None:
    """Turn dice in place by the active twists; ``winner`` of the trick or NOBODY. Twists apply in the order of the
    set-up screen."""
    if twists & DULL:
        for seat, equal in enumerate(plan.cancelled):
            if equal and faces[seat] != DULLED:
                _turn(faces, seat, DULLED, "dull", emit)
    if twists & TURNING:
        for seat, face in enumerate(faces):
            _turn(faces, seat, opposite(face), "turning", emit)
    if twists & FRESH and winner >= 0:
        was = faces[winner]
        faces[winner] = chance.die(12)
        if emit is not None:
            emit(Event("rolled", {"seat": winner, "face": faces[winner], "cause": "fresh", "was": was}))
    if twists & PASSING:
        before = faces[:]
        faces.insert(0, faces.pop())
        if emit is not None:
            seats = list(range(len(faces)))
            data = {"by": None, "was": before, "faces": faces[:], "to": [*seats[1:], seats[0]]}
            emit(Event("dice_passed", data))


def _turn(faces: list[int], seat: int, face: int, cause: str, emit: Emit | None) -> None:
    """Turn a die to a face, caused by no card."""
    was = faces[seat]
    faces[seat] = face
    if emit is not None:
        emit(Event("turned", {"seat": seat, "was": was, "face": face, "cause": cause, "by": None}))
