"""Who may import whom; and that importing does nothing. The rooms are those of docs/architecture.md."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from tests.support.imports import list_imports
from tests.support.modules import ROOMS, modules

MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"games", "engine.contract", "engine.chance", "engine.goals", "engine.names",
              "engine.storage.safe_read", "engine.schema", "engine.states", "engine.content.arrangement"},
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
DATA_FILES_READ_IN = {"cards.py", "boards.py", "dice.py", "maps.py", "decks.py", "expansions.py"}
"""Files of rule sets that read the data beside them, and so may use:"""
READERS = {"pathlib", "os"}
IMPORT_NOTHING = {"engine/contract.py", "engine/chance.py", "engine/names.py", "engine/schema.py"}
"""What rules import, and so imports nothing of ours."""


def imported(path: Path) -> set[str]:
    """Full names of everything a module imports, wherever in it."""
    return {each.name for each in list_imports(path)}


def allowed(name: str, by: set[str]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in by)


def find_wrong(path: Path) -> Iterator[str]:
    """Imports of a module that it may not have."""
    room = path.with_suffix("").parts[0]
    for name in imported(path):
        top = name.split(".")[0]
        if (
            (top in (*ROOMS, "game", "tests", "build") and not allowed(name, MAY_IMPORT[room]))
            or (path.as_posix() in IMPORT_NOTHING and top in ROOMS)
            or (top in PICTURES and room not in WITH_PICTURES)
            or top in NEVER
            or (room == "games" and top in NOT_IN_RULES - (READERS if path.name in DATA_FILES_READ_IN else set()))
        ):
            yield f"{path.as_posix()} imports {name}"


def test_the_arrows() -> None:
    assert [line for path in modules() for line in find_wrong(path)] == []


@pytest.mark.parametrize(
    ("path", "name"),
    [("engine/history.py", "ai.choose"), ("engine/contract.py", "engine.states"), ("ai/choose.py", "pygame.Rect"),
     ("games/legends/rules.py", "time.sleep"), ("scenes/menus/title.py", "numpy.array"), ("games/x.py", "os.path")],
)  # fmt: skip
def test_a_wrong_arrow_is_found(monkeypatch: pytest.MonkeyPatch, path: str, name: str) -> None:
    monkeypatch.setattr(sys.modules[__name__], "imported", lambda _: {name})
    assert list(find_wrong(Path(path))) == [f"{path} imports {name}"]


def test_games_do_not_know_each_other() -> None:
    wrong = [
        f"{path.as_posix()} imports {name}"
        for path in modules()
        if path.parts[0] == "games" and len(path.parts) > 2
        for name in imported(path)
        if name.startswith("games.") and not allowed(name, {f"games.{path.parts[1]}", "games.event_texts"})
    ]
    assert wrong == []


def test_annotations_stay_text_only_where_a_type_is_imported_for_them_alone() -> None:
    """Everywhere else they are values: what is named further below stands in quotation marks."""
    texts = {path.as_posix(): (Path(ROOT) / path).read_text("utf-8") for path in modules()}
    kept = [name for name, text in texts.items() if "\nfrom __future__ import annotations\n" in text]
    assert kept and [name for name in kept if "if TYPE_CHECKING:" not in texts[name]] == []


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
    if name != "--":
        importlib.import_module(name)
        continue
    print("for pictures:", *sorted({name.split(".")[0] for name in sys.modules} & {"pygame", "pytmx"}))
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
"""


def test_importing_does_nothing_and_rules_engine_and_opponents_need_no_display() -> None:
    """One interpreter imports all modules, first those that know no picture, as far as ``--``."""
    rules = ("engine", "games", "ai")
    names = {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): path.parts[0] in rules
        for path in modules()
        if path.name != "__main__.py"
    }
    first = [name for name, early in names.items() if early]
    others = [name for name, early in names.items() if not early]
    done = subprocess.run(
        [sys.executable, "-B", "-W", "ignore", "-c", IMPORT_ALL, *first, "--", *others],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "for pictures:" in done.stdout.splitlines(), done.stdout
