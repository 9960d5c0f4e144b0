"""Probes of this computer: each has its limit, says what it found in one line, names nobody and never raises."""

import os
import platform
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.workers.pool import measure_start
from engine import crash
from engine.desktop import probes
from engine.desktop.probes import FAILED, GOOD, LEFT, Finding, Probe, find, look_at_folders, mask
from engine.storage import folders
from tests.support.rights import taken_away


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The home of a person on a computer with a name of its own."""
    home = tmp_path / "Anna Nová"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "annanova")
    monkeypatch.setattr(platform, "node", lambda: "anna-laptop.example.org")
    monkeypatch.setattr(probes, "_find_full_name", lambda: ["annanova", "Anna Nová", "Anna", "Nová"])
    monkeypatch.setenv("FOUR_THRONES_HOME", str(home / "games"))
    return home


def wait(probe: Probe) -> Finding:
    """What a probe finds."""
    for _ in range(2000):
        found = probe.read()
        if found is not None:
            return found
        threading.Event().wait(0.005)
    raise AssertionError("nothing is found")


def test_a_probe_that_hangs_is_left_after_five_seconds_of_the_clock() -> None:
    clock, goes_on = Clock(), threading.Event()

    def hang() -> Finding:
        goes_on.wait(30)
        return find(GOOD, "check.nothing")

    probe = Probe(hang, clock)
    clock.now += 4.9
    assert probe.read() is None
    clock.now += 0.1
    found = probe.read()
    assert found is not None and found.state == LEFT and found.value.params == {"seconds": 5}
    assert found.advice == "check.left.advice"
    goes_on.set()


@pytest.mark.parametrize("error", [OSError(28, "No space left", "annanova/x"), RuntimeError("x"), SystemExit(3)])
def test_a_probe_that_breaks_says_so(anna: Path, error: BaseException) -> None:
    def look() -> Finding:
        raise error

    found = wait(Probe(look))
    assert found.state == FAILED and found.value.id == "check.error"
    assert type(error).__name__ in found.value.params["reason"] and "annanova" not in str(found.to_json())


SAID: list[tuple[str, Callable[[Path], str]]] = [
    ("home", lambda home: f"cannot open {home}/games/saves"),
    ("user", lambda home: "owned by ANNANOVA (uid 1000)"),
    ("full name", lambda home: "Gamepad of Anna Nová"),
    ("part of a name", lambda home: "nová_1.txt"),
    ("host", lambda home: "cannot reach anna-laptop:0"),
    ("domain", lambda home: "anna-laptop.example.org refused"),
    ("network card", lambda home: "device 3c:22:fb:00:aa:1b is gone"),
    ("address", lambda home: "no route to 192.168.17.4"),
    ("long address", lambda home: "no route to fe80:0:0:1::17"),
    ("guid", lambda home: "pad 03000000-4c05-0000-c405-000000010000"),
    ("number of a device", lambda home: "serial 0300000045405c405"),
    ("folder of Windows", lambda home: "D:\\People\\annanova\\AppData\\x.dll is missing"),
    ("folder of the network", lambda home: "\\\\anna-nas\\home\\saves is gone"),
    ("another folder", lambda home: "/media/Annas stick/saves: read-only"),
]


@pytest.mark.parametrize(("what", "make"), SAID, ids=[what for what, _ in SAID])
def test_what_names_somebody_is_masked(anna: Path, what: str, make: Callable[[Path], str]) -> None:
    told = mask(make(anna))
    secrets = r"anna|nov\u00e1|example|3c:22|192\.168|fe80|0300000|AppData|stick|" + re.escape(str(anna))
    assert not re.search(secrets, told, re.IGNORECASE), told


@pytest.mark.parametrize("said", ["ALSA: Couldn't open audio device", "17, 17, 18", "1920 × 1080", "6.18.44-fc", "a/b"])
def test_what_names_nobody_stays(anna: Path, said: str) -> None:
    assert mask(said) == said


def test_folders_take_a_file_and_are_left_as_they_were(anna: Path) -> None:
    found = look_at_folders()
    assert found.state == GOOD and found.value.params["place"] == {"text": "check.path.letters"}
    assert not list(anna.rglob("*.tmp"))
    assert not folders.logs().exists() and not folders.saves().exists()


def test_a_read_only_folder_is_told_without_its_place(anna: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders.saves().mkdir(parents=True)
    opened = Path.open

    def refuse(path: Path, *given: Any) -> Any:
        if path.parent == folders.saves():
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *given)

    with taken_away(folders.saves()) as binds:
        if not binds:  # the superuser
            monkeypatch.setattr(Path, "open", refuse)
        found = look_at_folders()
    assert found.state == FAILED and found.advice == "check.folders.advice"
    assert found.value.params["folder"] == {"text": "check.folder.saves"}
    assert found.value.params["step"] == {"text": "check.step.write"}
    assert "Anna" not in str(found.to_json())


@pytest.mark.parametrize(
    ("name", "step"), [("fsync", "write"), ("replace", "rename")], ids=["a disk that fails", "a name it cannot have"]
)
def test_each_step_is_told(anna: Path, monkeypatch: pytest.MonkeyPatch, name: str, step: str) -> None:
    def fail(*given: object) -> None:
        raise OSError(5, "Input/output error", str(anna))

    monkeypatch.setattr(os, name, fail)
    found = look_at_folders()
    assert found.value.params["step"] == {"text": f"check.step.{step}"}
    assert found.value.params["reason"] == "OSError: Input/output error"
    assert not list(anna.rglob("*check*"))


def test_a_file_that_is_locked_is_told(anna: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "try_lock", lambda number: False)
    assert look_at_folders().value.params["step"] == {"text": "check.step.lock"}


def test_zone_and_system_tell_no_time_of_day() -> None:
    assert re.fullmatch(r"UTC[+-]\d\d:\d\d", probes.describe_zone())
    said = f"{probes.describe_system().params} {probes.describe_processor().params}"
    assert not re.search(r"\d\d:\d\d", said) and platform.node() not in said


def test_an_opponent_starts_answers_and_ends() -> None:
    seconds, answer = measure_start()
    assert 0 < seconds < 60 and not answer.fallback


def test_a_crash_is_remembered_once(anna: Path) -> None:
    assert not crash.take_mark()
    crash.report(ValueError("no"))
    assert crash.take_mark() and not crash.take_mark()


@pytest.fixture(autouse=True)
def no_threads_left() -> Iterator[None]:
    """Probes end with what they look at."""
    yield
    for thread in threading.enumerate():
        if thread.name == "probe":
            thread.join(5)
