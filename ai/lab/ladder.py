"""The ladder of a game: ``python3 -m ai.lab.ladder GAME [--form 2] [--games 200] --keep FILE``.

Between neighbours by turns it plays seven points of the main form, the ends and five between, or three of another one,
and prints how strong each was next to the rating that it is told to have, as lines for ``measurements/ladder.jsonl``.
Games tell ratings up to a constant: the measured ones have the mean of the told ones.

``--fit`` plays the points of the game's ``skill.json`` themselves, neighbours and next but one, and writes the ratings
found into it, rising from point to point; in the main form Master keeps its rating, in the others the ends keep
theirs and the form's slope is found. ``--keep FILE`` writes each game down, and goes on from what it holds.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path
from typing import Any

import msgspec

from ai import ratings
from ai.algorithms.confidence_intervals import Z
from ai.lab.arena import Match, Record, plan_matches, play_matches
from ai.lab.decision_hash import FORMS
from ai.levels import FIRST_EVENING, LEVELS, MASTER, SKILL
from ai.ratings import SCALE
from engine import registry

LEAST_STEP = 10
"""Rating points by which a point stands above the one below it at least."""
SEED = 7001


# Ratings of players from games of any number of seats, in which they met directly or through others.
#
# Every pair of a table counts as a game of two by its places; the intervals take in that pairs of one table hang
# together (each table is one observation). From one player to the next the step is told with an interval of its own:
# the distance to the anchor, which both share, does not blur it.

PRIOR_GAMES = 0.5
"""Draws against the anchor added for everyone, so that ratings stay finite."""
STEPS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """Rating difference between two players, and half the width of its 95 % interval, in points."""

    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths as log-odds by player, 0 for the anchor, and their covariances.

    ``found``: estimated from the residuals of tables; ``least``: a lower bound, because few games can look too certain.
    """

    worth: Mapping[str, float]
    found: "Covariance"
    least: "Covariance"

    def step(self, low: str, high: str) -> Step:
        """Return the rating of ``high`` minus that of ``low``."""
        errors = []
        for matrix in (self.found, self.least):
            known = matrix.get
            errors.append(known((low, low), 0.0) + known((high, high), 0.0) - 2 * known((low, high), 0.0))
        spread = round(Z * SCALE * sqrt(max(0.0, *errors)))
        return Step(round(SCALE * (self.worth[high] - self.worth[low])), spread)


def fit_ratings(records: Iterable[Record], anchor: str) -> Fit:
    """Return ratings of all players connected to the anchor by games; raises ValueError if it did not play."""
    tables = [_pairs(record) for record in records if not record.differs]
    names = sorted({name for pairs in tables for pair in pairs for name in pair[:2]})
    if anchor not in names:
        raise ValueError(f"expected games of {anchor}, which the list hangs on")
    free = [name for name in names if name != anchor]
    at = {name: k for k, name in enumerate(free)}
    worth = dict.fromkeys(names, 0.0)
    prior = [[(name, anchor, 0.5)] for name in free]
    curve: list[list[float]] = []
    for _ in range(STEPS):
        slope, curve = [0.0] * len(free), [[0.0] * len(free) for _ in free]
        for pairs, weight in [(pairs, 1.0) for pairs in tables] + [(pairs, PRIOR_GAMES) for pairs in prior]:
            _gather(pairs, weight, worth, at, slope, curve)
        moved = _solve(curve, slope)
        for name, k in at.items():
            worth[name] += max(-1.0, min(1.0, moved[k]))
        if max(map(abs, moved), default=0.0) < _NEAR:
            break
    spread, least = _spreads(tables, worth, at, curve)
    pairs_of = [(one, two) for one in free for two in free]
    return Fit(
        worth,
        {(one, two): spread[at[one]][at[two]] for one, two in pairs_of},
        {(one, two): least[at[one]][at[two]] for one, two in pairs_of},
    )


Covariance = Mapping[tuple[str, str], float]
"""By pair of names, without the anchor, which is fixed."""
_NEAR = 1e-6
_Pairs = list[tuple[str, str, float]]
"""Two names and the result of the first: 1, 0.5 or 0."""


def _pairs(record: Record) -> _Pairs:
    found = []
    for seat, level in enumerate(record.levels):
        for other in range(seat):
            if record.levels[other] != level:
                mine, theirs = record.places[seat], record.places[other]
                found.append((level, record.levels[other], (mine < theirs) + (mine == theirs) / 2))
    return found


