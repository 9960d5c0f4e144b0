"""King of the Dice in a session: undo, redo, saves and statistics, by the checks that all games share."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import registry
from games.king_of_the_dice import RULES
from tests.engine import test_session_games as shared
from tests.samples import Setup

from .test_suites import SETUPS

every_setup = pytest.mark.parametrize("setup", [each for each in SETUPS if each.name == "default"], ids=str)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rules", lambda game: RULES)


@every_setup
@pytest.mark.parametrize("try_again", [False, True])
def test_undo_redo_and_loading_lose_nothing(setup: Setup, try_again: bool, tmp_path: Path) -> None:
    shared.test_undo_redo_and_loading_lose_nothing(setup, 1, try_again, tmp_path)


@every_setup
def test_a_game_that_was_interrupted_goes_on(setup: Setup, tmp_path: Path) -> None:
    shared.test_a_game_that_was_interrupted_goes_on_as_if_it_had_not_been(setup, tmp_path)


@every_setup
def test_a_finished_game_enters_the_record(setup: Setup, home: Path) -> None:
    shared.test_a_finished_game_enters_the_record(setup, home)
