"""The outside test of moments: figures from checked turns, and one small game that is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ai.analysis.analyser import Analyser
from ai.analysis.command import (
    make_analyser,
    play_game,
)
from ai.analysis.confirmation import BATCH, Confirmer, PlayedPair
from ai.analysis.decision_quality import Comparison, Verdict
from ai.analysis.key_moments import moment
from ai.analysis.turns import TurnLoss
from ai.lab import moment_accuracy
from ai.lab.moment_accuracy import CheckedGame, CheckedTurn, find_moment, summarize
from engine.session import Session


def make_turn(true: float, shown: tuple[float, float] | None, weight: float = 1.0) -> CheckedTurn:
    """A checked turn; ``shown``: bounds of its interval."""
    low, high = shown or (None, None)
    cost = None if shown is None else sum(shown) / 2
    return CheckedTurn(3, 0, 0.1, cost, low, high, 16 if shown else 0, true, 0.01, weight)


def test_figures_of_checked_turns() -> None:
    turns = [
        make_turn(0.2, (0.1, 0.3)), make_turn(-0.1, (0.05, 0.15)), make_turn(0.3, None, 3.0), make_turn(0.02, None)
    ]  # fmt: skip
    found = summarize([CheckedGame("legends", 2, {}, "skilled", 1, 0, 12.0, turns)])
    assert found["signs"][0] == found["covered"][0] == 0.5 and found["signs"][3] == 2
    assert found["half_width"][0] == pytest.approx(0.075)
    assert found["found"][0] == 0.25, "one of four, as the turn that was not checked counts for three"
    assert found["seconds"][0] == 12.0
    assert summarize([]) == {}


def test_a_moment_belongs_to_its_turn() -> None:
    """Whichever decision of the turn it begins with: a turn that is shown was counted as one that is not, too."""
    analyser = make_analyser(play_game("legends", {}, 2, "random", 6), ())
    played = next(one for one in analyser.turns if one.seat >= 0 and len(one.steps) > 1)
    verdict = Verdict(played.turn, played.seat, 1, 2, Comparison((0.2, 0.2), 0.01, played.seat), None)
    loss = TurnLoss(played, played.seat, verdict, 0.2)
    moments = [moment(replace(verdict, turn=turn)) for turn in (played.turn - 1, played.end, played.end - 1)]
    assert find_moment(moments, loss) is moments[2]
    assert find_moment(moments[:2], loss) is None


def test_what_is_not_shown_is_played_on_while_it_may_be_large() -> None:
    analyser = make_analyser(play_game("legends", {}, 2, "random", 6), ())
    played = next(one for one in analyser.turns if one.seat >= 0)
    verdict = Verdict(played.turn, played.seat, 1, 2, Comparison((0.2, 0.2), 0.01, played.seat), None)
    loss = TurnLoss(played, played.seat, verdict, 0.2, better=(2,))
    review = analyser.first()
    shown = msgspec.structs.replace(review, moments=[moment(verdict)])
    pairs = []

    class Outside(Confirmer):
        """Every pair finds the same."""

        def play_pair(self, *_: Any) -> Any:
            pairs.append(0)
            return PlayedPair((gain, gain), ((0.5, 0.5), (0.5, 0.5)), ((), ()))

    outside = Outside(analyser.worth, analyser.choices, analyser.profile, 1)
    counts = []
    for gain, seen in ((-0.3, review), (0.3, review), (-0.3, shown)):
        pairs.clear()
        found = moment_accuracy._check(outside, loss, seen, 2, 1.0)
        assert found.true == pytest.approx(gain)
        counts.append(len(pairs))
    assert counts == [BATCH, 2 * analyser.profile.pairs, 2 * analyser.profile.pairs]


def _analyse_the_beginning(session: Session, people: Sequence[int] | None = None) -> Analyser:
    """The analyser of a game of which only the first decisions are left, with few play-outs."""
    session.course.cut(3)
    analyser = make_analyser(session, people)
    analyser.profile = analyser.confirmer.profile = replace(analyser.profile, pairs=8)
    return analyser


def test_one_game_is_checked_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, figures = tmp_path / "kept.jsonl", tmp_path / "figures.jsonl"
    wanted = ["king_of_12", "--games", "1", "--seats", "3", "--level", "random", "--times", "1", "--keep", f"{keep}"]
    monkeypatch.setattr(moment_accuracy, "make_analyser", _analyse_the_beginning)
    assert moment_accuracy.main([*wanted, "--json", f"{figures}"]) == 0
    first = keep.read_text("utf-8")
    assert moment_accuracy.main(wanted) == 0
    assert keep.read_text("utf-8") == first, "what is kept is not played again"
    assert '"question"' in figures.read_text("utf-8").splitlines()[0]
    assert "processor seconds" in capsys.readouterr().out
