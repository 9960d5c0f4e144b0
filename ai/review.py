"""What decided a game: ``python3 -m ai.review FILE --json OUT``; or of many: ``python3 -m ai.review --games 100 GAME``.

The first reads a finished game from its file and tells bill, curve and moments of every seat. The second plays games of
a level against itself and tells the mean bill of every seat; ``--only-luck`` leaves the choices unjudged, and is quick.
The exit status is 1 for a file that cannot be used, 2 for arguments that make no sense.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from ai.algorithms.confidence_intervals import mean_interval
from ai.analysis.analyser import Analyser
from ai.analysis.report import WHOLE, Review, break_down
from ai.daily_benchmark import play_out
from ai.lab.command_line import append_line, read_game, read_lines, write_figures
from ai.levels import ARENA_LEVELS
from ai.win_probability import win_shares
from engine.chance import mix
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from engine.storage.saves import SaveError

# Bills of many games of equal players: whether luck is fair, and what an average bill looks like.
#
# Luck is what a draw was worth against other draws of the same kind, so its mean over many games is nothing for every
# seat, however well or badly positions are judged; a mean that is clear of nothing is a fault. All sums must be
# exact.

TOLD_EVERY = 10
LINES = ("place", "luck", "own", "others", "secret", "offered", "noise", "end")


def play_game(game: str, options: dict[str, Any], seats: int, level: str, seed: int) -> Session:
    """Play one game of a level against itself; the same arguments give the same game."""
    sitting = [Seat("computer", level, f"{number + 1}", number) for number in range(seats)]
    session = Session.start(game, options, sitting, f"{seed}")
    session.id = f"{seed:x}"
    return play_out(session)


def make_analyser(session: Session, people: Sequence[int] | None = None) -> Analyser:
    """Return the analyser of a game; ``people``: seats of interest, by default those of persons, or all seats."""
    if people is None:
        people = [number for number, seat in enumerate(session.seats) if seat.is_person] or range(len(session.seats))
    levels = [seat.level for seat in session.seats]
    return Analyser(session.game, session.course, session.options, session.id, people, levels)


def exact(review: Review, result: Sequence[float]) -> bool:
    """Whether the lines of every seat's breakdown add up, and each ends at ``result`` (share of the win by seat)."""
    for seat in range(review.seats):
        one = break_down(review, seat)
        if one.start + sum(number for _, number in one.lines) != one.end:
            return False
        if abs(one.end - result[seat] * WHOLE) > review.seats:
            return False
    return True


class AnalysedGame(msgspec.Struct, frozen=True):
    """Stored analysis of one game: a key of its arguments, whether its breakdowns are exact, and their lines by seat in
    millionths."""

    of: str
    exact: bool
    lines: tuple[dict[str, int], ...]


def _one(
    game: str, options: dict[str, Any], seats: int, level: str, seed: int, only_luck: bool, of: str
) -> AnalysedGame:
    session = play_game(game, options, seats, level, seed)
    reviewer = make_analyser(session, ())
    review = reviewer.first(closely=True) if only_luck else reviewer.whole()
    result = win_shares(session.result())
    bills = (break_down(review, seat) for seat in range(seats))
    lines = tuple({name: getattr(one, name) for name in LINES} for one in bills)
    return AnalysedGame(of, exact(review, result), lines)


