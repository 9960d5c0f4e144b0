"""Two copies of the program on one home: one owner per save, nothing overwritten, everything merged."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bootstrap import ROOT
from engine.content import spaced_repetition
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import files, folders, saves, settings, statistics, studies
from engine.storage.settings import Settings
from engine.storage.studies import Study
from scenes.table.new_game import autosave_path
from tests.support.catalogues import OTHERS
from tests.ui.driver import Driver

SEATS = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]

OTHER = """
import json, sys
from pathlib import Path
from engine.storage import files, saves
from engine.storage.folders import FolderError
def say(what):
    print(json.dumps(what), flush=True)
session = None
for line in sys.stdin:
    word, *given = line.split()
    if word == "load":
        session = saves.load(Path(given[0])).session
        session.patience = 10.0
        say(session.turn)
    elif word == "claim":
        say(session.claim())
    elif word == "own":
        say(files.claim(Path(given[0])))
    elif word == "play":
        told = []
        for _ in range(int(given[0])):
            seat = session.to_act()[0]
            try:
                session.submit(seat, session.legal(seat)[0])
            except FolderError as error:
                told.append(error.message.id)
        session.finish()
        say([session.turn, told])
    elif word == "close":
        session.finish()
        session.close()
        say(True)
"""


class Other:
    """Another copy of the program."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OTHER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, *words: object) -> object:
        """Its answer to a command."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def kill(self) -> None:
        """No goodbye."""
        self.process.kill()
        self.process.wait(10)


@pytest.fixture
def other(home: Path) -> Iterator[Other]:
    copy = Other()
    yield copy
    copy.kill()
    for pipe in (copy.process.stdin, copy.process.stdout):
        if pipe is not None:
            pipe.close()


@pytest.fixture
def path(home: Path) -> Path:
    """A save of six decisions in the usual folder."""
    path = folders.ensure(folders.saves()) / "game.json"
    session = Session.start("king_of_12", {}, SEATS, "copies", autosave=path)
    decide(session, 6)
    assert session.finish()
    session.close()
    return path


def decide(session: Session, count: int) -> list[str]:
    """Make decisions; what was told about saving."""
    session.patience = 10.0
    told = []
    for _ in range(count):
        seat = session.to_act()[0]
        try:
            session.submit(seat, session.legal(seat)[0])
        except folders.FolderError as error:
            told.append(error.message.id)
    session.finish()
    return told


def test_the_second_copy_is_told_and_overwrites_nothing(path: Path, other: Other) -> None:
    assert other.do("load", path) == 6 and other.do("claim") is True
    mine = saves.load(path).session
    assert files.has_other_owner(path) and not mine.claim()
    assert [slot.taken for slot in saves.slots(path.parent)] == [True]
    assert other.do("play", 3) == [9, []]
    content = path.read_bytes()
    assert decide(mine, 4) == ["ui.save.taken"], "told once, and the game goes on"
    assert path.read_bytes() == content and not files.journal_path(path).exists()
    with pytest.raises(folders.FolderError):
        saves.delete(path)
    with pytest.raises(folders.FolderError):
        saves.restore(path)
    assert path.read_bytes() == content
    assert other.do("play", 1) == [10, []]
    assert saves.load(path).session.turn == 10


def test_without_a_claim_the_first_who_decides_is_the_owner(path: Path, other: Other) -> None:
    mine = saves.load(path).session
    assert other.do("load", path) == 6
    assert decide(mine, 2) == []
    assert other.do("play", 2) == [8, ["ui.save.taken"]]
    assert saves.load(path).session.turn == 8
    mine.close()
    assert other.do("play", 1) == [9, ["ui.save.overtaken"]]
    assert saves.load(path).session.log[:8] == mine.log[:8], "what the owner decided stays"


@pytest.mark.parametrize("end", ["killed", "left"])
def test_when_the_first_is_gone_the_second_takes_over(path: Path, other: Other, end: str) -> None:
    assert other.do("load", path) == 6 and other.do("play", 2) == [8, []]
    assert not saves.load(path).session.claim()
    if end == "killed":
        other.kill()
    else:
        assert other.do("close") is True
    mine = saves.load(path).session
    assert mine.claim() and mine.turn == 8
    assert decide(mine, 1) == [] and saves.load(path).session.turn == 9
    mine.close()


def test_a_copy_that_looked_earlier_does_not_go_back(path: Path, other: Other) -> None:
    assert other.do("load", path) == 6
    mine = saves.load(path).session
    assert decide(mine, 3) == []
    mine.close()
    assert other.do("play", 1) == [7, ["ui.save.overtaken"]]
    assert saves.load(path).session.turn == 9


def test_new_games_of_one_second_have_names_of_their_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "20260101-000000")
    names = {autosave_path(folders.saves(), "legends").name for _ in range(500)}
    assert len(names) == 500
    assert not home.exists(), "nothing is written before the first decision"


# --- screens --------------------------------------------------------------------------------------------


@pytest.fixture
def window(path: Path) -> Iterator[Driver]:
    run = Driver(speed="instant")
    run.ctx.quiet = False
    yield run
    run.close()


def test_the_window_says_who_plays_and_takes_over(path: Path, other: Other, window: Driver) -> None:
    from scenes.menus.load import LoadScene
    from scenes.menus.title import Title

    assert other.do("load", path) == 6 and other.do("claim") is True
    window.ctx.stack.push(Title(window.ctx))
    window.ctx.stack.push(LoadScene(window.ctx))
    window.run(100)
    window.click("slot.0")
    window.run(300)
    assert window.top.name == "dialog" and "Another window" in window.top.body
    window.click("take_over")
    window.run(300)
    assert window.top.name == "dialog", "it is still there"
    window.click("stay")
    window.run(300)
    assert window.top.name == "load"
    assert other.do("play", 1) == [7, []] and other.do("close") is True
    window.click("slot.0")
    window.run(300)
    assert window.top.name == "table" and window.top.session.turn >= 7
    assert files.has_other_owner(path) is False
    assert other.do("load", path) and other.do("claim") is False
    window.ctx.stack.replace(Title(window.ctx))
    window.run(300)
    assert other.do("claim") is True, "who leaves the table gives the save free"


def test_the_title_says_that_another_copy_is_open(other: Other, window: Driver) -> None:
    from scenes.menus.title import Title

    assert other.do("own", folders.saves() / "program") is True
    title = Title(window.ctx)
    window.ctx.stack.push(title)
    window.until(lambda: window.ctx.second)
    window.frame()
    other.kill()
    again = Driver(speed="instant")
    again.ctx.quiet = False
    again.ctx.open_mark()
    assert not again.ctx.second, "whoever is killed is not open any more"
    again.close()


def test_continue_goes_on_with_the_game_that_was_open_last(path: Path, window: Driver) -> None:
    from scenes.menus.load import LoadScene
    from scenes.menus.title import Title

    later = Session.start("king_of_12", {}, SEATS, "later", autosave=path.with_name("later.json"))
    decide(later, 2)
    later.close()
    title = Title(window.ctx)
    window.ctx.stack.push(title)
    window.run(50)
    assert title.last is not None and title.last.path.name == "later.json"
    window.ctx.stack.push(LoadScene(window.ctx))
    window.run(50)
    window.click("slot.1")
    window.run(300)
    assert window.top.name == "table"
    window.ctx.stack.replace(Title(window.ctx))
    window.run(50)
    assert window.top.last.path == path, "though nothing was decided in it"


# --- settings and statistics ------------------------------------------------------------------------------


def test_settings_are_merged_key_by_key(home: Path) -> None:
    settings.saver(Settings(language=OTHERS[0], last_setup={"legends": {"seats": 2}}, guided=["legends"]))()
    first, second = settings.load()[0], settings.load()[0]
    first.muted = True
    first.last_setup = {**first.last_setup, "king_of_12": {"seats": 3}}
    first.guided = [*first.guided, "king_of_12"]
    settings.saver(first)()
    second.speed = "4"
    second.last_setup = {**second.last_setup, "tash_kalar": {"seats": 4}}
    second.guided.append("tash_kalar")
    settings.saver(second)()
    first.language = OTHERS[-1]
    settings.saver(first)()
    found, notices = settings.load()
    assert (found.language, found.muted, found.speed, notices) == (OTHERS[-1], True, "4", [])
    assert set(found.last_setup) == {"legends", "king_of_12", "tash_kalar"}
    assert found.guided == ["legends", "king_of_12", "tash_kalar"]


def test_two_evenings_at_once_are_never_mixed(home: Path) -> None:
    """The season has the games of both; the evening under way is the one that was played last, whole."""
    settings.saver(Settings())()
    first, second = settings.load()[0], settings.load()[0]
    evening: dict[str, Any] = {"players": ["Leo", "Anna"], "games": ["legends"], "played": [], "running": "a"}
    other: dict[str, Any] = {"players": ["Tom", "Eva", "Ida"], "games": ["king_of_12"], "played": [], "running": "b"}
    first.evening = evening
    settings.saver(first)()
    second.evening = other
    settings.saver(second)()
    first.evening = {**evening, "played": ["legends"], "running": ""}
    settings.saver(first)()
    assert settings.load()[0].evening == first.evening
    second.evening = {**other, "played": ["king_of_12"]}
    settings.saver(second)()
    assert settings.load()[0].evening == second.evening


def test_what_was_reached_in_one_copy_is_taken_back_by_no_other(home: Path) -> None:
    """Lessons, puzzles and bests lie in the settings."""
    settings.saver(Settings())()
    first, second = settings.load()[0], settings.load()[0]
    first.lessons = {"legends": {"stars": {"one": 3, "two": 1}}}
    first.puzzles = {"legends": {"state": {"a": "solved"}, "tries": {"a": 4}, "rating": 950.0}}
    first.bests = {"legends": {"best": {"Leo": {"points": 60, "game": "x", "before": 50}}}}
    settings.saver(first)()
    second.lessons = {"legends": {"stars": {"one": 2, "three": 2}}}
    second.puzzles = {"legends": {"state": {"a": "tried", "b": "solved"}, "tries": {"a": 1}, "rating": 870.0}}
    second.bests = {"legends": {"best": {"Leo": {"points": 55, "game": "y", "before": None}}}}
    settings.saver(second)()
    found, notices = settings.load()
    assert not notices and found.lessons == {"legends": {"stars": {"one": 3, "two": 1, "three": 2}}}
    assert found.puzzles["legends"]["state"] == {"a": "solved", "b": "solved"}
    assert found.puzzles["legends"]["tries"] == {"a": 4} and found.puzzles["legends"]["rating"] == 870.0
    assert found.bests["legends"]["best"]["Leo"] == {"points": 60, "game": "x", "before": 50}


def test_bookmarks_of_two_windows_are_kept_both(home: Path) -> None:
    """What one has taken away goes, what the other has written stays, a review is taken back by none."""
    empty = Study("game")
    begun = empty.add_mark(1, "one").add_mark(2, "two")
    studies.keep(begun, empty)
    first = begun.add_mark(5, "five").remove_mark(1)
    reviewed = msgspec.structs.replace(begun.add_mark(2, "2"), review=msgspec.Raw(b"[1]"))
    studies.keep(first, begun)
    studies.keep(reviewed, begun)
    found = studies.load("game")
    assert [(mark.turn, mark.note) for mark in found.marks] == [(2, "2"), (5, "five")] and bytes(found.review) == b"[1]"
    studies.keep(first.add_mark(7, ""), first)
    assert [mark.turn for mark in studies.load("game").marks] == [2, 5, 7] and bytes(
        studies.load("game").review
    ) == b"[1]"


MARKER = """
import sys
from datetime import date
import msgspec
from engine.content import spaced_repetition
from engine.storage import studies
from engine.content.spaced_repetition import Missed
from engine.storage.studies import Study
name, count = sys.argv[1], int(sys.argv[2])
mine = since = studies.load("game")
for number in range(count):
    mine = mine.add_mark(1000 * (ord(name) - 96) + number, name)
    studies.keep(mine, since)
    since = mine
    one = Missed("game", "legends", 1000 * (ord(name) - 96) + number, 0, msgspec.Raw(b"{}"), date(2026, 1, 1))
    spaced_repetition.change(lambda listed: spaced_repetition.record_miss(listed, one, date(2026, 1, 1)))
