"""The programs for Windows, one folder and one file: packed by PyInstaller under Wine, from the same recipe.

Proved in a folder whose name no code page of Western Europe can say: a whole computer game of every kind with each,
then real windows with a real mouse (``windows_played.py``), and the time to the first frame.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import code_signing
import contents
import smoke
import windows_played
import windows_python
import wine

from tests.support import rights
from tests.window.desktop import Desktop

TITLE = "Windows programs"
NEEDS = {
    **wine.NEEDS, "osslsigncode": "osslsigncode", "Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool",
}  # fmt: skip
BUILD_S = 1200
SIGNED_BY = "signed-by.txt"
"""Beside the programs: who has signed them, a word of ``code_signing``."""
MOST_TIMES = 3.0
"""How much longer the first frame may take under Wine than that of the program for this system."""
MOST_TURNS = 28
"""Starts of each system at most, until their first frames are no further apart than that."""


def make(out: Path) -> Path:
    """Make and sign both programs in the folder ``windows`` next to ``out``, unless they are up to date; return that
    folder.

    Programs signed with another key are made anew. Raises Failure.
    """
    place = out.with_name("windows")
    kind = code_signing.get_kind().replace(code_signing.GIVEN, code_signing.UNSIGNED)
    mark = place / SIGNED_BY
    if mark.is_file() and mark.read_text("utf-8") != kind:
        shutil.rmtree(place)
    python = windows_python.ready("dev")
    with wine.Session(windows_python.prefix()) as session:
        words = ["build/build.py", "--reuse", "--no-smoke", "--out", wine.windows_path(place)]
        status, said = windows_python.run(session, python, words, BUILD_S)
    if status:
        raise smoke.Failure(f"the programs could not be built (status {status}):\n{said}")
    mark.write_text(kind, encoding="utf-8")
    code_signing.sign_all([place])
    return place


def prove(path: Path) -> dict[str, float]:
    """Play the programs in memory and at a window; return sizes in MB by name. Raises Failure."""
    figures: dict[str, float] = {}
    if code_signing.get_kind() != code_signing.UNSIGNED:
        files = code_signing.list_programs(path)
        for file in files:
            code_signing.verify(file)
        print(f"{len(files)} files: ok, signed", flush=True)
    with place_to_play() as (session, desktop, place):
        for kind, program in smoke.programs(path, ".exe").items():
            size = smoke.measure_size(smoke.unit(kind, program))
            figures[f"{kind}, MB"] = size / smoke.MEGABYTE
            if size > smoke.LARGEST[kind]:
                raise smoke.Failure(f"{kind}: {figures[f'{kind}, MB']:.1f} MB are too much")
            check_description(program)
            installed = smoke.install(kind, program, place)
            selftest(session, installed, place)
            print(f"{kind}: ok, a whole game of every kind from the folder {place.name!r}", flush=True)
            windows_played.play(session, desktop, installed, place, briefly=kind == "one-file")
    prove_user_rights(smoke.programs(path, ".exe")["one-folder"])
    print("one-folder: ok, a whole game of every kind where this user may write nothing", flush=True)
    return figures


def check_description(program: Path) -> None:
    """Raise Failure unless a program's version resource and manifest have its name, copyright and real pixels (no
    scaling)."""
    inside = program.read_bytes()
    words = [program.name, contents.copyright_line(), contents.version()]
    missing = [word for word in words if word.encode("utf-16-le") not in inside]
    if missing or b"PerMonitorV2" not in inside or b"asInvoker" not in inside:
        raise smoke.Failure(f"{program.name} does not say {missing or 'how its windows are drawn'}")


def measure(path: Path) -> dict[str, float]:
    """Return times in s to the first frame: of both programs, and of this system's on the same display."""
    with place_to_play() as (session, desktop, place):
        found = smoke.programs(path, ".exe")
        figures = {f"{kind}, first frame, s": first_frame(session, program, place) for kind, program in found.items()}
        here = path.with_name("out") / contents.FOLDER / contents.NAME
        if here.is_file():
            more = compare_starts(
                lambda: first_frame(session, found["one-folder"], place, 1),
                lambda: smoke.start_seconds(here, desktop.name, 1),
            )
            figures |= more
            figures["one-folder, first frame, s"] = more["the same for Linux, s"] * more["times as long"]
    return figures