def measure(
    game: str,
    options: dict[str, Any],
    seats: int,
    games: int,
    seed: int,
    level: str,
    only_luck: bool,
    loud: bool = False,
    keep: Path | None = None,
) -> dict[str, Any]:
    """Return the mean breakdown of every seat over a number of games; the same arguments give the same figures.

    ``only_luck``: leave the choices unjudged, which takes a thousandth of the time and counts everything else as noise.
    Games in the file ``keep`` are not analysed again, new ones are appended. Raises as
    :func:`ai.lab.command_line.read_lines`.
    """
    known = {one.of: one for one in read_lines(keep, AnalysedGame, "--keep of ai.review")}
    found: list[AnalysedGame] = []
    try:
        for number in range(games):
            of = json.dumps([game, options, seats, level, seed, only_luck, number], sort_keys=True)
            one = known.get(of)
            if one is None:
                one = _one(game, options, seats, level, mix(seed, "reviewed", number), only_luck, of)
                if keep is not None:
                    append_line(keep, one)
            found.append(one)
            if loud and (number + 1) % TOLD_EVERY == 0:
                print(f"{number + 1} of {games} games", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return {
        "game": game, "seats": seats, "options": options, "level": level, "seed": seed, "games": len(found),
        "inexact": sum(not one.exact for one in found), "only_luck": only_luck,
        "by_seat": [_means([one.lines[seat] for one in found]) for seat in range(seats)],
    }  # fmt: skip


def _means(rows: Sequence[dict[str, int]]) -> dict[str, dict[str, float]]:
    """Return mean, 95 % interval and root mean square of every line, as shares of 1."""
    found = {}
    for name in LINES:
        numbers = [row[name] / WHOLE for row in rows]
        found[name] = dict(zip(("mean", "low", "high"), mean_interval(numbers), strict=True))
        found[name]["size"] = sqrt(sum(number * number for number in numbers) / max(1, len(numbers)))
    return found


def format_table(figures: dict[str, Any]) -> str:
    """Format the figures as lines of text, in percent."""
    lines = [f"bills that do not add up: {figures['inexact']} of {figures['games']}"]
    for seat, means in enumerate(figures["by_seat"]):
        said = (f"{name} {100 * one['mean']:+.1f} ({100 * one['low']:+.1f} to {100 * one['high']:+.1f})"
                for name, one in means.items())  # fmt: skip
        lines.append(f"seat {seat + 1}: " + ", ".join(said))
    sizes = [f"{name} {100 * one['size']:.1f}" for name, one in figures["by_seat"][0].items()]
    lines.append("size of a line (root mean square), seat 1: " + ", ".join(sizes))
    return "\n".join(lines)


def to_plain(review: Review, session: Session) -> dict[str, Any]:
    """Convert an analysis to plain data, with the breakdowns and the texts of the moments."""
    rules = session.rules
    found: dict[str, Any] = msgspec.to_builtins(review)
    found["bills"] = [msgspec.to_builtins(break_down(review, seat)) for seat in range(review.seats)]
    found["seats"] = [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in session.seats]
    for one in found["moments"]:
        one["chosen_is"], one["best_is"] = (_words(rules.describe(one[name])) for name in ("chosen", "best"))
    return found


def _words(message: Message | None) -> dict[str, Any] | None:
    return None if message is None else {"id": message.id, "params": dict(message.params)}


def format_lines(review: Review, session: Session) -> list[str]:
    """Format the breakdowns as lines of text, in percent."""
    said = []
    for seat in range(review.seats):
        start, parts, end = break_down(review, seat).to_percent()
        line = ", ".join(f"{name} {number:+d}" for name, number in parts.items())
        costly = sum(one.seat == seat and not one.good for one in review.moments)
        said.append(f"{session.seats[seat].name or seat + 1}: {start} % {line} = {end} %; {costly} costly choices")
    return said


def analyse_file(path: Path, out: str | None) -> int:
    """Analyse the game of a file and print or write the result; return the exit status."""
    try:
        session = saves.look(path).session
    except SaveError as error:
        print(f"{path}: {error.message.id} {dict(error.message.params)}", file=sys.stderr)
        return 1
    if not session.over:
        print(f"{path}: the game is not over", file=sys.stderr)
        return 1
    review = make_analyser(session).whole()
    print("\n".join(format_lines(review, session)))
    return write_figures(to_plain(review, session), out)


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.review", description="What decided a game?")
    parser.add_argument("game", metavar="FILE or GAME", help="the file of a finished game; with --games a game's name")
    parser.add_argument("--games", type=int, help="review this many games of a level against itself")
    parser.add_argument("--seats", type=int, help="how many seats (the fewest there are)")
    parser.add_argument("--level", default="skilled", help=f"who plays: {', '.join(ARENA_LEVELS)} (skilled)")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (1)")
    parser.add_argument("--only-luck", action="store_true", help="do not judge the choices")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    parser.add_argument("--json", metavar="OUT", help="write the figures to this file")
    given = parser.parse_args(arguments)
    if given.games is None:
        return analyse_file(Path(given.game), given.json)
    seats, options = read_game(parser, given, 0, [given.level])
    try:
        figures = measure(
            given.game, options, seats, given.games, given.seed, given.level, given.only_luck, True, given.keep
        )
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(f"{given.game}: {figures['games']} games of {given.level} at {seats} seats, seed {given.seed}")
    print(format_table(figures))
    return write_figures(figures, given.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
