"""The games of the house, in the order of the title screen. A game joins every test suite by being here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from engine.contract import Rules


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the title screen says about a game without importing its rules.

    ``built`` is False for games that are still to come; ``package`` holds ``RULES``;
    ``minutes`` are the shortest and the longest usual length; ``cover`` names the art.
    """

    id: str
    built: bool
    package: str
    seat_counts: tuple[int, ...]
    minutes: tuple[int, int]
    cover: str


class UnknownGame(LookupError):
    """No game of this name is registered, or it is not built yet."""


_GAMES = (
    GameInfo("king_of_12", True, "games.king_of_12", tuple(range(2, 17)), (20, 30), "king_of_12"),
    GameInfo("legends", True, "games.legends", (2, 3, 4), (20, 30), "legends"),
    GameInfo("king_of_the_dice", True, "games.king_of_the_dice", (2, 3, 4), (45, 45), "king_of_the_dice"),
    GameInfo("tash_kalar", True, "games.tash_kalar", (2, 3, 4), (30, 60), "tash_kalar"),
)


def games() -> list[GameInfo]:
    """All four games in title order, those to come included."""
    return list(_GAMES)


def built() -> list[GameInfo]:
    """The games that can be played."""
    return [info for info in _GAMES if info.built]


def info(game: str) -> GameInfo:
    """The entry of a game; raises :class:`UnknownGame`."""
    for each in _GAMES:
        if each.id == game:
            return each
    raise UnknownGame(game)


@cache
def rules(game: str) -> Rules[Any]:
    """The rule set of a built game; raises :class:`UnknownGame`."""
    entry = info(game)
    if not entry.built:
        raise UnknownGame(game)
    found: Rules[Any] = import_module(entry.package).RULES
    return found
