"""What a step of a handicap is worth in rating points, and the handicap that makes a table about even.

The values are ``handicap.json`` in the folder of a game's opponents, measured by ``python3 -m ai.lab.handicap_value``.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import exp
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ai.levels import LEVELS
from ai.ratings import EVEN, SCALE, USUAL, find_rating, find_slope, name_form
from engine import schema
from engine.contract import MOST_STEPS

FILE = "handicap.json"
CHILD, NEWCOMER, KNOWS_IT = "child", "new", "knows"
ESTIMATES: Mapping[str, float] = {CHILD: 0.0, NEWCOMER: 0.5, KNOWS_IT: 1.5}
"""How far a person without a rating stands above First evening, in steps from level to level, by what the set-up is
told; a guess."""
NEAR = 120
"""Rating points within which a person counts as like a level."""

Points = Annotated[int, msgspec.Meta(ge=0, le=4000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class StepValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Value of steps 1 to 6 for a level that receives them, in rating points, and the number of games behind each."""

    points: Annotated[list[Points], msgspec.Meta(min_length=6, max_length=6)]
    games: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(min_length=6, max_length=6)]


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What steps are worth in a form of a game.

    ``levels``: by the level that receives the steps. ``pairs``: by "weaker stronger" (two levels), then by the weaker
    one's step, its share of the wins with the bounds of the 95 % interval. ``players``: hashes of the decisions of the
    levels that were measured (``ai.lab.decision_hash``).
    """

    levels: Annotated[dict[str, StepValues], msgspec.Meta(min_length=1)]
    pairs: dict[str, dict[str, tuple[Share, Share, Share]]] = {}
    players: dict[str, str] = {}

    def find_values(self, level: str) -> StepValues:
        """Return the values of the measured level nearest to ``level``; an unknown one counts as the weakest."""
        rank = LEVELS.index(level) if level in LEVELS else 0
        return self.levels[min(self.levels, key=lambda one: abs(LEVELS.index(one) - rank))]


class WorthList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game: values by form (:func:`~ai.ratings.name_form`), such as ``2`` seats or ``high-2``."""

    forms: dict[str, Worth]


@lru_cache(maxsize=64)
def read_worths(game: str) -> Mapping[str, Worth]:
    """Return what steps are worth by form of the game, empty if not measured. Raises ``Misfit`` for a bad file."""
    path = worth_path(game)
    return schema.read(path, WorthList).forms if path.is_file() else {}


def worth_path(game: str) -> Path:
    """Path of a game's file of values."""
    return Path(__file__).parent / game / FILE


def find_worth(game: str, options: Mapping[str, Any], seats: int) -> Worth | None:
    """Return what steps are worth in a form of a game, else in its main form; None if neither was measured."""
    known = read_worths(game)
    return known.get(name_form(options, seats)) or next(iter(known.values()), None)


def rate_opponent(game: str, options: Mapping[str, Any], seats: int, level: str) -> int:
    """Return the rating of a level or character in a form of a game; :data:`USUAL` for opponents without a rating."""
    rated = find_rating(game, level)
    return USUAL if rated is None else scale_rating(game, options, seats, rated.rating)


def scale_rating(game: str, options: Mapping[str, Any], seats: int, rating: float) -> int:
    """Return a rating of the main form converted to this form of a game: its distance from :data:`USUAL` is scaled."""
    return round(USUAL + find_slope(game, name_form(options, seats)) * (rating - USUAL))


def estimate_person(game: str, options: Mapping[str, Any], seats: int, strength: str) -> int:
    """Return the assumed rating of a person without one, in a form of a game; ``strength``: the answer given in the
    set-up."""
    low, high = (rate_opponent(game, options, seats, level) for level in LEVELS[:2])
    return round(low + ESTIMATES[strength] * (high - low))


def find_nearest_level(game: str, options: Mapping[str, Any], seats: int, rating: float, rival: str = "") -> str:
    """Return the level whose rating in this form is nearest to ``rating``; "" if none is near.

    A near level that was measured against the level ``rival`` comes before nearer ones.
    """
    apart = sorted((abs(rate_opponent(game, options, seats, level) - rating), level) for level in LEVELS)
    near = [level for distance, level in apart if distance <= NEAR]
    worth = read_worths(game).get(name_form(options, seats))
    met = [] if worth is None else [one for one in near if {f"{one} {rival}", f"{rival} {one}"} & worth.pairs.keys()]
    return next(iter([*met, *near]), "")


