"""Elo ratings of the opponents, how each rating plays, and rating estimates for persons.

400 points more mean odds of ten to one, 100 points 64 %, in the main form of a game. A game's file is ``skill.json`` in
the folder of its opponents: from the rating of First evening to that of Master it says of each form which skill plays
at it (``ai.algorithms.skill``), and how much a point is worth in that form (``slope``). The three steps from First
evening to Master are equal. Master keeps its rating from release to release, and so does the scale: nothing else says
how strong an opponent is. Games that were recorded before ratings stood in the record go by ``former_ratings.json``.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ai.algorithms.confidence_intervals import Z
from ai.algorithms.skill import Skill
from ai.levels import FIRST_EVENING, GENTLE, GRANDMASTER, LEVELS, MASTER
from engine import schema
from engine.schema import expect
from engine.seats import AT_RATING, WHO
from engine.storage.statistics import Meeting

FILE, FORMER = "skill.json", "former_ratings.json"
SCALE = 400 / log(10)
"""Rating points per unit of log-odds."""
GAMES = 5
"""Games after which a person's rating is shown."""
EVEN = 0.4
"""An opponent is about even if the win probability is between this and 1 minus this."""
FINEST = 10
"""Points to which the rating of a rival is told."""
_NEAR = 1e-4
"""Log-odds below which a step of the estimate ends it."""

Rating = Annotated[int, msgspec.Meta(ge=0, le=6000)]


