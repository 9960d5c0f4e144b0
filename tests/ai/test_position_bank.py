"""Banks of positions are repeatable and go on where they stopped; what an evaluator knows is measured without bias."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.algorithms.value_function import FittedEvaluator
from ai.lab import knowledge, position_bank
from ai.lab.knowledge import Sample, find_slope, weigh
from ai.lab.measurements import load_measurements
from ai.lab.position_bank import BankedGame, make_game, read_bank
from ai.opponent_registry import find_evaluator
from engine import registry

GAME = "king_of_12"


def _options() -> dict[str, object]:
    return dict(registry.rules(GAME).check_options({}, 2))


def test_a_bank_is_repeatable_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "bank.jsonl"
    given = [GAME, "--level", "random", "--games", "2", "--playouts", "3", "--seed", "5", "--keep", str(path)]
    assert position_bank.main(given) == 0
    whole = path.read_text()
    lines = whole.splitlines(keepends=True)
    path.write_text(lines[0] + lines[1][:40])
    assert position_bank.main(given) == 0 and path.read_text() == whole
    games = read_bank(path)
    assert games[0] == make_game(GAME, _options(), 2, "random", 5, 0, 3)
    for one in games[0].positions:
        assert len(one.shares) == 3 and all(sum(row) == pytest.approx(1) for row in one.shares)
        registry.rules(GAME).load(one.state)


def test_what_is_asked_for_wrongly_is_refused(tmp_path: Path) -> None:
    for wrong in (["--games", "0"], ["--playouts", "1"], ["--level", "nobody"], ["--options", "[]"]):
        with pytest.raises(SystemExit) as found:
            position_bank.main([GAME, "--keep", str(tmp_path / "x"), *wrong])
        assert found.value.code == 2
    with pytest.raises(SystemExit) as found:
        knowledge.main([str(tmp_path / "nothing")])
    assert found.value.code == 2


def _sample(predicted: float, shares: list[float]) -> Sample:
    mean = sum(shares) / len(shares)
    variance = 2 * sum((one - mean) ** 2 for one in shares) / len(shares)
    return Sample((predicted, 1 - predicted), (mean, 1 - mean), variance)


def test_skill_is_measured_against_what_can_be_known() -> None:
    sure = weigh([_sample(1.0, [1, 1, 1, 1]), _sample(0.0, [0, 0, 0, 0])], 4)
    assert sure.skill == sure.knowable == sure.share_of_knowable == pytest.approx(1)
    blind = weigh([_sample(0.5, [1, 1, 1, 1]), _sample(0.5, [0, 0, 0, 0])], 4)
    assert blind.skill == pytest.approx(0) and blind.knowable == pytest.approx(1)
    chance = weigh([_sample(0.5, [1, 0])] * 3, 2)
    assert chance.knowable == pytest.approx(-1), "two play-outs that differ say less than none of them"


def test_the_slope_says_who_is_too_timid() -> None:
    timid = [_sample(0.6, [1, 1, 1, 0]), _sample(0.4, [0, 0, 0, 1])]
    exact = [_sample(0.75, [1, 1, 1, 0]), _sample(0.25, [0, 0, 0, 1])]
    assert find_slope(exact) == pytest.approx(1, abs=1e-3) and find_slope(timid) > 2


def test_figures_are_written_as_measurements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bank, out = tmp_path / "bank.jsonl", tmp_path / "found.jsonl"
    position_bank.main([GAME, "--level", "random", "--games", "2", "--playouts", "2", "--keep", str(bank)])
    assert knowledge.main([str(bank), "--json", str(out)]) == 0
    assert "0.50" in capsys.readouterr().out
    question, rows = load_measurements(out)
    assert question == knowledge.QUESTION and {row.measure for row in rows} == set(knowledge.MEASURED.values())
    assert all(row.games == 2 and GAME in (row.command or "") for row in rows)


def test_positions_can_be_grouped_by_what_has_been_played() -> None:
    banked = make_game(GAME, _options(), 2, "random", 3, 1, 2)
    judge, version = find_evaluator(GAME), knowledge.VERSIONS["quick"]
    assert isinstance(judge, FittedEvaluator)
    seen = [round(judge.extract(registry.rules(GAME).load(one.state)).progress, 2) for one in banked.positions]
    by_part, by_progress = (knowledge.take_samples(banked, version(banked), by_progress=by) for by in (False, True))
    assert [place for place, _ in by_part] == [one.part for one in banked.positions] != seen
    assert [place for place, _ in by_progress] == seen
    assert [one for _, one in by_part] == [one for _, one in by_progress]
    assert list(knowledge.measure([banked], version, by_progress=True)) == sorted(set(seen))


def test_every_position_stands_at_its_part() -> None:
    found: BankedGame = make_game(GAME, _options(), 2, "random", 9, 1, 2)
    assert [one.turn for one in found.positions] == [round(one.part * found.decisions) for one in found.positions]