def compare_starts(under_wine: Callable[[], float], here: Callable[[], float]) -> dict[str, float]:
    """Return the time in s to the first frame of this system's program, and how many times as long it takes under Wine.

    Both start by turns on the same display, so that other load meets both alike, and the best of each counts. While
    they are too far apart there are more turns: one bad moment proves nothing, and a program that is too slow stays so.
    Raises Failure.
    """
    wine_seconds = linux_seconds = float("inf")
    for turn in range(MOST_TURNS):
        linux_seconds = min(linux_seconds, here())
        wine_seconds = min(wine_seconds, under_wine())
        if turn + 1 >= smoke.STARTS and wine_seconds <= MOST_TIMES * linux_seconds:
            break
    else:
        smoke.too_long(
            f"first frame after {wine_seconds:.2f} s, more than {MOST_TIMES} times the {linux_seconds:.2f} s of Linux"
        )
    return {"the same for Linux, s": linux_seconds, "times as long": wine_seconds / linux_seconds}


def prove_user_rights(program: Path) -> None:
    """Check that an ordinary user can play whole games where others installed the program, all read-only."""
    with for_an_ordinary_user() as (session, above):
        place = above / smoke.ODD_FOLDER
        (place / "home").mkdir(parents=True)
        installed = smoke.install("one-folder", program, place)
        rights.take_away(place)
        before = smoke.listing(place)
        selftest(session, installed, place)
        if smoke.listing(place) != before:
            raise smoke.Failure("something was written where nobody may write")


@contextmanager
def for_an_ordinary_user() -> Iterator[tuple[wine.Session, Path]]:
    """Context: Wine of an ordinary user, and a folder that everybody may read; both are removed afterwards."""
    above = Path(tempfile.mkdtemp(prefix="four-thrones-ordinary-"))
    above.chmod(0o755)
    try:
        with wine.Session(above / "prefix", user=smoke.ordinary_user()) as session:
            yield session, above
    finally:
        rights.give_back(above)
        shutil.rmtree(above, ignore_errors=True)


@contextmanager
def place_to_play() -> Iterator[tuple[wine.Session, Desktop, Path]]:
    """Context with a Wine session, its own desktop, and an empty folder with non-ASCII letters; all are removed
    afterwards."""
    above = Path(tempfile.mkdtemp(prefix="four-thrones-windows-"))
    place = above / smoke.ODD_FOLDER
    place.mkdir()
    own = {"FOUR_THRONES_HOME": str(above / "home of the one who watches")}
    try:
        with (
            patch.dict(os.environ, own), closing(Desktop()) as desktop,
            wine.Session(windows_python.prefix(), desktop.name) as session,
        ):  # fmt: skip
            yield session, desktop, place
    finally:
        shutil.rmtree(above, ignore_errors=True)


def selftest(session: wine.Session, program: Path, place: Path) -> None:
    """Check a whole game of every kind through the real screens, drawn in memory. Raises Failure."""
    env = {
        "FOUR_THRONES_HOME": wine.windows_path(place / "home"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    status, said = session.run([wine.windows_path(program), "--selftest"], cwd=place, env=env)
    if status or (said and ": ok, " not in said):  # a program of a window system may have nothing to say it with
        raise smoke.Failure(f"--selftest has ended with {status}:\n{said}")


def first_frame(session: wine.Session, program: Path, place: Path, starts: int = smoke.STARTS) -> float:
    """Return the least of ``starts`` times in s from the start of the process to the first frame on the display."""
    found = []
    for _ in range(starts):
        started = time.time()
        env = {"FOUR_THRONES_HOME": wine.windows_path(place / "home"), "FOUR_THRONES_T0": repr(started)}
        status, said = session.run([wine.windows_path(program), "--bench-first-frame"], cwd=place, env=env)
        if status:
            after = f"{program.name} --bench-first-frame has ended with {status} after {time.time() - started:.1f} s"
            logs = [log.read_text("utf-8", "replace")[-4000:] for log in sorted((place / "home").rglob("*.log"))]
            raise smoke.Failure("\n".join([f"{after}:", said, *logs]))  # without a console nothing else tells of it
        words = said.split()
        found.append(float(words[-1]) if words else time.time() - started)
    return min(found)
