"""Every control of every scene lies inside the window, in every language and at the sizes that matter."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from scenes.dev.screenshots import all_scenes
from scenes.puzzles import rounds
from scenes.shell import routes
from scenes.shell.page import Choice
from tests.support.catalogues import LANGUAGES
from tests.support.open_tables import open_table
from tests.support.scene_turns import SIZES, WIDE, look, shares
from tests.ui.driver import Driver


def hold(size: tuple[int, int], shown: Sequence[tuple[str, str]]) -> None:
    """Look at scenes, each in a language; those of one language one after the other."""
    driver = Driver(size)
    try:
        for language, name in shown:
            if language != driver.ctx.texts.language:
                driver.settings.language = language
                driver.ctx.apply_settings()
            look(driver, name)
    finally:
        driver.close()


@pytest.mark.parametrize("size", SIZES[1:3])
def test_controls_lie_inside_the_window_and_apart(size: tuple[int, int]) -> None:
    """Every third scene at one size in one language; test_room_for_words looks so at the first and the last size."""
    hold(size, sorted(shares(size)))


def test_every_third_scene_has_its_turn() -> None:
    """Every third one at one size, and at every size in all languages; the long run has all at every size."""
    turns = [share for size in SIZES for share in shares(size)]
    assert sorted(name for _, name in turns) == sorted(list(all_scenes())[::3])
    assert all({language for language, _ in shares(size)} == set(LANGUAGES) for size in SIZES)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, WIDE])
def test_controls_lie_so_at_every_size_in_every_language(size: tuple[int, int], language: str) -> None:
    hold(size, [(language, name) for name in all_scenes()])


def press_twice(driver: Driver, x: float, y: float, apart: float = 100.0) -> None:
    """A double click at a logical point."""
    driver.click_at(x, y)
    driver.run(apart)
    driver.click_at(x, y)
    driver.run(32)


@pytest.mark.parametrize("asked", [True, False])
def test_a_click_beside_a_dialog_closes_only_what_was_asked_for(driver: Driver, asked: bool) -> None:
    routes.go(driver.ctx, "statistics")
    driver.ctx.stack.settle()
    driver.frame()
    answers: list[str] = []
    choices: list[Choice] = [(name, name, partial(answers.append, name)) for name in ("stay", "go")]
    driver.ctx.is_updating = not asked
    driver.ctx.ask("Title", "Body", choices)
    driver.ctx.is_updating = False
    driver.frame()
    driver.run(500)
    driver.click_at(40, 860)
    assert answers == (["stay"] if asked else []) and (driver.top.name == "dialog") is not asked


def test_the_end_of_a_puzzle_is_closed_by_its_buttons_only(driver: Driver) -> None:
    """Failed or solved, at every speed: a click where a button was a moment before answers nothing."""
    for speed in ("4", "instant"):
        driver.settings.speed = speed
        for name in ("king_of_12/puzzle-failed", "tash_kalar/puzzle-failed"):
            all_scenes()[name](driver.ctx, "7")
            driver.ctx.stack.settle()
            driver.run(500)
            assert driver.top.name == "dialog"
            below = driver.ctx.stack.scenes[-2]
            for x, y in ((40, 40), (1500, 820), (1500, 860), (40, 860)):
                driver.click_at(x, y)
                driver.run(500)
                assert driver.top.name == "dialog" and driver.ctx.stack.scenes[-2] is below


def test_the_end_of_a_streak_is_closed_by_its_buttons_only(driver: Driver) -> None:
    """It is told after a button of the puzzle before it was pressed, or when time has run out."""
    streak = rounds.Streak(driver.ctx)
    streak.go_on()
    driver.ctx.stack.settle()
    streak.met = rounds.MISSES
    driver.ctx.ask("Not yet", "", [("shelf", "Shelf", lambda: None), ("on", "On", streak.go_on)])
    driver.frame()
    driver.run(500)
    driver.click("on")
    driver.run(500)
    assert driver.top.name == "dialog" and driver.has("again")
    driver.click_at(40, 860)
    driver.run(300)
    assert driver.top.name == "dialog" and driver.has("again")


def test_a_double_click_is_one_answer(driver: Driver) -> None:
    """A question that follows in the same place is not answered by the second click, and a later one is."""
    routes.go(driver.ctx, "statistics")
    driver.ctx.stack.settle()
    answers: list[str] = []

    def ask(name: str) -> None:
        driver.ctx.ask("Title", "Body", [("stay", "stay", lambda: None), (name, name, lambda: answer(name))])

    def answer(name: str) -> None:
        answers.append(name)
        if len(answers) < 3:
            ask(f"{name}.")

    ask("go")
    driver.frame()
    driver.run(500)
    press_twice(driver, *driver.target("go").centre)
    assert answers == ["go"] and driver.top.name == "dialog"
    driver.run(500)
    press_twice(driver, *driver.target("go.").centre)
    assert answers == ["go", "go."]


def test_the_second_click_takes_no_other_thing_of_a_row(driver: Driver) -> None:
    """King of the Dice: no die moves but the one that is kept; rows that close up give nothing to a second click."""
    table: Any = open_dice_table(driver)
    places = {k: driver.target(f"die.{k}").centre for k in range(6)}
    press_twice(driver, *places[1])
    assert table.own.kept == 0b10
    driver.run(600)
    after = {k: driver.target(f"die.{k}").centre for k in range(6)}
    assert {k for k in range(6) if after[k] != places[k]} == {1}
    driver.click_at(*places[1])
    driver.run(600)
    assert table.own.kept == 0b10, "nothing lies where it was"
    driver.click("die.4")
    driver.run(600)
    assert table.own.kept == 0b10010
    again = {k: driver.target(f"die.{k}").centre for k in range(6)}
    assert {k for k in range(6) if again[k] != after[k]} == {4}
    driver.click("die.1")
    driver.run(600)
    assert driver.target("die.1").centre == places[1] and table.own.kept == 0b10000


def open_dice_table(driver: Driver) -> Any:
    """King of the Dice after the first roll of a person."""
    table = open_table(driver, "king_of_the_dice")
    driver.click("main")
    driver.until(lambda: table.may_act() and driver.has("die.0"))
    driver.run(600)
    return table
