"""The tree of a page: every target once and by name, what is written in the order of the page.

That the tree of every scene is complete is seen where all of them are drawn (tests.support.scene_turns).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.accessibility.nodes import TEXT, Tree
from scenes.dev.screenshots import all_scenes
from scenes.shell.spoken_scene import is_bare
from scenes.table import game_screens
from sprites.base.drawn_words import make_plain, make_spoken
from tests.support.spoken_trees import build_whole, list_faults
from tests.ui.driver import Driver

if TYPE_CHECKING:
    from scenes.results.scene import GameResult


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


RESULTS = (
    "king_of_12/game-result", "king_of_12/hall-result", "legends/game-result", "legends/full-result",
    "king_of_the_dice/dice-result", "tash_kalar/tash-result", "tash_kalar/tash-result-duel",
    "tash_kalar/tash-result-melee", "tash_kalar/tash-result-team", "tash_kalar/tash-given-up", "road-result",
)  # fmt: skip
STANDINGS = ("evening", "evening-card", "season", "season-eight", "king_of_12/puzzles", "king_of_12/puzzle-solved",
             "today-played", "you", "statistics")  # fmt: skip


@pytest.mark.parametrize("scene", STANDINGS)
def test_no_number_of_standings_stands_alone(driver: Driver, scene: str) -> None:
    assert not [node for node in draw(driver, scene).walk() if is_bare(node.name)]


@pytest.mark.parametrize("scene", RESULTS)
def test_a_result_tells_who_came_where_with_which_points(driver: Driver, scene: str) -> None:
    tree = draw(driver, scene)
    texts = [node.name for node in tree.walk() if node.role == TEXT]
    assert not [node for node in tree.walk() if is_bare(node.name)]
    result = cast("GameResult", driver.top)
    outcome, shown = result.outcome, {seat for _, seats in result.ceremony.list_rows() for seat in seats}
    assert texts[0] == make_plain(outcome.title), "who has won comes first"
    assert shown == set(range(len(outcome.result))) or "hall" in scene
    totals = game_screens.points(result.session)
    last = 0
    for step, seats in result.ceremony.list_rows():
        names = driver.ctx.texts.join([result.session.seats[seat].name for seat in seats])
        row = next(text for text in texts if text.startswith("Place ") and f": {names}, " in text)
        place = int(row.removeprefix("Place ").partition(":")[0])
        assert place >= last and (place == 1) == (outcome.result[seats[0]] == 1), (step, row)
        last = place
        if totals and "king_of_12" not in scene and scene != "road-result":
            assert re.search(rf"(?:Total:|[Pp]oints:?) \u2212?{abs(totals[seats[0]])}\b", row), row


def test_a_result_is_told_as_it_is_revealed(driver: Driver) -> None:
    draw(driver, "legends/game-result")
    result = cast("GameResult", driver.top)
    result.reveal.now = 0.0
    driver.ctx.stack.dirty = result.ui.dirty = True
    driver.window.draw()
    tree = build_whole(result)
    assert tree.title == "Result"
    assert not [node.name for node in tree.walk() if node.name.startswith("Place ")], "nobody's points yet"


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


def test_numbers_on_a_thing_are_told_with_what_they_count(driver: Driver) -> None:
    tree = draw(driver, "legends/table")
    told = {node.id: node for node in tree.walk()}
    table: Any = driver.top
    assert told["figure.elixirs"].value == str(table.stage.elixirs[0])
    assert told["score.0.total"].value == str(table.view["points"][0])
    assert not [node for node in tree.walk() if node.about and is_bare(node.about)]


def test_points_of_a_round_are_the_sum_of_the_tokens(driver: Driver) -> None:
    draw(driver, "king_of_12/table")
    table: Any = driver.top
    spoken = table.make_spoken()
    points = [seat.points for seat in table.stage.seats]
    assert max(points) == 3, "a token of 2 and one of 1"
    said = [spoken.describe_score(seat) for seat in range(len(points))]
    assert said == [f"{text.partition(':')[0]}: {n}" for text, n in zip(said, points, strict=True)]


def test_an_arrow_is_a_pause() -> None:
    assert make_spoken("*Mia*: West March\u00a0\u2192 Reed Fen, cost 1") == "Mia: West March, Reed Fen, cost 1"


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
