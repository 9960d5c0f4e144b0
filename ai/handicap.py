"""What a step of a handicap is worth in rating points, and the handicap that makes a table about even.

The values are ``handicap.json`` in the folder of a game's opponents, measured by ``python3 -m ai.lab.handicap_value``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ai.levels import LEVELS
from ai.ratings import EVEN, SCALE, USUAL, find_rating, find_slope, name_form
from engine import schema
from engine.contract import MOST_STEPS

FILE = "handicap.json"
CHILD, NEWCOMER, KNOWS_IT = "child", "new", "knows"
ESTIMATES: Mapping[str, int] = {CHILD: USUAL - 250, NEWCOMER: USUAL - 60, KNOWS_IT: USUAL + 190}
"""Rating of a person without one, by what the set-up is told; a guess."""


NEAR = 120
"""Rating points within which a person counts as like a level."""


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Value of steps 1 … 6 in rating points, and the number of games that each was measured with."""

    points: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=4000)]], msgspec.Meta(min_length=6, max_length=6)]
    games: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(min_length=6, max_length=6)]
    pairs: dict[str, dict[str, Annotated[float, msgspec.Meta(ge=0, le=1)]]] = {}
    """Measured shares of a weaker level against a stronger one ("novice expert"), by the step of the weaker one."""


class WorthList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: values by number of seats, or by the form of the game and the number of seats (``high-2``)."""

    forms: dict[str, Worth]


class BadWorths(schema.Misfit):
    """A file of values cannot be used; the text names file, place and what was expected."""


@lru_cache(maxsize=64)
def _read(game: str) -> Mapping[str, Worth]:
    path = worth_path(game)
    return schema.read(path, WorthList, BadWorths).forms if path.is_file() else {}


def worth_path(game: str) -> Path:
    """Path of a game's file of values."""
    return Path(__file__).parent / game / FILE


def find_worth(game: str, options: Mapping[str, Any], seats: int) -> Worth | None:
    """Return the values of a form of a game, those of its main form where it was not measured; None without any."""
    known = _read(game)
    return known.get(name_form(options, seats)) or next(iter(known.values()), None)


def rate_opponent(game: str, options: Mapping[str, Any], seats: int, level: str) -> int:
    """Return the rating of a level or character in a form of a game; the usual one where it has none."""
    rated = find_rating(game, level)
    return USUAL if rated is None else scale_rating(game, options, seats, rated.rating)


def scale_rating(game: str, options: Mapping[str, Any], seats: int, rating: float) -> int:
    """Return a rating as far from the usual one as it counts in this form of a game."""
    return round(USUAL + find_slope(game, name_form(options, seats)) * (rating - USUAL))


def find_nearest_level(game: str, options: Mapping[str, Any], seats: int, rating: float, rival: str = "") -> str:
    """Return the level whose rating in this form is nearest to a person's; "" when none is near.

    Of several near ones it is that which was measured against ``rival``, if one was.
    """
    apart = sorted((abs(rate_opponent(game, options, seats, level) - rating), level) for level in LEVELS)
    near = [level for distance, level in apart if distance <= NEAR]
    worth = _read(game).get(name_form(options, seats))
    met = [] if worth is None else [one for one in near if {f"{one} {rival}", f"{rival} {one}"} & worth.pairs.keys()]
    return next(iter([*met, *near]), "")


def has_measurement(game: str, options: Mapping[str, Any], seats: int) -> bool:
    """Whether this very form was measured."""
    return name_form(options, seats) in _read(game)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Steps by seat, and the expected share of games won by each side without and with them (the shares add to 1)."""

    steps: tuple[int, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def is_even(self) -> bool:
        """Whether the weakest side can expect at least 40 % between two, in proportion between more."""
        return min(self.after) * len(self.after) >= 2 * EVEN


def estimate_shares(ratings: Sequence[float]) -> tuple[float, ...]:
    """Return each side's expected share of the wins from ratings, by the Bradley-Terry model for several."""
    top = max(ratings)
    odds = [10 ** ((rating - top) / (SCALE * _TEN)) for rating in ratings]
    return tuple(each / sum(odds) for each in odds)


_TEN = 2.302585092994046
"""Natural logarithm of ten: rating points per factor of ten are SCALE times this."""


def rate_sides(ratings: Sequence[float], sides: Sequence[int], added: Sequence[float] = ()) -> list[float]:
    """Return the rating of each side: the mean of its seats, and all that their handicaps add."""
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
    """Return the expected shares of the wins by side with a handicap by seat, () for none.

    ``sides``: side of each seat, as the rules tell it. ``levels``: built-in levels by seat, "" for people; between two
    levels that met with this very handicap it is the share that was measured.
    """
    taken = list(steps) or [0] * len(ratings)
    for weak in range(2) if len(levels) == 2 else ():
        known = _find_meetings(worth, levels[weak], levels[1 - weak])
        if not taken[1 - weak] and str(taken[weak]) in known:
            share = known[str(taken[weak])]
            return (share, 1 - share) if weak == 0 else (1 - share, share)
    points = [0, *worth.points]
    return estimate_shares(rate_sides(ratings, sides, [points[step] for step in taken]))


def _find_meetings(worth: Worth, weak: str, strong: str) -> Mapping[str, float]:
    """Return the shares of a weaker level against a stronger one that were measured, by its step."""
    return worth.pairs.get(f"{weak} {strong}", {})


def propose(ratings: Sequence[float], worth: Worth, levels: Sequence[str] = (), sides: Sequence[int] = ()) -> Proposal:
    """Return the handicap that makes a table about even; the strongest side has none. Without ``sides`` a seat is one.

    By ratings each side comes nearest to the strongest one, its weakest seat with the most steps; between two levels
    that were measured against each other it is the step whose share is nearest to a half. ``levels`` as for
    :func:`find_shares`.
    """
    sides = sides or range(len(ratings))
    rated, points, steps = rate_sides(ratings, sides), [0, *worth.points], [0] * len(ratings)
    for seats, rating in zip(_list_members(sides), rated, strict=True):
        seats.sort(key=lambda seat: ratings[seat])
        for seat, step in zip(seats, _close_gap(max(rated) - rating, points, len(seats)), strict=True):
            steps[seat] = step
    for weak in range(2) if len(levels) == 2 else ():
        known = _find_meetings(worth, levels[weak], levels[1 - weak])
        if known:
            steps[weak] = min(map(int, known), key=lambda step: (abs(known[str(step)] - 0.5), step))
            steps[1 - weak] = 0
    after = find_shares(ratings, steps, worth, sides, levels)
    return Proposal(tuple(steps), estimate_shares(rated), after)


def _close_gap(gap: float, points: Sequence[float], seats: int) -> tuple[int, ...]:
    """Return the steps of a side's seats, its weakest first, that add up to about this many points; few steps first."""
    plans = product(range(MOST_STEPS + 1), repeat=seats)
    return min(plans, key=lambda plan: (abs(sum(points[step] for step in plan) - gap), sum(plan), [-s for s in plan]))
