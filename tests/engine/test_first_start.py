"""A real first start on a bare Python, with the package index; a long run because it downloads."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import bootstrap

pytestmark = pytest.mark.soak

GAME = str(Path(bootstrap.ROOT) / "game.py")


@pytest.fixture
def bare(tmp_path: Path) -> tuple[str, dict[str, str]]:
    """A Python without our packages, and an environment that keeps its set-up in a folder of its own."""
    python = getattr(sys, "_base_executable", sys.executable)
    paths = subprocess.run(
        [python, "-I", "-c", "import sys; print('\\n'.join(sys.path))"], capture_output=True, text=True, check=True
    )
    lock = (Path(bootstrap.ROOT) / bootstrap.LOCKS["run"]).read_text("utf-8")
    if not bootstrap.missing(lock, paths.stdout.splitlines()):
        pytest.skip("the Python below has all packages installed")
    env = {k: v for k, v in os.environ.items() if k not in ("FOUR_THRONES_INSIDE", "PYTHONPATH", "VIRTUAL_ENV")}
    env["FOUR_THRONES_RUNTIME"] = str(tmp_path / "runtime ě")
    return python, env


def start(bare: tuple[str, dict[str, str]]) -> subprocess.Popen[str]:
    python, env = bare
    return subprocess.Popen(
        [python, GAME, "--list-scenes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )


def test_the_first_start_sets_up_and_the_second_does_not(bare: tuple[str, dict[str, str]]) -> None:
    first = start(bare)
    out, err = first.communicate(timeout=300)
    assert first.returncode == 0, err
    assert "Setting up Four Thrones: installing 4 packages" in err and out.strip()
    second = start(bare)
    again, err = second.communicate(timeout=60)
    assert (second.returncode, err, again) == (0, "", out)


def test_two_first_starts_at_the_same_time(bare: tuple[str, dict[str, str]]) -> None:
    both = [start(bare), start(bare)]
    said = [each.communicate(timeout=300) for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert sorted("Setting up" in err for _, err in said) == [False, True]


def test_a_killed_first_start_is_made_good(bare: tuple[str, dict[str, str]]) -> None:
    killed = start(bare)
    with pytest.raises(subprocess.TimeoutExpired):
        killed.communicate(timeout=2.5)
    killed.kill()
    killed.communicate()
    again = start(bare)
    _, err = again.communicate(timeout=300)
    assert again.returncode == 0, err


@pytest.mark.parametrize("damage", ["module", "package", "stamp"])
def test_a_damaged_environment_repairs_itself(bare: tuple[str, dict[str, str]], damage: str) -> None:
    out, err = start(bare).communicate(timeout=300)
    runtime = Path(bare[1]["FOUR_THRONES_RUNTIME"])
    packages = next(runtime.glob("run-*/lib/*/site-packages"), None) or next(runtime.glob("run-*/Lib/site-packages"))
    if damage == "module":
        (packages / "msgspec" / "__init__.py").write_bytes(b"\0\0\0")
    elif damage == "package":
        shutil.rmtree(next(packages.glob("msgspec-*.dist-info")))
    else:
        next(runtime.glob("run-*/ready")).write_bytes(b"\xff")
    again = start(bare)
    said, err = again.communicate(timeout=300)
    assert again.returncode == 0, err
    assert said == out and "Setting up" in err
    last = start(bare)
    assert last.communicate(timeout=60) == (out, "")
