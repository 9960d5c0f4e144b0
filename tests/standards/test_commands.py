"""Every command sets itself up before it imports anything that must be installed first."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.bench import choose_seat_counts
from engine.bootstrap import ROOT

COMMANDS = (
    "game.py", "tests/__main__.py", "ai/arena.py", "ai/calibration.py", "ai/review.py", "ai/lab/exploitability.py",
    "ai/lab/rating_list.py", "ai/lab/style_classifier.py", "ai/puzzles/__main__.py", "engine/bench.py",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_it_sets_itself_up_first(name: str) -> None:
    tree = ast.parse((Path(ROOT) / name).read_text("utf-8"))
    calls = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_ready(node.func)]
    assert calls, f"{name} does not call engine.bootstrap.ready()"
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in (
            "engine",
            "ai",
            "games",
            "scenes",
        ):
            assert node.lineno > min(calls), f"{name} line {node.lineno} imports before the set-up"


def _is_ready(function: ast.expr) -> bool:
    return (isinstance(function, ast.Name) and function.id == "ready") or (
        isinstance(function, ast.Attribute) and function.attr == "ready"
    )


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


def test_the_bench_knows_its_games() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine.bench", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no such game: chess" in done.stderr
