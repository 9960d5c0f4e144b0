"""A mix of all games, a streak against the clock, and missed puzzles that come back."""

import time
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.chance import SeededChance
from engine.content import puzzles
from scenes.puzzles import puzzle_results, rounds
from scenes.puzzles.puzzle_list import Shelf
from scenes.puzzles.puzzle_results import BACK_AFTER, SOLVED, TRIED, Record, next_one
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def begin(driver: Driver, name: str) -> Any:
    """Press the button of the shelf; return the first table."""
    driver.ctx.stack.replace(Shelf(driver.ctx, "king_of_12"))
    driver.ctx.stack.settle()
    driver.click(name)
    return wait_for_table(driver)


def wait_for_table(driver: Driver) -> Any:
    driver.until(lambda: getattr(driver.top, "guide", None) is not None and not driver.top.guide.over)
    return driver.top


def end_try(driver: Driver, table: Any, good: bool) -> None:
    """End a try as it would be judged, and wait for the dialog."""
    guide = table.guide
    if good:
        start, line = puzzles.start(guide.game, guide.puzzle), list(guide.puzzle.solution)
        state = guide.rules.clone(start)
        if guide.puzzle.theme not in guide.goals.QUESTIONS:
            for action in line:
                guide.rules.apply(state, guide.puzzle.seat, action, SeededChance(0))
        guide._judge(state, line)
    else:
        guide.over = True
        kept = puzzle_results.get_record(driver.ctx, guide.game)
        kept.finish_try(guide.puzzle, TRIED)
        puzzle_results.keep(driver.ctx, guide.game, kept)
        guide.occasion.finish_try(False)
        guide._ask([])
    if not (good and guide.series.is_fast):
        driver.until(lambda: driver.top.name in ("dialog", "feast"))


def test_a_mix_goes_through_all_games(driver: Driver) -> None:
    table = begin(driver, "mix")
    met = []
    for number in range(len(puzzles.games())):
        met.append(table.guide.game)
        end_try(driver, table, good=number % 2 == 0)
        driver.click("next")
        table = wait_for_table(driver)
    assert sorted(met) == sorted(puzzles.games()), "each once before any comes again"
    assert table.guide.occasion.solved == 2 and table.guide.occasion.met == 4
    assert "2" in table.guide.describe_progress()


def test_a_streak_ends_with_the_third_miss(driver: Driver) -> None:
    table = begin(driver, "streak")
    for good in (True, False, False, False):
        end_try(driver, table, good)
        driver.run(1300)  # longer than a double click, and than a solved one is told
        if not good:
            driver.click("next")
        if driver.top.name != "dialog":
            table = wait_for_table(driver)
    driver.until(lambda: driver.top.name == "dialog" and driver.has("again"))
    assert driver.top.title == driver.ctx.t("puzzle.streak")
    assert puzzle_results.get_streaks(driver.ctx) == puzzle_results.StreakRecord(1, 1)
    driver.click("shelf")
    driver.until(lambda: driver.top.name == "puzzles")


def test_a_streak_ends_when_its_time_is_up(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(driver, "streak")
    now = time.monotonic() + rounds.STREAK_S + 1
    monkeypatch.setattr(time, "monotonic", lambda: now)
    driver.until(lambda: driver.top.name == "dialog")
    assert table.guide.over and puzzle_results.get_streaks(driver.ctx).played == 1
    monkeypatch.undo()
    driver.key(pygame.K_SPACE)
    again = wait_for_table(driver)
    assert again.guide.occasion is not table.guide.occasion


def test_a_missed_puzzle_comes_back_after_some_others() -> None:
    some = puzzles.load_shelf("king_of_12")
    record = Record()
    record.finish_try(some[0], SOLVED)
    record.finish_try(some[5], TRIED)
    met: list[str] = []
    for _ in range(BACK_AFTER + 1):
        at = next_one(record, some, met[-1] if met else some[5].id)
        met.append(some[at].id)
        record.finish_try(some[at], SOLVED)
    assert some[5].id not in met[:BACK_AFTER] and met[BACK_AFTER] == some[5].id
    assert not record.missed, "solved at last"
