"""Puzzles: a position of a game, and a goal for the seat whose turn it is that one way alone reaches.

A game's manifest names the module of its goals (``puzzles``); the puzzles lie next to the manifest in
``puzzles.json``. What a goal asks for, and whether a line has reached it, only the game's own module knows
(``engine.goals``); that a puzzle has one answer is proved by ``ai.puzzles``.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec

from engine import registry, schema
from engine.chance import SeededChance
from engine.contract import BadState
from engine.goals import Goals
from engine.storage import safe_read

FILE = "puzzles.json"
LARGEST = 1024 * 1024
"""Most bytes of a file of puzzles."""
STARS_FROM = (900, 1200, 1500, 1800)
"""Ratings from which a puzzle has 2, 3, 4 and 5 stars, in every game."""
STEPS = 1 + len(STARS_FROM)
"""Steps of difficulty, 1 the easiest: stars on the screen."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, a goal, and one line that reaches it.

    ``options`` of its game; ``state`` as the rules dump it; ``seat`` who moves; ``solution`` the actions of one line;
    ``first`` number of legal first actions, ``ends`` number of different ends of all lines, ``near`` number of ends
    that miss the goal by one condition; ``level`` the weakest level that finds the answer by itself, "" when none does;
    ``rating`` how hard it is (1200 is middling in general), ``step`` the same in steps of 1 to 5, see :func:`to_step`;
    ``shelf`` whether it lies on the shelf: one that does not is kept for the days of Today that name it.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]
    theme: registry.Name
    goal: dict[registry.Name, int]
    options: dict[str, Any]
    seat: Annotated[int, msgspec.Meta(ge=0, le=15)]
    state: Any
    solution: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=40)]
    first: Annotated[int, msgspec.Meta(ge=2)]
    ends: Annotated[int, msgspec.Meta(ge=2)]
    near: Annotated[int, msgspec.Meta(ge=0)]
    level: str = ""
    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 1200
    step: Annotated[int, msgspec.Meta(ge=1, le=STEPS)] = 3
    shelf: bool = True


class BadPuzzles(ValueError):
    """A file of puzzles that cannot be used; the text names file, place and expectation."""


def goals(game: str) -> Goals | None:
    """Return the module of puzzle goals of a game; None when it has no puzzles. Raises ``UnknownGame``,
    :class:`BadPuzzles`."""
    module = registry.info(game).puzzles
    if not module:
        return None
    try:
        return cast(Goals, import_module(module))
    except Exception as error:  # the module of a third-party game
        raise BadPuzzles(f"{game}: puzzles: {module}: {type(error).__name__}: {error}") from error


def games() -> list[str]:
    """Return the games that have puzzles, in title order."""
    return [info.id for info in registry.games() if info.puzzles]


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game and of its additions, first those on the shelf, then the others, each from easiest
    to hardest; raises :class:`BadPuzzles`."""
    found = read(registry.folder(game) / FILE, game)
    for path in registry.list_added_files(game, FILE).values():
        found += read(path, game)
    return _sort(found)


def theme_id(game: str, theme: str) -> str:
    """Return the text id of a theme's name; ``TEXTS`` of a goal module names the catalogues of themes of additions."""
    return f"{getattr(goals(game), 'TEXTS', {}).get(theme, game)}.puzzle.theme.{theme}"


def load_shelf(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles on the shelf of a game, easiest first; their indices are those in :func:`load_puzzles`."""
    return tuple(puzzle for puzzle in load_puzzles(game) if puzzle.shelf)


def read(path: Path, game: str) -> tuple[Puzzle, ...]:
    """Read a file of puzzles, sorted as by :func:`load_puzzles`; raises :class:`BadPuzzles`. Checks no positions."""

    def decode(data: bytes) -> tuple[Puzzle, ...]:
        return schema.fit(msgspec.json.decode(data), tuple[Puzzle, ...], "", BadPuzzles, named_by="id")

    try:
        found = safe_read.read(path, decode, LARGEST)
    except safe_read.Unreadable as error:
        raise BadPuzzles(str(error)) from error
    known = goals(game)
    names: set[str] = set()
    for at, puzzle in enumerate(found):
        wrong = ""
        if puzzle.id in names:
            wrong = "id: expected something other than those before"
        elif known is None or puzzle.theme not in known.THEMES:
            wrong = f"theme: expected one of {', '.join(known.THEMES if known else ())}, found {puzzle.theme!r}"
        if wrong:
            raise BadPuzzles(f"{path}: [{at}] ({puzzle.id}).{wrong}")
        names.add(puzzle.id)
    rated = (msgspec.structs.replace(puzzle, step=to_step(puzzle.rating)) for puzzle in found)
    return _sort(rated)


def _sort(found: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Return those of the shelf first, of both the easiest first."""
    return tuple(sorted(found, key=lambda puzzle: (not puzzle.shelf, puzzle.rating)))


def to_step(rating: int) -> int:
    """Return the step of difficulty of a rating, 1 to ``STEPS``: one table for the puzzles of all games."""
    return 1 + sum(rating >= least for least in STARS_FROM)


def start(game: str, puzzle: Puzzle) -> Any:
    """Return the position of a puzzle; raises :class:`BadPuzzles` when the rules refuse it."""
    rules = registry.rules(game)
    try:
        state = rules.load(puzzle.state)
        options: Mapping[str, Any] = rules.check_options(puzzle.options, state.seats)
        rules.check_state(state, options, state.seats)
    except (BadState, ValueError) as error:
        raise BadPuzzles(f"puzzle {puzzle.id}: {error}") from error
    if puzzle.seat not in rules.to_act(state):
        raise BadPuzzles(f"puzzle {puzzle.id}: seat: expected one that is to act")
    return state


def check_solution(game: str, puzzle: Puzzle) -> None:
    """Raise :class:`BadPuzzles` unless the solution of a puzzle can be played and reaches its goal; for puzzles from
    elsewhere."""
    known = goals(game)
    if known is None or puzzle.theme not in known.THEMES:
        raise BadPuzzles(f"puzzle {puzzle.id}: theme: found {puzzle.theme!r}")
    rules, begun = registry.rules(game), start(game, puzzle)
    state = rules.clone(begun)
    try:
        for action in () if puzzle.theme in known.QUESTIONS else puzzle.solution:
            rules.apply(state, puzzle.seat, action, SeededChance(0))
        missing = known.short(begun, state, puzzle.solution, puzzle.theme, puzzle.goal)
        said = known.describe(puzzle.theme, puzzle.goal)
    except Exception as error:  # whatever the module makes of a goal that it does not know
        raise BadPuzzles(f"puzzle {puzzle.id}: {type(error).__name__}: {error}") from error
    if missing:
        raise BadPuzzles(f"puzzle {puzzle.id}: solution: expected one that reaches: {said.id}")
