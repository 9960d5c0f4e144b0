"""What makes the packages: its table, and which packages a Windows gets."""

import ast
import importlib.util
import sys
import xml.dom.minidom
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from engine.bootstrap import ROOT
from tests.support.packages import BUILD, Load


def test_every_package_says_what_it_is_and_how_it_is_proved(load: Load) -> None:
    for name in load("release").PACKAGES:
        module = load(name)
        assert module.TITLE and module.NEEDS is not None
        assert callable(module.make) and callable(module.prove)


def test_a_package_that_fails_fails_the_whole(
    load: Load, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    release = load("release")
    good, bad = ModuleType("good"), ModuleType("bad")
    for module in (good, bad):
        module.TITLE, module.NEEDS = f"The {module.__name__} one", {}  # type: ignore[attr-defined]
        module.make = lambda out: out / "made"  # type: ignore[attr-defined]
        module.prove = lambda path: {"MB": 12.5}  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(release, "PACKAGES", ("bad", "good"))
    monkeypatch.setattr(release, "OUT", tmp_path)
    good.measure = lambda path: {"s": 0.25}  # type: ignore[attr-defined]
    assert release.main(["bad", "good"]) == 0
    assert "0.25" in capsys.readouterr().out

    def broken(path: Path) -> dict[str, float]:
        raise RuntimeError("it does not start")

    bad.prove = broken  # type: ignore[attr-defined]
    assert release.main(["bad", "good"]) == 1
    said = capsys.readouterr().out
    assert "it does not start" in said and "12.50" in said.rpartition("== The good one")[2]
    assert release.main(["good"]) == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="packages of Linux")
