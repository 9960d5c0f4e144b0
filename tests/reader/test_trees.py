"""The tree of a page: every target once and by name, what is written in the order of the page.

That the tree of every scene is complete is seen where all of them are drawn (tests.support.scene_turns).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.accessibility.nodes import TEXT, Tree
from scenes.dev.screenshots import all_scenes
from sprites.base.drawn_words import make_plain
from tests.support.spoken_trees import build_whole, list_faults
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((1024, 640))
    run.ctx.stack.collects_words = True
    yield run
    run.close()


def draw(driver: Driver, name: str) -> Tree:
    """Open a scene and return the tree of its picture."""
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade, driver.ctx.stack.dirty = 0.0, True
    driver.window.draw()
    return build_whole(driver.top)


def test_faults_are_found(driver: Driver) -> None:
    tree = draw(driver, "settings")
    top = driver.top
    assert list_faults(tree, top) == []
    target = top.ui.targets[0]
    target.label, target.tip = "", None
    top.ui.words = None
    assert list_faults(build_whole(top), top) == [f"{target.id} has no name"]
    assert list_faults(Tree(), top) == [f"{one.id} is missing" for one in top.ui.targets]


def test_what_is_written_is_read_in_the_order_of_the_page(driver: Driver) -> None:
    tree = draw(driver, "dialog")
    texts = [node.name for node in tree.walk() if node.role == TEXT]
    assert texts, "the words of a dialog"
    assert [node.role for node in tree.walk()][-1] != TEXT, "its buttons come last"
    settings = draw(driver, "settings")
    assert any(node.name.startswith("Language: ") for node in settings.walk())
    assert settings.title.startswith("Settings")


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("*3 pieces missing.*\nDestroys one.", "3 pieces missing. Destroys one."),
        ("*Harbour*\nFree", "Harbour. Free"),
        ("2 pieces missing\n(1 of them higher)", "2 pieces missing (1 of them higher)"),
    ],
)
def test_a_new_line_is_a_new_sentence_where_it_begins_one(drawn: str, said: str) -> None:
    assert make_plain(drawn) == said


def test_a_panel_that_is_kept_is_still_read(driver: Driver) -> None:
    """Its words are collected when it is painted and read again as long as it is only shown."""
    first = draw(driver, "king_of_12/table")
    driver.ctx.stack.dirty = True
    driver.window.draw()
    assert build_whole(driver.top) == first


def test_nothing_is_collected_while_nobody_listens(driver: Driver) -> None:
    driver.ctx.stack.collects_words = False
    draw(driver, "dialog")
    assert driver.top.ui.words is None