class SkillPoint(Skill, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rating, and the skill by which a computer player plays at it."""

    rating: Rating


class SkillCurve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of a game: skills by rating; ``slope``: what a point of rating counts there, 1 in the main form."""

    slope: Annotated[float, msgspec.Meta(gt=0, le=4)]
    points: Annotated[list[SkillPoint], msgspec.Meta(min_length=2)] = []
    """Those of the main form where the file has none."""


class SkillFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game: rating of the Grandmaster, half the width of the 95 % interval of a rating, and the forms:
    the main one first, last the one that stands for larger tables. ``gentle``: skill of First evening at a child's
    table, None if it is the usual one."""

    grandmaster: Rating
    spread: Annotated[int, msgspec.Meta(ge=0, le=400)]
    forms: Annotated[dict[str, SkillCurve], msgspec.Meta(min_length=1)]
    gentle: Skill | None = None

    def __post_init__(self) -> None:
        """Fill forms without points from the main form; check that ratings ascend between the same ends."""
        main = next(iter(self.forms.values())).points
        expect(bool(main), "forms", "points of the main form", main)
        for form, curve in self.forms.items():
            if not curve.points:
                curve = self.forms[form] = msgspec.structs.replace(curve, points=main)
            for at, (low, high) in enumerate(pairwise(curve.points), 1):
                expect(low.rating < high.rating, f"forms.{form}.points[{at}]", f"above {low.rating}", high.rating)
            for at in (0, -1):
                expect(
                    curve.points[at].rating == main[at].rating, f"forms.{form}", f"{main[at].rating}", curve.points[at]
                )
        expect(self.grandmaster >= main[-1].rating, "grandmaster", f"at least {main[-1].rating}", self.grandmaster)

    @property
    def bounds(self) -> tuple[int, int]:
        """Ratings of First evening and Master."""
        points = next(iter(self.forms.values())).points
        return points[0].rating, points[-1].rating


@lru_cache(maxsize=64)
def read_skills(game: str) -> SkillFile | None:
    """Return ratings and skills from the file of a game; None without a file. Raises ``Misfit`` for a bad one."""
    path = skill_path(game)
    return schema.read(path, SkillFile) if path.is_file() else None


@lru_cache(maxsize=64)
def _read_former(game: str) -> Mapping[str, int]:
    path = Path(__file__).with_name(game) / FORMER
    return schema.read(path, dict[str, int]) if path.is_file() else {}


def skill_path(game: str) -> Path:
    """Path of a game's file of ratings and skills."""
    return Path(__file__).with_name(game) / FILE


def name_form(options: Mapping[str, Any], seats: int) -> str:
    """Return the key of a form of a game in its files: its option ``form``, if it has one, and the number of seats."""
    form = options.get("form")
    return f"{form}-{seats}" if isinstance(form, str) else str(seats)


def find_curve(known: SkillFile, form: str) -> SkillCurve:
    """Return the curve of a form; of the largest form for a larger table, else of the main form, if not measured."""
    if form not in known.forms and form.isdigit() and int(form) > len(known.forms):
        return next(reversed(known.forms.values()))
    return known.forms.get(form) or next(iter(known.forms.values()))


def find_skill(game: str, rating: float, form: str) -> Skill:
    """Return the skill that plays at a rating in a form of a game (one with a file of skills), interpolated."""
    known = read_skills(game)
    assert known is not None
    points = find_curve(known, form).points
    at = min(len(points) - 1, max(1, bisect_right(points, rating, key=lambda point: point.rating)))
    low, high = points[at - 1], points[at]
    part = min(1.0, max(0.0, (rating - low.rating) / (high.rating - low.rating)))
    low_values, high_values = ((one.reach, one.noticed, one.temperature) for one in (low, high))
    return Skill(*(a + part * (b - a) for a, b in zip(low_values, high_values, strict=True)))


def name_rating(game: str, rating: float) -> str:
    """Return the level that plays at about a rating: First evening or Master at the ends of the curve, the Grandmaster
    above (or without a curve), else ``AT_RATING`` and the rounded rating."""
    known = read_skills(game)
    if known is None or rating >= sum((known.bounds[1], known.grandmaster)) / 2:
        return GRANDMASTER
    first, master = known.bounds
    if rating - first < FINEST or master - rating < FINEST:
        return FIRST_EVENING if rating - first < FINEST else MASTER
    return f"{AT_RATING}{round(rating / FINEST) * FINEST}"


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating, and half the width of its 95 % interval."""

    rating: int
    spread: int


def find_rating(game: str, level: str) -> Rated | None:
    """Return the rating of a level, or of a character's level, in the main form of a game; None for other opponents."""
    known = read_skills(game)
    if known is None:
        return None
    if level.startswith(AT_RATING):
        return Rated(int(level.removeprefix(AT_RATING)), known.spread)
    base = find_level(level)
    if base == GRANDMASTER:
        return Rated(known.grandmaster, known.spread)
    first, master = known.bounds
    steps = LEVELS.index(MASTER)
    return Rated(round(first + (master - first) * LEVELS.index(base) / steps), known.spread) if base else None


def find_slope(game: str, form: str) -> float:
    """Return the factor by which differences of rating count in a form of a game; 1 in its main form."""
    known = read_skills(game)
    return 1.0 if known is None else find_curve(known, form).slope


def find_level(level: str) -> str:
    """Return a built-in level itself, or the level of a character; "" for any other opponent."""
    if not level.startswith(WHO):
        return level if level in LEVELS else ""
    from ai import character

    try:
        return character.find(level).level
    except character.BadCharacter:
        return ""


def rate_seats(game: str, options: Mapping[str, Any], levels: Sequence[str]) -> tuple[tuple[int, float] | None, ...]:
    """Return rating and slope of each seat's level, None where it has no rating: what the record keeps of a game. A
    level that plays with children below its rating (``GENTLE``) has slope 0: its games tell nothing about a person."""
    slope, known = find_slope(game, name_form(options, len(levels))), read_skills(game)
    has_gentle = known is not None and known.gentle is not None
    rated = [(find_rating(game, level.removeprefix(GENTLE)), level.startswith(GENTLE)) for level in levels]
    return tuple(None if one is None else (one.rating, 0.0 if low and has_gentle else slope) for one, low in rated)


# --- a person's own -------------------------------------------------------------------------------------------

USUAL, USUAL_SPREAD = 1200, 300.0
"""Mean and standard deviation of what was thought of a person before, for games whose record has no ratings."""
FIRST_STEPS = 5
"""A new person goes this part of the way from First evening to Master by each game, as long as all end alike."""
DRIFT = 40.0
"""Standard deviation in points by which a person may get better or worse from one game to the next."""
SUREST = 60.0
"""Standard deviation that a rating from a former record has at least: it may have been made on another scale."""


@dataclass(frozen=True, slots=True)
class Own:
    """A person's rating in a game, half the width of its 95 % interval, and the number of games."""

    rating: int
    spread: int
    games: int


def own_rating(game: str, meetings: Iterable[Meeting], games: int) -> Own | None:
    """Return a person's rating from results against rated opponents; None before the fifth game or without such
    ones."""
    if games < GAMES:
        return None
    found = estimate_own(game, meetings)
    return None if found is None else Own(round(found[0]), round(Z * found[1]), games)


def estimate_own(game: str, meetings: Iterable[Meeting]) -> tuple[float, float] | None:
    """Return the mean and standard deviation of the estimate of a person's rating; None without rated opponents.

    Games whose record has no ratings are taken together, with the ratings that the levels had then. Each later game
    moves the estimate (a Kalman filter with the slope of the logistic curve, as in Glicko: Glickman 1999). Several
    opponents at one table have less weight each, because their places are correlated.
    """
    every = list(meetings)
    later = [(one, one.rated) for one in every if one.rated is not None and one.rated[1] > 0]
    found = _estimate_from_former(game, [one for one in every if one.rated is None])
    if found is None and not later:
        return None
    known = read_skills(game)
    first, master = (USUAL, USUAL + 600) if known is None else known.bounds
    step = (master - first) / FIRST_STEPS
    if found is None:
        own, variance, streak = float(first), step**2, 0.0
    else:
        own, variance, streak = found[0], max(found[1], SUREST if later else 0.0) ** 2, -1.0
    for meeting, (rating, slope) in later:
        weight, steepness = 2 / meeting.seats, slope / SCALE
        hoped = 1 / (1 + exp(steepness * (rating - own)))
        if found is None and streak >= 0 and meeting.score == 1:
            streak += weight
            own += weight * step
            continue
        streak = -1.0
        variance = 1 / (1 / variance + weight * steepness**2 * hoped * (1 - hoped))
        own += variance * weight * steepness * (meeting.score - hoped)
        variance += DRIFT**2 * weight
    return own, sqrt(variance)


LOST, MILDER = 3, 120
"""Defeats in a row after which a rival about even is milder, and by how many points: it loses two of three games
then."""


def suggest_even(game: str, meetings: Iterable[Meeting], streak: int) -> str:
    """Return the level about even with a person, First evening without rated games; ``streak``: defeats in a row as a
    negative number, many of which lower the level."""
    own = estimate_own(game, meetings)
    return LEVELS[0] if own is None else name_rating(game, own[0] - MILDER * (streak <= -LOST))


def _estimate_from_former(game: str, meetings: Sequence[Meeting]) -> tuple[float, float] | None:
    """Return mean and standard deviation of a rating from games whose record has no ratings, by the levels' former
    ratings."""
    former = _read_former(game)
    pairs = []
    for meeting in meetings:
        rating = former.get(meeting.level, former.get(find_level(meeting.level)))
        if rating is not None:
            pairs.append(((rating - USUAL) / SCALE, meeting.score, 2 / meeting.seats))
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
    return USUAL + SCALE * own, SCALE / sqrt(known)


def predict_win(own: Own, rated: Rated) -> float:
    """Return a person's win probability against an opponent, given the uncertainty of both ratings."""
    sd = sqrt(own.spread**2 + rated.spread**2) / Z / SCALE
    lead = (own.rating - rated.rating) / SCALE
    return 1 / (1 + exp(-lead / sqrt(1 + 3 * sd * sd / pi**2)))


def is_even(own: Own | None, rated: Rated | None) -> bool:
    """Whether an opponent has about the same strength as the person."""
    return own is not None and rated is not None and EVEN <= predict_win(own, rated) <= 1 - EVEN


def find_nearest_even(game: str, own: Own | None, levels: Iterable[str]) -> str | None:
    """Return the level or character nearest to an even chance; None if none has about the person's strength."""
    if own is None:
        return None
    near = [
        (abs(rated.rating - own.rating), level)
        for level in levels
        if (rated := find_rating(game, level)) is not None and is_even(own, rated)
    ]
    return min(near)[1] if near else None
