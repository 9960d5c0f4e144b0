"""From one screen to the next: nothing that lies between them is seen."""

from collections.abc import Callable
from typing import Any

import pytest

from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.shell.context import Context
from scenes.tutorial.lessons import first_game, teach
from tests.ui.driver import Driver

WAYS: dict[str, tuple[Callable[[Context], Any], list[str]]] = {
    "lesson": (lambda ctx: teach(ctx, "legends", 1), ["title", "table"]),
    "another game's lesson": (lambda ctx: teach(ctx, "tash_kalar", 0), ["title", "table"]),
    "puzzle": (lambda ctx: open_puzzle(ctx, "king_of_12", 1), ["puzzles", "table"]),
    "first game": (lambda ctx: first_game(ctx, "king_of_the_dice"), ["title", "table"]),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_flashes_between_two_tables(driver: Driver, way: str) -> None:
    act, stack = WAYS[way]
    teach(driver.ctx, "legends", 0)
    driver.ctx.stack.settle()
    driver.run(1200)
    before, shown = driver.top, []
    act(driver.ctx)
    shown.append("before" if driver.top is before else driver.top.name)
    for _ in range(40):
        driver.ctx.stack.dirty = True
        driver.frame(16)
        shown.append("before" if driver.top is before else driver.top.name)
    assert set(shown) == {"before", "table"} and shown[-1] == "table"
    assert driver.top is not before and driver.ctx.stack.scenes[0].name == stack[0]
