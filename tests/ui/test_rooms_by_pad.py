"""Every room by a gamepad alone: into it from the title or a result, something done in it, and B out of it again."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from scenes.dev.shots_study import _play_game
from scenes.menus.rulebook import RuleBook
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.study.scene import StudyScene
from tests.support.study_scenes import open_study
from tests.support.virtual_pads import VirtualPad, allow_background
from tests.ui.driver import Driver

MOST_STEPS = 160
"""Targets that the focus goes over at most until it is where it should be."""
SETTLE_MS = 900.0


class Walker:
    """A person with a pad in the hands, and nothing else."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        allow_background()
        pygame.event.get()
        self.pad = VirtualPad()
        driver.frame(16, pygame.event.get())

    @property
    def top(self) -> Any:
        """The scene on top."""
        return self.driver.top

    def press(self, part: str) -> None:
        """Press and let go a part of the pad, and see what comes of it."""
        self.driver.frame(16, self.pad.press(part))

    def focus(self, target: str) -> None:
        """Move the focus from control to control until it is on a target."""
        for _ in range(MOST_STEPS):
            if self.top.ui.focus == target:
                return
            self.driver.wait(16, self.pad.press("rightshoulder"))
        raise AssertionError(f"{target} of {self.top.name} cannot be reached")

    def choose(self, target: str) -> None:
        """Go to a target and press A."""
        self.focus(target)
        self.press("a")
        self.driver.ctx.stack.settle()
        self.driver.run(SETTLE_MS, 60)

    def leave(self) -> None:
        """Press B."""
        self.press("b")
        self.driver.ctx.stack.settle()
        self.driver.run(SETTLE_MS, 60)


@pytest.fixture
def walker(driver: Driver) -> Iterator[Walker]:
    """On the title, with a pad."""
    driver.settings.speed = "instant"
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.run(SETTLE_MS)
    walking = Walker(driver)
    yield walking
    walking.pad.close()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("way", "room"),
    [
        pytest.param(("rules",), "rules", marks=pytest.mark.soak),
        (("settings", "keys"), "keys"),
        pytest.param(("settings", "ease"), "ease", marks=pytest.mark.soak),
        pytest.param(("settings", "about"), "about", marks=pytest.mark.soak),
        pytest.param(("you", "statistics"), "statistics", marks=pytest.mark.soak),
        (("you", "deed.legends.2"), "deeds"),
        pytest.param(("puzzles",), "puzzles", marks=pytest.mark.soak),
        (("today",), "today"),
        (("road",), "road"),
        pytest.param(("load",), "load", marks=pytest.mark.soak),
        pytest.param(("evening",), "evening", marks=pytest.mark.soak),
        (("cover.legends",), "set_up"),
    ],
    ids=lambda given: given if isinstance(given, str) else ".".join(given),
)
def test_a_pad_leads_into_every_room_and_out_again(walker: Walker, way: tuple[str, ...], room: str) -> None:
    title, passed = walker.top, []
    for target in way:
        passed.append(walker.top)
        walker.choose(target)
        assert walker.top is not passed[-1], f"{target} opens nothing"
    module, _, name = routes.ROUTES[room].partition(":")
    assert type(walker.top).__name__ == name and type(walker.top).__module__ == module
    for before in reversed(passed):
        walker.leave()
        assert type(walker.top) is type(before), "B goes back one room"
    assert type(walker.top) is type(title)


def test_the_rulebook_is_read_and_searched_by_a_pad(walker: Walker) -> None:
    walker.choose("rules")
    book = walker.top
    assert isinstance(book, RuleBook)
    page = book.page
    walker.press("x")
    assert book.page == page + 1, "X turns the page"
    walker.press("righty-")
    assert book.page == page, "the right stick turns back"
    walker.choose("search")
    assert book.ui.keyboard is not None
    walker.focus("letter.d")
    for letter in "di":
        walker.focus(f"letter.{letter}")
        walker.press("a")
    walker.press("b")
    walker.driver.frame()
    assert book.ui.keyboard is None and book.query == "di"
    walker.leave()
    assert walker.top is book and not book.query, "B ends the search first"
    walker.leave()
    assert walker.top is not book


def test_a_game_is_studied_by_a_pad(walker: Walker) -> None:
    driver = walker.driver
    session = _play_game("king_of_12", "7")
    driver.ctx.stack.replace(GameResult(driver.ctx, session, session.view(0)))
    driver.ctx.stack.settle()
    driver.run(1500, 100)
    result = walker.top
    walker.choose("study")
    study = walker.top
    assert isinstance(study, StudyScene)
    turn = study.turn
    walker.choose("go.begin")
    assert study.turn < turn
    turn = study.turn
    walker.choose("go.on")
    assert study.turn > turn
    walker.leave()
    assert walker.top is result


def test_moments_of_an_analysis_are_gone_through_by_a_pad(walker: Walker) -> None:
    before = walker.top
    study = open_study(walker.driver)
    turn = study.turn
    walker.press("righty+")
    assert study.turn != turn, "the right stick goes to the next moment"
    turn = study.turn
    walker.choose("moment.2")
    assert study.turn != turn
    walker.leave()
    assert walker.top is before
