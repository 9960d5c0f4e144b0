"""What was arranged and not saved: whatever comes in its place, it can be taken back and lies among the positions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.content import drafts, puzzles
from engine.content.drafts import Draft, begin_draft
from engine.storage import folders
from scenes.shell import routes
from scenes.workshop import sharing
from scenes.workshop.editor import EditorScene
from tests.support.arrangements import build_record
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Driver]:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def open_workshop(driver: Driver, game: str) -> None:
    """As the shelf of puzzles does."""
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    routes.call(driver.ctx, "open_workshop", game)
    driver.ctx.stack.settle()


def arrange(driver: Driver, game: str = "legends") -> Any:
    """Arrange something in the workshop; returns its dump."""
    open_workshop(driver, game)
    driver.click("begin.chance")
    return dump(driver.top)


def dump(scene: Any) -> Any:
    return scene.draft.rules.dump(scene.draft.state)


def write_other(tmp_path: Path, game: str = "tash_kalar", **record: Any) -> Path:
    return drafts.save(build_record(begin_draft(game, {}, 2, "other"), **record), tmp_path)


def list_kept() -> list[Any]:
    found = [drafts.load(path)[1] for path in drafts.list_files() if "draft" in path.name]
    return [one.rules.dump(one.state) for one in found]


def load_other(driver: Driver, tmp_path: Path) -> None:
    sharing.load_file(driver.top, write_other(tmp_path))


def paste_other(driver: Driver, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sharing, "paste_text", lambda: str(write_other(tmp_path)))
        driver.key(pygame.K_v, pygame.KMOD_CTRL)


def begin_with_puzzle(driver: Driver, tmp_path: Path) -> None:
    sharing.begin_with_puzzle(driver.top)


def set_up_other(driver: Driver, tmp_path: Path) -> None:
    driver.click("begin.other")
    driver.until(lambda: driver.top.name == "dialog")
    driver.click("game.tash_kalar")
    driver.until(lambda: driver.top.name != "dialog")
    driver.run(200)
    driver.click("start")
    driver.until(lambda: isinstance(driver.top, EditorScene))


def drop_other(driver: Driver, tmp_path: Path) -> None:
    path = str(write_other(tmp_path))
    driver.frame(16, [pygame.event.Event(pygame.DROPFILE, file=path)])
    driver.ctx.stack.settle()


@pytest.mark.sample(2)
@pytest.mark.parametrize("come", [load_other, paste_other, begin_with_puzzle, set_up_other, drop_other])
def test_what_comes_in_its_place_is_taken_back(
    driver: Driver, tmp_path: Path, come: Callable[[Driver, Path], None]
) -> None:
    mine = arrange(driver)
    come(driver, tmp_path)
    driver.run(200)
    assert isinstance(driver.top, EditorScene) and dump(driver.top) != mine
    assert list_kept() == [mine], "and it lies among the positions"
    other = dump(driver.top)
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    assert dump(driver.top) == mine
    driver.key(pygame.K_y, pygame.KMOD_CTRL)
    assert dump(driver.top) == other


def close_window(driver: Driver, tmp_path: Path) -> None:
    driver.frame(16, [pygame.event.Event(pygame.QUIT)])
    assert not driver.ctx.running


def press_quit_keys(driver: Driver, tmp_path: Path) -> None:
    driver.key(pygame.K_q, pygame.KMOD_CTRL)
    assert not driver.ctx.running


def press_escape(driver: Driver, tmp_path: Path) -> None:
    driver.key(pygame.K_ESCAPE)
    driver.ctx.stack.settle()
    assert driver.top.name != "dialog"


def play_on(driver: Driver, tmp_path: Path) -> None:
    sharing.play_on(driver.top, "novice")


def drop_puzzle(driver: Driver, tmp_path: Path) -> None:
    known = puzzles.load_puzzles("king_of_12")[0]
    draft = Draft("king_of_12", known.options, puzzles.start("king_of_12", known))
    path = drafts.save(build_record(draft, puzzle=known), tmp_path)
    driver.frame(16, [pygame.event.Event(pygame.DROPFILE, file=str(path))])


@pytest.mark.sample(2)
@pytest.mark.parametrize("leave", [close_window, press_quit_keys, press_escape, play_on, drop_puzzle])
def test_who_leaves_finds_the_draft_next_time(
    driver: Driver, tmp_path: Path, leave: Callable[[Driver, Path], None]
) -> None:
    mine = arrange(driver)
    leave(driver, tmp_path)
    driver.ctx.stack.settle()
    assert list_kept() == [mine]
    driver.ctx.running = True
    open_workshop(driver, "legends")
    assert dump(driver.top) == mine
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    assert dump(driver.top) != mine, "undone, it begins with a new position"
    assert len(drafts.list_files()) == 1 and not list_kept(), "it is a position like others now"


def test_where_no_draft_can_be_kept_the_player_is_asked(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = arrange(driver)
    scene = driver.top

    def fail(*_: Any) -> Path:
        raise folders.failure(OSError(28, "No space left on device"), folders.positions())

    monkeypatch.setattr(drafts, "keep_draft", fail)
    driver.frame(16, [pygame.event.Event(pygame.QUIT)])
    assert driver.ctx.running and driver.top.name == "dialog"
    driver.click("stay")
    driver.until(lambda: driver.top.name == "dialog" and driver.has("ok"))
    driver.run(500)
    driver.click("ok")
    driver.until(lambda: driver.top is scene)
    driver.run(500)
    assert dump(scene) == mine
    driver.frame(16, [pygame.event.Event(pygame.QUIT)])
    driver.click("drop")
    assert not driver.ctx.running


def test_a_saved_position_leaves_no_draft(driver: Driver, tmp_path: Path) -> None:
    """One draft at most is kept of a position however often it is left; saved, it is no draft any more."""
    arrange(driver)
    load_other(driver, tmp_path)
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    for _ in range(2):
        driver.click("begin.chance")
        assert driver.top.keep_work() and len(drafts.list_files()) == 1
    driver.click("begin.chance")
    driver.click("save")
    assert len(drafts.list_files()) == 1 and not list_kept()


def test_the_puzzle_maker_keeps_what_it_has_found(driver: Driver) -> None:
    known = min(puzzles.load_puzzles("king_of_12"), key=lambda one: (one.ends, one.id))
    scene = EditorScene(driver.ctx, draft=Draft("king_of_12", known.options, puzzles.start("king_of_12", known)))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.click("puzzle")
    driver.ctx.stack.settle()
    maker = driver.top
    assert maker.worker.finish(60.0)
    driver.run(100)
    driver.click(f"ask.{len(maker.wishes) - 1}")
    assert maker.worker.finish(60.0)
    driver.key(pygame.K_ESCAPE)
    driver.ctx.stack.settle()
    driver.click("puzzle")
    driver.ctx.stack.settle()
    assert driver.top.asked == len(maker.wishes) - 1 and driver.top.verdict is not None


def test_what_is_shared_names_its_file_and_says_what_it_is(driver: Driver) -> None:
    arrange(driver)
    driver.click("share")
    path = drafts.list_files(folders.exports())[0]
    driver.until(lambda: driver.top.name == "dialog")
    assert path.name in driver.top.body and "position" in driver.top.body and "game" not in driver.top.body


def test_the_puzzle_maker_says_what_is_lacking(driver: Driver) -> None:
    """Before the first roll of King of the Dice nothing can be asked: the page says to roll."""
    draft = begin_draft("king_of_the_dice", {}, 2, "roll")
    draft.change(lambda state: draft.arranger.set_value(state, "rolls", 0))
    assert not draft.problems
    driver.ctx.stack.replace(EditorScene(driver.ctx, draft=draft))
    driver.ctx.stack.settle()
    driver.click("puzzle")
    driver.ctx.stack.settle()
    assert driver.top.worker.finish(60.0)
    assert "Roll first" in tell_page(driver)


@pytest.mark.parametrize("seats", [5, 9])
def test_the_puzzle_maker_says_that_nothing_is_asked_of_a_tournament(driver: Driver, seats: int) -> None:
    """Not all of its players play the same tricks."""
    draft = begin_draft("king_of_12", {}, seats, "hall", 6)
    driver.ctx.stack.replace(EditorScene(driver.ctx, draft=draft))
    driver.ctx.stack.settle()
    driver.click("puzzle")
    driver.ctx.stack.settle()
    assert driver.top.worker.finish(60.0)
    assert "In a tournament" in tell_page(driver)
