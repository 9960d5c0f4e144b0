"""Every command sets itself up before it imports anything that must be installed first."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import bench, registry
from engine.bench import choose_seat_counts
from engine.bootstrap import ROOT, STAMP

COMMANDS = (
    "game.py", "tests/__main__.py", "ai/arena.py", "ai/calibration.py", "ai/review.py", "ai/lab/exploitability.py",
    "ai/puzzles/__main__.py", "engine/bench.py",
)  # fmt: skip
OURS = ("engine", "ai", "games", "scenes")
OTHERS = ("babel", "msgspec", "pygame")
"""Packages that must be installed first."""
APART = "numpy"
"""What needs it runs in an environment of one's own, which the guides say."""


def list_commands_of_guides() -> list[str]:
    """The files of all commands in the guides, without those that need ``APART``."""
    pages = [*Path(ROOT).glob("*.md"), *(Path(ROOT) / "docs").rglob("*.md")]
    told = "\n".join(page.read_text("utf-8") for page in pages)
    named = {name for name in re.findall(r"python3? ((?:[\w-]+/)*[\w-]+[.]py)", told)}
    for module in re.findall(r"python3? -m ((?:ai|engine|tests)[\w.]*\w)", told):
        path = module.replace(".", "/")
        named.add(f"{path}.py" if (Path(ROOT) / f"{path}.py").is_file() else f"{path}/__main__.py")
    there = [name for name in sorted(named) if (Path(ROOT) / name).is_file()]
    return [name for name in there if APART not in (Path(ROOT) / name).read_text("utf-8") and "bake.py" not in name]


@pytest.mark.parametrize("name", [*COMMANDS, *(name for name in list_commands_of_guides() if name not in COMMANDS)])
def test_it_sets_itself_up_first(name: str) -> None:
    tree = ast.parse((Path(ROOT) / name).read_text("utf-8"))
    calls = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_ready(node.func)]
    assert calls, f"{name} does not call engine.bootstrap.ready()"
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in (*OURS, *OTHERS):
            assert node.lineno > min(calls), f"{name} line {node.lineno} imports before the set-up"


def _is_ready(function: ast.expr) -> bool:
    return (isinstance(function, ast.Name) and function.id == "ready") or (
        isinstance(function, ast.Attribute) and function.attr == "ready"
    )


def test_catalogues_are_compiled_by_a_python_that_has_nothing_installed(tmp_path: Path) -> None:
    """As the guides have it in a fresh clone, once the packages of the tests are there.

    Also where a process of the environment starts the bare Python: the environment stays as it is.
    """
    if not (Path(sys.prefix) / STAMP).is_file():
        pytest.skip("these tests do not run in an environment of the program's own")
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "ui.po").write_text('msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "ui.ok"\nmsgstr "OK"\n', "utf-8")
    done = subprocess.run(
        [getattr(sys, "_base_executable", sys.executable), str(Path(ROOT) / "build/bake/catalogues.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "FOUR_THRONES_RUNTIME": str(Path(sys.prefix).parent), "FOUR_THRONES_INSIDE": sys.prefix},
        check=False,
    )
    assert done.returncode == 0 and "damaged" not in done.stderr, done.stderr
    assert (folder / "ui.mo").is_file()


def test_the_bench_prints_its_figures() -> None:
    game = registry.games()[0]
    done = subprocess.run(
        [sys.executable, "-m", "engine.bench", game.id, "--rules-only", "--seconds", "0.02", "--samples", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(done.stdout)["games"][game.id]
    assert set(figures) == {str(count) for count in choose_seat_counts(registry.rules(game.id))}
    names = {
        "decisions_per_s", "games_per_s", "clone_us", "view_us", "determinize_us", "chance_us", "last_resort_us",
        "apply_us",
    }  # fmt: skip
    for each in figures.values():
        assert set(each) == names
        assert all(value > 0 for value in each.values())


def test_the_bench_measures_frames_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "measure_window", lambda games, start: {"frames": list(games), "start": start})
    assert bench.main(["legends", "--frames-only"]) == 0
    assert json.loads(capsys.readouterr().out) == {"frames": ["legends"], "start": False}


def test_the_bench_knows_its_games() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine.bench", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no such game: chess" in done.stderr
