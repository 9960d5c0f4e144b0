"""The smoke test of the executables: started the way they are really started, in places they really lie in.

Each program plays whole games through its real screens (``--selftest``) from another folder, as
a read-only install in a path with non-ASCII letters and a space, and where nothing of the
player's can be written: every game in one of these places, in another one by each kind of program.
Then sizes and start times are printed.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import contents
import libraries

from engine import registry
from tests.support import rights

MEGABYTE = 1_000_000
LARGEST = {"one-folder": 48 * MEGABYTE, "one-file": 27 * MEGABYTE}
BUSY = 0.5
"""When others keep more of the processors busy than this, nobody can tell how long a start takes."""
STARTS = 7
STARTS_SHOWN = 3
"""Enough for a figure that is printed and decides nothing."""
SECONDS = 300
ODD_FOLDER = "Žluťoučký kůň"
NOBODY = 65534
"""Permissions do not bind the superuser: read-only places are tried as this user then."""


def programs(out: Path, end: str = ".exe" if os.name == "nt" else "") -> dict[str, Path]:
    """Return the executable of each kind of build ("one-folder", "one-file", "app") in ``out``."""
    found = {
        "one-folder": out / contents.FOLDER / f"{contents.NAME}{end}",
        "one-file": out / f"{contents.ONE_FILE}{end}",
    }
    if sys.platform == "darwin":
        found["app"] = out / contents.APP / "Contents" / "MacOS" / contents.NAME
    return found


def unit(kind: str, program: Path) -> Path:
    """Return the path that has to be copied to install a program: the file, its folder, or the application bundle."""
    return {"one-folder": program.parent, "app": program.parents[2]}.get(kind, program)


def run(out: Path, figures: dict[str, float] | None = None, checks: "Sequence[Check]" = ()) -> int:
    """Run checks (all by default) on every built program and print a line for each; return 0 if all passed, else 1.

    Sizes in MB and start times in s are added to ``figures``, by the kind of the program.
    """
    figures = {} if figures is None else figures
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a pipe on Windows may have no letters but those of its page
    failed = 0
    for kind, program in programs(out).items():
        if not program.is_file():
            print(f"{kind}: FAILED: {program} was not built")
            failed += 1
            continue
        size = measure_size(unit(kind, program))
        figures[f"{kind}, MB"] = size / MEGABYTE
        print(f"{kind}: {size / MEGABYTE:.1f} MB", flush=True)
        if size > LARGEST.get(kind, size):
            print(f"{kind}: FAILED: more than {LARGEST[kind] // MEGABYTE} MB")
            failed += 1
        if unknown := libraries.find_unknown(unit(kind, program)):
            print(f"{kind}: FAILED: nobody has looked at the licences of {', '.join(unknown)}")
            failed += 1
        for check in checks or (*PLAYED, start_times):
            started = time.monotonic()
            try:
                said = check(kind, program, figures)
            except Failure as error:
                print(f"{kind}: FAILED: {error}", flush=True)
                failed += 1
            else:
                print(f"{kind}: ok, {said} ({time.monotonic() - started:.1f} s)", flush=True)
    print("The smoke test has failed." if failed else "The smoke test has passed.")
    return 1 if failed else 0


class Failure(Exception):
    """A check has failed; the text says what happened."""


def call(*command: str | Path, **options: Any) -> str:
    """Run a command with options of ``subprocess.run``; return its output and errors. Raises Failure with them if it
    fails or takes too long."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", check=False, **options,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{' '.join(words)} has not ended after {error.timeout:g} s: {error.stdout!r}") from error
    if done.returncode:
        raise Failure(f"{' '.join(words)} has ended with {done.returncode}:\n{done.stdout}")
    return str(done.stdout)


def ordinary_user() -> dict[str, Any]:
    """Return the options of subprocess that run a command as an ordinary user; {} if this user is one already."""
    if os.name == "nt" or os.geteuid():
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def measure_size(place: Path) -> int:
    """Return the size in bytes of a file or of everything in a folder."""
    if place.is_file():
        return place.stat().st_size
    return sum(path.lstat().st_size for path in place.rglob("*") if path.is_file())


def another_folder(kind: str, program: Path, figures: dict[str, float]) -> str:
    """Check that the program starts from an unrelated folder and writes nothing there; return what was done."""
    with _place() as place:
        cwd = place / "elsewhere"
        cwd.mkdir()
        selftest(program, cwd, _environment(place), share(kind, 0))
        if list(cwd.iterdir()):
            raise Failure(f"it has written into the current folder: {sorted(cwd.iterdir())}")
    return f"{', '.join(share(kind, 0))} from another folder"


def install(kind: str, program: Path, place: Path) -> Path:
    """Copy a program with all that belongs to it into a folder; return the path of the copied program."""
    whole = unit(kind, program)
    if whole.is_dir():
        shutil.copytree(whole, place / whole.name, symlinks=True)
    else:
        shutil.copy2(whole, place / whole.name)
    return place / program.relative_to(whole.parent)


def read_only_install(kind: str, program: Path, figures: dict[str, float]) -> str:
    """Check that the program runs from a read-only path with non-ASCII letters and a space; return what was done."""
    with _place() as place:
        home = place / ODD_FOLDER
        home.mkdir()
        copy = install(kind, program, home)
        rights.take_away(home)
        if os.name == "nt" and rights.do_not_bind(home):  # elsewhere it is started as a user whom they bind
            raise Failure("this user may write where nobody may: try it as an ordinary one")
        before = listing(home)
        selftest(copy, home, _environment(place), share(kind, 1), as_nobody=True)
        if listing(home) != before:
            raise Failure("it has changed its own folder")
    return f"{', '.join(share(kind, 1))} from a read-only folder {ODD_FOLDER!r}"


