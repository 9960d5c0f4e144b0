"""Opponents of another checkout at the same table, kept in step with this one."""

import json
import shutil
from pathlib import Path

import pytest

from ai.lab.arena import Match, Record, main, plan_matches, play, play_matches, summary
from ai.lab.cross_version import NoCheckout, check_checkout
from engine.bootstrap import ROOT

PARTS = ("ai", "engine", "games")
GAME = "king_of_12"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A checkout like this one, as far as opponents need it."""
    for part in PARTS:
        shutil.copytree(Path(ROOT) / part, tmp_path / "other" / part, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "other"


def test_the_same_opponent_there_plays_the_same_game(other: Path) -> None:
    for seed in (3, 4):
        here = play(Match(GAME, ("novice", "random"), {}, seed))
        mixed = play(Match(GAME, ("before:novice", "random"), {}, seed, before=str(other)))
        assert mixed.differs == ""
        assert (mixed.wins, mixed.places, mixed.decisions) == (here.wins, here.places, here.decisions)


def test_other_rules_are_told_and_the_game_counts_for_nobody(other: Path) -> None:
    rounds = other / "games" / GAME / "rounds.py"
    text = rounds.read_text("utf-8")
    assert "POINTS_THAT_END_A_ROUND = 8" in text
    rounds.write_text(text.replace("POINTS_THAT_END_A_ROUND = 8", "POINTS_THAT_END_A_ROUND = 3"), "utf-8")
    record = play(Match(GAME, ("before:novice", "novice"), {}, 5, before=str(other)))
    assert record.differs.startswith("turn ") and "here" in record.differs and "there" in record.differs
    assert summary([record], ["novice"])["novice"]["games"] == 0


def test_a_checkout_that_breaks_down_is_told(other: Path) -> None:
    (other / "ai" / "choose.py").write_text("choose = None\n", "utf-8")
    record = play(Match(GAME, ("before:novice", "novice"), {}, 5, before=str(other)))
    assert "the other checkout ended" in record.differs


def test_a_folder_without_a_checkout_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoCheckout, match=r"found no ai/choose\.py"):
        check_checkout(tmp_path)
    for rest, why in ((["--before", str(tmp_path)], "expected a checkout"), ([], "--before")):
        with pytest.raises(SystemExit):
            main([GAME, "novice", "before:novice", "--games", "2", *rest])
        assert why in capsys.readouterr().err


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "games.jsonl"
    matches = plan_matches(GAME, ["novice", "random"], 2, 4, 7, {})
    whole = list(play_matches(matches))
    some = play_matches(matches, keep=keep)
    first = [next(some), next(some)]
    some.close()  # type: ignore[attr-defined]
    keep.write_text(keep.read_text("utf-8") + '["cut o', "utf-8")  # the program was ended while it wrote a third
    begun: list[Match] = []

    def counted(match: Match) -> Record:
        begun.append(match)
        return play(match)

    monkeypatch.setattr("ai.lab.arena.play", counted)
    again = list(play_matches(matches, keep=keep))
    assert len(begun) == 2 and [each.wins for each in again] == [each.wins for each in whole]
    assert [each.wins for each in first] == [each.wins for each in whole[:2]]
    assert len(keep.read_text("utf-8").splitlines()) == 4
    begun.clear()
    assert [each.wins for each in play_matches(matches, keep=keep)] == [each.wins for each in whole] and not begun


def test_a_file_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep = tmp_path / "notes.txt"
    keep.write_text("Dear diary\nnothing\n", "utf-8")
    with pytest.raises(SystemExit):
        main([GAME, "novice", "random", "--games", "2", "--keep", str(keep)])
    assert "line 1: expected a game written by --keep" in capsys.readouterr().err
    assert keep.read_text("utf-8").startswith("Dear diary")


def test_the_command_plays_both_sides(other: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    arguments = [GAME, "novice", "before:random", "--before", str(other), "--games", "2", "--json", str(figures)]
    assert main(arguments) == 0
    data = json.loads(figures.read_text("utf-8"))
    assert set(data["levels"]) == {"novice", "before:random"} and "differing" not in data
