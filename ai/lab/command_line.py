"""Arguments shared by the commands that play games, and their files of results (JSON lines): a measurement that was
interrupted goes on where they end."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ai.choose import find_player
from engine import registry, schema

T = TypeVar("T")


def add_game_arguments(parser: argparse.ArgumentParser, games: int, seats: int | None) -> None:
    """Add the arguments of commands that play seeded games: the game, ``--games``, ``--seats``, ``--seed``,
    ``--options``. ``games`` and ``seats``: defaults; seats None: the number of levels."""
    of_seats = "as many as levels" if seats is None else str(seats)
    parser.add_argument("game", help="name of the game, e.g. king_of_12")
    parser.add_argument("--games", type=int, default=games, help=f"how many games ({games})")
    parser.add_argument("--seats", type=int, default=seats, help=f"how many seats ({of_seats})")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (1)")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")


def read_game(
    parser: argparse.ArgumentParser, given: argparse.Namespace, fitting: int, levels: Iterable[str] = ()
) -> tuple[int, dict[str, Any]]:
    """Return the number of seats (the requested one, or the supported one nearest to ``fitting``) and the complete
    options; exits with a message if there is no such game, form, level of an opponent or number of games."""
    game = given.game
    if game not in {info.id for info in registry.games()}:
        parser.error(f"there is no game {game!r}")
    counts = registry.rules(game).seat_counts
    seats = min(max(fitting, counts[0]), counts[-1]) if given.seats is None else given.seats
    if seats not in counts:
        parser.error(f"{game} is for {counts[0]} to {counts[-1]} seats")
    if given.games < 1:
        parser.error("--games is at least 1")
    try:
        wanted = json.loads(given.options)
        if not isinstance(wanted, dict):
            raise ValueError(f"--options: expected a JSON object, found {given.options}")
        for level in levels:
            find_player(game, level)
        return seats, dict(registry.rules(game).check_options(wanted, seats))
    except (ValueError, OSError) as error:
        parser.error(str(error))


def read_lines(path: Path | None, kind: type[T], writer: str) -> list[T]:
    """Return the decoded lines of a file, [] if there is no file; a truncated last line is removed from it.

    Raises ValueError, with ``writer`` as the program expected, for files of another kind, and OSError for an unreadable
    one.
    """
    found: list[T] = []
    if path is None or not path.exists():
        return found
    decode = msgspec.json.Decoder(schema.prepare(kind)).decode
    lines = path.read_text("utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            found.append(decode(line))
        except ValueError as error:
            if number == len(lines):
                break
            raise ValueError(f"{path}: line {number}: expected a game written by {writer}") from error
    if lines[-1]:
        path.write_text("\n".join([*lines[: len(found)], ""]), "utf-8")
    return found


def append_line(path: Path, data: Any) -> None:
    """Append data to a file as one JSON line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(msgspec.json.encode(data).decode() + "\n")


def write_figures(figures: dict[str, Any], out: str | None) -> int:
    """Write figures as JSON to the file ``out``, if one is given; return the exit status, 1 for a failure."""
    if out:
        try:
            Path(out).write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            print(f"{out}: {error.strerror}", file=sys.stderr)
            return 1
    return 0
