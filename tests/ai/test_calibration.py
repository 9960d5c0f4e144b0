"""The calibration counts right, is repeatable and writes what it promises."""

import json
from pathlib import Path

import pytest

from ai.lab.calibration import ALL, CLOSE, ENOUGH, PARTS, Calibration, CalibrationRecorder, format_table, main, measure
from ai.lab.self_play import Game, play_game
from engine import registry
from engine.chance import SeededChance


def test_predictions_fall_into_tenths() -> None:
    book = Calibration()
    book.note([0.05, 0.95], [0, 1])
    book.note([0.1, 0.9], [1, 0])
    book.note([0.0, 1.0], [0, 1])
    assert [one.count for one in book.bins] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    last = book.to_dict()["bins"][-1]
    assert last["predicted"] == pytest.approx((0.95 + 0.9 + 1) / 3) and last["happened"] == pytest.approx(2 / 3)
    assert last["low"] < 2 / 3 < last["high"] and last["holds"] is None


def test_the_score_is_briers() -> None:
    book = Calibration()
    book.note([0.8, 0.2], [1, 0])
    book.note([0.5, 0.25, 0.25], [0.5, 0.5, 0])
    assert book.brier == pytest.approx((0.08 + 0.125) / 2)
    assert book.explained == pytest.approx(1 - 0.205 / (0.5 + 1 / 6))


def test_who_knows_the_end_explains_all_and_equal_shares_nothing() -> None:
    for predicted, explained in (([1.0, 0.0], 1.0), ([0.5, 0.5], 0.0), ([0.0, 1.0], -3.0)):
        book = Calibration()
        book.note(predicted, [1, 0])
        assert book.explained == pytest.approx(explained)
    assert Calibration().explained == Calibration().brier == 0


@pytest.mark.parametrize(("happens", "holds"), [(0.7, True), (0.65, True), (0.6, False), (0.8, False)])
def test_a_bin_holds_when_what_happens_is_close(happens: float, holds: bool) -> None:
    """Coins that are said to fall on 0.69, and fall as they do."""
    book = Calibration()
    count = 20 * ENOUGH
    for number in range(count):
        won = float(number < happens * count)
        book.note([0.69, 0.31], [won, 1 - won])
    told = book.to_dict()["bins"]
    assert abs(told[6]["predicted"] - told[6]["happened"]) == pytest.approx(abs(0.69 - happens))
    assert told[6]["holds"] is told[3]["holds"] is holds is (abs(0.69 - happens) <= CLOSE)


def test_a_game_is_repeatable_and_its_wild_stretch_is_left_out() -> None:
    one, two = (play_game("king_of_12", {}, 2, "novice", 3, wild=4) for _ in range(2))
    rules = registry.rules("king_of_12")
    dumps = [[(number, rules.dump(state)) for number, state in game.positions.items()] for game in (one, two)]
    assert dumps[0] == dumps[1] and one.shares == two.shares and sum(one.shares) == 1
    assert list(one.positions) == list(range(4, one.decisions))
    assert min(play_game("king_of_12", {}, 2, "novice", 3).positions) == 0


def test_positions_are_drawn_without_looking_ahead() -> None:
    """From each third of a usual game one, from the time after it one more, if the game has come so far."""
    rules = registry.rules("king_of_12")
    state = rules.new({}, 2, SeededChance(1))
    for decisions, opening, middle, end in ((9, 1, 1, 1), (12, 1, 1, 2), (6, 1, 1, 0), (1, None, 0, 0)):
        books = CalibrationRecorder("king_of_12", False)
        books.note(Game((1.0, 0.0), dict.fromkeys(range(decisions), state), decisions), 9.0, 1)
        found = [books.of[name].positions for name in PARTS]
        assert found[1:] == [middle, end] and opening in (None, found[0])
        assert books.of[ALL].positions == sum(found)
    drawn = set()
    for seed in range(30):  # a game of 11 has come to 9 and 10, not to 11: now and then none is noted there
        books = CalibrationRecorder("king_of_12", False)
        books.note(Game((1.0, 0.0), dict.fromkeys(range(11), state), 11), 9.0, seed)
        drawn.add(books.of["end"].positions)
    assert drawn == {1, 2}


def test_figures_are_repeatable_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    arguments = ["king_of_12", "--games", "6", "--seats", "3", "--seed", "4", "--level", "novice", "--json", str(path)]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "opening: " in said and "predicted" in said
    data = json.loads(path.read_text("utf-8"))
    assert (data["games"], data["seats"], data["level"]) == (6, 3, "novice")
    assert set(data["parts"]) == {*PARTS, ALL}
    assert data["parts"][ALL]["positions"] == sum(data["parts"][name]["positions"] for name in PARTS) > 12
    assert sum(one["count"] for one in data["parts"][ALL]["bins"]) == 3 * data["parts"][ALL]["positions"]
    options = registry.rules("king_of_12").check_options({}, 3)
    assert json.loads(json.dumps(measure("king_of_12", options, 3, 6, 4, "novice"))) == data
    assert format_table(data) in said


def test_a_view_can_be_asked_instead() -> None:
    options = registry.rules("tash_kalar").check_options({}, 2)
    full, seen = (measure("tash_kalar", options, 2, 1, 4, "random", view)["parts"][ALL] for view in (False, True))
    assert full["positions"] == seen["positions"] > 2
    assert full["brier"] != seen["brier"]


@pytest.mark.parametrize(
    "arguments",
    [["chess"], ["legends", "--seats", "7"], ["legends", "--games", "0"], ["legends", "--level", "best"],
     ["legends", "--options", "[]"], ["legends", "--options", '{"shape": "round"}']],
)  # fmt: skip
def test_what_makes_no_sense_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "error" in capsys.readouterr().err


def test_teams_are_reckoned_as_one() -> None:
    options = registry.rules("tash_kalar").check_options({"form": "team_duel"}, 4)
    found = measure("tash_kalar", options, 4, 1, 5, "random")["parts"][ALL]
    assert sum(one["count"] for one in found["bins"]) == 2 * found["positions"]
