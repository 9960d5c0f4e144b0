"""How far the moments of analyses can be trusted: ``python3 -m ai.lab.moment_accuracy GAME --keep FILE``.

Plays fresh games of one level, analyses them and plays the two turns of every loss that was checked on to the end of
the game, in positions drawn anew, several times as often as the analysis did. The mean of these play-outs is the
yardstick: whether its sign agrees, whether the printed interval covers it, and how many of the turns that truly lose a
tenth were shown. So that the last figure knows of turns that were never checked, some of the others in which the expert
would have done something else are played on as well, and count for all of their kind. What is not shown is played on
only while it may still have lost a tenth.

Each analysed game is one line of the file; an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import msgspec

from ai.algorithms.confidence_intervals import interval, mean_and_error
from ai.analysis.command import (
    make_analyser,
    play_game,
)
from ai.analysis.confirmation import BATCH, LEAST_SPREAD, Confirmer
from ai.analysis.report import WHOLE, Moment, Review
from ai.analysis.turns import TurnLoss, find_best_line, list_candidates, list_played_line
from ai.lab.command_line import add_game_arguments, check_levels, choose_seats, parse_options
from ai.lab.jsonl import append_line, read_lines
from ai.lab.measurements import Measurement, Question
from ai.levels import ARENA_LEVELS
from engine import schema
from engine.chance import SeededChance, mix

QUESTION = "How far can the moments of an analysis be trusted?"
TIMES = 4
"""How many times as often as the analysis does at most two turns are played on."""
OTHERS = 2
"""Turns of each seat that were not checked and are played on none the less."""
LARGE = 0.1
"""Loss that a moment should not miss."""
SMALL = 2.0
"""Standard errors below it from which on a turn that is not shown is played on no further."""
MEASURED = {
    "signs": "moments whose sign play-outs to the end confirm",
    "covered": "moments whose interval covers the mean of play-outs to the end",
    "half_width": "mean half-width of the printed interval",
    "found": "turns that lose a tenth or more and are shown",
    "seconds": "processor seconds of a whole analysis",
}
"""What each figure is called."""


class CheckedTurn(msgspec.Struct, frozen=True):
    """A turn in which the expert would have done something else.

    ``quick``: the loss by the quick comparison; ``low`` and ``high``: the printed interval of its moment, None where it
    is not shown; ``true`` and ``error``: mean and standard error of the play-outs; ``weight``: how many turns it counts
    for.
    """

    turn: int
    seat: int
    quick: float
    cost: float | None
    low: float | None
    high: float | None
    pairs: int
    true: float
    error: float
    weight: float


class CheckedGame(msgspec.Struct, frozen=True):
    """The turns of one game."""

    game: str
    seats: int
    options: dict[str, Any]
    level: str
    seed: int
    number: int
    seconds: float
    turns: list[CheckedTurn]


def check_game(
    game: str, options: dict[str, Any], seats: int, level: str, seed: int, number: int, times: int
) -> CheckedGame:
    """Play, analyse and check one game; the same arguments give the same turns."""
    own = mix(seed, "checked", number)
    analyser = make_analyser(play_game(game, options, seats, level, own), ())
    begun = time.process_time()
    review = analyser.whole()
    seconds = time.process_time() - begun
    profile = replace(analyser.profile, play_on=None, until="")
    outside = Confirmer(analyser.worth, analyser.choices, profile, mix(own, "outside"))
    losses = analyser.losses
    checked = {(one.seat, one.played.turn) for one in losses}
    turns = [_check(outside, one, review, times, 1.0) for one in losses]
    for seat in range(seats):
        every = list_candidates(analyser.turns, analyser.verdicts, seat, {}, profile.planned, every_from=0)
        rest = [one for one in every if (seat, one.played.turn) not in checked]
        chance = SeededChance(mix(own, "others", seat))
        taken = [rest.pop(chance.below(len(rest))) for _ in range(min(OTHERS, len(rest)))]
        weight = (len(rest) + len(taken)) / max(1, len(taken))
        turns += [_check(outside, one, review, times, weight) for one in taken]
    return CheckedGame(game, seats, options, level, seed, number, seconds, turns)


def _check(outside: Confirmer, loss: TurnLoss, review: Review, times: int, weight: float) -> CheckedTurn:
    """Play both turns of a loss on to the end."""
    planned = outside.profile.planned
    better, worse = find_best_line(outside.choices, loss, planned), list_played_line(loss, planned)
    shown = find_moment(review.moments, loss)
    gains: list[float] = []
    true, error = 0.0, 0.0
    for number in range(times * outside.profile.pairs):
        gains.append(outside.play_pair(loss, better, worse, number).gains[loss.seat])
        true, error = mean_and_error(gains)
        least = LEAST_SPREAD / sqrt(len(gains))
        if shown is None and len(gains) % BATCH == 0 and true + SMALL * max(error, least) < LARGE:
            break
    low, high, cost = (None, None, None) if shown is None else (shown.low, shown.high, shown.cost)
    return CheckedTurn(
        loss.first.turn, loss.seat, loss.loss, _part(cost), _part(low), _part(high),
        0 if shown is None else shown.pairs, true, error, weight,
    )  # fmt: skip


def find_moment(moments: Iterable[Moment], loss: TurnLoss) -> Moment | None:
    """Return the moment of a turn in which something was lost, whichever of its decisions it begins with."""
    turns, seat = range(loss.played.turn, loss.played.end), loss.seat
    return next((one for one in moments if not one.good and one.turn in turns and one.seat == seat), None)


def _part(millionths: int | None) -> float | None:
    return None if millionths is None else millionths / WHOLE


def summarize(games: Sequence[CheckedGame]) -> dict[str, tuple[float, float | None, float | None, int]]:
    """Return by name value, bounds of its 95 % interval and sample size; a figure without samples is left out."""
    turns = [turn for one in games for turn in one.turns]
    shown = [turn for turn in turns if turn.cost is not None and turn.low is not None and turn.high is not None]
    found: dict[str, tuple[float, float | None, float | None, int]] = {}
    if shown:
        signs = sum(turn.true > 0 for turn in shown)
        covered = sum((turn.low or 0) <= turn.true <= (turn.high or 0) for turn in shown)
        found["signs"] = (signs / len(shown), *interval(signs, len(shown)), len(shown))
        found["covered"] = (covered / len(shown), *interval(covered, len(shown)), len(shown))
        half = sum((turn.high or 0) - (turn.low or 0) for turn in shown) / 2 / len(shown)
        found["half_width"] = (half, None, None, len(shown))
    large = [turn for turn in turns if turn.true - turn.error >= LARGE]
    if large:
        whole = sum(turn.weight for turn in large)
        found["found"] = (sum(turn.cost is not None for turn in large) / whole, None, None, len(large))
    if games:
        found["seconds"] = (sum(one.seconds for one in games) / len(games), None, None, len(games))
    return found


def make_row(
    first: CheckedGame, name: str, figure: tuple[float, float | None, float | None, int], times: int, commit: str
) -> Measurement:
    """One figure as it stands in ``measurements/``."""
    value, low, high, size = figure
    command = (
        f"python3 -m ai.lab.moment_accuracy {first.game} --level {first.level} --seats {first.seats} --seed SEED"
        f" --options '{json.dumps(first.options)}' --times {times} --keep FILE"
    )
    note = "a turn counts where the mean is a standard error above a tenth" if name == "found" else ""
    return Measurement(
        game=first.game, measure=MEASURED[name], subject="moments", against=first.level, seats=first.seats,
        value=value, low=low, high=high, games=size, unit="games" if name == "seconds" else "decisions",
        seed=str(first.seed), command=command, date=date.today().isoformat(), version=commit, status="current",
        note=note,
    )  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Command line; exit status 2 for invalid arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m ai.lab.moment_accuracy", description="Moments against play-outs to the end"
    )
    add_game_arguments(parser, 40, 2)
    parser.add_argument("--level", default="skilled", help=f"who plays: {', '.join(ARENA_LEVELS)} (skilled)")
    parser.add_argument("--times", type=int, default=TIMES, help=f"times the analysis' play-outs ({TIMES})")
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE", help="file that games are appended to")
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the figures to this file of measurements")
    parser.add_argument("--commit", default="", help="commit that is measured, for --json")
    given = parser.parse_args(arguments)
    choose_seats(parser, given.game, given.seats, given.seats)
    if given.games < 1 or given.times < 1:
        parser.error("--games and --times are at least 1")
    decode = msgspec.json.Decoder(schema.prepare(CheckedGame)).decode
    try:
        options = parse_options(given.game, given.seats, given.options)
        check_levels(given.game, [given.level])
        kept = read_lines(given.keep, lambda line: decode(line.encode()), "python3 -m ai.lab.moment_accuracy")
    except (OSError, ValueError) as error:
        parser.error(str(error))
    setting = (given.game, given.seats, options, given.level, given.seed)
    known = {one.number: one for one in kept if (one.game, one.seats, one.options, one.level, one.seed) == setting}
    games = []
    for number in range(given.games):
        if number not in known:
            known[number] = check_game(given.game, options, given.seats, given.level, given.seed, number, given.times)
            append_line(given.keep, known[number])
        games.append(known[number])
    figures = summarize(games)
    for name, (value, low, high, size) in figures.items():
        bounds = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        print(f"{MEASURED[name]}: {value:.3f}{bounds}, n {size}")
    if given.json:
        if not given.json.exists():
            append_line(given.json, Question(QUESTION))
        for name, figure in figures.items():
            append_line(given.json, make_row(games[0], name, figure, given.times, given.commit))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
