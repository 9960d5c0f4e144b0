"""Elo ratings of the opponents, one list per game, and rating estimates for persons.

400 points more mean odds of ten to one, 100 points 64 %. The level Casual (``novice``) is fixed at 1200 in every game.
A game's list is ``ratings.json`` in the folder of its opponents, made by ``python3 -m ai.lab.rating_list``.
Nothing else says how strong an opponent is; in a list no level stands above the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.confidence_intervals import Z
from ai.levels import LEVELS
from engine import schema
from engine.schema import expect
from engine.seats import WHO
from engine.storage.statistics import Meeting

FILE = "ratings.json"
ANCHOR, AT = "novice", 1200
SCALE = 400 / log(10)
"""Rating points per unit of log-odds."""
USUAL_SPREAD = 300.0
"""Standard deviation of the prior for a person's rating, around the anchor."""
GAMES = 5
"""Games after which a person's rating is shown."""
EVEN = 0.4
"""An opponent is about even if the win probability is between this and 1 minus this."""


class Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating, half the width of its 95 % interval, and the number of games it is based on."""

    rating: Annotated[int, msgspec.Meta(ge=-2000, le=6000)]
    spread: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    games: Annotated[int, msgspec.Meta(ge=0)] = 0


class RatingList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: ratings by level or character (``who:mia``).

    ``forms``: those of the levels in a form of the game (``2``, ``high-2``) in which they are far from the others, from
    ``measurements/level_against_level``.
    """

    rated: dict[str, Rated]
    forms: dict[str, dict[str, int]] = {}

    def __post_init__(self) -> None:
        """Check that the levels ascend."""
        rated = {name: one.rating for name, one in self.rated.items()}
        lists: list[tuple[str, Mapping[str, int]]] = [("rated", rated)]
        lists += [(f"forms.{form}", levels) for form, levels in self.forms.items()]
        for place, known in lists:
            for low, high in pairwise(level for level in LEVELS if level in known):
                expect(known[low] <= known[high], f"{place}.{high}", f"at least {known[low]}", known[high])


class BadRatings(schema.Misfit):
    """A rating list cannot be used; the text names file, place and what was expected."""


def ratings(game: str) -> Mapping[str, Rated]:
    """Return the rating list of a game, empty if it has none. Raises :class:`BadRatings`."""
    return read_list(game).rated


@lru_cache(maxsize=64)
def read_list(game: str) -> RatingList:
    """Return all that the file of a game says. Raises :class:`BadRatings`."""
    path = rating_path(game)
    return schema.read(path, RatingList, BadRatings) if path.is_file() else RatingList({})


def rating_path(game: str) -> Path:
    """Path of a game's rating list."""
    return Path(__file__).with_name(game) / FILE


def find_rating(game: str, level: str, form: str = "") -> Rated | None:
    """Return the rating of a level or character, in a form of the game as far from the usual one as its level is; an
    unrated character has that of its level."""
    known = ratings(game)
    base = find_level(level)
    found = known.get(level, known.get(base))
    there = read_list(game).forms.get(form, {})
    if found is None or base not in there or base not in known:
        return found
    return msgspec.structs.replace(found, rating=found.rating + there[base] - known[base].rating)


def find_level(level: str) -> str:
    """Return the built-in level of a character, a level itself; "" for what has none."""
    if not level.startswith(WHO):
        return level if level in LEVELS else ""
    from ai import character

    try:
        return character.find(level).level
    except character.BadCharacter:
        return ""


@dataclass(frozen=True, slots=True)
class Own:
    """A person's rating in a game, half the width of its 95 % interval, and the number of games."""

    rating: int
    spread: int
    games: int


def own_rating(game: str, meetings: Iterable[Meeting], games: int) -> Own | None:
    """Estimate a person's rating from results against rated opponents; None before the fifth game or without rated
    ones.

    Several opponents at one table have less weight each, because their places are correlated.
    """
    if games < GAMES:
        return None
    pairs = []
    for meeting in meetings:
        rated = find_rating(game, meeting.level)
        if rated is not None:
            pairs.append(((rated.rating - AT) / SCALE, meeting.score, 2 / meeting.seats))
    if not pairs:
        return None
    tight = (SCALE / USUAL_SPREAD) ** 2
    own = 0.0
    known = tight
    for _ in range(30):
        slope, known = -tight * own, tight
        for theirs, score, weight in pairs:
            hoped = 1 / (1 + exp(theirs - own))
            slope += weight * (score - hoped)
            known += weight * hoped * (1 - hoped)
        own += slope / known
        if abs(slope / known) < _NEAR:
            break
    return Own(round(AT + SCALE * own), round(Z * SCALE / sqrt(known)), games)


_NEAR = 1e-4


def predict_win(own: Own, rated: Rated) -> float:
    """Win probability of a person against an opponent, with the uncertainty of both ratings included."""
    sd = sqrt(own.spread**2 + rated.spread**2) / Z / SCALE
    lead = (own.rating - rated.rating) / SCALE
    return 1 / (1 + exp(-lead / sqrt(1 + 3 * sd * sd / pi**2)))


def even(own: Own | None, rated: Rated | None) -> bool:
    """Whether an opponent has about the same strength as the person."""
    return own is not None and rated is not None and EVEN <= predict_win(own, rated) <= 1 - EVEN


def nearest_even(game: str, own: Own | None, levels: Iterable[str]) -> str | None:
    """Return the level or character closest to even, or None if none is about even."""
    if own is None:
        return None
    found = [
        (abs(rated.rating - own.rating), level) for level in levels if (rated := find_rating(game, level)) is not None
    ]
    near = [pair for pair in found if even(own, find_rating(game, pair[1]))]
    return min(near)[1] if near else None


def rank_level(level: str) -> int:
    """Rank of a level, weakest first; unknown ones come last."""
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)
