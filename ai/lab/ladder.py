"""The ladder of a game: ``python3 -m ai.lab.ladder GAME [--form 2] [--games 200] --keep FILE``.

Between neighbours by turns it plays seven points of the main form, the ends and five between, or three of another one,
and prints how strong each was next to the rating that it is told to have, as lines for ``measurements/ladder.jsonl``.
Games tell ratings up to a constant: the measured ones have the mean of the told ones.

``--fit`` plays the points of the game's ``skill.json`` themselves, neighbours and next but one, and writes the ratings
found into it, rising from point to point; in the main form Master keeps its rating, in the others the ends keep
theirs and the form's slope is found. ``--keep FILE`` writes each game down, and goes on from what it holds.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from ai import ratings
from ai.lab.arena import Match, Record, plan_matches, play_matches
from ai.lab.decision_hash import FORMS
from ai.lab.rating_list import Fit, fit_ratings
from ai.levels import FIRST_EVENING, LEVELS, MASTER, SKILL
from engine import registry

LEAST_STEP = 10
"""Rating points by which a point stands above the one below it at least."""
SEED = 7001


def find_form(game: str, form: str) -> tuple[int, dict[str, Any]]:
    """Return seats and complete options of a form; ValueError for one that is not known."""
    for seats, options in FORMS[game]:
        if ratings.name_form(options, seats) == form:
            return seats, dict(registry.rules(game).check_options(dict(options), seats))
    raise ValueError(f"expected a form of {game}, found {form!r}")


def list_points(game: str, form: str) -> list[str]:
    """Return the levels of a form that are played, weakest first: between the levels of the main form the middles."""
    known = ratings.read_skills(game)
    assert known is not None
    is_main = form == next(iter(known.forms))
    first, master = known.bounds
    if not is_main:
        return [FIRST_EVENING, ratings.name_rating(game, (first + master) / 2), MASTER]
    between = [ratings.name_rating(game, first + (master - first) * at / 6) for at in (1, 3, 5)]
    return [level for pair in zip(LEVELS, between, strict=False) for level in pair] + [MASTER]


def name_point(point: ratings.SkillPoint) -> str:
    """Return the level that plays with the skill of a point."""
    return f"{SKILL}{point.reach:g},{point.noticed:g},{point.temperature:g}"


def plan_neighbours(game: str, form: str, levels: Sequence[str], games: int, apart: int = 1) -> list[Match]:
    """List the games of levels up to ``apart`` places from each other."""
    seats, options = find_form(game, form)
    matches: list[Match] = []
    for away in range(1, apart + 1):
        for low, high in zip(levels, levels[away:], strict=False):
            matches += plan_matches(game, (low, high), seats, games if away == 1 else games // 2, SEED, options)
    return matches


def fit_points(curve: ratings.SkillCurve, fit: Fit, bounds: tuple[int, int], is_main: bool) -> ratings.SkillCurve:
    """Return the points with the ratings that games tell: down from Master in the main form, else between the ends."""
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
    """Put a form into the game's file; with the main form's first rating the other forms' ends move too."""
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
    """Return for each level its told and measured rating, with the interval of the distance to the middle one."""
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
    """Command line; exit status 2 for invalid arguments."""
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
