"""Opponents that players put into their folder."""

import time
from pathlib import Path

import pytest

from ai.choose import choose
from ai.discovery import Discovery
from ai.opponents_folder import BadOpponent
from engine.chance import SeededChance
from games.king_of_12 import RULES

GOOD = """TITLE = "Always the first"
GAMES = ["king_of_12"]


def choose(game, view, seat, legal, chance):
    return legal[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path))
    place = tmp_path / "opponents"
    place.mkdir()
    return place


def discover(game: str) -> dict[str, str]:
    """The opponent files for this game with their titles; asks a worker and waits for it."""
    roster = Discovery()
    try:
        roster.look()
        while roster.busy:
            roster.poll()
            time.sleep(0.005)
        return {level: roster.title(level) for level in roster.levels(game)}
    finally:
        roster.close()


def ask(level: str) -> int:
    state = RULES.new({}, 2, SeededChance(4))
    return choose("king_of_12", RULES.view(state, 0), 0, RULES.legal(state, 0), level, 1).action


def test_a_file_in_the_folder_is_an_opponent(folder: Path) -> None:
    (folder / "first.py").write_text(GOOD, encoding="utf-8")
    assert discover("king_of_12") == {"file:first": "Always the first"}
    assert discover("legends") == {}
    assert ask("file:first") == 0


def test_the_example_of_the_documentation_works(folder: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "add_an_opponent.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    (folder / "example.py").write_text(code, encoding="utf-8")
    assert "file:example" in discover("king_of_12")
    assert ask("file:example") in range(7)


def test_no_folder_no_opponents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "nowhere"))
    assert discover("king_of_12") == {}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1 +", "SyntaxError"),
        ("import no_such_module_anywhere", "no_such_module_anywhere"),
        ("GAMES = 'king_of_12'\n", "GAMES: expected a list"),
        ("GAMES = ['king_of_12']\n", "choose: expected a function"),
        (GOOD.replace("king_of_12", "legends"), "GAMES: expected"),
        (GOOD.replace("legal[0]", "99"), "choose: expected one of"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(folder: Path, text: str, word: str) -> None:
    (folder / "broken.py").write_text(text, encoding="utf-8")
    with pytest.raises(BadOpponent, match=word):
        ask("file:broken")


def test_names_cannot_lead_out_of_the_folder(folder: Path) -> None:
    (folder.parent / "outside.py").write_text(GOOD, encoding="utf-8")
    with pytest.raises(BadOpponent):
        ask("file:../outside")