def has_measurement(game: str, options: Mapping[str, Any], seats: int) -> bool:
    """Whether steps were measured in this form itself, not only in the main form."""
    return name_form(options, seats) in read_worths(game)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Steps by seat, and the expected share of the wins by side without and with them (adding up to 1).

    ``interval``: 95 % interval of the weaker side's share if that was measured, else None. If no steps make the table
    even none are proposed, and ``after`` has the shares with the best ones.
    """

    steps: tuple[int, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    interval: tuple[float, float] | None = None

    @property
    def is_even(self) -> bool:
        """Whether the weakest side can expect 40 % of the wins between two sides, in proportion between more; a
        measured share counts by the upper end of its interval."""
        if self.interval is not None:
            return self.interval[1] >= EVEN
        return min(self.after) * len(self.after) >= 2 * EVEN


def estimate_shares(ratings: Sequence[float]) -> tuple[float, ...]:
    """Return the expected share of the wins of each side, from its rating (Bradley-Terry model for several)."""
    top = max(ratings)
    odds = [exp((rating - top) / SCALE) for rating in ratings]
    return tuple(each / sum(odds) for each in odds)


def rate_sides(ratings: Sequence[float], sides: Sequence[int], added: Sequence[float] = ()) -> list[float]:
    """Return the rating of each side: the mean of its seats' ratings, plus the sum of ``added`` (by seat)."""
    seats = _list_members(sides)
    return [sum(ratings[k] / len(of) + (added[k] if added else 0) for k in of) for of in seats]


def _list_members(sides: Sequence[int]) -> list[list[int]]:
    members = defaultdict(list)
    for seat, side in enumerate(sides):
        members[side].append(seat)
    return [members[side] for side in sorted(members)]


def find_shares(
    ratings: Sequence[float], steps: Sequence[int], worth: Worth, sides: Sequence[int], levels: Sequence[str] = ()
) -> tuple[float, ...]:
    """Return the expected share of the wins of each side; ``steps``: handicap by seat, () for none.

    ``sides``: side of each seat, as the rules tell it. ``levels``: level that each seat resembles, "" for none; if
    these two levels were measured with this very handicap, the measured shares are returned.
    """
    taken = list(steps) or [0] * len(ratings)
    measured = _find_measurement(worth, taken, levels)
    if measured is not None:
        return measured[0]
    levels = levels or [""] * len(ratings)
    added = [[0, *worth.find_values(level).points][step] for level, step in zip(levels, taken, strict=True)]
    return estimate_shares(rate_sides(ratings, sides, added))


def _find_measurement(
    worth: Worth, steps: Sequence[int], levels: Sequence[str]
) -> tuple[tuple[float, ...], tuple[float, float]] | None:
    """Return the measured shares of two levels with these steps, and the weaker one's interval; None if unmeasured."""
    for weak in range(2) if len(levels) == 2 else ():
        known = worth.pairs.get(f"{levels[weak]} {levels[1 - weak]}", {})
        if not steps[1 - weak] and str(steps[weak]) in known:
            share, low, high = known[str(steps[weak])]
            return (share, 1 - share) if weak == 0 else (1 - share, share), (low, high)
    return None


def propose(ratings: Sequence[float], worth: Worth, levels: Sequence[str] = (), sides: Sequence[int] = ()) -> Proposal:
    """Return the handicap that makes a table about even; the strongest side gets none.

    By ratings, each side is brought as near as possible to the strongest one, its weakest seat with the most steps;
    between two levels that were measured against each other, the step with a share nearest to a half is taken.
    ``levels`` as for :func:`find_shares`; ``sides``: side of each seat, by default each its own.
    """
    sides = sides or range(len(ratings))
    rated, steps, kinds = rate_sides(ratings, sides), [0] * len(ratings), levels or [""] * len(ratings)
    for seats, rating in zip(_list_members(sides), rated, strict=True):
        seats.sort(key=lambda seat: ratings[seat])
        values = [[0, *worth.find_values(kinds[seat]).points] for seat in seats]
        for seat, step in zip(seats, _close_gap(max(rated) - rating, values), strict=True):
            steps[seat] = step
    for weak in range(2) if len(levels) == 2 else ():
        known = worth.pairs.get(f"{levels[weak]} {levels[1 - weak]}", {})
        if known:
            steps[weak] = min(map(int, known), key=lambda step: (abs(known[str(step)][0] - 0.5), step))
            steps[1 - weak] = 0
    after, measured = find_shares(ratings, steps, worth, sides, levels), _find_measurement(worth, steps, levels)
    found = Proposal(tuple(steps), estimate_shares(rated), after, None if measured is None else measured[1])
    return found if found.is_even else replace(found, steps=(0,) * len(steps))


def _close_gap(gap: float, values: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the steps of a side's seats (weakest first) that add up to about ``gap`` points, as few as possible;
    ``values``: points by step of each seat."""
    plans = product(range(MOST_STEPS + 1), repeat=len(values))

    def rate(plan: Sequence[int]) -> tuple[float, int, list[int]]:
        added = sum(points[step] for points, step in zip(values, plan, strict=True))
        return abs(added - gap), sum(plan), [-step for step in plan]

    return min(plans, key=rate)
