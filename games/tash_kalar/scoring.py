"""Points, the end of the game and the standing, with its ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.contract import Emit, Event
from games.tash_kalar.cards import LEGENDARY
from games.tash_kalar.state import DUEL, HIGH, MELEE, State, count_sides, find_upgrades, get_side, own_mask

HIGH_GOAL = 9
DUEL_GOAL = 18
MELEE_GOAL = {3: 12, 4: 10}


def goal(state: State) -> int:
    """Return the number of points that triggers the end."""
    return HIGH_GOAL if state.form == HIGH else DUEL_GOAL if state.form == DUEL else MELEE_GOAL[state.seats]


def add_points(state: State, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Add points to the side on turn, in a colour (its own one where colours do not matter)."""
    give_points(state, state.active, get_side(state, state.active), colour, points, cause, emit)


def give_points(state: State, seat: int, side: int, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Add points to any side in a colour and emit the new scores."""
    state.points[4 * side + colour] += points
    if emit is not None:
        data = {"seat": seat, "side": side, "colour": colour, "points": points, "cause": cause}
        emit(Event("points", {**data, **list_points(state, side)}))


def list_points(state: State, side: int) -> dict[str, list[int]]:
    """Return the points of a side in each colour and the scores of all sides, as event data."""
    return {"totals": state.points[4 * side : 4 * side + count_sides(state)], "scores": scores(state)}


PIECE_WORTH = (0.5, 1, 2)
"""Points for a destroyed common, heroic or legendary piece; common ones count in pairs."""


def count_destruction_points(state: State, colour: int) -> int:
    """Points for pieces of a colour destroyed this turn: 2 per legendary, 1 per heroic, 1 per pair of common pieces."""
    common, heroic, legendary = state.tally[3 * colour : 3 * colour + 3]
    per_common, per_heroic, per_legendary = PIECE_WORTH
    return int(per_common * common) + per_heroic * heroic + per_legendary * legendary


def score_turn(state: State, emit: Emit | None) -> None:
    """Score the pieces destroyed this turn.

    A Melee counts each enemy colour by itself.
    """
    own = get_side(state, state.active)
    for colour in range(count_sides(state)):
        points = count_destruction_points(state, colour)
        if points:
            add_points(state, own if state.form == DUEL else colour, points, "destroyed", emit)


def leftovers(state: State) -> list[int]:
    """Return in a Melee the colours of unpaired destroyed commons if there are two or three; one of them gives 1
    point."""
    if state.form != MELEE:
        return []
    odd = [colour for colour in range(count_sides(state)) if state.tally[3 * colour] % 2]
    return odd if len(odd) > 1 else []


def score(state: State, side: int) -> int:
    """Return the points of a side as if the game ended now."""
    own = state.points[4 * side : 4 * side + 4]
    if state.form == HIGH:
        return own[side] + legend_points(state, side)
    if state.form == DUEL:
        return own[side]
    return min(own[colour] for colour in range(count_sides(state)) if colour != side)


def legend_points(state: State, side: int) -> int:
    """High Form: count a point for each own legendary piece in the arena; 0 in other forms."""
    return state.men[3 * side + LEGENDARY].bit_count() if state.form == HIGH else 0


def scores(state: State) -> list[int]:
    """Return the points of all sides as if the game ended now."""
    return [score(state, side) for side in range(count_sides(state))]


def is_end_reached(state: State) -> bool:
    """Whether points trigger the end: the side on turn in the High Form, any side elsewhere."""
    if state.form == HIGH:
        return score(state, get_side(state, state.active)) >= HIGH_GOAL
    return max(state.points) >= goal(state)


def standing(state: State) -> tuple[int, ...]:
    """Return the place of each seat, 1 = winner. Ties: (Melee: next weakest colours) upgraded, all pieces, shared."""
    sides = count_sides(state)
    keys = []
    for side in range(sides):
        if state.form == MELEE:
            points = sorted(state.points[4 * side + colour] for colour in range(sides) if colour != side)
        else:
            points = [score(state, side)]
        pieces = [find_upgrades(state, side).bit_count(), own_mask(state, side).bit_count()]
        keys.append((side != state.loser, [*points, *pieces]))
    by_seat = [keys[get_side(state, seat)] for seat in range(state.seats)]
    return tuple(1 + sum(other > key for other in by_seat) for key in by_seat)


# The turn of a finished game that its player will remember: most points, then most enemy pieces destroyed.


@dataclass(slots=True)
class BestTurn:
    """One turn of a player.

    ``begin``, ``end``: decisions of the log before it and after it; ``number``: the turn's number in the game;
    ``cards``: numbers of the beings summoned; ``destroyed``: enemy pieces; ``points`` scored in it.
    """

    number: int
    begin: int
    end: int = 0
    cards: list[int] = field(default_factory=list)
    destroyed: int = 0
    points: int = 0
    worth: float = 0.0


def find_best_turn(seat: int, events: Sequence[Event], decisions: Sequence[int]) -> BestTurn | None:
    """Return a player's best turn, the later of equal ones; None when no turn brought anything.

    ``decisions``: by event, how many decisions had been made (``engine.content.objectives.collect``).
    """
    best: BestTurn | None = None
    current: BestTurn | None = None
    for event, made in zip(events, decisions, strict=True):
        data = event.data
        if event.kind == "turn_begins":
            current = BestTurn(data["turn"], made) if data["seat"] == seat else None
        if current is None:
            continue
        current.end = made
        if event.kind == "summoned":
            current.cards.append(data["card"])
        elif event.kind == "destroyed" and data["counts"]:
            current.destroyed += 1
            current.worth += PIECE_WORTH[data["rank"]]
        elif event.kind in ("claimed", "points") and data["seat"] == seat:
            current.points += data["points"]
            current.worth += 2 * data["points"]
        if current.worth and (best is None or current.worth >= best.worth):
            best = current
    return best