def _gather(
    pairs: _Pairs,
    weight: float,
    worth: Mapping[str, float],
    at: Mapping[str, int],
    slope: list[float],
    curve: list[list[float]] | None,
) -> None:
    """Add the gradient and curvature of the log-likelihood of these pairs."""
    for one, two, score in pairs:
        hoped = 1 / (1 + exp(worth[two] - worth[one]))
        j, k = at.get(one), at.get(two)
        for place, sign in ((j, 1), (k, -1)):
            if place is not None:
                slope[place] += sign * weight * (score - hoped)
        if curve is None:
            continue
        bend = weight * hoped * (1 - hoped)
        for first, second, sign in ((j, j, 1), (k, k, 1), (j, k, -1), (k, j, -1)):
            if first is not None and second is not None:
                curve[first][second] += sign * bend


def _spreads(
    tables: Sequence[_Pairs], worth: Mapping[str, float], at: Mapping[str, int], curve: Sequence[Sequence[float]]
) -> tuple[list[list[float]], list[list[float]]]:
    """Covariance of the estimates with each table as one observation (sandwich estimator), and half of the
    model-based one."""
    size = len(at)
    inverse = [_solve(curve, [float(row == k) for row in range(size)]) for k in range(size)]
    sums = [[0.0] * size for _ in range(size)]
    for pairs in tables:
        slope = [0.0] * size
        _gather(pairs, 1.0, worth, at, slope, None)
        pull = [sum(row[k] * slope[k] for k in range(size) if slope[k]) for row in inverse]
        for row, mine in zip(sums, pull, strict=True):
            for k, other in enumerate(pull):
                row[k] += mine * other
    return sums, [[each / 2 for each in row] for row in inverse]


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a small linear system by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for row in range(size):
            if row != k and rows[row][k]:
                factor = rows[row][k] / rows[k][k]
                rows[row] = [value - factor * lead for value, lead in zip(rows[row], rows[k], strict=True)]
    return [rows[k][size] / rows[k][k] for k in range(size)]


# The points of a ladder, and who meets whom on it.


def find_form(game: str, form: str) -> tuple[int, dict[str, Any]]:
    """Return the number of seats and the complete options of a form; raises ValueError for an unknown form."""
    for seats, options in FORMS[game]:
        if ratings.name_form(options, seats) == form:
            return seats, dict(registry.rules(game).check_options(dict(options), seats))
    raise ValueError(f"expected a form of {game}, found {form!r}")


def list_points(game: str, form: str) -> list[str]:
    """Return the levels played in a form, weakest first; in the main form with a rating between neighbours."""
    known = ratings.read_skills(game)
    assert known is not None
    is_main = form == next(iter(known.forms))
    first, master = known.bounds
    if not is_main:
        return [FIRST_EVENING, ratings.name_rating(game, (first + master) / 2), MASTER]
    between = [ratings.name_rating(game, first + (master - first) * at / 6) for at in (1, 3, 5)]
    return [level for pair in zip(LEVELS, between, strict=False) for level in pair] + [MASTER]


def name_point(point: ratings.SkillPoint) -> str:
    """Return the level (a name with numbers) that plays with the skill of a point."""
    return f"{SKILL}{point.reach:g},{point.noticed:g},{point.temperature:g}"


