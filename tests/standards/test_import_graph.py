"""No import goes round in a circle, except where two files are one thought.

At run time there is none at all. For the eyes of the type checker (``if TYPE_CHECKING``) files of one folder may name
each other; what is listed here is all there is, and a circle that has gone must leave the list.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from tests.support.imports import list_imports

HOUSE = Path(ROOT)
ROOMS = ("engine", "games", "ai", "maps", "sprites", "scenes")
GAMES = ("king_of_12", "king_of_the_dice", "legends", "tash_kalar")
ONE_THOUGHT = {
    "scenes/shell": 4,  # a context holds the stack, scenes get it passed in and are told of, routes makes them
    "scenes/campaign": 3,  # a card knows the two screens that show it
    "scenes/daily": 2,  # letters and calendar know their day
    "scenes/menus": 3,  # lines and faces of the set-up know its page, the table of the evening its own
    "scenes/profile": 2,  # panels know the page whose person they show
    "scenes/results": 2,  # a ceremony shows an outcome, whose medals land by its clock
    "scenes/study": 12,  # panels know the study that they show
    "scenes/workshop": 5,  # panels know the editor whose position they change
    "scenes/table": 22,  # a table owns its parts, and each of them is told of the table that owns it
    **dict.fromkeys((f"scenes/{game}" for game in GAMES), 8),  # so does what a game keeps; its stage names the table
    "scenes/tutorial": 4,  # a guide has the row of its lesson, and is drawn by panels
    "games/tash_kalar": 5,  # a state holds the expansions of its cards, and their interface is about states and steps
}
"""Folder → files in circles of annotations, at most; no other folder has any."""
TABLES = ("table", "hall")
"""The declarations; that of the hall of a tournament is an ordinary table with more round it, and so knows that one."""
OPENERS = ("screenshots",)
"""Who opens a table, and so knows its declaration; all others receive the table that they draw."""


@cache
def modules() -> dict[str, Path]:
    found = {}
    for room in ROOMS:
        for path in (HOUSE / room).rglob("*.py"):
            name = ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
            found[name] = path
    return found


@cache
def imported(name: str, annotations: bool) -> frozenset[str]:
    """Our modules that a module imports, wherever in it; with ``annotations`` those for the type checker too."""
    found = list_imports(modules()[name].relative_to(HOUSE))
    return frozenset({known(each.name) for each in found if annotations or not each.for_types} - {"", name})


def known(name: str) -> str:
    """The module of ours that a dotted name lies in; "" when it is somebody else's."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name


@cache
def circles(annotations: bool) -> list[list[str]]:
    """Groups of modules each of which reaches all others (Tarjan's strongly connected components)."""
    graph = {name: sorted(imported(name, annotations)) for name in modules()}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in graph[name]:
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            at = stack.index(name)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                found.append(sorted(group))

    for name in graph:
        if name not in number:
            visit(name)
    return found


def test_nothing_goes_round_in_a_circle_at_run_time() -> None:
    assert circles(annotations=False) == []


def test_annotations_go_round_within_a_folder_only() -> None:
    for group in circles(annotations=True):
        folders = {str(Path(*name.split(".")).parent.as_posix()) for name in group}
        assert len(folders) == 1 and folders <= set(ONE_THOUGHT), group


@pytest.mark.parametrize("game", GAMES)
def test_no_part_of_a_table_knows_the_table(game: str) -> None:
    files = [name for name in modules() if name.startswith(f"scenes.{game}.")]
    parts = [name for name in files if name.split(".")[2] not in (*OPENERS, *TABLES)]
    assert len(parts) > 5
    for part in parts:
        assert not imported(part, annotations=True) & {f"scenes.{game}.{table}" for table in TABLES}, part


@pytest.mark.parametrize("folder", ONE_THOUGHT)
def test_what_is_one_thought_is_small(folder: str) -> None:
    for group in circles(annotations=True):
        if str(Path(*group[0].split(".")).parent.as_posix()) == folder:
            assert len(group) <= ONE_THOUGHT[folder], group


def folder_of(name: str) -> str:
    """The folder of a module: two parts in scenes, sprites and maps, else its room."""
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] in ("scenes", "sprites", "maps") else parts[0]


def test_no_two_folders_import_each_other() -> None:
    """Shared parts lie below those that use them; the pictures of development may look everywhere."""
    arrows = {
        (folder_of(name), folder_of(other))
        for name in modules()
        if not name.startswith("scenes.dev")
        for other in imported(name, annotations=True)
    }
    assert sorted((a, b) for a, b in arrows if a < b and (b, a) in arrows) == []


@pytest.mark.parametrize("room", ["engine", "ai"])
def test_a_room_has_few_modules_of_its_own(room: str) -> None:
    assert len(list((HOUSE / room).glob("*.py"))) <= 20, "put it into one of the folders of the room"
