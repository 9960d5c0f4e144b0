"""Who may import whom; and that importing does nothing. The rooms are those of docs/architecture.md."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from tests.support.modules import HOUSE, ROOMS, modules

MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"games", "engine.contract", "engine.chance", "engine.goals", "engine.moves", "engine.names",
              "engine.storage.safe_read", "engine.schema", "engine.states"},
    "ai": {"ai", "engine", "games"},
    "maps": {"maps", "engine.contract", "engine.storage.safe_read", "engine.schema"},
    "sprites": {"sprites", "maps", "engine.contract", "engine.chance", "engine.storage.safe_read", "engine.schema"},
    "scenes": {"scenes", "sprites", "maps", "ai", "engine", "games"},
    "game": {"scenes", "engine"},
}  # fmt: skip
"""Room → what of ours it may import. The registry alone reaches the games, by name, not by import."""

PICTURES = {"pygame", "pytmx"}
"""Packages that need a display; only here:"""
WITH_PICTURES = {"maps", "sprites", "scenes", "game"}
NEVER = {"numpy", "PIL", "soundfile", "tkinter", "babel", "fontTools", "scipy"}
"""Packages of development: the game itself does without."""
NOT_IN_RULES = {"random", "time", "datetime", "os", "pathlib", "threading", "asyncio", "sqlite3", "socket", "secrets"}
"""Rules have no clock, no folder, no random generator of their own."""
DATA_FILES_READ_IN = {"cards.py", "boards.py", "dice.py", "maps.py", "decks.py"}
"""Files of rule sets that read the data beside them, and so may use ``pathlib``."""


@cache
def imported(path: Path) -> set[str]:
    """Full names of everything a module imports, wherever in it."""
    tree = ast.parse((HOUSE / path).read_text("utf-8"))
    package = path.with_suffix("").parts[:-1]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            found.update(f"{name}.{alias.name}" for alias in node.names)
    return found


def allowed(name: str, by: set[str]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in by)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.as_posix())
def test_the_arrows(path: Path) -> None:
    room = path.with_suffix("").parts[0]
    for name in imported(path):
        top = name.split(".")[0]
        if top in (*ROOMS, "game", "tests", "build"):
            assert allowed(name, MAY_IMPORT[room]), f"{path} imports {name}"
        if path.as_posix() in (
            "engine/contract.py",
            "engine/chance.py",
            "engine/names.py",
            "engine/schema.py",
        ):
            assert top not in ROOMS, f"{path} imports {name}"
        assert top not in PICTURES or room in WITH_PICTURES, f"{path} imports {name}"
        assert top not in NEVER, f"{path} imports {name}"
        if room == "games":
            files = {"pathlib", "os"} if path.name in DATA_FILES_READ_IN else set()
            assert top not in NOT_IN_RULES - files, f"{path} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.as_posix())
def test_games_do_not_know_each_other(path: Path) -> None:
    if path.parts[0] == "games" and len(path.parts) > 2:
        known = {f"games.{path.parts[1]}", "games.event_texts"}
        for name in imported(path):
            assert not name.startswith("games.") or allowed(name, known), f"{path} imports {name}"


IMPORT_ALL = """
import builtins, os, pathlib, random, socket, sqlite3, subprocess, sys, tempfile, threading, importlib

touched = []
def watch(event, args):
    if event == "open" and isinstance(args[0], str) and any(c in str(args[1] or "") for c in "wax+"):
        if "__pycache__" not in args[0]:
            touched.append(f"writes {args[0]}")
    elif event in ("os.mkdir", "os.remove", "os.rename", "socket.connect", "subprocess.Popen", "sqlite3.connect"):
        if "__pycache__" not in str(args):
            touched.append(f"{event} {args}")

before = random.getstate()
environment = dict(os.environ)
sys.addaudithook(watch)
for name in sys.argv[1:]:
    importlib.import_module(name)
assert not touched, touched
assert random.getstate() == before, "the random generator was used"
changed = {name for name in {*environment, *os.environ} if environment.get(name) != os.environ.get(name)}
if sys.platform == "win32" and os.environ["PATH"].startswith(environment["PATH"] + ";"):
    changed.discard("PATH")  # there pygame puts the folder of its libraries at the end of it
assert not changed, f"the environment was changed: {changed}"
assert threading.active_count() == 1, "a thread was started"
pygame = sys.modules.get("pygame")
if pygame is not None:
    assert not pygame.display.get_init() and not pygame.mixer.get_init() and not pygame.font.get_init()
assert not {"numpy", "PIL", "soundfile", "tkinter"} & set(sys.modules), "a package of development was imported"
print(*sorted({name.split(".")[0] for name in sys.modules} & {"pygame", "pytmx"}))
"""


def import_all(rooms: tuple[str, ...], tmp_path: Path) -> str:
    names = [
        ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for path in modules()
        if path.parts[0] in rooms and path.name != "__main__.py"
    ]
    done = subprocess.run(
        [sys.executable, "-B", "-W", "ignore", "-c", IMPORT_ALL, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_importing_does_nothing(tmp_path: Path) -> None:
    import_all((*ROOMS, "game.py"), tmp_path)


def test_rules_engine_and_opponents_need_no_display(tmp_path: Path) -> None:
    assert import_all(("engine", "games", "ai"), tmp_path) == ""
