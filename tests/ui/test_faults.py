"""What may be broken around the program: display, call, saves, folders, files of the game, settings."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from engine.storage.folders import FolderError
from scenes.menus.load import LoadScene
from scenes.menus.setup import SetUp
from scenes.menus.title import Title
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.table import game_screens as games
from sprites.base import assets
from tests.support.catalogues import OTHERS
from tests.ui.driver import Driver

HOUSE = Path(ROOT)
SECONDS = 60


def call(*options: str, cwd: Path = HOUSE, **env: str) -> subprocess.CompletedProcess[str]:
    """Run ``game.py`` with options and a changed environment ("" takes a variable away)."""
    full = {**os.environ, **env}
    return subprocess.run(
        [sys.executable, "game.py", *options],
        cwd=cwd,
        env={name: value for name, value in full.items() if value},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


# --- display and call ----------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_without_a_display_it_says_so() -> None:
    done = call(DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="")
    assert done.returncode == 2
    assert "cannot open a window" in done.stderr
    assert "DISPLAY" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_display_that_does_not_answer() -> None:
    done = call(SDL_VIDEODRIVER="x11", DISPLAY=":98765")
    assert done.returncode == 2
    assert "cannot open a window" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--no-such-option"], "--no-such-option"),
        (["--size", "huge"], "WIDTHxHEIGHT"),
        (["--screenshot", "title"], "--out"),
        (["--selftest", "--game", "chess"], "chess"),
    ],
)
def test_a_wrong_call_ends_with_2(options: list[str], word: str) -> None:
    done = call(*options)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr


# --- saves ---------------------------------------------------------------------------------------------


def begun(path: Path, decisions: int = 6) -> None:
    """A game of a person and a computer, saved after some decisions."""
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "faults", autosave=path)
    for _ in range(decisions):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    assert session.finish()
    session.close()


@pytest.fixture
def own(home: Path) -> Iterator[Driver]:
    """A run that reads and writes the player's folders, which are this test's."""
    run = Driver()
    run.ctx.quiet = False
    yield run
    run.close()


BAD: dict[str, Callable[[bytes], bytes]] = {
    "cut_off": lambda whole: whole[: len(whole) // 2],
    "changed": lambda whole: whole.replace(b"Leo", b"Lea"),
    "foreign": lambda whole: b'{"name": "something else"}',
    "picture": lambda whole: b"\x89PNG\r\n\x1a\n" + bytes(64),
    "empty": lambda whole: b"",
    "newer": lambda whole: whole.replace(b'"format":1', b'"format":999').replace(b'"format": 1', b'"format": 999'),
}
"""Kind of damage → the damaged file made from a good one."""


@pytest.mark.parametrize("kind", list(BAD))
def test_a_bad_save_is_listed_with_its_reason_and_kept(own: Driver, home: Path, tmp_path: Path, kind: str) -> None:
    good = tmp_path / "good.json"
    begun(good)
    bad = home / "saves" / "bad.json"
    bad.parent.mkdir(parents=True)
    content = BAD[kind](good.read_bytes())
    assert content != good.read_bytes()
    bad.write_bytes(content)

    own.ctx.stack.push(LoadScene(own.ctx))
    own.run(100)
    rows = own.top.rows
    assert [row.path for row in rows] == [bad]
    assert rows[0].error is not None
    reason = own.ctx.say(rows[0].error)
    assert reason != rows[0].error.id and len(reason) > 20
    own.click("slot.0")
    own.run(300)
    assert own.top.name == "dialog"
    assert reason in own.top.body
    own.click(own.top.choices[0][0])
    own.run(300)
    assert own.top.name == "load"
    assert bad.read_bytes() == content
    assert saves.newest(home / "saves") is None


def test_the_copy_one_decision_older_is_offered(own: Driver, home: Path) -> None:
    path = home / "saves" / "game.json"
    begun(path)
    turn = saves.slot(path).turn
    path.write_bytes(path.read_bytes()[:-40])
    own.ctx.stack.push(LoadScene(own.ctx))
    own.run(100)
    own.click("slot.0")
    own.run(300)
    own.click("older")
    own.run(300)
    assert own.top.name == "table"
    assert own.top.session.turn >= turn - 1
    assert list((home / "saves").glob("*.damaged*")), "the damaged file is gone"


# --- folders -------------------------------------------------------------------------------------------


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Player's folders below a file: nobody, not even the superuser, can make them."""
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "file" / "home"))
    return tmp_path / "file" / "home"


