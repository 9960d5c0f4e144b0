"""Keys alone: Space presses the amber button, Enter what has the focus, and a focus shows nothing unasked."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.content import lessons
from scenes.king_of_12.table import find_raised_cards
from scenes.shell import routes
from scenes.shell.stack import Scene
from scenes.shell.targets import Target
from scenes.tutorial.lessons import teach
from sprites.base import controls
from tests.support.lesson_play import GAMES
from tests.support.open_tables import open_table
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    """The program at its usual speed."""
    run = Driver(speed="1")
    yield run
    run.close()


def _table(driver: Driver, game: str = "king_of_12") -> Any:
    return open_table(driver, game, seed="keys alone")


class Page(Scene):
    """A page with a button on the bar, a plain one and an amber one, which uses no key itself."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver.ctx)
        self.pressed: list[str] = []
        driver.ctx.stack.replace(self)
        driver.ctx.stack.settle()
        driver.frame()

    def draw(self, c: Any) -> None:
        """The three buttons."""
        tip = ("a tip", "of some words")
        for k, name in enumerate(("bar.menu", "plain", "amber")):
            box = (100.0 + 300 * k, 300.0, 200.0, 60.0)
            press = lambda name=name: self.pressed.append(name)  # noqa: E731
            self.ui.button(c, name, box, name, press, main=name == "amber", tip=tip)


def test_space_and_enter_on_a_page_that_knows_no_keys(driver: Driver) -> None:
    page = Page(driver)
    driver.key(pygame.K_SPACE)
    driver.key(pygame.K_RETURN)
    assert page.pressed == ["amber", "amber"]
    driver.click("plain")
    driver.key(pygame.K_RETURN)
    assert page.pressed[2:] == ["plain", "amber"], "a focus that nobody sees is none"
    driver.ctx.stack.dirty = True
    page.ui.focus = None
    driver.key(pygame.K_TAB)
    assert page.ui.focus == "plain", "not the menu"
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_SPACE)
    assert page.pressed[4:] == ["plain", "amber"]


def test_a_focus_opens_no_tooltip_unasked(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(driver)
    shown: list[str] = []
    monkeypatch.setattr(controls, "tooltip", lambda c, title, *more, **named: shown.append(title))
    driver.key(pygame.K_TAB)
    driver.run(3000)
    assert page.ui.focus == "plain" and not shown
    driver.key(pygame.K_F1)
    driver.run(100)
    assert shown
    shown.clear()
    driver.key(pygame.K_TAB)
    driver.run(3000)
    assert not shown, "the next one is not explained unasked"
    driver.move(150, 330)
    driver.run(1000)
    assert shown, "the pointer that rests is answered"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("route", "given"),
    [
        ("set_up", ("king_of_12",)),
        ("settings", ()),
        ("rules", ("legends", 0)),
        ("puzzles", ()),
        ("deeds", ()),
        ("today", ()),
    ],
)
def test_space_presses_the_amber_button_of_every_page(driver: Driver, route: str, given: tuple[Any, ...]) -> None:
    driver.settings.speed = "instant"
    routes.open(driver.ctx, "title")
    driver.run(64)
    routes.open(driver.ctx, route, *given)
    driver.ctx.stack.settle()
    driver.run(300)
    scene = driver.top
    amber = [one.id for one in scene.ui.targets if one.main and one.enabled]
    assert amber, "no amber button"
    for key in (pygame.K_SPACE, pygame.K_RETURN):
        pressed: list[Target] = []
        scene.ui.fire, scene.ui.focus = pressed.append, None
        driver.key(key)
        assert [one.id for one in pressed] == amber[-1:]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_enter_reads_the_first_bubble_of_a_lesson(driver: Driver, game: str) -> None:
    driver.settings.speed = "instant"
    routes.open(driver.ctx, "title")
    driver.run(64)
    teach(driver.ctx, game)
    driver.ctx.stack.settle()
    driver.run(300)
    guide = driver.top.guide
    assert guide.lesson.id == lessons.row(game).lessons[0].id and guide.at == 0
    for _ in range(8):
        driver.key(pygame.K_RETURN)
        driver.run(100)
    assert guide.at > 0


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_tab_at_a_table_comes_to_the_decision(driver: Driver, game: str) -> None:
    table = _table(driver, game)
    wanted = table.hooks.first_focus(table, table.legal())
    driver.key(pygame.K_TAB)
    assert table.ui.focus == (wanted if table.ui.find(wanted) else "main")
    table.ui.focus, table.ui.show_focus = None, False
    driver.key(pygame.K_RIGHT)
    assert not table.ui.focus.startswith("bar.")


def test_the_hand_stays_down_through_reveal_and_scoring(driver: Driver) -> None:
    table = _table(driver)
    table.ui.set_focus("hand.1")
    assert find_raised_cards(table), "while a card can be chosen the focus lifts it"
    driver.key(pygame.K_2)
    driver.key(pygame.K_SPACE)
    raised = []
    for _ in range(120):
        driver.frame(50)
        if table.may_act():
            break
        raised.append(bool(find_raised_cards(table)))
        if table.confirming:
            driver.key(pygame.K_SPACE)
    assert len(raised) > 5 and not any(raised)


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN, pygame.K_3], ids=["space", "enter", "3"])
def test_a_key_during_a_reveal_only_hurries_it(driver: Driver, key: int) -> None:
    table = _table(driver)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_2)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: table.busy and not table.confirming and table.runner._script is not None)
    table.ui.set_focus("hand.2")
    log = len(table.session.log)
    fired: list[Target] = []
    table.ui.fire = fired.append
    driver.app.take(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
    assert table.skipping and not fired and table.chosen is None
    assert len(table.session.log) == log