def test_a_package_that_builds_on_another_says_which(
    load: Load, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    release = load("release")
    monkeypatch.setattr(release, "OUT", tmp_path)
    monkeypatch.setattr(release, "install", lambda modules: None)
    assert release.main(["archive", "shops"]) == 1
    said = capsys.readouterr().out
    assert said.count("python3 build/release.py executables") >= 2 and "Traceback" not in said


def test_a_command_that_fails_or_does_not_end_is_a_failure_of_its_check(load: Load) -> None:
    smoke = load("smoke")
    assert smoke.call(sys.executable, "-c", "print('done')") == "done\n"
    with pytest.raises(smoke.Failure, match="ended with 1:\nwhy"):
        smoke.call(sys.executable, "-c", "raise SystemExit('why')")
    with pytest.raises(smoke.Failure, match=r"has not ended after 0\.2 s"):
        smoke.call(sys.executable, "-c", "import time; time.sleep(60)", timeout=0.2)


def test_all_packages_are_made_side_by_side_and_measured_at_the_end(
    load: Load, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    release = load("release")
    assert sorted(release.PACKAGES) == sorted([*release.LANES[0], *release.LANES[1], *release.LAST])
    made: list[str] = []

    def by_itself(name: str, make_only: bool) -> tuple[str, int, object]:
        made.append(name)
        title = load(name).TITLE
        return f"{name} was made\n", int(name == "deb"), ({} if name == "deb" else {title: {"MB": 1.0}}, {})

    monkeypatch.setattr(release, "install", lambda modules: None)
    monkeypatch.setattr(release, "_run_in_process", by_itself)
    monkeypatch.setattr(release, "_measure", lambda name, figures, failed: made.append(f"measured {name}"))
    assert release.main([]) == 1
    for lane in (*release.LANES, release.LAST):
        assert [name for name in made if name in lane] == list(lane)
    assert made[-len(release.PACKAGES) - 1 :] == ["shops", *(f"measured {name}" for name in release.PACKAGES)]
    assert "ended with 1" in capsys.readouterr().out.rpartition("Debian package")[2]


def test_conditions_of_the_lock_file_are_those_of_windows(load: Load) -> None:
    lock = (
        "# how it was made\nalways==1.0 \\\n    --hash=sha256:aa\n"
        "there==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
        "elsewhere==3.0 ; sys_platform == 'darwin' \\\n    --hash=sha256:dd\n"
    )
    found = load("windows_python").for_windows(lock)
    assert [line.split()[0] for line in found.splitlines() if not line.startswith(" ")] == ["always==1.0", "there==2.0"]
    assert "cc" in found and "dd" not in found and ";" not in found


def test_libraries_are_packed_once_and_needless_ones_not_at_all(load: Load) -> None:
    found = [
        ("SDL2.dll", "from the hook", "BINARY"),
        ("pygame\\SDL2.dll", "from the analysis", "BINARY"),
        ("pygame/other.dll", "only there", "BINARY"),
        ("libtiff-5.dll", "never loaded", "BINARY"),
        ("pygame\\base.cp311-win_amd64.pyd", "a module", "EXTENSION"),
        ("docs/SDL2.txt", "no library", "DATA"),
    ]
    kept = [place for place, _, _ in load("contents").lean(found)]
    assert kept == ["SDL2.dll", "pygame/other.dll", "pygame\\base.cp311-win_amd64.pyd", "docs/SDL2.txt"]


def test_a_hook_is_carried_out_when_its_module_is_imported(
    load: Load, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "has_a_hook.py").write_text("told = ['module']\n")
    (tmp_path / "the_hook.py").write_text("import has_a_hook\ndef carry_out(): has_a_hook.told.append('hook')\n")
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    monkeypatch.syspath_prepend(tmp_path)
    late = load("late_hooks")
    monkeypatch.setitem(late.HOOKS, "has_a_hook", ("the_hook", "carry_out"))
    assert "the_hook" not in sys.modules
    module = importlib.import_module("has_a_hook")
    assert module.told == ["module", "hook"]
    assert module.__spec__ is not None and module.__loader__ is module.__spec__.loader
    assert not isinstance(module.__loader__, late.Late), "the module is as if there had been no hook"
    for name in ("has_a_hook", "the_hook"):
        del sys.modules[name]


def test_the_manifest_wants_real_pixels_and_no_administrator() -> None:
    said = (BUILD / "package" / "windows.manifest").read_text("utf-8")
    assert "PerMonitorV2" in said and 'level="asInvoker"' in said
    xml.dom.minidom.parseString(said)


def test_windows_is_held_against_linux_start_by_start(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bad moment of the machine asks for more starts; a program that is always too slow fails all the same."""
    windows, smoke = load("windows"), load("smoke")
    order: list[str] = []

    def starts(name: str, seconds: list[float]) -> Callable[[], float]:
        def start() -> float:
            order.append(name)
            return seconds[min(order.count(name), len(seconds)) - 1]

        return start

    late = [0.9] * (smoke.STARTS + 2) + [0.7]
    found = windows.compare_starts(starts("wine", late), starts("linux", [0.3, 0.25]))
    assert found == {"the same for Linux, s": 0.25, "times as long": pytest.approx(0.7 / 0.25)}
    assert order == ["linux", "wine"] * len(late), "by turns, and no more often than needed"
    monkeypatch.setattr(smoke, "measure_load", lambda: 0.0)
    with pytest.raises(smoke.Failure, match=r"0\.80 s, more than 3\.0 times the 0\.25 s"):
        windows.compare_starts(lambda: 0.8, lambda: 0.25)


def test_nothing_that_is_left_out_is_imported(load: Load) -> None:
    """Packages have to have every module that a line of ours imports, however late."""
    contents = load("contents")
    left = tuple(contents.LEFT_OUT)
    wrong = []
    for path in contents.source_files():
        if path.name == "__main__.py":
            continue  # commands of the sources
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            wrong += [
                f"{path.relative_to(ROOT)}: {name}"
                for name in names
                if any(name == each or name.startswith(f"{each}.") for each in left)
            ]
    assert wrong == []
