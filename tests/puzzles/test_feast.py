"""The feast after a puzzle: answers worked out by the rules, the tempting way, and the shelf it leads back to."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.content import puzzles
from games.king_of_12 import puzzles as goals
from games.king_of_12.cards import GAMBLER, KNIGHT, LADY, MACHINE
from games.king_of_12.state import CARDS_OF
from scenes.puzzles import puzzle_results
from scenes.puzzles.feast import END, Feast
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.puzzles.puzzle_results import SOLVED, TRIED, Record
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

TRICK = 70
"""A puzzle of King of 12 that the Lady solves, and the Machine does not."""
LAST = 3
"""A puzzle of Legends about the last card of a game."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def solve(driver: Driver, game: str, number: int, tempting: tuple[int, ...] = ()) -> Any:
    table: Any = open_puzzle(driver.ctx, game, number)
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top is table and table.resting)
    table.guide.tempting = tempting
    for action in table.guide.puzzle.solution:
        driver.until(lambda: table.resting)
        table.decide(action)
    driver.until(lambda: driver.top.name == "feast")
    driver.frame()
    return driver.top


@pytest.mark.parametrize("theme", [goals.UNBEATEN, goals.ROUND])
def test_only_the_solution_holds_against_every_answer(theme: str) -> None:
    """In every puzzle with one rival the table of answers agrees with the goal, and says of each card who had more."""
    asked = 0
    for puzzle in puzzles.load_shelf("king_of_12")[::3]:
        start = puzzles.start("king_of_12", puzzle)
        if puzzle.theme != theme or start.seats != 2:
            continue
        for card in CARDS_OF[start.hands[puzzle.seat]]:
            found = goals.list_answers(start, theme, puzzle.goal, card)
            assert [one.reply for one in found] == list(CARDS_OF[start.hands[1 - puzzle.seat]])
            assert all(one.holds for one in found) == (card == puzzle.solution[0])
            if theme == goals.UNBEATEN:
                assert all(one.holds == (one.own >= one.other) for one in found)
            asked += 1
    assert asked > 20


def test_the_answers_of_one_trick_are_those_of_the_rules() -> None:
    puzzle = puzzles.load_shelf("king_of_12")[TRICK]
    start = puzzles.start("king_of_12", puzzle)
    lady = goals.list_answers(start, puzzle.theme, puzzle.goal, LADY)
    assert {(one.own, one.other) for one in lady} == {(2, 1)}
    machine = goals.list_answers(start, puzzle.theme, puzzle.goal, MACHINE)
    assert {one.reply: (one.own, one.other) for one in machine if not one.holds} == {KNIGHT: (1, 2), GAMBLER: (1, 2)}
    assert goals.list_answers(start, goals.HOLDER, puzzle.goal, LADY) == []


def test_the_tempting_way_is_the_one_that_was_tried(driver: Driver) -> None:
    feast = solve(driver, "king_of_12", TRICK, (MACHINE,))
    assert isinstance(feast, Feast) and feast.tempting is not None and feast.tempting.actions == (MACHINE,)
    assert "lowest value wins" in feast.tell_way(feast.tempting), "told against the card that spoils it"
    said = tell_page(driver)
    assert "Solved!" in said and "Why not: Machine" in said and "Play Knight: 1 to 2, it fails" in said


@pytest.mark.parametrize(("game", "number"), [("king_of_12", TRICK), ("legends", 0), ("tash_kalar", 0)])
def test_without_a_try_casual_plays_the_tempting_way(driver: Driver, game: str, number: int) -> None:
    """Or none is shown: never one that is an answer, too."""
    feast = solve(driver, game, number)
    driver.until(lambda: driver.ctx.records.finish(0.01))
    driver.frame()
    assert feast.good.is_good and (feast.tempting is None or not feast.tempting.is_good)
    assert game != "king_of_12" or feast.tempting is not None
    before, after = feast.before.rating, feast.kept.rating
    assert after > before and str(round(after)) in tell_page(driver)


def test_the_first_key_ends_the_unfolding_and_the_next_goes_on(driver: Driver) -> None:
    feast = solve(driver, "king_of_12", TRICK)
    feast.shown_for = 100.0
    driver.key(pygame.K_SPACE)
    assert driver.top is feast and feast.shown_for == END
    driver.key(pygame.K_SPACE)
    driver.until(lambda: getattr(driver.top, "guide", None) is not None)
    assert driver.top.guide.puzzle.id != feast.puzzle.id


@pytest.mark.parametrize(("game", "number"), [("king_of_12", TRICK), ("legends", LAST), ("tash_kalar", 0)])
def test_the_game_is_played_on_after_the_answer(driver: Driver, game: str, number: int) -> None:
    """Against those who sit there, after what was decided; where the answer ends the game there is nothing to play."""
    feast = solve(driver, game, number)
    assert driver.target("play_on").enabled == feast.goes_on == (game != "legends")
    driver.click("play_on")
    driver.frame()
    if feast.goes_on:
        session: Any = driver.top.session
        after = feast.setter.rules.dump(feast._play(feast.good.actions))
        assert session.helped and session.seats == feast.setter.table.session.seats
        assert session.record().base.state == after and feast.setter.rules.dump(feast.setter.start) != after
        session.close()


def test_stars_count_first_tries_in_a_row() -> None:
    some, kept = puzzles.load_shelf("king_of_12"), Record()
    for at, state in enumerate((SOLVED, SOLVED, TRIED, SOLVED)):
        kept.finish_try(some[at], state)
    kept.finish_try(some[2], SOLVED)
    assert (kept.row, kept.best_row) == (1, 2) and len(kept.course) == 5 and kept.course[-1] == kept.rating


def test_a_series_far_too_hard_is_closed_and_none_that_was_met() -> None:
    some = puzzles.load_shelf("tash_kalar")
    known = puzzles.goals("tash_kalar")
    assert known is not None
    for rating in (1287.0, 2400.0):
        series = puzzle_results.list_series(Record(rating=rating), some, known.THEMES)
        assert sum(len(one.numbers) for one in series) == len(some)
        for one in series:
            assert one.is_closed == (min(some[at].rating for at in one.numbers) - 500 > rating)
    met = Record(rating=1287.0, state={puzzle.id: TRIED for puzzle in some})
    assert not any(one.is_closed for one in puzzle_results.list_series(met, some, known.THEMES))
