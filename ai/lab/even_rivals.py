"""How even rivals "about even" are: ``python3 -m ai.lab.even_rivals [GAME] [--played]``.

Twenty persons of each of five strengths, from First evening's to Master's, play forty games each against the rival that
is proposed to them, from the first game on; printed is their mean share of the games 11 to 40. A person wins as its
rating and the rival's say; with ``--played`` it is a player at that rating, and every game is played.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Sequence
from math import exp

from ai.algorithms.confidence_intervals import mean_interval
from ai.lab.arena import Match, play
from ai.lab.decision_hash import FORMS
from ai.ratings import SCALE, find_rating, name_rating, read_skills, suggest_even
from engine import registry
from engine.chance import SeededChance, mix
from engine.storage.statistics import Meeting

PERSONS, STRENGTHS, GAMES, FIRST_COUNTED = 20, 5, 40, 10


def play_person(game: str, rating: float, seed: int, played: bool) -> list[float]:
    """Return the results of a person of this strength, a game after the other."""
    meetings: list[Meeting] = []
    scores: list[float] = []
    streak = 0
    chance = SeededChance(seed)
    for number in range(GAMES):
        level = suggest_even(game, meetings, streak)
        rated = find_rating(game, level)
        assert rated is not None
        if played:
            options = dict(registry.rules(game).check_options(dict(FORMS[game][0][1]), 2))
            own = name_rating(game, rating)
            levels = (own, level) if number % 2 == 0 else (level, own)
            score = play(Match(game, levels, options, mix(seed, number))).wins[number % 2]
        else:
            hoped = 1 / (1 + exp((rated.rating - rating) / SCALE))
            score = float(chance.below(1 << 20) < hoped * (1 << 20))
        meetings.append(Meeting(level, score, 2, (rated.rating, 1.0)))
        scores.append(score)
        if score in (0, 1):
            won = score == 1
            streak = (1 if won else -1) + (streak if streak and (streak > 0) == won else 0)
    return scores


def measure(game: str, played: bool = False) -> list[tuple[float, float, float, float]]:
    """Return for each strength its rating, and the mean share of the games that count with its 95 % interval."""
    known = read_skills(game)
    assert known is not None
    first, master = known.bounds
    rows = []
    for at in range(STRENGTHS):
        rating = first + (master - first) * at / (STRENGTHS - 1)
        shares = []
        for person in range(PERSONS):
            scores = play_person(game, rating, mix(game, at, person), played)[FIRST_COUNTED:]
            shares.append(sum(scores) / len(scores))
        rows.append((rating, *mean_interval(shares)))
    return rows


def main(arguments: Sequence[str]) -> int:
    """Print a line for each strength."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.even_rivals", description="Rivals about even.")
    parser.add_argument("game", nargs="?", choices=list(FORMS), help="this game alone")
    parser.add_argument("--played", action="store_true", help="play every game")
    given = parser.parse_args(arguments)
    for game in [given.game] if given.game else FORMS:
        for rating, share, low, high in measure(game, given.played):
            print(f"{game} {rating:5.0f}: {share:.3f} ({low:.3f} to {high:.3f})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
