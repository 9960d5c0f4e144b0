"""Ways into the study and out of it: results, saved games, its own files, new games, films and dice."""

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from ai.analysis.pieces import Piece
from ai.analysis.report import Review
from ai.analysis.worker import (
    AnalysisOwner,
    AnalysisWorker,
    Order,
    reviews,
)
from ai.review import make_analyser
from engine import registry
from engine.replay import Rewound
from engine.storage import folders, save_format, saves, studies
from scenes.dev.shots_study import _play_game, _review
from scenes.menus.open_save import open_file, open_save
from scenes.results.scene import GameResult
from scenes.study.retry import change_list
from scenes.study.scene import StudyScene
from scenes.table import game_screens
from tests.support.study_scenes import open_study, start_game
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
ACTIVATE, BACK, MAIN, SHOULDER = 0, 1, 2, 5


def test_playing_on_begins_a_new_game_at_this_position(driver: Driver) -> None:
    scene = open_study(driver)
    driver.click("moment.0")
    turn = scene.turn
    driver.click("play_on")
    driver.run(200)
    driver.click("against.skilled")
    driver.run(900)
    table = driver.top
    assert table.name == "table" and table.session.turn >= turn and table.session.assisted
    assert [seat.level for seat in table.session.seats][1:] == ["skilled"] * 3


def test_the_result_leads_to_the_study(driver: Driver) -> None:
    session = _play_game("king_of_12", "7")
    result = GameResult(driver.ctx, session, session.view(0))
    driver.ctx.stack.push(result)
    driver.ctx.stack.settle()
    driver.until(lambda: bool(driver.top.awake))
    driver.key(pygame.K_w)
    driver.run(600)
    assert driver.top.name == "study" and driver.top.whole is session


@pytest.mark.sample(2)
@pytest.mark.parametrize("moved", [False, True])
def test_one_key_leads_from_the_result_to_the_choice_that_cost_most(driver: Driver, moved: bool) -> None:
    """As soon as the choice is known, unless the player has begun to look around."""
    session = _play_game("king_of_12", "7")
    driver.ctx.stack.push(GameResult(driver.ctx, session, session.view(0)))
    driver.ctx.stack.settle()
    driver.until(lambda: bool(driver.top.awake))
    driver.key(pygame.K_h)
    driver.run(600)
    scene = driver.top
    assert scene.name == "study" and scene.trying
    if moved:
        driver.key(pygame.K_LEFT)
    scene.review = _review("king_of_12", "7")
    scene._take_moments()
    driver.run(700)
    assert (driver.top is scene) == moved
    assert moved or driver.top.guide.moment == scene.moments[0]


def test_a_saved_game_that_is_over_opens_in_the_study(driver: Driver, tmp_path: Path) -> None:
    session = _play_game("king_of_the_dice", "7")
    path = folders.saves() / "one.json"
    session.save(path)
    held = path.read_bytes()
    open_save(driver.ctx, saves.slot(path))
    driver.run(600)
    assert driver.top.name == "study" and driver.top.whole.log == session.log
    assert path.read_bytes() == held


def test_bookmarks_notes_and_review_go_along_in_one_file(driver: Driver, tmp_path: Path) -> None:
    session = _play_game("legends", "7")
    review = _review("legends", "7")
    study = studies.Study(session.id).add_mark(4, "here\nI slept").add_mark(2, "")
    study = msgspec.structs.replace(study, review=msgspec.Raw(msgspec.json.encode(review)))
    given = saves.export(session.record(), studies.encode(study), tmp_path / "out", "game")
    assert given.suffix == saves.FILE_SUFFIX
    assert save_format.decode(given.read_bytes()).log == session.log
    open_file(driver.ctx, given)
    driver.run(600)
    scene = driver.top
    assert scene.name == "study"
    assert [(mark.turn, mark.note) for mark in scene.study.marks] == [(2, ""), (4, "here I slept")]
    assert scene.review == review


def test_every_bookmark_and_every_moment_that_is_not_kept_is_told(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = open_study(driver)
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path))
    folders.studies().write_bytes(b"")  # where the folder should be
    driver.ctx.quiet = False
    for act in (scene.bookmarks.toggle, partial(change_list, driver.ctx, "moment", list)):
        told = []
        for _ in range(2):
            act()
            assert driver.ctx.files.finish(10)
            told += [message.id for message in driver.ctx.files.messages()]
        assert len(told) == 2 and len({*told}) == 1 and told[0].startswith("ui.folder."), told


def test_a_damaged_study_is_no_reason_not_to_look_at_the_game(driver: Driver) -> None:
    session = _play_game("king_of_12", "7")
    path = studies.study_path(session.id)
    folders.ensure(path.parent)
    good = studies.encode(studies.Study(session.id).add_mark(1, "x"))
    for data in (
        b"",
        b"[" * 5000,
        good[:-5],
        good.replace(b'"turn":1', b'"turn":-1'),
        good.replace(b"null", b'{"a":1}'),
    ):
        path.write_bytes(data)
        scene = StudyScene(driver.ctx, session)
        assert scene.review is None
        scene.leave()


