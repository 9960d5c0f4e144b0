"""How strong opponents are, on one published scale for each game, and how strong a person has shown to be.

Ratings are like those of chess: 400 points more mean ten to one, 100 points 64 %. The level Casual (``novice``) stands
at 1200 in every game. A game's list is ``ratings.json`` beside its opponents, made by ``python3 -m
ai.lab.rating_list``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Annotated

import msgspec

from ai.lab.confidence_intervals import Z
from ai.levels import LEVELS
from engine import schema
from engine.seats import WHO
from engine.storage.statistics import Meeting

FILE = "ratings.json"
ANCHOR, AT = "novice", 1200
SCALE = 400 / log(10)
"""Points of a rating in a unit of log-odds."""
USUAL_SPREAD = 300.0
"""Standard deviation of what a person's rating may be before anything is known, about the anchor."""
GAMES = 5
"""After so many games a person's rating is told."""
EVEN = 0.4
"""About even: a chance between this and the rest."""


class Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating with half the width of its 95 % interval, and the games it is from."""

    rating: Annotated[int, msgspec.Meta(ge=-2000, le=6000)]
    spread: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    games: Annotated[int, msgspec.Meta(ge=0)] = 0


class RatingList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: ratings by level or character (``who:mia``)."""

    rated: dict[str, Rated]


class BadRatings(schema.Misfit):
    """A list of ratings cannot be used; the text names file, place and what was expected."""


@lru_cache(maxsize=64)
def ratings(game: str) -> Mapping[str, Rated]:
    """The list of a game; empty when it has none. Raises :class:`BadRatings`."""
    path = path_of(game)
    return schema.read(path, RatingList, BadRatings).rated if path.is_file() else {}


def path_of(game: str) -> Path:
    """Where the list of a game stands."""
    return Path(__file__).with_name(game) / FILE


def rating_of(game: str, level: str) -> Rated | None:
    """The rating of a level or character; a character that is not rated by itself has that of its level."""
    known = ratings(game)
    if level in known or not level.startswith(WHO):
        return known.get(level)
    from ai import character

    try:
        return known.get(character.of(level).level)
    except character.BadCharacter:
        return None


@dataclass(frozen=True, slots=True)
class Own:
    """A person's rating in a game, half the width of its 95 % interval, and from how many games."""

    rating: int
    spread: int
    games: int


def own_rating(game: str, meetings: Iterable[Meeting], games: int) -> Own | None:
    """What the results against rated opponents say; None before the fifth game, or where nobody is rated.

    Each opponent of a table of several counts less: their places hang together.
    """
    if games < GAMES:
        return None
    pairs = []
    for meeting in meetings:
        rated = rating_of(game, meeting.level)
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


def hoped(own: Own, rated: Rated) -> float:
    """The person's chance against an opponent, both spreads taken in: what is uncertain is nearer to a half."""
    sd = sqrt(own.spread**2 + rated.spread**2) / Z / SCALE
    lead = (own.rating - rated.rating) / SCALE
    return 1 / (1 + exp(-lead / sqrt(1 + 3 * sd * sd / pi**2)))


def even(own: Own | None, rated: Rated | None) -> bool:
    """Whether an opponent is about even for the person."""
    return own is not None and rated is not None and EVEN <= hoped(own, rated) <= 1 - EVEN


def nearest_even(game: str, own: Own | None, levels: Iterable[str]) -> str | None:
    """Of these levels or characters the one that is nearest to even; None when none of them is about even."""
    if own is None:
        return None
    found = [
        (abs(rated.rating - own.rating), level) for level in levels if (rated := rating_of(game, level)) is not None
    ]
    near = [pair for pair in found if even(own, rating_of(game, pair[1]))]
    return min(near)[1] if near else None


def order_of(level: str) -> int:
    """The rank of a level, weakest first; what is none comes last."""
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)
