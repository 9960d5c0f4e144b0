"""Points, the end of the game and the standing, with its ties; conditions of the tasks of the High Form and of flares,
one small function for each condition of the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Emit, Event
from games.tash_kalar import actions as act
from games.tash_kalar.cards import LEGENDARY, Flare, box
from games.tash_kalar.maps import CENTRAL, COLOURED, GREEN, NEAR, RED, SIZE, WITHIN_2, bits, find_neighbours, to_square
from games.tash_kalar.state import DUEL, HIGH, MELEE, State, count_sides, empty, find_upgrades, get_side, own_mask

HIGH_GOAL = 9
DUEL_GOAL = 18
MELEE_GOAL = {3: 12, 4: 10}
ZONES = {"red": RED, "green": GREEN, "coloured": COLOURED, "central": CENTRAL}
PLUS = sum(1 << to_square(x, y) for x, y in ((5, 4), (4, 5), (5, 5), (6, 5), (5, 6)))
TIMES = sum(1 << to_square(x, y) for x, y in ((4, 4), (6, 4), (5, 5), (4, 6), (6, 6)))
MIDDLE_LINES = tuple(
    mask
    for n in (4, 5, 6)
    for mask in (
        sum(1 << to_square(x, n) for x in range(1, SIZE + 1)),
        sum(1 << to_square(n, y) for y in range(1, SIZE + 1)),
    )
)
DIAGONALS = (sum(1 << to_square(n, n) for n in range(2, 9)), sum(1 << to_square(n, 10 - n) for n in range(2, 9)))
SIDES = (
    (sum(1 << to_square(1, y) for y in range(3, 8)), sum(1 << to_square(9, y) for y in range(3, 8))),
    (sum(1 << to_square(x, 1) for x in range(3, 8)), sum(1 << to_square(x, 9) for x in range(3, 8))),
)
CORNERS = tuple(
    tuple(sum(1 << to_square(x, y) for x, y in corner) for corner in pair)
    for pair in (
        (((1, 3), (2, 2), (3, 1)), ((7, 9), (8, 8), (9, 7))),
        (((7, 1), (8, 2), (9, 3)), ((1, 7), (2, 8), (3, 9))),
    )
)


def goal(state: State) -> int:
    """Return the number of points that triggers the end of the game."""
    return HIGH_GOAL if state.form == HIGH else DUEL_GOAL if state.form == DUEL else MELEE_GOAL[state.seats]


def add_points(state: State, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Add points to the side on turn in a colour (its own one where colours do not matter) and emit the new scores."""
    give_points(state, state.active, get_side(state, state.active), colour, points, cause, emit)


def give_points(state: State, seat: int, side: int, colour: int, points: int, cause: str, emit: Emit | None) -> None:
    """Add points to a side in a colour and emit the new scores; ``seat`` and ``cause`` are for the event."""
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
    """Return the points for pieces of a colour destroyed this turn: 2 per legendary, 1 per heroic, 1 per two
    commons."""
    common, heroic, legendary = state.tally[3 * colour : 3 * colour + 3]
    per_common, per_heroic, per_legendary = PIECE_WORTH
    return int(per_common * common) + per_heroic * heroic + per_legendary * legendary


def score_turn(state: State, emit: Emit | None) -> None:
    """Add the points for the pieces destroyed this turn.

    In a Duel they go to the side's own colour, else to the colour of the pieces.
    """
    own = get_side(state, state.active)
    for colour in range(count_sides(state)):
        points = count_destruction_points(state, colour)
        if points:
            add_points(state, own if state.form == DUEL else colour, points, "destroyed", emit)


def leftovers(state: State) -> list[int]:
    """Return the colours of unpaired destroyed commons in a Melee, if there are two or more (one of them gives 1
    point), else []."""
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
    """Return the points for legendary pieces in the arena: 1 each in the High Form, 0 in other forms."""
    return state.men[3 * side + LEGENDARY].bit_count() if state.form == HIGH else 0


def scores(state: State) -> list[int]:
    """Return the points of all sides as if the game ended now."""
    return [score(state, side) for side in range(count_sides(state))]


def is_end_reached(state: State) -> bool:
    """Whether points trigger the end: in the High Form those of the side on turn, else those of any side (in a
    Melee in any one colour)."""
    if state.form == HIGH:
        return score(state, get_side(state, state.active)) >= HIGH_GOAL
    return max(state.points) >= goal(state)


def standing(state: State) -> tuple[int, ...]:
    """Return the place of each seat, 1 = winner. Ties: (Melee: next weakest colours), upgraded, all pieces, shared."""
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

    ``begin``, ``end``: number of decisions in the log before and after it; ``number``: that of the turn in the game;
    ``cards``: numbers of those summoned; ``destroyed``: enemy pieces; ``points`` scored; ``worth``: measure to compare
    turns.
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

    ``decisions``: by event the number of decisions made up to it (``engine.content.objectives.collect``).
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


def fulfils(state: State, task: int, side: int | None = None) -> bool:
    """Whether a side, by default that on turn, fulfils a task; what was done this turn counts for that side."""
    condition = box().tasks[task].condition
    return _KINDS[next(iter(condition))](state, get_side(state, state.active) if side is None else side, condition)


def progress(state: State, task: int) -> tuple[int, int]:
    """Return (done, needed) for a task: counts for tasks about destroying or summoning, else 0 or 1 of 1."""
    condition = box().tasks[task].condition
    for name, done in (("destroyed", sum(state.tally)), ("summoned", state.summoned[0])):
        if name in condition:
            return min(done, condition[name]), condition[name]
    return int(fulfils(state, task)), 1