def plan_neighbours(game: str, form: str, levels: Sequence[str], games: int, apart: int = 1) -> list[Match]:
    """List the games of levels up to ``apart`` places from each other, half as many if not next to each other."""
    seats, options = find_form(game, form)
    matches: list[Match] = []
    for away in range(1, apart + 1):
        for low, high in zip(levels, levels[away:], strict=False):
            matches += plan_matches(game, (low, high), seats, games if away == 1 else games // 2, SEED, options)
    return matches


def fit_points(curve: ratings.SkillCurve, fit: Fit, bounds: tuple[int, int], is_main: bool) -> ratings.SkillCurve:
    """Return a curve with measured ratings: Master's is fixed, in other forms than the main one First evening's too."""
    worth = [ratings.SCALE * fit.worth[name_point(point)] for point in curve.points]
    first, master = bounds
    slope = 1.0 if is_main else max(0.01, (worth[-1] - worth[0]) / (master - first))
    rated = [round(master + (each - worth[-1]) / slope) for each in worth]
    for at in range(len(rated) - 2, -1, -1):
        rated[at] = max(0, min(rated[at], rated[at + 1] - LEAST_STEP))
    if not is_main:
        rated[0] = first
        for at in range(1, len(rated) - 1):
            rated[at] = max(rated[at], rated[at - 1] + LEAST_STEP)
    points = [msgspec.structs.replace(point, rating=each) for point, each in zip(curve.points, rated, strict=True)]
    return ratings.SkillCurve(round(slope, 3), points)


def write_curve(game: str, form: str, curve: ratings.SkillCurve, spread: int) -> None:
    """Write the curve of a form into the game's file; a new lowest rating of the main form rescales the other forms."""
    known = ratings.read_skills(game)
    assert known is not None
    forms, main = {**known.forms, form: curve}, next(iter(known.forms))
    first, master = forms[main].points[0].rating, known.bounds[1]
    for name, one in forms.items():
        old = one.points[0].rating
        factor = (master - first) / (master - old)
        moved = [
            msgspec.structs.replace(point, rating=round(master + factor * (point.rating - master)))
            for point in one.points
        ]
        forms[name] = ratings.SkillCurve(one.slope if name == form else round(one.slope / factor, 3), moved)
    made = ratings.SkillFile(known.grandmaster, spread if form == main else known.spread, forms, known.gentle)
    lines: list[str] = []
    for name, one in made.forms.items():
        points = ",\n".join("        " + json.dumps(msgspec.to_builtins(point)) for point in one.points)
        own = f', "points": [\n{points}\n    ]' if not lines or one.points != made.forms[main].points else ""
        lines.append(f'    "{name}": {{"slope": {one.slope}{own}}}')
    gentle = "" if made.gentle is None else f'  "gentle": {json.dumps(msgspec.to_builtins(made.gentle))},\n'
    head = f'{{\n  "grandmaster": {made.grandmaster},\n  "spread": {made.spread},\n{gentle}  "forms": {{\n'
    ratings.skill_path(game).write_text(head + ",\n".join(lines) + "\n  }\n}\n", "utf-8")
    ratings.read_skills.cache_clear()


def compare(game: str, form: str, levels: Sequence[str], records: Sequence[Record]) -> list[dict[str, Any]]:
    """Return a row for each level: stored and measured rating, interval of its distance to the middle level."""
    middle = levels[len(levels) // 2]
    fit = fit_ratings(records, anchor=middle)
    known = ratings.read_skills(game)
    assert known is not None
    slope = known.forms[form].slope if form in known.forms else 1.0
    told = [rated.rating for level in levels if (rated := ratings.find_rating(game, level)) is not None]
    measured = [ratings.SCALE * fit.worth[level] / slope for level in levels]
    shift = (sum(told) - sum(measured)) / len(levels)
    rows = []
    for level, said, found in zip(levels, told, measured, strict=True):
        spread = fit.step(middle, level).spread / slope
        rows.append({"level": level, "told": said, "measured": round(found + shift), "spread": round(spread)})
    return rows


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.ladder", description="The ladder of a game.")
    parser.add_argument("game", choices=list(FORMS), help="name of the game")
    parser.add_argument("--form", action="append", help="form and seats, such as 3 or melee-4 (the main form)")
    parser.add_argument("--games", type=int, default=200, help="of each pair of neighbours (200)")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    parser.add_argument("--fit", action="store_true", help="find the ratings of the points of the game's skill.json")
    given = parser.parse_args(arguments)
    known = ratings.read_skills(given.game)
    if known is None:
        parser.error(f"{given.game} has no skills")
    for form in given.form or [next(iter(known.forms))]:
        if form not in known.forms:
            parser.error(f"expected one of {', '.join(known.forms)}, found {form!r}")
        levels = [name_point(each) for each in known.forms[form].points] if given.fit else list_points(given.game, form)
        matches = plan_neighbours(given.game, form, levels, given.games, 2 if given.fit else 1)
        records = list(play_matches(matches, 1, given.keep))
        if given.fit:
            fit = fit_ratings(records, anchor=levels[-1])
            is_main = form == next(iter(known.forms))
            curve = fit_points(known.forms[form], fit, known.bounds, is_main)
            spreads = [fit.step(low, high).spread for low, high in pairwise(levels)]
            write_curve(given.game, form, curve, max(spreads))
            print(form, curve.slope, [point.rating for point in curve.points], "steps ±", spreads, flush=True)
            continue
        for row in compare(given.game, form, levels, records):
            print(json.dumps({"game": given.game, "form": form, **row, "games": given.games}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
