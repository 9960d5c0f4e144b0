"""What decided a game: ``python3 -m ai.review FILE --json OUT``; or of many: ``python3 -m ai.review --games 100 GAME``.

The first reads a finished game from its file and tells bill, curve and moments of every seat. The second plays games of
a level against itself and tells the mean bill of every seat; ``--only-luck`` leaves the choices unjudged, and is quick.
The exit status is 1 for a file that cannot be used, 2 for arguments that make no sense.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ai.analysis.batch import format_table, make_analyser, measure
from ai.analysis.report import Review, break_down
from ai.lab.command_line import check_levels, choose_seats, parse_options
from ai.levels import ARENA_LEVELS
from engine.contract import Message
from engine.session import Session
from engine.storage import saves
from engine.storage.saves import SaveError


def to_plain(review: Review, session: Session) -> dict[str, Any]:
    """A review as plain data, with the bills and what the moments are called."""
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
    """The bills as lines of text, in percent."""
    said = []
    for seat in range(review.seats):
        start, parts, end = break_down(review, seat).to_percent()
        line = ", ".join(f"{name} {number:+d}" for name, number in parts.items())
        costly = sum(one.seat == seat and not one.good for one in review.moments)
        said.append(f"{session.seats[seat].name or seat + 1}: {start} % {line} = {end} %; {costly} costly choices")
    return said


def analyse_file(path: Path, out: str | None) -> int:
    """Review the game of a file; the exit status."""
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
    return write_analysis(to_plain(review, session), out)


def write_analysis(figures: dict[str, Any], out: str | None) -> int:
    """Write figures to a file, if one is wanted; the exit status."""
    if out:
        try:
            Path(out).write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            print(f"{out}: {error.strerror}", file=sys.stderr)
            return 1
    return 0


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.review", description="What decided a game?")
    parser.add_argument("what", metavar="FILE or GAME", help="the file of a finished game; with --games a game's name")
    parser.add_argument("--games", type=int, help="review so many games of a level against itself")
    parser.add_argument("--seats", type=int, help="how many seats (the fewest there are)")
    parser.add_argument("--level", default="skilled", help=f"who plays: {', '.join(ARENA_LEVELS)} (skilled)")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (1)")
    parser.add_argument("--only-luck", action="store_true", help="do not judge the choices")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="write each game here, and go on from what it holds")
    parser.add_argument("--json", metavar="OUT", help="write the figures to this file")
    given = parser.parse_args(arguments)
    if given.games is None:
        return analyse_file(Path(given.what), given.json)
    seats = choose_seats(parser, given.what, given.seats, 0)
    if given.games < 1:
        parser.error("--games is at least 1")
    try:
        options = parse_options(given.what, seats, given.options)
        check_levels(given.what, [given.level])
    except ValueError as error:
        parser.error(str(error))
    try:
        figures = measure(
            given.what, options, seats, given.games, given.seed, given.level, given.only_luck, True, given.keep
        )
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(f"{given.what}: {figures['games']} games of {given.level} at {seats} seats, seed {given.seed}")
    print(format_table(figures))
    return write_analysis(figures, given.json)