def _check_destruction(state: State, side: int, condition: Any) -> bool:
    upgraded = sum(count for man, count in enumerate(state.tally) if man % 3)
    return bool(sum(state.tally) >= condition["destroyed"] and upgraded >= condition.get("upgraded", 0))


def _check_great_destruction(state: State, side: int, condition: Any) -> bool:
    legends, heroes = condition["legends_or_heroes"]
    return bool(sum(state.tally[2::3]) >= legends or sum(state.tally[1::3]) >= heroes)


def _on(state: State, side: int, condition: Any) -> bool:
    zone = ZONES[condition["on"]]
    own, upgraded = own_mask(state, side) & zone, find_upgrades(state, side) & zone
    return bool(
        own.bit_count() >= condition.get("own", 0)
        and upgraded.bit_count() >= condition["upgraded"]
        and (state.men[3 * side + 2] & zone).bit_count() >= condition.get("legends", 0)
    )


def _more_upgraded_on(state: State, side: int, condition: Any) -> bool:
    own, other = find_upgrades(state, side), find_upgrades(state, 1 - side)
    zones = [ZONES[name] for name in condition["more_upgraded_on"]]
    return all((own & zone).bit_count() > (other & zone).bit_count() for zone in zones)


def _check_summons(state: State, side: int, condition: Any) -> bool:
    beings, red, green, either, legends = state.summoned
    there = {"red": red, "green": green, "coloured": either}.get(condition.get("on", ""), 0)
    enough = there >= condition.get("there", 0) and legends >= condition.get("legends", 0)
    return bool(beings >= condition["summoned"] and enough)


def _cross(state: State, side: int, condition: Any) -> bool:
    own = own_mask(state, side)
    return own & PLUS == PLUS or own & TIMES == TIMES


def _line(state: State, side: int, condition: Any) -> bool:
    own, other = own_mask(state, side), own_mask(state, 1 - side)
    return any((own & line).bit_count() - (other & line).bit_count() >= condition["line"] for line in MIDDLE_LINES)


def _diagonals(state: State, side: int, condition: Any) -> bool:
    pieces, upgraded = condition["diagonals"]
    own, great = own_mask(state, side), find_upgrades(state, side)
    return all((own & d).bit_count() >= pieces and (great & d).bit_count() >= upgraded for d in DIAGONALS)


def _chain(state: State, side: int, condition: Any) -> bool:
    own = own_mask(state, side)
    for begin, end in SIDES if condition["chain"] == "sides" else CORNERS:
        reached = own & begin
        while reached and not reached & end:
            wider = reached | find_neighbours(reached) & own
            if wider == reached:
                break
            reached = wider
        if reached & end:
            return True
    return False


def _around(state: State, side: int, condition: Any) -> bool:
    own = own_mask(state, side)
    return any((NEAR[square] & own).bit_count() >= condition["around"] for square in bits(own_mask(state, 1 - side)))


def _isolation(state: State, side: int, condition: Any) -> bool:
    """Whether an enemy piece is isolated: it cannot reach a square adjacent to another one in the given moves over
    empty squares."""
    enemies, free = own_mask(state, 1 - side), empty(state)
    for square in bits(enemies):
        others = enemies & ~(1 << square)
        if NEAR[square] & others or not WITHIN_2[square] & others:
            continue
        goal = find_neighbours(others)
        reached = 1 << square
        for _ in range(condition["isolation"][1]):
            reached |= find_neighbours(reached) & free
            if reached & goal:
                break
        else:
            return True
    return False


_KINDS: dict[str, Callable[[State, int, Any], bool]] = {
    "destroyed": _check_destruction,
    "legends_or_heroes": _check_great_destruction,
    "on": _on,
    "more_upgraded_on": _more_upgraded_on,
    "summoned": _check_summons,
    "cross": _cross,
    "line": _line,
    "diagonals": _diagonals,
    "chain": _chain,
    "around": _around,
    "isolation": _isolation,
}
CONDITIONS = tuple(_KINDS)


# When flares may be played: the lead of an opponent in upgraded pieces and in pieces (ruling T9).


def advantage(state: State, rival: int) -> tuple[int, int]:
    """Return the lead of a colour over the side on turn in upgraded pieces and in all pieces."""
    return compare_pieces(state, get_side(state, state.active), rival)


def compare_pieces(state: State, own: int, rival: int) -> tuple[int, int]:
    """Return the lead of ``rival`` over ``own`` (colours) in upgraded pieces and in all pieces; below 0 if it is
    behind."""
    return (
        find_upgrades(state, rival).bit_count() - find_upgrades(state, own).bit_count(),
        own_mask(state, rival).bit_count() - own_mask(state, own).bit_count(),
    )


def find_flare_conditions(state: State, flare: int, rival: int) -> tuple[bool, bool]:
    """Return whether each of a flare's two conditions holds against a colour (ruling T9): upgraded pieces, all
    pieces."""
    return holding(box().flares[flare], *advantage(state, rival))


def holding(flare: Flare, upgraded: int, pieces: int) -> tuple[bool, bool]:
    """Return whether each of a flare's two conditions holds with this lead in upgraded pieces and in all pieces."""
    return upgraded >= flare.upgraded, pieces >= flare.pieces


def playable_flares(state: State) -> list[int]:
    """List the actions that play a flare against an opponent for whom at least one condition holds."""
    own = get_side(state, state.active)
    return [
        act.FLARE + 4 * flare + rival
        for flare in bits(state.flares[state.active])
        for rival in range(count_sides(state))
        if rival != own and any(find_flare_conditions(state, flare, rival))
    ]
