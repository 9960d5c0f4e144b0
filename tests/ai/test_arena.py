"""The arena deals seats fairly, sums up rightly and writes what it promises."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ai.algorithms.confidence_intervals import interval
from ai.lab.arena import Record, list_line_ups, main, run, summary


def test_levels_are_dealt_round_the_seats_and_rotated() -> None:
    ups = [levels for levels, _ in list_line_ups(["a", "b"], 4, 8)]
    assert ups[0] == ("a", "b", "a", "b")
    assert ups[1] == ("b", "a", "b", "a")
    three = [levels for levels, _ in list_line_ups(["a", "b", "c"], 3, 6)]
    assert Counter(levels[0] for levels in three) == {"a": 2, "b": 2, "c": 2}


def test_more_levels_than_seats_take_turns() -> None:
    ups = [levels for levels, _ in list_line_ups(["a", "b", "c", "d"], 2, 24)]
    assert Counter(frozenset(levels) for levels in ups).most_common()[-1][1] == 4
    assert Counter(levels[0] for levels in ups) == dict.fromkeys("abcd", 6)


def test_games_of_one_rotation_share_their_seed() -> None:
    assert [deal for _, deal in list_line_ups(["a", "b"], 2, 6)] == [0, 0, 1, 1, 2, 2]


def test_no_game_is_played_twice() -> None:
    for levels, seats in ((["a", "b"], 4), (["a", "b", "c", "d"], 16), (["a", "b", "b"], 3), (["a", "b"], 3)):
        ups = list_line_ups(levels, seats, 48)
        assert len(set(ups)) == 48, (levels, seats)


def test_the_interval_is_wilsons() -> None:
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)
    assert all(interval(n, n)[1] == 1 and interval(0, n)[0] == 0 for n in range(1, 60)), "rounding leaves no share out"


def test_the_summary_counts_every_seat_of_a_level() -> None:
    records = [Record(("a", "b", "a"), [0, 0, 1], [2, 2, 2], [0.2, 0.4, 0.2], [0.1, 0.3, 0.1], [2.5, 2.5, 1])]
    found = summary(records, ["a", "b"])
    assert found["a"]["share"] == 1
    assert found["a"]["equal"] == pytest.approx(2 / 3)
    assert found["a"]["seconds_per_decision"] == pytest.approx(0.1)
    assert found["b"]["slowest_decision"] == 0.3
    assert found["a"]["place"] == pytest.approx(1.75) and found["b"]["place"] == 2.5


def test_a_level_may_be_named_more_than_once() -> None:
    found = run("king_of_12", ["novice", "random", "random"], 3, 3, 5, {})
    assert list(found) == ["novice", "random"]
    assert found["novice"]["equal"] == pytest.approx(1 / 3)
    assert found["novice"]["share"] + found["random"]["share"] == pytest.approx(1)


def test_the_same_seed_gives_the_same_wins() -> None:
    one = run("king_of_12", ["novice", "random"], 3, 6, 5, {})
    two = run("king_of_12", ["novice", "random"], 3, 6, 5, {})
    assert [one[level]["share"] for level in one] == [two[level]["share"] for level in two]


def test_the_command_line_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    arguments = ["king_of_12", "novice", "random", "--games", "4", "--seats", "4", "--json", str(path)]
    assert main([*arguments, "--options", '{"set": "random", "promo": "faun"}']) == 0
    assert "95 % interval" in capsys.readouterr().out
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["games"], data["seats"]) == (4, 4)
    assert {"share", "low", "high", "seconds_per_decision"} <= set(data["levels"]["novice"])


def test_values_of_events_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    arguments = ["king_of_12", "novice", "random", "--games", "4", "--count", "revealed.cards", "--json", str(path)]
    assert main(arguments) == 0
    counts = json.loads(path.read_text(encoding="utf-8"))["counts"]["revealed.cards"]
    assert sum(counts.values()) >= 4 * 8
    assert "revealed.cards: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess", "novice", "random"],
        ["king_of_12", "novice"],
        ["king_of_12", "novice", "novice"],
        ["king_of_12", "novice", "genius"],
        ["king_of_12", "novice", "random", "--seats", "17"],
        ["king_of_12", "novice", "random", "--options", "[]"],
        ["king_of_12", "novice", "random", "--options", '{"set": "all"}'],
        ["king_of_12", "novice", "random", "--games", "0"],
        ["king_of_12", "novice", "random", "--count", "revealed"],
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(arguments)
    assert refusal.value.code == 2


def test_different_levels_sit_in_another_order_from_deal_to_deal() -> None:
    ups = list_line_ups(["a", "b", "c", "d"], 4, 24)
    assert Counter((levels[levels.index("a") - 3]) for levels, _ in ups) == dict.fromkeys("bcd", 8)
    assert {levels for levels, _ in list_line_ups(["a", "b"], 4, 24)} == {("a", "b", "a", "b"), ("b", "a", "b", "a")}
