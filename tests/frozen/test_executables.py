"""The executables: built, complete, lean, and tried out. Runs with ``--frozen`` and in CI."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from engine.bootstrap import ROOT

pytestmark = pytest.mark.frozen

BUILD = Path(ROOT) / "build"
OUT = BUILD / "out"


def build(*options: str) -> str:
    done = subprocess.run(
        [sys.executable, str(BUILD / "build.py"), "--reuse", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def recipe() -> ModuleType:
    """The list of what goes into the executables; they are built by then."""
    build("--no-smoke")
    spec = importlib.util.spec_from_file_location("contents", BUILD / "package" / "contents.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def inside(recipe: ModuleType) -> Path:
    return OUT / str(recipe.FOLDER) / "_internal"


def test_all_data_is_inside(recipe: ModuleType) -> None:
    packed = {path.relative_to(inside(recipe)) for path in inside(recipe).rglob("*") if path.is_file()}
    wanted = {path.relative_to(ROOT) for path in recipe.data_files()}
    assert len(wanted) > 200
    assert wanted <= packed, sorted(wanted - packed)[:10]


def test_nothing_needless_is_inside(recipe: ModuleType) -> None:
    for path in inside(recipe).rglob("*"):
        name = path.name.lower()
        assert not name.startswith(("numpy", "pil", "_tkinter", "libtk", "libtcl", "libssl", "libcrypto", "_ssl")), path
        assert path.suffix not in (".po", ".py", ".mp3"), path


def test_the_smoke_test_passes(recipe: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    said = build()
    with capsys.disabled():
        print("\n" + said)
    assert "The smoke test has passed." in said
    assert "FAILED" not in said


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the libraries lie elsewhere on other systems")

PLAYS = """
import ctypes, sys
mixer = ctypes.CDLL(sys.argv[1], mode=2)
mixer.Mix_LoadMUS.restype = ctypes.c_void_p
assert mixer.Mix_Init(-1) >= 0
assert mixer.Mix_OpenAudio(44100, 0x8010, 2, 1024) == 0
assert mixer.Mix_LoadMUS(sys.argv[2].encode())
"""


@LINUX
def test_codecs_that_no_file_needs_are_empty_and_sound_plays_all_the_same(recipe: ModuleType) -> None:
    libraries = inside(recipe) / "pygame_ce.libs"
    unused = [path for path in libraries.iterdir() if path.name.startswith(("libmpg123", "libtiff", "libfluidsynth"))]
    assert len(unused) == 3
    assert sum(path.stat().st_size for path in unused) < 100_000
    assert not list(inside(recipe).glob("libstdc++*"))
    assert [path for path in inside(recipe).iterdir() if not path.exists()] == []  # no link leads nowhere
    (mixer,) = libraries.glob("libSDL2_mixer*")
    done = subprocess.run(
        [sys.executable, "-c", PLAYS, str(mixer), str(inside(recipe) / "sounds" / "title_bed_1.ogg")],
        env={"LD_LIBRARY_PATH": str(libraries), "SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
