"""Chapters and lines of one's own in the study: played for all seats, kept, looked at, handed on in the game's file."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pygame
import pytest

from engine.history import Entry
from engine.replay import follow_branch
from engine.storage import save_format, studies
from engine.storage.studies import Branch, Study
from tests.support.study_scenes import open_study
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def wait_for_choice(driver: Driver, table: Any) -> None:
    """Wait until the next seat may choose, confirming what is told on the way."""
    driver.until(lambda: table.confirming or (table.resting and table.may_act()))
    while table.confirming:
        table.confirm()
        driver.until(lambda: table.confirming or (table.resting and table.may_act()))


def play_line(driver: Driver, scene: Any, turn: int, steps: int) -> Branch:
    """Play a line of ``steps`` decisions, each the last one that is legal, and keep it."""
    scene.go(turn)
    driver.frame()
    scene.own.play()
    driver.ctx.stack.settle()
    table = driver.top
    for _ in range(steps):
        wait_for_choice(driver, table)
        assert table.legal()[-1] in table.session.legal(table.viewer)
        table.decide(table.legal()[-1])
    driver.until(lambda: table.resting or table.confirming)
    driver.key(pygame.K_ESCAPE)
    driver.ctx.stack.settle()
    driver.until(lambda: driver.top is scene)
    return scene.own.branch  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ["king_of_12", pytest.param("tash_kalar", marks=pytest.mark.soak)])
def test_a_line_is_played_kept_and_looked_at(driver: Driver, game: str) -> None:
    scene = open_study(driver, game)
    branch = play_line(driver, scene, scene.first + 3, 3)
    assert len(branch.entries) == 3 and branch in scene.study.branches and scene.page == "lines"
    assert scene.turn == branch.turn, "the game itself is shown where it was"
    driver.frame()
    driver.click("line.look")
    driver.ctx.stack.settle()
    looking = driver.top
    assert looking is not scene and looking.last == branch.turn + 3
    looking.go(looking.last)
    driver.frame()
    wanted = follow_branch(scene.whole, branch.turn, branch.entries).course.last.state
    rules = scene.whole.rules
    assert rules.dump(looking.shown.course.last.state) == rules.dump(wanted)
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top is scene)
    scene.own.set_note("What if?")
    assert scene.study.branches[0].note == "What if?"
    driver.frame()
    driver.click("line.drop")
    assert not scene.study.branches
    driver.run(500)
    driver.click("line.undo")
    assert scene.study.branches[0].note == "What if?" and scene.own.branch is not None
    ids = [target.id for target in scene.ui.targets]
    assert len(ids) == len({*ids}), "also next to the lines of the chronicle"


def test_chapters_stand_among_the_lines(driver: Driver) -> None:
    scene = open_study(driver)
    scene.go(5)
    scene.bookmarks.toggle()
    driver.frame()
    driver.click("chapter")
    scene.bookmarks.set_note("The turning point")
    assert scene.study.find_mark(5).chapter and scene.study.find_mark(5).note == "The turning point"
    scene.show_page("lines")
    scene.go(0)
    driver.frame()
    driver.click("chapter.5")
    assert scene.turn == 5


def test_a_line_that_is_being_played_is_kept_when_the_window_closes(driver: Driver) -> None:
    """So is a note that is being typed; and a bookmark that is taken away and put back has its note again."""
    scene = open_study(driver)
    scene.go(5)
    scene.bookmarks.toggle()
    driver.frame()
    driver.click("note")
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text="Here")])
    driver.frame(16, [pygame.event.Event(pygame.QUIT)])
    assert scene.study.find_mark(5).note == "Here" and not driver.ctx.running
    scene.bookmarks.toggle()
    assert scene.study.find_mark(5) is None
    scene.bookmarks.toggle()
    assert scene.study.find_mark(5).note == "Here"
    scene.own.play()
    driver.ctx.stack.settle()
    table = driver.top
    wait_for_choice(driver, table)
    table.decide(table.legal()[-1])
    driver.until(lambda: table.resting or table.confirming)
    driver.frame(16, [pygame.event.Event(pygame.QUIT)])
    assert [len(branch.entries) for branch in scene.study.branches] == [1]


def test_lines_go_out_with_the_file_and_come_back(driver: Driver) -> None:
    scene = open_study(driver)
    play_line(driver, scene, 4, 2)
    data = save_format.encode(scene.whole.record(), study=studies.encode(scene.study))
    again = studies.decode(save_format.extract_study(data))
    assert again.branches == scene.study.branches
    session = follow_branch(scene.whole, again.branches[0].turn, again.branches[0].entries)
    assert session.turn == again.branches[0].turn + 2


def test_a_forged_line_is_refused() -> None:
    """Bounds of a line, a line that the rules do not know, and what two copies of the program have kept."""
    bad: list[dict[str, Any]] = [{"entries": []}, {"turn": -1}, {"note": "x" * 4000}, {"entries": [[99, 0, [], 0]]}]
    whole = {"turn": 3, "entries": [[0, 1, [], 0]], "note": ""}
    for change in bad:
        with pytest.raises(msgspec.ValidationError):
            studies.decode(msgspec.json.encode({"id": "a", "branches": [whole | change]}))
    one, other = Branch(3, (Entry(0, 1, (), 0),)), Branch(2, (Entry(1, 1, (), 0),), "mine")
    begun = Study("a", branches=(one,))
    here, there = begun.remove_branch(one), begun.add_branch(other)
    assert studies.merge(there, begun, here).branches == (other,)
    assert begun.add_branch(other).branches == (other, one), "in the order of the game"


def test_a_line_that_the_rules_do_not_know_is_told(driver: Driver) -> None:
    scene = open_study(driver)
    broken = Branch(3, (Entry(0, 4711, (), 0),))
    with pytest.raises(ValueError, match="turn 3"):
        follow_branch(scene.whole, broken.turn, broken.entries)
    scene.own.keep(broken)
    scene.own.look()
    driver.frame()
    assert driver.top is scene


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ["legends", "king_of_12", "king_of_the_dice", "tash_kalar"])
def test_a_finished_table_waits_for_nobody(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the last position the table says that the game is over; the sign of a chapter covers no other control."""
    scene = open_study(driver, game)
    written: list[str] = []
    translate = scene.ctx.texts.t

    def note(text_id: str, /, **params: Any) -> str:
        written.append(text_id)
        return str(translate(text_id, **params))

    monkeypatch.setattr(scene.ctx.texts, "t", note)
    scene.go(scene.last)
    scene.bookmarks.toggle()
    driver.frame()
    assert not [text_id for text_id in written if ".call.wait" in text_id]
    sign = scene.ui.find("chapter").box
    for one in scene.ui.targets:
        apart = (one.box[0] >= sign[0] + sign[2] or one.box[0] + one.box[2] <= sign[0]
                 or one.box[1] >= sign[1] + sign[3] or one.box[1] + one.box[3] <= sign[1])  # fmt: skip
        assert apart or one.id == "chapter", one.id
