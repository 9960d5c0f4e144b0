"""Third-party opponents: Python files in the player's opponents folder.

A file ``clever.py`` there is the opponent ``file:clever``. It names the games it plays and
has one function (see ``docs/add_an_opponent.md``)::

    GAMES = ["king_of_12"]

    def choose(game, view, seat, legal, chance):
        return legal[0]
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from ai.decision import Considered, Decision
from engine import folders
from engine.contract import Chance, View

PREFIX = "file:"
"""What the level of a third-party opponent begins with."""


class BadOpponent(ValueError):
    """A file of the opponents folder cannot be used; the text names file, place and what was expected."""


def found(game: str) -> dict[str, str]:
    """Levels of the opponents for this game with their titles. Files that cannot be used are left out."""
    folder = folders.opponents()
    opponents = {}
    for path in sorted(folder.glob("*.py")) if folder.is_dir() else []:
        try:
            module = _module(path)
        except BadOpponent:
            continue
        if game in module.GAMES:
            opponents[PREFIX + path.stem] = str(getattr(module, "TITLE", path.stem))
    return opponents


def from_file(game: str, name: str) -> Any:
    """The player of a file of the opponents folder; raises :class:`BadOpponent`."""
    path = folders.opponents() / f"{name}.py"
    if Path(name).name != name or not path.is_file():
        raise BadOpponent(f"{path}: there is no such opponent")
    module = _module(path)
    if game not in module.GAMES:
        raise BadOpponent(f"{path}: GAMES: expected {game!r} among them, found {module.GAMES!r}")

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        action = module.choose(game, view, seat, list(legal), chance)
        if type(action) is not int or action not in legal:
            raise BadOpponent(f"{path}: choose: expected one of {list(legal)}, found {action!r}")
        return Decision(action, [Considered(action, 1.0, 0.0)])

    return play


@lru_cache(maxsize=64)
def _module(path: Path) -> ModuleType:
    """Run the file as a module of its own and check what it offers."""
    spec = importlib.util.spec_from_file_location(f"opponent_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadOpponent(f"{path}: cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadOpponent(f"{path}: {type(error).__name__}: {error}") from error
    games = getattr(module, "GAMES", None)
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise BadOpponent(f"{path}: GAMES: expected a list of names of games, found {games!r}")
    if not callable(getattr(module, "choose", None)):
        raise BadOpponent(f"{path}: choose: expected a function")
    return module
