"""The roll of the evening: the result that brought the most points per roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract import Event


@dataclass(frozen=True, slots=True)
class BestRoll:
    """A result of six dice that hired ``card`` after ``rolls`` rolls in a turn; ``decision``: where in the log."""

    turn: int
    decision: int
    faces: tuple[int, ...]
    card: int
    rolls: int
    gain: int


def find_best_roll(seat: int, events: Sequence[Event], decisions: Sequence[int]) -> BestRoll | None:
    """Return a player's result that brought the most points per roll, the later of equal ones.

    ``decisions``: by event, how many decisions had been made. Results that needed jokers do not count. None when the
    player hired nobody.
    """
    best: BestRoll | None = None
    turn, rolls, before, now = 0, 0, 0, 0
    faces: tuple[int, ...] = ()
    hired: tuple[int, int] | None = None
    for event, made in zip(events, decisions, strict=True):
        data = event.data
        if event.kind == "turn_begins":
            best = _choose(best, turn, hired, faces, rolls, now - before)
            turn = data["turn"] if data["seat"] == seat else 0
            rolls, faces, before, hired = 0, (), now, None
        elif data.get("scores"):
            now = data["scores"][seat]["total"]
        elif turn and event.kind == "rolled":
            rolls, faces = data["roll"], tuple(data["faces"])
        elif turn and event.kind == "hired" and not data["jokers"]:
            hired = made, data["card"]
    return _choose(best, turn, hired, faces, rolls, now - before)


def _choose(
    best: BestRoll | None, turn: int, hired: tuple[int, int] | None, faces: tuple[int, ...], rolls: int, gain: int
) -> BestRoll | None:
    """Return the better of the best so far and the turn that has ended."""
    if not turn or hired is None or not faces:
        return best
    one = BestRoll(turn, hired[0], faces, hired[1], rolls, gain)
    return one if best is None or gain * best.rolls >= best.gain * rolls else best
