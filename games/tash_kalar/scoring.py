"""Points, the end of the game and the standing, with its ties."""

from __future__ import annotations

from engine.contract import Emit, Event

from .cards import LEGENDARY
from .state import DUEL, HIGH, MELEE, State, own_mask, side_of, sides_of, upgraded_mask

HIGH_GOAL = 9
DUEL_GOAL = 18
MELEE_GOAL = {3: 12, 4: 10}


def goal(state: State) -> int:
    """The number of points that triggers the end."""
    return HIGH_GOAL if state.form == HIGH else DUEL_GOAL if state.form == DUEL else MELEE_GOAL[state.seats]


def add_points(state: State, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Points of the side on turn, in a colour (its own one where colours do not matter)."""
    give_points(state, state.active, side_of(state, state.active), colour, points, cause, emit)


def give_points(state: State, seat: int, side: int, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Points of any side in a colour; the event says what all have then."""
    state.points[4 * side + colour] += points
    if emit is not None:
        data = {"seat": seat, "side": side, "colour": colour, "points": points, "cause": cause}
        emit(Event("points", {**data, **told_points(state, side)}))


def told_points(state: State, side: int) -> dict[str, list[int]]:
    """What an event says of a side's points: in each colour, and the scores of all."""
    return {"totals": state.points[4 * side : 4 * side + sides_of(state)], "scores": scores(state)}


def destroyed_points(state: State, colour: int) -> int:
    """What was destroyed of a colour this turn: 2 for a legendary, 1 for a heroic, 1 for each pair of common pieces."""
    common, heroic, legendary = state.tally[3 * colour : 3 * colour + 3]
    return 2 * legendary + heroic + common // 2


def score_turn(state: State, emit: Emit | None) -> None:
    """What was destroyed this turn.

    A Melee counts each enemy colour by itself.
    """
    own = side_of(state, state.active)
    for colour in range(sides_of(state)):
        points = destroyed_points(state, colour)
        if points:
            add_points(state, own if state.form == DUEL else colour, points, "destroyed", emit)


def leftovers(state: State) -> list[int]:
    """Melee: colours of unpaired commons when there are two or three; one of them gives 1 point."""
    if state.form != MELEE:
        return []
    odd = [colour for colour in range(sides_of(state)) if state.tally[3 * colour] % 2]
    return odd if len(odd) > 1 else []


def score(state: State, side: int) -> int:
    """The points of a side as if the game ended now."""
    own = state.points[4 * side : 4 * side + 4]
    if state.form == HIGH:
        return own[side] + legend_points(state, side)
    if state.form == DUEL:
        return own[side]
    return min(own[colour] for colour in range(sides_of(state)) if colour != side)


def legend_points(state: State, side: int) -> int:
    """High Form: a point for each own legendary piece in the arena; none in other forms."""
    return state.men[3 * side + LEGENDARY].bit_count() if state.form == HIGH else 0


def scores(state: State) -> list[int]:
    """The points of all sides as if the game ended now."""
    return [score(state, side) for side in range(sides_of(state))]


def end_reached(state: State) -> bool:
    """Whether points trigger the end: the side on turn in the High Form, any side elsewhere."""
    if state.form == HIGH:
        return score(state, side_of(state, state.active)) >= HIGH_GOAL
    return max(state.points) >= goal(state)


def standing(state: State) -> tuple[int, ...]:
    """Place of each seat, 1 = winner. Ties: (Melee: the next weakest colours) upgraded pieces, pieces, shared."""
    sides = sides_of(state)
    keys = []
    for side in range(sides):
        if state.form == MELEE:
            points = sorted(state.points[4 * side + colour] for colour in range(sides) if colour != side)
        else:
            points = [score(state, side)]
        pieces = [upgraded_mask(state, side).bit_count(), own_mask(state, side).bit_count()]
        keys.append((side != state.loser, [*points, *pieces]))
    by_seat = [keys[side_of(state, seat)] for seat in range(state.seats)]
    return tuple(1 + sum(other > key for other in by_seat) for key in by_seat)
