"""Stored measurements are complete and consistent, and the command prints them."""

import importlib
import re
from pathlib import Path

import pytest

from ai.lab import measurements
from ai.lab.measurements import FOLDER, Measurement, list_questions, load_measurements
from ai.levels import LEVELS
from ai.ratings import find_rating
from engine import registry
from engine.bootstrap import ROOT

GOOD = (
    '{"game": "legends", "measure": "share of games won", "subject": "expert", "seats": 2, "value": 0.5, "low": 0.4,'
    ' "high": 0.6, "games": 100, "seed": "7", "command": null, "date": "2026-11-25", "version": "4fe30be",'
    ' "status": "current"}'
)


def test_every_question_has_a_file() -> None:
    assert {"against_before", "level_against_level", "exploitability", "rating_steps"} <= set(list_questions())


@pytest.mark.parametrize("question", list_questions())
def test_a_file_holds_a_question_and_its_measurements(question: str) -> None:
    asked, found = load_measurements(FOLDER / f"{question}.jsonl")
    games = {info.id for info in registry.games()}
    assert asked.question.endswith("?")
    assert found
    for one in found:
        assert one.game in games, one
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", one.date), one
        assert re.fullmatch(r"[0-9a-f]{7,}", one.version), one
        assert one.games is None or one.games > 0, one
        assert one.measure, one
        assert one.subject, one
        if one.measure.startswith("share"):
            assert 0 <= one.value <= 1, one


def write_file(folder: Path, line: str) -> Path:
    """A file of one measurement."""
    path = folder / "sample.jsonl"
    path.write_text(f'{{"question": "Is it so?"}}\n{GOOD}\n{line}\n', "utf-8")
    return path


def test_a_good_line_is_read_whole(tmp_path: Path) -> None:
    _, found = load_measurements(write_file(tmp_path, GOOD))
    assert found[0] == found[1]
    assert isinstance(found[0], Measurement)
    assert (found[0].value, found[0].low, found[0].high, found[0].unit) == (0.5, 0.4, 0.6, "games")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"value": 0.5', '"value": 0.7'), "0.4 <= 0.7 <= 0.6"),
        (('"low": 0.4', '"low": null'), "both ends"),
        ((', "seed": "7"', ""), "seed"),
        (('"status": "current"', '"status": "new"'), "status"),
        (('"subject"', '"topic"'), "topic"),
        (("{", ""), "malformed"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    path = write_file(tmp_path, GOOD.replace(*change, 1))
    with pytest.raises(ValueError, match=rf"sample\.jsonl: line 3: .*{re.escape(said)}"):
        load_measurements(path)


def test_the_command_lists_and_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert measurements.main([]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(list_questions())
    assert measurements.main(["exploitability", "--game", "king_of_12"]) == 0
    few = capsys.readouterr().out
    assert measurements.main(["exploitability", "--all"]) == 0
    every = capsys.readouterr().out
    assert "| 3 tricks left | 2 | 0.0057 | 0.0027 to 0.0088 |" in few
    assert "rejected" not in few
    assert "rejected" in every


def test_no_program_packs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(ROOT) / "build" / "package"))
    contents = importlib.import_module("contents")
    assert not [path for path in contents.data_files() if FOLDER in path.parents]
    assert Path(measurements.__file__) not in contents.source_files()


def test_the_page_of_opponents_shows_stored_figures() -> None:
    page = (Path(ROOT) / "docs" / "opponents.md").read_text("utf-8")
    shown = {tuple(map(float, each)) for each in re.findall(r"(0\.\d+) \((0\.\d+) to (0\.\d+)\)", page)}
    stored = {(one.value, one.low, one.high) for one in load_every()}
    assert len(shown) > 4
    assert shown <= stored
    rows = re.findall(r"^\| (First evening|Casual|Shrewd|Master|Grandmaster) \|([ 0-9|]+)\|$", page, re.MULTILINE)
    assert len(rows) == len(LEVELS)
    for level, (_, told) in zip(LEVELS, rows, strict=True):
        rated = [find_rating(game, level) for game in ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")]
        assert [one.rating for one in rated if one is not None] == [int(each) for each in told.split("|")]
    assert len(page.split()) <= 1800


def load_every() -> list[Measurement]:
    """The measurements of all questions."""
    return [one for name in list_questions() for one in load_measurements(FOLDER / f"{name}.jsonl")[1]]


def test_a_row_holds_for_players_that_decide_as_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row about levels with another hash than today's, or with none, is named, not shown, and fails the command."""
    monkeypatch.setattr(measurements, "FOLDER", tmp_path)
    monkeypatch.setattr(measurements, "load_hashes", lambda: {"legends": {"expert": "aaa"}})
    monkeypatch.setattr(measurements, "read_worths", lambda game: {})
    rows = [GOOD.replace('"expert"', f'"expert {name}"') for name in ("one", "two", "three")]
    for at, said in enumerate((', "players": {"expert": "aaa"}}', ', "players": {"expert": "bbb"}}')):
        rows[at] = rows[at].removesuffix("}") + said
    (tmp_path / "sample.jsonl").write_text("\n".join(['{"question": "Is it so?", "players": true}', *rows]), "utf-8")
    assert [one.subject for one in measurements.find_old("sample")] == ["expert two", "expert three"]
    assert measurements.main(["--old"]) == 1
    (tmp_path / "sample.jsonl").write_text("\n".join(['{"question": "Is it so?", "players": true}', rows[0]]), "utf-8")
    assert measurements.main(["--old"]) == 0
