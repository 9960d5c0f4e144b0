"""What others play by mouse, played by fingers with a mouse in between: games, lessons, puzzles, rooms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.king_of_the_dice import test_table as dice
from tests.legends import test_table as legends
from tests.lessons import test_lessons as lessons
from tests.puzzles import test_at_the_table as puzzles
from tests.support.lesson_play import GAMES
from tests.tash_kalar import test_table as tash
from tests.ui import test_whole_games as king
from tests.ui.driver import FingerDriver
from tests.workshop import test_editor as editor

WHOLE = {
    "king_of_12": partial(king.test_a_whole_game_by_mouse_alone, options={}),
    "legends": partial(legends.test_a_whole_game_by_mouse_alone, count=2, options={}),
    "king_of_the_dice": partial(dice.test_a_whole_game_by_mouse_alone, count=2),
    "tash_kalar": partial(tash.test_a_whole_game_by_mouse_alone, form="duel", count=2),
}


@pytest.fixture
def hand() -> Iterator[FingerDriver]:
    driver = FingerDriver()
    yield driver
    driver.close()


@pytest.mark.soak
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game(hand: FingerDriver, game: str) -> None:
    WHOLE[game](hand)
    assert hand.taps > 20


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_first_lesson(hand: FingerDriver, game: str) -> None:
    lessons.test_a_lesson_is_played_by_mouse_and_answers_every_mistake(hand, game, 0)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_first_puzzle(hand: FingerDriver, game: str) -> None:
    puzzles.test_a_first_puzzle_by_mouse_alone(hand, game)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_the_workshop(hand: FingerDriver, game: str) -> None:
    editor.test_set_up_by_mouse(hand, game)
