"""Lab command of provisional values: what is worked out ahead is known after the last move, and the times of both."""

from types import SimpleNamespace
from typing import Any

from ai.analysis.pieces import PieceStore
from ai.lab.provisional import compute_known_pieces, measure_times
from ai.review import make_analyser, play_game


def test_what_is_worked_out_ahead_is_known_at_the_end() -> None:
    session = play_game("king_of_12", {}, 2, "random", 5)
    session.course.cut(5)
    last = max(at for at, entry in enumerate(session.course.entries) if entry.seat == 0)
    store, analyser = PieceStore(compute_known_pieces(session)), make_analyser(session, (0,))
    known = [at for at, stretch in enumerate(analyser.stretches) if store.has(analyser._make_step_task(at))]
    assert known == [at for at, stretch in enumerate(analyser.stretches) if stretch.end <= last] != []


def test_times_are_those_at_which_something_came_first() -> None:
    steps = [(False, [], False), (True, [], False), (True, ["moment"], False), (True, ["moment"], True)]
    reviews = [SimpleNamespace(worked_out=one, moments=two, finished=three) for one, two, three in steps]
    analyser: Any = SimpleNamespace(first=lambda: None, finer=lambda *_: iter(reviews))
    found = measure_times(analyser)
    assert list(found) == ["curve", "first moment", "whole"] and found["curve"] <= found["whole"]
