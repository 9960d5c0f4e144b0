"""Scores (largest area, other regions, most flames, gems) and standing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Event
from games.king_of_the_dice.maps import kingdom, largest_group
from games.king_of_the_dice.state import State, bits

AREA_POINTS = 3
REGION_POINTS = 1
FLAME_POINTS = 4
GOLD_POINTS = 3
WHITE_POINTS = 2
WORTH = {
    "area": AREA_POINTS,
    "others": REGION_POINTS,
    "flames": FLAME_POINTS,
    "gold": GOLD_POINTS,
    "white": WHITE_POINTS,
}
"""Points per unit of each part of a score."""


def parts(state: State, seat: int) -> dict[str, int]:
    """Return the score parts of a seat now: area (regions in its largest group), others, flames, gold, white, total.

    All but ``total`` (points) are numbers of pieces; ``flames`` is 1 for most flames, alone or tied. Ruling D10: zero
    flames never count as most.
    """
    return _count_parts(state, seat, _area(state, seat).bit_count())


def _area(state: State, seat: int) -> int:
    return largest_group(kingdom().arrangements[state.arrangement].near, state.marks[seat])


def _count_parts(state: State, seat: int, area: int) -> dict[str, int]:
    others = state.marks[seat].bit_count() - area
    most = int(0 < state.tamed[seat] == max(state.tamed))
    gold, white = state.golds[seat], state.whites[seat]
    total = (
        AREA_POINTS * area + REGION_POINTS * others + FLAME_POINTS * most + GOLD_POINTS * gold + WHITE_POINTS * white
    )
    return {"area": area, "others": others, "flames": most, "gold": gold, "white": white, "total": total}


def describe_parts(state: State, seat: int) -> dict[str, Any]:
    """Return :func:`parts` as plain data for views and events.

    ``points`` of each part; ``regions``: those of the largest area.
    """
    area = _area(state, seat)
    found = _count_parts(state, seat, area.bit_count())
    return {**found, "points": {name: found[name] * each for name, each in WORTH.items()}, "regions": bits(area)}


def scores(state: State) -> list[dict[str, Any]]:
    """Return the current score of each seat, as from :func:`describe_parts`."""
    return [describe_parts(state, seat) for seat in range(state.seats)]


def standing(state: State) -> tuple[int, ...]:
    """Return the places (1 = first) by points, then by flames; remaining ties share the better place."""
    keys = [(parts(state, seat)["total"], state.tamed[seat]) for seat in range(state.seats)]
    return tuple(1 + sum(other > own for other in keys) for own in keys)


# The roll of the evening: the result that brought the most points per roll.


@dataclass(frozen=True, slots=True)
class BestRoll:
    """A result of six dice that hired ``card`` after ``rolls`` rolls; ``gain``: points gained in that turn;
    ``decision``: number of decisions up to the hiring."""

    turn: int
    decision: int
    faces: tuple[int, ...]
    card: int
    rolls: int
    gain: int


def find_best_roll(seat: int, events: Sequence[Event], decisions: Sequence[int]) -> BestRoll | None:
    """Return a player's result that brought the most points per roll, the later of equal ones.

    ``decisions``: by event the number of decisions made up to it. Results that needed jokers do not count. None when
    the player hired nobody.
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
    """Return the better of the best result so far and that of the turn that has ended."""
    if not turn or hired is None or not faces:
        return best
    one = BestRoll(turn, hired[0], faces, hired[1], rolls, gain)
    return one if best is None or gain * best.rolls >= best.gain * rolls else best
