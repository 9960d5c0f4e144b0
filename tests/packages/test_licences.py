"""Every packed library has an entry in the table of licences, and the credits name it."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from tests.support.packages import BUILD, Load


def test_the_credits_tell_of_every_library_and_package(load: Load) -> None:
    credits, libraries = (Path(ROOT) / "docs" / "credits.md").read_text("utf-8"), load("libraries")
    table = json.loads(libraries.TABLE.read_text("utf-8"))
    projects = {project for project, _ in table.values()} | set(libraries.PACKAGES.values())
    assert [project for project in projects if project not in credits] == []
    lock = (Path(ROOT) / "requirements.lock").read_text("utf-8")
    names = re.findall(r"^([a-z0-9_.-]+)==", lock, re.MULTILINE)
    assert names and [name for name in names if name.lower() not in credits.lower()] == []


def test_a_library_that_nobody_has_looked_at_is_found(load: Load, tmp_path: Path) -> None:
    known = ("libSDL2-2-50d19f93.0.so.0.3200.10", "SDL2_mixer.dll", "libz.so.1", "python311.dll", "libtiff-9370.so.6",
             "VCRUNTIME140_1.dll", "pygame/base.cpython-311-x86_64-linux-gnu.so", "msgspec/_core.so",
             "python3.11/lib-dynload/math.so", "libpng16-16.dll", "libjpeg-62.dll", "words.txt")  # fmt: skip
    for name in (*known, "libmystery-1.so.2", "zebra.dll", "SDL2_net.dll"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert load("libraries").find_unknown(tmp_path) == ["SDL2_net.dll", "libmystery-1.so.2", "zebra.dll"]


def test_the_libraries_of_the_wheel_are_known(load: Load, tmp_path: Path) -> None:
    """All that may be packed on this system, without what packing leaves out because nothing needs it."""
    found = importlib.util.find_spec("pygame")
    assert found is not None and found.origin is not None
    libraries = Path(found.origin).parents[1] / "pygame_ce.libs"
    if not libraries.is_dir():
        pytest.skip("the wheel of this system has no folder of libraries")
    unknown = {name.partition("-")[0] for name in load("libraries").find_unknown(libraries)}
    assert unknown <= {"libasound", "libopus", "libportmidi", "libsharpyuv", "libsndfile", "libvorbisenc"}


@pytest.mark.parametrize("folder", ["out/FourThrones", "windows/FourThrones"])
def test_what_was_packed_here_is_known(load: Load, folder: str) -> None:
    if not (BUILD / folder).is_dir():
        pytest.skip(f"build/{folder} has not been made")
    assert load("libraries").find_unknown(BUILD / folder) == []
