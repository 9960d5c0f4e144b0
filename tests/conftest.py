"""What holds for every test: own folders, no window unless asked for, and no skipped window test in CI."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.run import IN_CI
from tests.work_units import make_scheduler, rank_unit

if TYPE_CHECKING:
    from sprites.base.assets import Missed
    from tests.ui.driver import Driver

pytest.register_assert_rewrite("tests.support")

# Set before anything imports pygame: no test may open a window or a sound card by accident.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also the long runs")
    parser.addoption("--frozen", action="store_true", help="also build the executables and try them out")
    parser.addoption("--update-golden", action="store_true", help="write the golden play-throughs anew")
    parser.addoption("--update-saves", action="store_true", help="write sample saves that are missing")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        from tests.support.in_turn import choose_short

        kept = choose_short(items, config.args)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]
    frozen = pytest.mark.skip(reason="builds executables: python3 -m tests --frozen")
    for item in items:
        if "frozen" in item.keywords and not (config.getoption("--frozen") or IN_CI):
            item.add_marker(frozen)
    # What waits for a window, too, begins while others work, not last, when nobody is left.
    items.sort(key=lambda item: (rank_unit(item.nodeid), "window" not in item.keywords))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Units of work as in ``tests/work_units.py``, unless another distribution was asked for."""
    return make_scheduler(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    """What is read and collected stays: nothing of it is looked through for rubbish again and again."""
    gc.disable()
    if config.getoption("--soak"):
        os.environ["FOUR_THRONES_SOAK"] = "1"  # read by tests/support/in_turn.py, also in other processes
    from tests.support.in_turn import choose_examples

    choose_examples()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """In CI everything a window test needs is installed, so one that is skipped has failed."""
    report = yield
    if report.skipped and IN_CI and "window" in item.keywords:
        report.outcome = "failed"
        report.longrepr = f"a window test was skipped in CI: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _own_folders() -> Generator[None]:
    """Nothing is written into the folders of the person who runs the tests."""
    # On Windows a file that is open, such as the lock of a game that a test has left, cannot be removed.
    open_files = os.name == "nt"
    with tempfile.TemporaryDirectory(prefix="four-thrones-tests-", ignore_cleanup_errors=open_files) as folder:
        before = os.environ.get("FOUR_THRONES_HOME")
        os.environ["FOUR_THRONES_HOME"] = folder
        yield
        if before is None:
            del os.environ["FOUR_THRONES_HOME"]
        else:
            os.environ["FOUR_THRONES_HOME"] = before


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Player's folders of this test alone."""
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A run of the program at 1280×720, or by fingers (``tests.support.hands``)."""
    from tests.support.hands import FINGERS
    from tests.ui.driver import Driver, FingerDriver

    run = FingerDriver() if getattr(request, "param", "") == FINGERS else Driver()
    yield run
    run.close()


@pytest.fixture
def missed() -> Iterator[Missed]:
    """What drawing and sound ask for in vain during one test."""
    from sprites.base.assets import Missed

    listening = Missed()
    yield listening
    listening.close()
