"""What the commands that play games have in common."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from ai.choose import player
from engine import registry


def seats_of(parser: argparse.ArgumentParser, game: str, asked: int | None, fitting: int) -> int:
    """How many seats there are: as many as are asked for, else the nearest to what is ``fitting``.

    Ends the command, with what was expected, unless there is such a game for so many.
    """
    if game not in {info.id for info in registry.games()}:
        parser.error(f"there is no game {game!r}")
    counts = registry.rules(game).seat_counts
    seats = min(max(fitting, counts[0]), counts[-1]) if asked is None else asked
    if seats not in counts:
        parser.error(f"{game} is for {counts[0]} to {counts[-1]} seats")
    return seats


def options_of(game: str, seats: int, given: str) -> dict[str, Any]:
    """Complete options out of JSON; raises ValueError, with what was expected."""
    wanted = json.loads(given)
    if not isinstance(wanted, dict):
        raise ValueError(f"--options: expected a JSON object, found {given}")
    return dict(registry.rules(game).check_options(wanted, seats))


def check_levels(game: str, levels: Iterable[str]) -> None:
    """Raises ValueError unless there are opponents of all these levels for the game."""
    for level in levels:
        player(game, level)