def nothing_to_write(kind: str, program: Path, figures: dict[str, float]) -> str:
    """Check that games can be played if the player's folders cannot be created; return what was done."""
    with _place() as place:
        (place / "file").write_text("not a folder", encoding="utf-8")
        locked = place / "home"
        locked.mkdir()
        rights.take_away(locked)
        player = {"HOME": str(locked), "USERPROFILE": str(locked), "FOUR_THRONES_HOME": str(place / "file" / "below")}
        env = _environment(place, player)
        selftest(program, place, env, share(kind, 2), as_nobody=reachable(program))
        _first_frame(program, place, env)
    return f"{', '.join(share(kind, 2))} and a window without a place to write"


Check = Callable[[str, Path, dict[str, float]], str]
"""Kind of a build, its program and the figures → what was done; raises :class:`Failure`."""
PLAYED: tuple[Check, ...] = (another_folder, read_only_install, nothing_to_write)
"""What says nothing of times."""


def share(kind: str, place: int) -> list[str]:
    """Return the ids of the games that a kind of program plays in one of the three places (0, 1, 2)."""
    games = [info.id for info in registry.games()]
    return games[(place + (kind == "one-file")) % len(PLAYED) :: len(PLAYED)]


def start_times(kind: str, program: Path, figures: dict[str, float]) -> str:
    """Measure the seconds from the start of the process to the first frame; return a line of text about them."""
    seconds = start_seconds(program, starts=STARTS_SHOWN)
    figures[f"{kind}, first frame, s"] = seconds
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    where = "on the display" if os.environ.get("DISPLAY") or not _linux() else "drawn in memory"
    return f"first frame after {seconds:.2f} s ({where}, best of {STARTS_SHOWN}{load})"


def start_seconds(program: Path, display: str = "", starts: int = STARTS) -> float:
    """Return the seconds from the start of the process to the first frame, the best of ``starts``; ``display``: where,
    "" for the usual one."""
    with _place() as place:
        env = _environment(place)
        if display:
            env["DISPLAY"] = display
            env.pop("SDL_VIDEODRIVER", None)
        return min(_first_frame(program, place, env) for _ in range(starts))


def too_long(said: str) -> None:
    """Raise Failure with this text about a slow start, unless other processes keep the machine busy: then print it."""
    busy = measure_load()
    if busy < BUSY:
        raise Failure(said)
    print(f"{said}, which says nothing while others keep {busy:.1f} processors busy", flush=True)


def measure_load() -> float:
    """Return how many processors other processes use, measured for two seconds; 0 where that is unknown."""
    told = Path("/proc/stat")
    if not told.is_file():
        return 0.0
    ticks = []
    for pause in (2.0, 0.0):
        each = [int(number) for number in told.read_text("ascii").splitlines()[0].split()[1:9]]
        ticks.append((sum(each), each[3] + each[4]))  # of all, those without work: idle, waiting for the disk
        time.sleep(pause)
    passed = ticks[1][0] - ticks[0][0]
    return (os.cpu_count() or 1) * (1 - (ticks[1][1] - ticks[0][1]) / passed) if passed else 0.0


def _linux() -> bool:
    return sys.platform.startswith("linux")


@contextmanager
def _place() -> Iterator[Path]:
    """Context with a new folder that everybody may enter; it is removed afterwards, read-only files included."""
    place = Path(tempfile.mkdtemp(prefix="four-thrones-smoke-"))
    place.chmod(0o755)
    try:
        yield place
    finally:
        rights.give_back(place)
        shutil.rmtree(place, ignore_errors=True)


def listing(folder: Path) -> list[tuple[str, int, int]]:
    """Return (path, size, modification time in ns) of everything in a folder, sorted."""
    return sorted((str(path), path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.rglob("*"))


def reachable(program: Path) -> bool:
    """Whether any user may enter all folders above the program."""
    return all(folder.stat().st_mode & 0o001 for folder in program.parents)


def _environment(place: Path, player: dict[str, str] | None = None) -> dict[str, str]:
    """Return the environment that a double-click would give a program, without variables that help a Python."""
    keep = ("PATH", "SYSTEMROOT", "WINDIR", "COMSPEC", "LANG", "DISPLAY", "XAUTHORITY")
    env = {name: os.environ[name] for name in keep if name in os.environ}
    temporary = place / "tmp"
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o777)
    env |= {"TMPDIR": str(temporary), "TMP": str(temporary), "TEMP": str(temporary), "SDL_AUDIODRIVER": "dummy"}
    env |= player or {"HOME": str(place), "USERPROFILE": str(place), "FOUR_THRONES_HOME": str(place / "player")}
    if _linux() and "DISPLAY" not in env:
        env["SDL_VIDEODRIVER"] = "dummy"
    return env


def selftest(program: Path, cwd: Path, env: dict[str, str], games: Sequence[str] = (), as_nobody: bool = False) -> None:
    """Let a program play a whole game of every kind, or of ``games``; ``as_nobody``: as an ordinary user. Raises
    Failure."""
    options = ["--selftest", *(word for game in games for word in ("--game", game))]
    said = call(program, *options, cwd=cwd, env=env, timeout=SECONDS, **(ordinary_user() if as_nobody else {}))
    if ": ok, " not in said and (said or os.name != "nt"):  # Windows programs with a window may have no output
        raise Failure(f"--selftest has not said that it went well:\n{said}")


def _first_frame(program: Path, place: Path, env: dict[str, str]) -> float:
    start = time.time()
    told = env | {"FOUR_THRONES_T0": repr(start)}
    lines = call(program, "--bench-first-frame", cwd=place, env=told, timeout=SECONDS).split()
    try:
        return float(lines[-1])
    except (IndexError, ValueError):
        return time.time() - start  # no output to read: the whole run then
