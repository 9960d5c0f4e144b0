"""Choices of seats against each other: pairs, seats in turn, going on from a file, and what is reported."""

from pathlib import Path

import pytest

from ai.lab import choice_balance
from ai.lab.choice_balance import (
    PlayedPairing,
    add_up,
    format_table,
    main,
    make_measurements,
    plan_pairings,
    sum_up_others,
)

NAMES = ("deck_1", "deck_2")
ARGUMENTS = ["tash_kalar", *NAMES, "--values", "everfrost,sylvan", "--level", "first_evening", "--games", "2",
             "--options", '{"form": "duel"}', "--count", "summoned.card"]  # fmt: skip


def test_all_pairs_are_played_in_turn_and_change_seats() -> None:
    pairings = plan_pairings("tash_kalar", "novice", NAMES, ("a", "b", "c"), range(2), {})
    assert [one.values for one in pairings] == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]
    more = plan_pairings("tash_kalar", "novice", NAMES, ("a", "b", "c"), range(2, 4), {})
    assert len({one.key for one in [*pairings, *more]}) == 12 and more[0].values == ("a", "b")


def test_shares_are_of_the_first_value_whichever_seat_it_had() -> None:
    played = [
        PlayedPairing("1", ("a", "b"), 0, (1.0, 0.0), []),
        PlayedPairing("2", ("b", "a"), 1, (0.0, 1.0), []),
        PlayedPairing("3", ("a", "b"), 2, (0.5, 0.5), []),
        PlayedPairing("4", ("c", "b"), 0, (0.0, 1.0), []),
    ]
    sums = add_up(played, ("a", "b", "c"))
    assert sums == {("a", "b"): (2.5, 3), ("a", "c"): (0.0, 0), ("b", "c"): (1.0, 1)}
    assert sum_up_others(sums, ("a", "b")) == {("a", "all others"): (2.5, 3), ("b", "all others"): (1.5, 4)}
    table = format_table(sums)
    assert "a : b" in table and "0.833" in table
    assert [one.value for one in make_measurements({("a", "b"): (2.5, 3)}, "x", "novice", "command", "0")] == [0.833]


def test_a_measurement_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "games.jsonl"
    arguments = [*ARGUMENTS, "--keep", str(keep)]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert "everfrost : sylvan" in first and "summoned.card: " in first
    lines = keep.read_text("utf-8")
    keep.write_text(lines + lines[:40], "utf-8")

    def refuse(*_: object) -> PlayedPairing:
        raise AssertionError("played again")

    monkeypatch.setattr(choice_balance, "play_pairing", refuse)
    assert main([*arguments, "--lines", "0"]) == 0
    again = capsys.readouterr().out
    assert again.startswith(first) and '"against":"sylvan"' in again
    assert keep.read_text("utf-8") == lines, "what was cut off is gone"
    with pytest.raises(AssertionError, match="played again"):
        main([*arguments, "--first", "2"])


@pytest.mark.parametrize("wrong", [["--values", "everfrost,winter"], ["--options", "3"], ["--level", "wizard"]])
def test_wrong_arguments_are_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*ARGUMENTS, *wrong])
    assert "error: " in capsys.readouterr().err
