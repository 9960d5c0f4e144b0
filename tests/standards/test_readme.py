"""What the README shows of the rules as a library runs as it stands: a whole game, and an opponent in the arena."""

import json
import os
import subprocess
import sys
from pathlib import Path

from engine.bootstrap import ROOT
from tests.support.readme import list_examples


def run(arguments: list[str], home: Path) -> str:
    """What Python prints in the project's folder."""
    environment = {**os.environ, "FOUR_THRONES_HOME": str(home), "PYTHONPATH": ROOT}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout


def test_a_game_is_played_as_the_readme_shows(tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    example.write_text(list_examples()[0], "utf-8")
    assert run([str(example)], tmp_path).strip() in ("(1, 2)", "(2, 1)", "(1, 1)")


def test_the_opponent_of_the_readme_meets_another(tmp_path: Path) -> None:
    (tmp_path / "opponents").mkdir()
    (tmp_path / "opponents" / "greedy.py").write_text(list_examples()[1], "utf-8")
    report = tmp_path / "report.json"
    run(["-m", "ai.arena", "king_of_12", "file:greedy", "skilled", "--games", "2", "--json", str(report)], tmp_path)
    assert set(json.loads(report.read_text("utf-8"))["levels"]) == {"file:greedy", "skilled"}
