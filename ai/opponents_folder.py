"""Third-party opponents: Python files in the player's opponents folder.

A file ``clever.py`` there is the opponent ``file:clever``. It names the games it plays and
has one function (see ``docs/add_an_opponent.md``)::

    GAMES = ["king_of_12"]

    def choose(game, view, seat, legal, chance):
        return legal[0]

Such a file is a whole program. The window lists the names of the files and nothing more; what they offer is
asked of a worker process (:mod:`ai.discovery`), and only workers and the arena run them.
"""

import importlib.util
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from ai.decision import Decision, force_decision
from engine import schema
from engine.contract import Chance, View
from engine.seats import FOREIGN, Level
from engine.storage import folders

PREFIX = FOREIGN
"""Prefix of the level of a third-party opponent."""
MOST_FILES = 64
"""Most files of the folder that are listed, in order of their names."""


class BadOpponent(ValueError):
    """An opponent file cannot be used; the text names file, place and what was expected."""


class BadAnswer(BadOpponent):
    """An opponent file returned an invalid action; ``silent``: it returned nothing."""

    def __init__(self, text: str, silent: bool) -> None:
        super().__init__(text)
        self.silent = silent


def names() -> list[str]:
    """Return the names (without ending) of files that a seat can be given, without opening any. Never raises."""
    try:
        present = sorted(path.stem for path in folders.opponents().glob("*.py") if path.is_file())
    except OSError:
        return []
    return [name for name in present if _can_be_written(name)][:MOST_FILES]


def _can_be_written(name: str) -> bool:
    """Whether a save can store the name: some systems allow names that are not valid text."""
    try:
        schema.convert(f"{PREFIX}{name}", Level)
        return bool(name.encode())
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False


def stamp(name: str) -> tuple[int, int]:
    """Modification time (ns) and size of a file; (0, 0) if there is none. Never raises."""
    try:
        about = _path(name).stat()
    except (OSError, ValueError):
        return 0, 0
    return about.st_mtime_ns, about.st_size


def offer(name: str) -> tuple[str, tuple[str, ...]]:
    """Return title and games of a file. Runs it: for worker processes only. Raises :class:`BadOpponent`."""
    path = _existing(name)
    module = _module(path)
    title = getattr(module, "TITLE", path.stem)
    if type(title) is not str:
        raise BadOpponent(f"{path.name}: TITLE: expected a text")
    return title, tuple(module.GAMES)


def from_file(game: str, name: str) -> Any:
    """Return the player defined by a file (its decisions may raise :class:`BadAnswer`). Runs the file: for workers and
    the arena only. Raises :class:`BadOpponent`."""
    path = _existing(name)
    module = _module(path)
    if game not in module.GAMES:
        raise BadOpponent(f"{path}: GAMES: expected {game!r} among them, found {module.GAMES!r}")

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        action = module.choose(game, view, seat, list(legal), chance)
        if action is None:
            raise BadAnswer(f"{path.name}: choose: expected an action, found None", silent=True)
        if type(action) is not int or action not in legal:
            raise BadAnswer(
                f"{path.name}: choose: expected one of {list(legal)}, found {_describe_answer(action)}", silent=False
            )
        return force_decision(action)

    return play


def _path(name: str) -> Path:
    return folders.opponents() / f"{name}.py"


def _existing(name: str) -> Path:
    path = _path(name)
    if Path(name).name != name or not path.is_file():
        raise BadOpponent(f"{path}: there is no such opponent")
    return path


def _describe_answer(answer: Any) -> str:
    """Describe an invalid answer; safe for values whose ``repr`` fails."""
    if type(answer) in (int, float, str, bool):
        return ascii(answer)[:60]
    return f"a {type(answer).__name__}"[:60]


@lru_cache(maxsize=64)
def _module(path: Path) -> ModuleType:
    """Run the file as a separate module and check its contents."""
    spec = importlib.util.spec_from_file_location(f"opponent_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadOpponent(f"{path}: cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadOpponent(f"{path}: {type(error).__name__}: {error}") from error
    games = getattr(module, "GAMES", None)
    if type(games) is not list or not all(type(game) is str for game in games):
        raise BadOpponent(f"{path}: GAMES: expected a list of names of games")
    if not callable(getattr(module, "choose", None)):
        raise BadOpponent(f"{path}: choose: expected a function")
    return module
