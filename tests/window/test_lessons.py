"""Every lesson in a real window with a real mouse: from the title through the whole row, with every listed mistake.

Where things lie is asked of a second copy without a window, which is led along with the same clicks; how far the real
one has come is read from its settings, and from what it shows.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from engine import registry
from engine.content import lessons
from scenes.common.lesson_progress import progress
from scenes.menus.title import Title
from tests.support.lesson_play import mistakes, settled
from tests.ui.driver import Driver
from tests.window.desktop import until
from tests.window.program import SIZE, Program

pytestmark = [pytest.mark.window, pytest.mark.soak]
GAMES = [info.id for info in registry.games() if info.lessons]


@pytest.fixture
def beside() -> Iterator[Driver]:
    driver = Driver(size=SIZE, speed="instant", reduced_motion=True)
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame()
    yield driver
    driver.close()


class Both:
    """The window, and the copy that is led along."""

    def __init__(self, program: Program, driver: Driver, game: str) -> None:
        self.program = program
        self.driver = driver
        self.game = game
        self.clicks = 0

    def point_at(self, target: str) -> None:
        """Move the mouse over something in both."""
        x, y = self.driver.target(target).centre
        scale = SIZE[0] / 1600
        self.program.desktop.do("mousemove", "--window", self.program.window, round(x * scale), round(y * scale))
        self.driver.move(x, y)
        self.driver.frame()
        self.program.rest()

    def click(self, target: str) -> None:
        """Click the same place in both, and wait until both rest."""
        point = self.driver.target(target).centre
        self.program.click(*point)
        self.driver.click_at(*point)
        self.clicks += 1
        self.settle()

    def settle(self) -> None:
        """Let everything come to rest; what waits for the players has been seen."""
        self.driver.ctx.stack.settle()
        self.driver.frame()
        table = self.driver.top
        self.program.rest()
        if table.name != "table":
            return
        self.driver.until(lambda: table.resting or table.confirming, 400)
        self.driver.frame()
        if table.confirming:
            self.click("main")

    def kept(self) -> Any:
        """How far the window is in the lessons, as its settings say."""
        file = self.program.home / "settings" / "settings.json"
        return json.loads(file.read_text("utf-8")).get("lessons", {}).get(self.game, {})

    def is_at(self, lesson: str, step: int) -> bool:
        """Whether the window has come to a step; the first one is kept nowhere."""
        left = self.kept().get("left", {})
        return step == 0 or (left.get("lesson"), left.get("step")) == (lesson, step)

    def has_done(self, lesson: str) -> bool:
        """Whether the window has given stars for a lesson."""
        return lesson in self.kept().get("stars", {})


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_with_the_mouse(program: Program, beside: Driver, game: str) -> None:
    program.settings(reduced_motion=True)
    program.start()
    both = Both(program, beside, game)
    program.rest()
    both.point_at(f"cover.{game}")
    both.click(f"teach.{game}")
    row = lessons.row(game).lessons
    for number, lesson in enumerate(row):
        made = one_lesson(both, lesson)
        assert made >= sum(
            len(step.wrong) for step in lesson.steps if not step.reading and lessons.OTHERWISE not in step.wrong
        )
        until(partial(both.has_done, lesson.id), 10, f"{lesson.id} has no stars")
        if number + 1 < len(row):
            both.click("lesson.next")
    assert both.kept()["stars"] == progress(beside.ctx, game).stars
    assert sorted(both.kept()["stars"]) == sorted(lesson.id for lesson in row)
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def one_lesson(both: Both, lesson: lessons.Lesson) -> int:
    """Play a lesson to its end; returns how many mistakes were made on the way."""
    table, made, seen = both.driver.top, 0, -1
    guide = table.guide
    assert guide.lesson.id == lesson.id
    while not guide.over:
        if guide.at != seen:
            seen = guide.at
            until(partial(both.is_at, lesson.id, seen), 10, f"the window is not at {guide.step.id}")
            for wrong, _answer in [] if guide.reading else list(mistakes(table)):
                before = guide.mistakes
                both.click(wrong)
                assert guide.mistakes == before + 1 and guide.at == seen, f"{guide.step.id}: {wrong} was not answered"
                made += 1
        wanted = "guide.next" if guide.reading else guide.next_target()
        assert wanted is not None
        both.click(wanted)
        settled(both.driver, table, by_keys=False)
    return made