"""


def test_many_copies_keep_bookmarks_and_missed_moments_at_once(home: Path) -> None:
    copies = [subprocess.Popen([sys.executable, "-c", MARKER, name, "12"], cwd=ROOT) for name in "abc"]
    assert [copy.wait(60) for copy in copies] == [0, 0, 0]
    wanted = sorted(1000 * k + number for k in (1, 2, 3) for number in range(12))
    assert [mark.turn for mark in studies.load("game").marks] == wanted
    assert sorted(one.turn for one in spaced_repetition.load()) == wanted


def test_two_studies_of_one_game_write_beside_each_other(window: Driver) -> None:
    """Two windows look at the same game: bookmarks and notes of both stay, however quickly they follow."""
    from scenes.dev.shots_study import _play_game, _review
    from scenes.study.scene import StudyScene

    window.ctx.quiet = False
    session, review = _play_game("king_of_12", "7"), _review("king_of_12", "7")
    scenes = [StudyScene(window.ctx, session, review) for _ in range(2)]
    for turn, scene in enumerate((scenes[0], scenes[1], scenes[0], scenes[0], scenes[1])):
        scene.go(turn)
        scene.bookmarks.toggle()
        scene.bookmarks.set_note(f"note {turn}")
        if turn != 2:
            window.ctx.files.finish(5)
    assert [mark.note for mark in studies.load(session.id).marks] == [f"note {turn}" for turn in range(5)]


def test_what_a_later_version_has_written_stays(home: Path) -> None:
    settings.saver(Settings())()
    data = json.loads(settings.path().read_bytes())
    settings.path().write_text(json.dumps({**data, "of_a_later_version": [1, 2]}), "utf-8")
    found, _ = settings.load()
    found.muted = True
    settings.saver(found)()
    assert json.loads(settings.path().read_bytes())["of_a_later_version"] == [1, 2]


CHANGER = """
import sys
from engine.storage import settings
name, count = sys.argv[1], int(sys.argv[2])
mine, _ = settings.load()
for number in range(count):
    mine.last_setup = {**mine.last_setup, f"{name}{number}": {"seats": number}}
    settings.saver(mine)()
