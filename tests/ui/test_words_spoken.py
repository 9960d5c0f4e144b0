"""Words that the rule book explains are underlined in what is told and said at a table: chronicle, "Why?", lessons."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.content import lessons, rulebook_examples
from engine.seats import Seat
from engine.session import Session
from scenes.shell import routes
from scenes.shell.layers import Line
from scenes.table import game_screens, glossary_links
from scenes.table.game_log_scene import ChronicleScene
from scenes.table.prompts import WhyDialog
from scenes.tutorial.lessons import open_lesson
from sprites.base import controls
from tests.support.tables_tash_kalar import open_table
from tests.ui.driver import Driver

SAID = "Bob makes a combat move and upgrades a common piece."


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The titles of the notes that are drawn, and whether each has its figure."""
    found: list[tuple[str, bool]] = []

    def noted(c: Any, title: str, body: str, box: Any, picture: Any = None, **more: Any) -> None:
        found.append((title, picture is not None))

    monkeypatch.setattr(controls, "tooltip", noted)
    return found


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The ways to the rule book that are taken; all others lead on."""
    found: list[tuple[Any, ...]] = []
    real = routes.open

    def taken(ctx: Any, name: str, *given: Any) -> None:
        if name == "rules":
            found.append((name, *given))
        else:
            real(ctx, name, *given)

    monkeypatch.setattr(routes, "open", taken)
    return found


def words(driver: Driver) -> list[str]:
    return [one.id for one in driver.top.ui.targets if one.id.startswith("word.")]


def test_in_the_whole_chronicle(driver: Driver, notes: list[tuple[str, bool]], ways: list[tuple[Any, ...]]) -> None:
    table = open_table(driver)
    table.chronicle.all[:] = [Line(SAID, 1, 1, "told", SAID), Line("Nothing of note.", 0, 1, "told")]
    driver.ctx.stack.push(ChronicleScene(driver.ctx, table))
    driver.frame()
    driver.frame()
    assert words(driver) == ["word.0.combat_move", "word.0.upgrade"]
    driver.move(*driver.target("word.0.upgrade").centre)
    driver.run(400)
    assert notes[-1] == ("Upgrade", True) and table.past.line_shown == 0, "the board still points at what it tells"
    driver.key(pygame.K_TAB)
    while driver.top.ui.focus != "word.0.combat_move":
        driver.key(pygame.K_TAB)
    notes.clear()
    driver.key(pygame.K_F1)
    driver.frame()
    assert notes[-1] == ("Combat move", True), "what the keys have marked, not what lies under the mouse"
    driver.click("word.0.upgrade")
    assert ways == [("rules", "tash_kalar", 3)]
    driver.move(5, 5)
    driver.top.ui.set_focus("line.0")
    driver.key(pygame.K_F1)
    driver.frame()
    driver.frame()
    assert isinstance(driver.top, WhyDialog), "of a line, why it came to be"
    assert words(driver) == ["word.why.combat_move", "word.why.upgrade"]
    driver.top.ui.set_focus("word.why.upgrade")
    notes.clear()
    driver.key(pygame.K_F1)
    driver.frame()
    assert notes[-1] == ("Upgrade", True)


@pytest.mark.parametrize("game", ["tash_kalar", "king_of_the_dice"], ids=["in a panel of its own", "below citizens"])
def test_in_the_short_chronicle(
    driver: Driver, game: str, notes: list[tuple[str, bool]], ways: list[tuple[Any, ...]]
) -> None:
    """Note, figure and way by mouse and by keys; the line itself is clicked next to its words as before."""
    said, first, title = {
        "tash_kalar": (SAID, "upgrade", "Upgrade"),
        "king_of_the_dice": ("Bob sounds the *dragon alarm* and draws a tile.", "tile", "Castle tile"),
    }[game]
    people = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    table: Any = game_screens.table(driver.ctx, Session.start(game, {}, people, "words"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    driver.frame()
    table.chronicle.all.append(Line(said, 1, 1, "told", "Because.", places=(3,)))
    table.ui.dirty = True
    driver.frame()
    number = len(table.chronicle.all) - 1
    word = f"word.{number}.{first}"
    assert [one for one in words(driver) if one.startswith(f"word.{number}.")], words(driver)
    driver.move(*driver.target(word).centre)
    driver.run(400)
    assert notes[-1] == (title, True)
    assert table.past.list_pointed_places() == (3,), "the board points at what the line tells all the same"
    driver.move(5, 5)
    table.ui.set_focus(f"line.{number}")
    driver.key(pygame.K_TAB)
    while not (table.ui.focus or "").startswith(f"word.{number}."):
        driver.key(pygame.K_TAB)
    table.ui.set_focus(word)
    notes.clear()
    driver.key(pygame.K_F1)
    driver.frame()
    assert notes[-1] == (title, True)
    driver.key(pygame.K_RETURN)
    page = {one.id: one.page for one in rulebook_examples.book(game).words}[first]
    assert ways == [("rules", game, page - 1)]
    line = driver.target(f"line.{number}").box
    driver.click_at(line[0] + 4, line[1] + 6)
    driver.frame()
    assert isinstance(driver.top, WhyDialog) and len(ways) == 1


def test_the_short_chronicle_is_drawn_once(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dots and text are painted when a line comes or is pointed at, not in every frame."""
    table = open_table(driver)
    table.chronicle.all[:] = [Line(SAID, 1, 1, "told", SAID), Line("Nothing of note.", 0, 1, "told")]
    for _ in range(3):
        table.ui.dirty = True
        driver.frame()
    painted: list[str] = []
    real = glossary_links.dots

    def dots(*given: Any, **more: Any) -> None:
        painted.append(given[3])
        real(*given, **more)

    monkeypatch.setattr(glossary_links, "dots", dots)
    for _ in range(5):
        table.ui.dirty = True
        driver.frame()
    assert not [said for said in painted if said == SAID]
    table.ui.set_focus("line.0")
    driver.frame()
    assert painted.count(SAID) == 1


def test_in_the_speech_of_a_lesson(driver: Driver, notes: list[tuple[str, bool]], ways: list[tuple[Any, ...]]) -> None:
    row = lessons.row("tash_kalar")
    number = row.index("combat")
    table = open_lesson(driver.ctx, "tash_kalar", row.lessons[number], number)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    for _ in range(60):
        driver.wait()
        if words(driver):
            break
        driver.key(pygame.K_SPACE)
    (word, *_) = words(driver)
    guide: Any = table.guide
    mistakes = guide.mistakes
    driver.top.ui.set_focus(word)
    driver.key(pygame.K_F1)
    driver.frame()
    assert notes and notes[-1][1]
    driver.click(word)
    assert ways and guide.mistakes == mistakes, "asking is no mistake"