def test_a_game_is_reviewed_in_a_process_of_its_own() -> None:
    """The first look comes at once and is whole; what follows is the same that is worked out here."""
    session = _play_game("king_of_the_dice", "7")
    save = save_format.encode(session.record())
    worker = AnalysisWorker(save, [0])
    try:
        import time

        end = time.monotonic() + 20
        while worker.review is None and not worker.problem and time.monotonic() < end:
            worker.poll()
            time.sleep(0.02)
        assert not worker.problem
        assert worker.review == next(iter(reviews(Order(save, (0,))))) == make_analyser(session).first()
    finally:
        worker.close()
    broken = AnalysisWorker(save[:-100], [0])
    end = time.monotonic() + 20
    while not broken.problem and time.monotonic() < end:
        broken.poll()
        time.sleep(0.02)
    assert "Error" in broken.problem or "Damaged" in broken.problem
    assert not broken.working


class _Link:
    """A worker that says some things and is gone then."""

    def __init__(self, said: list[bytes]) -> None:
        self.said, self.told = list(said), list[bytes]()

    def send(self, data: bytes) -> None:
        """Remember what it was told."""
        self.told.append(data)

    def receive(self) -> bytes | None:
        """The next message; then it has ended."""
        if not self.said:
            raise EOFError
        return self.said.pop(0)

    def end(self, wait: bool = False) -> None:
        """Nothing to end."""


def test_an_analysis_that_stops_says_so_and_goes_on_from_there(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every page, at the next visit too; what was found is not lost."""
    session = _play_game("king_of_12", "7")
    first = make_analyser(session).first()
    half = msgspec.structs.replace(first, done=400)
    steps = [msgspec.msgpack.encode(Piece(bytes([at]) * 16, b"found")) for at in (3, 5)]
    links = [_Link([msgspec.json.encode(first), steps[0], msgspec.json.encode(half), steps[1]]), _Link([]), _Link([])]
    made = list(links)

    monkeypatch.setattr(driver.ctx, "_analyses", AnalysisOwner(lambda: made.pop(0)))  # type: ignore[arg-type,return-value]
    driver.ctx.quiet = False
    driver.ctx.stack.push(StudyScene(driver.ctx, session))
    driver.run(300)
    scene = driver.top
    assert scene.review == half, "what was found stays"
    for page in scene.pages:
        scene.show_page(page)
        driver.run(100)
        assert driver.has("analyse")
    driver.click("analyse")
    driver.run(300)
    assert driver.has("analyse") and scene.review == half
    driver.ctx.stack.pop()
    driver.run(300)
    driver.ctx.stack.push(StudyScene(driver.ctx, session))
    driver.run(300)
    orders = [msgspec.msgpack.decode(link.told[0]) for link in links]
    assert [list(order["known"]) for order in orders] == [[], steps, steps]


def test_a_rewound_game_tells_one_step_with_its_events() -> None:
    session = _play_game("king_of_12", "7")
    shown = Rewound(session, 0)
    told: list[Any] = []
    shown.subscribe(0, told.append)
    shown.go(1)
    shown.go(5)
    shown.go(4)
    assert [(one.kind, one.turn) for one in told] == [("decision", 1), ("reset", 5), ("reset", 4)]
    shown.go(10**6)
    assert shown.turn == session.turn and shown.over


def test_a_kept_review_of_another_game_is_not_shown(driver: Driver) -> None:
    session = _play_game("king_of_12", "7")
    other: Review = msgspec.structs.replace(_review("king_of_12", "7"), id="another")
    empty = studies.Study(session.id)
    studies.keep(msgspec.structs.replace(empty, review=msgspec.Raw(msgspec.json.encode(other))), empty)
    scene = StudyScene(driver.ctx, session)
    assert scene.review is None
    scene.leave()


def test_fair_dice_of_one_game_and_of_all_that_are_saved(driver: Driver) -> None:
    scene = open_study(driver, "king_of_the_dice")
    for old in saves.slots(folders.saves()):
        saves.delete(old.path)
    scene.whole.save(folders.saves() / "one.json")
    helped = scene.shown.play_on(list(scene.whole.seats), "x", None)
    helped.save(folders.saves() / "two.json")
    driver.click("fair")
    driver.run(600)
    page = driver.top
    assert page.name == "fair" and page.own.games == 1 and page.own.dice
    driver.click("which.1")
    driver.until(lambda: page.of_all.games > 0)
    driver.ctx.records.finish(10)
    assert page.of_all.games == 1, "games with help do not count"
    assert page.of_all.dice == page.own.dice
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is scene


def test_the_seed_is_a_code_until_the_game_is_over(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine import verify
    from scenes.menus.menu import GameMenu
    from sprites.base import text

    drawn: list[str] = []
    real = text.draw

    def noting(c: Any, s: str, *more: Any, **named: Any) -> float:
        drawn.append(s)
        return real(c, s, *more, **named)

    monkeypatch.setattr(text, "draw", noting)
    for session in (start_game(1), _play_game("king_of_12", "7")):
        drawn.clear()
        table = game_screens.table(driver.ctx, session)
        driver.ctx.stack.push(GameMenu(driver.ctx, table))
        driver.ctx.stack.settle()
        driver.frame(16)
        assert any(verify.seed_code(session.seed) in one for one in drawn) == (not session.over)
        driver.ctx.stack.pop()
        table.leave()


def test_a_game_becomes_a_moving_picture_while_the_window_goes_on(driver: Driver) -> None:
    import io

    scene = open_study(driver, "king_of_12")
    turn = scene.turn
    scene.film()
    filming = scene._filming
    filming.turns = filming.turns[:: len(filming.turns) // 4]
    driver.until(lambda: filming.data is not None)
    assert scene._filming is None and scene.turn == turn
    assert len(filming.data) < 5_000_000
    read = pygame.image.load_animation(io.BytesIO(filming.data), "game.gif")
    assert len(read) == len(filming.turns)
