"""What the fitter must be told of the data files it fits, and the store of the games that they are fitted to."""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ai.lab.command_line import append_line, read_lines

Game = dict[str, Any]
"""What is stored of a game, beginning with its key."""
Key = dict[str, Any]
"""By what a game is known; it determines the game."""


def list_keys(given: argparse.Namespace) -> list[Key]:
    """Return a key (number of seats, number of the game) for every game that the arguments ask for."""
    numbers = range(given.first, given.first + given.games)
    return [{"seats": seats, "number": number} for number in numbers for seats in given.seats]


@dataclass(frozen=True)
class Model:
    """How one data file is fitted.

    ``fit``: (games, arguments) to the new contents of files, whose other top-level entries stay; ``play``: plays the
    game of a key and returns its record, None if others have stored the games; ``keys``: the games that the arguments
    ask for; ``lines``: how many levels of objects are written one entry a line, 0 for all lists and objects; ``games``
    and ``seats``: defaults; ``options``: arguments of this model alone; ``start``: contents of the files before the
    first round.
    """

    fit: Callable[[Sequence[Game], argparse.Namespace], Mapping[Path, Any]]
    play: Callable[[Key], Game] | None = None
    keys: Callable[[argparse.Namespace], Iterable[Key]] = list_keys
    lines: int = 0
    games: int = 600
    seats: Sequence[int] = (2, 3, 4)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    start: Callable[[], Mapping[Path, Any]] | None = None


def play_missing(path: Path, keys: Iterable[Key], play: Callable[[Key], Game]) -> list[Game]:
    """Play the games that the file does not hold yet; return all games of the file.

    A game is one JSON object a line, written when it is over, so that an interrupted run is resumed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    games = read_lines(path, Game, "build/fit")
    known: set[str] | None = None
    for number, key in enumerate(keys):
        if known is None:
            known = {_identify(game, key) for game in games}
        if _identify(key, key) not in known:
            games.append(json.loads(msgspec.json.encode({**key, **play(key)})))
            append_line(path, games[-1])
            if number % 20 == 19:
                print(f"{len(games)} games", flush=True)
    return games


def _identify(game: Game, key: Key) -> str:
    return json.dumps([game.get(name) for name in key], sort_keys=True)


def write(path: Path, data: Mapping[str, Any], lines: int) -> None:
    """Write these top-level entries into a file, keeping its others; ``lines``: see :class:`Model`."""
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    found = {**known, **data}
    path.write_text((_format(found, lines) if lines else json.dumps(found, indent=1)) + "\n", encoding="utf-8")


def _format(data: Any, lines: int, depth: int = 0) -> str:
    if not isinstance(data, dict) or depth == lines:
        return json.dumps(data)
    margin = "\n" + " " * depth
    entries = [f"{margin} {json.dumps(name)}: {_format(one, lines, depth + 1)}" for name, one in data.items()]
    return "{" + ",".join(entries) + margin + "}"
