"""Whether leanings show at once: which turns are the first ones, and what is told of them."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from ai.character import Amounts
from ai.choose import play_out
from ai.lab.arena import Match
from ai.lab.early_style import COUNTED, Manner, Opening, Play, main, measure_early_style, play_opening
from ai.opponent_registry import find_opponents
from engine import registry
from engine.chance import SeededChance
from engine.contract import View


class _Bold:
    """Where the view says so the second action is bold; else nothing is at stake."""

    def slack(self, level: str, view: View) -> float:
        return 0.0

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        return [{"risk": float(view["stake"] and place == 1)} for place in range(len(legal))]


def test_first_turns_are_those_in_which_something_is_at_stake() -> None:
    """Here: laying an army by turns with another, three turns of two decisions each, one together with others."""
    play = Play()
    step = 0
    for _ in range(4):
        play.note(_Bold(), {"stake": False}, 0, [0, 1], 1, step, together=False)
        step += 2
    assert play.early.empty
    for turn in range(3):
        for _ in range(2):
            play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together=False)
            step += 1
        assert play.early.more["risk"] == turn + 1
        step += 1
    for together in (True, True, False):
        play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together)
        step += 1
    assert play.early.more["risk"] == 3


def test_decisions_together_are_turns_of_their_own() -> None:
    play = Play()
    for step in range(5):
        play.note(_Bold(), {"stake": True}, 0, [0, 1], 1, step, together=True)
    assert play.early.more["risk"] == 1.5


def make_manner(leans: dict[str, float], luck: SeededChance) -> Manner:
    """A manner that leans by an amount, give or take some luck."""
    more = {term: 10 * leans.get(term, 0.0) + luck.below(80) / 10 - 4 for term in COUNTED}
    return Manner(more, dict.fromkeys(COUNTED, 10.0))


def test_what_shows_in_the_first_turns() -> None:
    """Berta is careful (risk 0) and no raider (raids 0.2), whatever is counted of other terms."""
    luck = SeededChance(2)
    openings = []
    for _ in range(30):
        early = [make_manner(leans, luck) for leans in ({"risk": -0.3, "sets": 0.5}, {})]
        openings.append(Opening(("who:berta", "first_evening"), early))
    shown = measure_early_style(openings)
    assert list(shown) == ["who:berta"] and set(shown["who:berta"]) == {"risk", "raids"}
    further, error = shown["who:berta"]["risk"]
    assert 0.2 < further < 0.4 and 2 * error < further
    further, error = shown["who:berta"]["raids"]
    assert abs(further) < 3 * error
    assert measure_early_style([Opening(("who:berta", "novice"), early)]) == {}


def test_a_game_is_opened_and_left() -> None:
    """Laying neutral armies between two in Legends shows nothing; the bid is the first turn."""
    options = registry.rules("legends").check_options({}, 2)
    match = Match("legends", ("who:berta", "first_evening"), options, 3)
    leans = find_opponents("legends").style_bias
    assert leans is not None
    found = play_opening(match, leans)
    assert all(early.spread["thrift"] > 0 and early.spread["raids"] > 0 for early in found.early)
    assert found == play_opening(match, leans)


def test_a_game_is_played_until_it_is_enough() -> None:
    rules, chance = registry.rules("legends"), SeededChance(1)
    state = rules.new(rules.check_options({}, 3), 3, chance)
    asked: list[int] = []

    def answer(state: Any, seat: int, turn: int) -> int:
        asked.append(seat)
        return int(rules.legal(state, seat)[0])

    assert play_out(rules, state, chance, answer, enough=lambda: len(asked) > 5) == len(asked) - 2, "three bid at once"
    assert len(asked) == 6 and rules.to_act(state)


def test_the_command_tells_what_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["king_of_12", "who:odo", "novice", "--games", "12", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "king_of_12: the first turns of 12 games at 2 seats, seed 2"
    assert len(lines) == 2 and lines[1].startswith("who:odo") and "thrift +" in lines[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["king_of_12", "who:odo", "skilled"], "give a character and its level"),
        (["king_of_12", "who:nobody", "novice"], "nobody.json"),
        (["king_of_12", "who:odo", "novice", "--games", "0"], "--games"),
        (["chess", "who:odo", "novice"], "chess"),
    ],
)
def test_arguments_that_make_no_sense_are_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2 and said in capsys.readouterr().err


def test_a_game_without_leanings_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ai.lab.early_style.find_opponents", lambda game: SimpleNamespace(style_bias=None))
    with pytest.raises(SystemExit) as end:
        main(["king_of_12", "who:odo", "novice"])
    assert end.value.code == 2 and "king_of_12 does not say what leanings mean" in capsys.readouterr().err