def dismiss(run: Driver) -> list[str]:
    """Close the notices that are open; their texts."""
    told = []
    run.run(300)
    while run.top.name == "dialog":
        told.append(run.top.body)
        run.click(run.top.choices[0][0])
        run.run(500)  # longer than a double click
    return told


def test_without_a_place_to_write_it_is_told_and_played(nowhere: Path) -> None:
    run = Driver(speed="instant")
    run.ctx.quiet = False
    try:
        run.ctx.stack.push(Title(run.ctx))
        run.ctx.stack.push(SetUp(run.ctx, "king_of_12"))
        run.run(100)
        run.click("start")
        told = dismiss(run)
        plain = ("nothing will be saved", "be read now")  # what is written, and the progress of the road
        assert any(plain[0] in text for text in told), told
        assert all(any(words in text for words in plain) and str(nowhere) not in text for text in told), told
        table = run.top
        assert table.name == "table"
        for _ in range(300):
            if table.session.turn >= 12:
                break
            if run.top.name == "dialog":
                dismiss(run)
            elif table.confirming:
                table.confirm()
            elif table.may_act():
                table.decide(table.legal()[0])
            run.frame()
        assert table.session.turn >= 12
        assert len(told) <= 3, "told again and again"
    finally:
        run.close()


def test_taking_back_goes_on_when_it_cannot_be_saved(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The disk gets full between a decision and its undoing."""
    from engine.storage import files, folders

    def full(*_: object, **__: object) -> None:
        raise folders.failure(OSError(28, "No space left on device"), Path("save.json"))

    driver.settings.speed = "instant"
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "undo", try_again=True)
    table = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.until(lambda: table.may_act())
    table.decide(table.legal()[0])
    driver.until(lambda: table.confirming or table.may_act())
    session.autosave = tmp_path / "save.json"
    monkeypatch.setattr(files, "write", full)
    turn = session.turn
    assert session.undo_check(0)[0]
    table.back.undo()
    driver.until(lambda: driver.top.name == "dialog")
    assert session.turn < turn
    dismiss(driver)
    table.back.redo()
    driver.run(100)
    with pytest.raises(FolderError):
        session.save(tmp_path / "save.json")


# --- files of the game -----------------------------------------------------------------------------------

LOOK = """
import sys
sys.path.insert(0, ".")
from tests.ui.driver import Driver
from engine.seats import Seat
from engine.session import Session
from scenes.menus.title import Title
from scenes.table import game_screens
run = Driver(language=sys.argv[1], speed="instant")
run.ctx.quiet = False
run.ctx._sound = True
run.ctx.audio.enabled = True
run.ctx.stack.push(Title(run.ctx))
run.run(200)
run.ctx.audio.loader.finish()  # what the title asks for is read, or found to be damaged, before it is left
seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
table = game_screens.table(run.ctx, Session.start("king_of_12", {}, seats, "files"))
run.ctx.stack.push(table)
run.run(300)
for cue in ("click", "card_lift", "bell", "card_play"):
    run.ctx.play(cue)
    run.run(100)
    run.ctx.audio.loader.finish()
run.run(300)
told = [scene for scene in run.ctx.stack.scenes if scene.name == "dialog"]
assert len(told) == 1, [scene.body for scene in told]
assert "ui." not in told[0].body, told[0].body
print(told[0].body, [name for name, _, _ in told[0].choices])
run.close()
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project whose files may be damaged."""
    place = tmp_path_factory.mktemp("copy") / "Four Thrones"
    for room in ("ai", "engine", "games", "maps", "scenes", "sprites", "sounds", "locale", "tests/ui"):
        shutil.copytree(HOUSE / room, place / room, ignore=shutil.ignore_patterns("__pycache__", "*.po"))
    for name in ("game.py", "tests/__init__.py"):
        shutil.copy2(HOUSE / name, place / name)
    return place


DAMAGED: list[tuple[str, bytes | None]] = [
    ("sprites/art/wood.1600x900.jpg", b"no picture"),
    ("sprites/art/covers/legends.372x559.jpg", b""),
    ("sprites/art/king_of_12/knight.jpg", b"no picture"),
    ("sprites/art/icons/person.svg", None),
    ("sprites/fonts/AlegreyaSans_500Medium.ttf", None),
    ("sprites/fonts/AlegreyaSC_900Black.ttf", b"no font"),
    ("sounds/bell.ogg", None),
    ("sounds/title_bed_1.ogg", b"no music"),
    ("locale/cs/LC_MESSAGES/ui.mo", None),
    ("locale/cs/LC_MESSAGES/king_of_12.mo", b"\xde\x12\x04\x95 cut off"),
]
"""Files of the game and what stands in them instead, None where they are gone."""


@pytest.mark.parametrize(
    "damaged",
    [
        *([each for each in DAMAGED if each[0].startswith(rooms)] for rooms in (("sprites", "sounds"), "locale")),
        *(pytest.param([each], marks=pytest.mark.soak) for each in DAMAGED),
    ],
    ids=lambda damaged: Path(damaged[-1][0]).name,
)
def test_a_missing_or_damaged_file_is_told_logged_and_done_without(
    copy: Path, tmp_path: Path, damaged: list[tuple[str, bytes | None]]
) -> None:
    """Pictures, fonts and sounds at once, and the texts; each file alone in the long run."""
    whole = {name: (copy / name).read_bytes() for name, _ in damaged}
    try:
        for name, content in damaged:
            if content is None:
                (copy / name).unlink()
            else:
                (copy / name).write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-c", LOOK, OTHERS[0] if damaged[0][0].startswith("locale") else "en"],
            cwd=copy,
            env={**os.environ, "FOUR_THRONES_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    finally:
        for name, content in whole.items():
            (copy / name).write_bytes(content)
    assert done.returncode == 0, done.stderr
    log = tmp_path / "home" / "logs" / "four_thrones.log"
    assert all(Path(name).name in log.read_text("utf-8") for name, _ in damaged)
    assert "folder" in done.stdout and str(tmp_path) not in done.stdout  # a button leads there


def test_damaged_texts_fall_back_to_english(tmp_path: Path, missed: assets.Missed) -> None:
    other = OTHERS[0]
    for code in ("en", other):
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        shutil.copy2(HOUSE / "locale" / code / "LC_MESSAGES" / "ui.mo", folder / "ui.mo")
    whole = (tmp_path / other / "LC_MESSAGES" / "ui.mo").read_bytes()
    for bad in (b"", b"nothing", whole[:100], whole[: len(whole) // 2], whole[:-1] + b"\xff"):
        (tmp_path / other / "LC_MESSAGES" / "ui.mo").write_bytes(bad)
        said = Texts(other, tmp_path).t("ui.ok")
        assert said in (Texts("en", tmp_path).t("ui.ok"), Texts(other).t("ui.ok"))
    assert any("ui.mo" in line for line in missed.lines)


# --- settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\x00", b"[1, 2", json.dumps({"speed": 9, "language": "xx"}).encode()]
)
def test_damaged_settings_are_told_and_the_title_opens(home: Path, content: bytes) -> None:
    from engine.storage import settings as engine_settings

    file = home / "settings" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    settings, notices = engine_settings.load()
    run = Driver()
    run.ctx = Context(settings, sound=False)
    run.close()
    run = Driver()
    run.ctx.notices.extend(notices)
    try:
        run.ctx.stack.push(Title(run.ctx))
        told = dismiss(run)
        assert len(told) == 1
        assert run.top.name == "title"
    finally:
        run.close()
    done = call("--bench-first-frame", FOUR_THRONES_HOME=str(home), SDL_VIDEODRIVER="dummy")
    assert done.returncode == 0, done.stderr
