"""The games that the chance to win is fitted from: repeatable, and gone on with where they were interrupted."""

from __future__ import annotations

import importlib.util
import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT


@pytest.fixture(scope="module")
def script() -> Any:
    """The script; its own paths are forgotten afterwards."""
    paths = sys.path[:]
    spec = importlib.util.spec_from_file_location("chances_script", Path(ROOT) / "build" / "fit" / "chances.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = paths
    return module


def given(games: int) -> Namespace:
    return Namespace(seats=[2, 3], games=games, levels=["novice", "random"], seed=4, options="{}")


def test_an_interrupted_store_is_gone_on_with(script: Any, tmp_path: Path) -> None:
    script.play(script.Store(tmp_path, "king_of_12"), "king_of_12", given(3))
    path = tmp_path / "king_of_12.jsonl"
    whole = path.read_bytes()
    assert len(whole.splitlines()) == 6
    script.play(script.Store(tmp_path, "king_of_12"), "king_of_12", given(3))
    assert path.read_bytes() == whole, "nothing was to be done"
    path.write_bytes(whole[:-40])  # the last line was cut off
    script.play(script.Store(tmp_path, "king_of_12"), "king_of_12", given(3))
    assert path.read_bytes() == whole
    script.play(script.Store(tmp_path, "king_of_12"), "king_of_12", given(4))
    assert path.read_bytes().startswith(whole) and len(path.read_bytes().splitlines()) == 8


def test_a_game_is_stored_with_all_that_a_fit_wants(script: Any) -> None:
    levels, wild = set(), set()
    for number in range(0, 12):
        game = json.loads(json.dumps(script.play_one("king_of_12", 2, {}, ["novice", "random"], 4, number)))
        assert sum(game["shares"]) == pytest.approx(1) and len(game["positions"]) <= script.KEPT
        numbers = [at for at, _ in game["positions"]]
        assert numbers == sorted(set(numbers))
        assert all(game["wild"] <= at < game["decisions"] for at in numbers)
        levels.add(game["level"])
        wild.add(game["wild"])
    assert levels == {"novice", "random"} and len(wild) > 1


def test_options_are_the_usual_ones_every_second_time(script: Any) -> None:
    chance = script.SeededChance(1)
    found = [script.draw_options("legends", 2, {"length": "single"}, number, chance) for number in range(20)]
    assert all(one == found[0] for one in found[::2])
    assert len({json.dumps(one) for one in found[1::2]}) > 5
    assert {one["length"] for one in found} == {"single"}
