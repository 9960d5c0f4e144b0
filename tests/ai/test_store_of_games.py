"""The games that the chance to win is fitted from: repeatable, and gone on with where they were interrupted."""

import importlib
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ai.lab import self_play
from engine.bootstrap import ROOT
from engine.chance import SeededChance


@pytest.fixture(scope="module")
def model() -> Any:
    """The module of the fitter with its store; the path to it is forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(ROOT) / "build" / "fit"))
        patch.delitem(sys.modules, "model", raising=False)
        yield importlib.import_module("model")


def play(model: Any, folder: Path, games: int) -> None:
    keys = [
        self_play.make_key(seats, {}, number, 4, ("novice", "random")) for number in range(games) for seats in (2, 3)
    ]
    model.play_missing(folder / "king_of_12.jsonl", keys, partial(self_play.play_labelled_game, "king_of_12"))


def test_an_interrupted_store_is_gone_on_with(model: Any, tmp_path: Path) -> None:
    play(model, tmp_path, 3)
    path = tmp_path / "king_of_12.jsonl"
    whole = path.read_bytes()
    assert len(whole.splitlines()) == 6
    play(model, tmp_path, 3)
    assert path.read_bytes() == whole, "nothing was to be done"
    path.write_bytes(whole[:-40])  # the last line was cut off
    play(model, tmp_path, 3)
    assert path.read_bytes() == whole
    play(model, tmp_path, 4)
    assert path.read_bytes().startswith(whole) and len(path.read_bytes().splitlines()) == 8


def test_a_game_is_stored_with_all_that_a_fit_wants() -> None:
    levels, wild = set(), set()
    for number in range(0, 12):
        key = self_play.make_key(2, {}, number, 4, ("novice", "random"))
        game = {**key, **json.loads(json.dumps(self_play.play_labelled_game("king_of_12", key)))}
        assert sum(game["shares"]) == pytest.approx(1) and len(game["positions"]) <= self_play.KEPT
        numbers = [at for at, _ in game["positions"]]
        assert numbers == sorted(set(numbers))
        assert all(game["wild"] <= at < game["decisions"] for at in numbers)
        levels.add(game["level"])
        wild.add(game["wild"])
    assert levels == {"novice", "random"} and len(wild) > 1


def test_options_are_the_usual_ones_every_second_time() -> None:
    chance = SeededChance(1)
    found = [self_play.draw_options("legends", 2, {"length": "single"}, number, chance) for number in range(20)]
    assert all(one == found[0] for one in found[::2])
    assert len({json.dumps(one) for one in found[1::2]}) > 5
    assert {one["length"] for one in found} == {"single"}