"""


def test_many_copies_change_settings_at_once(home: Path) -> None:
    settings.saver(Settings(language=OTHERS[0]))()
    copies = [subprocess.Popen([sys.executable, "-c", CHANGER, name, "15"], cwd=ROOT) for name in "abc"]
    assert [copy.wait(60) for copy in copies] == [0, 0, 0]
    found, notices = settings.load()
    assert notices == [] and found.language == OTHERS[0]
    assert set(found.last_setup) == {f"{name}{number}" for name in "abc" for number in range(15)}


ENTERER = """
import sys
from engine.storage import statistics
from engine.storage.statistics import PlayedGame
for number in range(int(sys.argv[2])):
    key = f"{sys.argv[1]}{number}"
    seats = ("Leo", "Mia"), ("person", "computer"), ("", "novice"), (1, 2)
    statistics.enter(PlayedGame(key, "legends", "2026", 9, False, *seats))
"""


def test_many_copies_enter_games_at_once(home: Path) -> None:
    copies = [subprocess.Popen([sys.executable, "-c", ENTERER, name, "20"], cwd=ROOT) for name in "abc"]
    assert [copy.wait(90) for copy in copies] == [0, 0, 0]
    assert statistics.summary()["legends"].played == 60
    told: list[Message] = []
    statistics.check(told)
    assert told == []


def test_two_threads_of_one_copy_save_settings(home: Path) -> None:
    mine = settings.load()[0]
    work = []
    for number in range(8):
        mine.last_setup = {**mine.last_setup, str(number): {}}
        work.append(threading.Thread(target=settings.saver(mine)))
    for each in work:
        each.start()
    for each in work:
        each.join()
    assert settings.load()[1] == []
