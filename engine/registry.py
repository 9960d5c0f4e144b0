"""Finds the games through their manifests. A game joins all screens and test suites by having one.

A manifest is the file ``manifest.json`` in a game's folder (see ``docs/add_a_game.md``). Built-in games are in
``games/``; the environment variable ``FOUR_THRONES_GAMES`` lists further folders to search, separated as in ``PATH``.
Invalid manifests are skipped and reported by :func:`problems`.
"""

import os
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engine import schema
from engine.bootstrap import ROOT
from engine.contract import Rules
from engine.storage import safe_read

MANIFEST = "manifest.json"
MORE = "FOUR_THRONES_GAMES"
LARGEST = 64 * 1024
"""Most bytes of a manifest."""

Name = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Icon = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,39}$")]
Module = Annotated[str, msgspec.Meta(pattern="^[a-z_][a-z0-9_]*([.][a-z_][a-z0-9_]*)*$", max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=1, le=64)]
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The box on the title screen: its colour, and its picture below ``sprites/art``."""

    colour: Colour = "#4a3a2a"
    picture: Annotated[str, msgspec.Meta(max_length=200)] = ""


class GameInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the program knows about a game without importing it.

    ``order`` on the title screen; ``seats``: supported numbers, ascending; ``minutes``: the shortest and the longest
    usual length. Modules: ``rules`` holds ``RULES``, ``opponents`` the levels (see ``ai.opponent_registry``),
    ``screens`` what ``scenes.table.game_screens`` asks for. ``emblem`` names an icon, ``music`` a track ("" = silence),
    ``texts`` a folder of catalogues next to the manifest ("" = those of the project), ``lessons`` the file of its
    lessons next to it ("" = it has none, see ``engine.content.lessons``), ``puzzles`` the module of its goals ("" = it
    has none, see ``engine.content.puzzles``), ``arrangement`` the module that says what can be set by hand ("" =
    nothing, see ``engine.content.arrangement``), ``examples`` the file of what its rule book shows ("" = nothing, see
    ``engine.content.rulebook_examples``).
    """

    id: Name
    order: int
    seats: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1)]
    minutes: tuple[Count, Count]
    rules: Module
    opponents: Module
    screens: Module
    emblem: Icon = "throne"
    cover: Cover = Cover()
    music: str = ""
    texts: str = ""
    lessons: Annotated[str, msgspec.Meta(pattern="^([a-z0-9_]+/)*[a-z0-9_]+[.]json$|^$", max_length=100)] = ""
    puzzles: Module | Literal[""] = ""
    arrangement: Module | Literal[""] = ""
    examples: Annotated[str, msgspec.Meta(pattern="^([a-z0-9_]+/)*[a-z0-9_]+[.]json$|^$", max_length=100)] = ""

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Numbers of seats, ascending."""
        return self.seats


class UnknownGame(LookupError):
    """No game of this name is registered."""


class _Found(msgspec.Struct):
    """Result of scanning: games by id, their folders, and what is wrong with skipped manifests."""

    games: dict[str, GameInfo]
    folders: dict[str, Path]
    problems: list[str]


def _places() -> list[Path]:
    more = os.environ.get(MORE, "")
    return [Path(ROOT) / "games", *(Path(each) for each in more.split(os.pathsep) if each)]


@cache
def _scan(more: str) -> _Found:
    """Read all manifests. ``more``: value of the environment variable, as a cache key."""
    found = _Found({}, {}, [])
    entries: list[tuple[GameInfo, Path]] = []
    for place in _places():
        for path in sorted(place.glob(f"*/{MANIFEST}")):
            try:
                info = safe_read.read(path, partial(schema.decode, kind=GameInfo), LARGEST)
            except safe_read.Unreadable as error:
                found.problems.append(str(error))
                continue
            if list(info.seats) != sorted(set(info.seats)) or info.minutes[0] > info.minutes[1]:
                found.problems.append(f"{path}: expected seats and minutes in ascending order")
            elif any(info.id == other.id for other, _ in entries):
                found.problems.append(f"{path}: id: there is a game {info.id!r} already")
            elif place != _places()[0] and (missing := _missing_module(info)):
                found.problems.append(f"{path}: {missing}")
            else:
                entries.append((info, path.parent))
    for info, folder in sorted(entries, key=lambda entry: (entry[0].order, entry[0].id)):
        found.games[info.id] = info
        found.folders[info.id] = folder
    return found


def _all() -> _Found:
    return _scan(os.environ.get(MORE, ""))


def _missing_module(info: GameInfo) -> str:
    """Return what is wrong with the first required module that cannot be found, "" if all exist."""
    for field in ("rules", "opponents", "screens"):
        module: str = getattr(info, field)
        try:
            spec = find_spec(module)
        except Exception as error:  # finding a module imports its parent packages
            return f"{field}: {module}: {type(error).__name__}: {error}"
        if spec is None:
            return f"{field}: expected a module, found no {module}"
    return ""


def games() -> list[GameInfo]:
    """Return all valid games, in the order of the title screen."""
    return list(_all().games.values())


def problems() -> list[str]:
    """Describe skipped manifests: file, place and what was expected."""
    return list(_all().problems)


def info(game: str) -> GameInfo:
    """Return the entry of a game; raises :class:`UnknownGame`."""
    found = _all().games.get(game)
    if found is None:
        raise UnknownGame(game)
    return found


def folder(game: str) -> Path:
    """Return the folder of a game's manifest; raises :class:`UnknownGame`."""
    info(game)
    return _all().folders[game]


@cache
def list_additions(game: str) -> dict[str, Path]:
    """Return the additions to a game, such as expansions: name → subfolder of the game's folder, sorted by name.

    A subfolder with a manifest is one, unless the rules module has a function ``list_additions`` that leaves it out. It
    may hold lessons, examples, achievements and puzzles in files named as those of the game; their texts are in the
    catalogue of its name. Raises :class:`UnknownGame`.
    """
    found = {path.parent.name: path.parent for path in sorted(folder(game).glob(f"*/{MANIFEST}"))}
    ask = getattr(import_module(info(game).rules), "list_additions", None) if found else None
    taken = found if ask is None else ask()
    return {name: place for name, place in found.items() if name in taken}


def list_added_files(game: str, file: str) -> dict[str, Path]:
    """Return the files of this name that additions to a game have, by the names of the additions. Raises
    :class:`UnknownGame`."""
    paths = {name: place / file for name, place in list_additions(game).items()}
    return {name: path for name, path in paths.items() if path.exists()}


@cache
def rules(game: str) -> Rules[Any]:
    """Return the rule set of a game; raises :class:`UnknownGame`."""
    found: Rules[Any] = import_module(info(game).rules).RULES
    return found
