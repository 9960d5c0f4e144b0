"""What the packages for Linux share: the C library they need, and starting them as an ordinary user."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import contents
import smoke
from smoke import NOBODY, ODD_FOLDER, Failure

from tests.window.desktop import Desktop, colours, until
from tests.window.program import KEY_PRESSED

DISPLAY_TOOLS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}
"""Programs of a virtual display → the Debian packages they come from."""
SAMPLES = contents.ROOT / "tests/shared/saves/samples"
SAVES = Path(".local/share/four-thrones/saves")
"""Where saved games lie, below the home folder."""
_GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)")


def program_folder(out: Path) -> Path:
    """Return the one-folder program in ``out``; raises Failure if it has not been made, or on another system."""
    if not sys.platform.startswith("linux"):
        raise Failure("made on Linux only")
    folder = out / contents.FOLDER
    if not (folder / contents.NAME).is_file():
        raise Failure(f"{folder} has not been made: python3 build/release.py executables")
    return folder


def architecture() -> str:
    """Return the name of this processor as package names have it: x86_64, aarch64."""
    return os.uname().machine


def glibc(folder: Path) -> str:
    """Return the oldest version of glibc that can load every program and library in a folder, such as "2.35"."""
    newest = (0, 0)
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        said = subprocess.run(["objdump", "-T", str(path)], capture_output=True, check=False).stdout
        newest = max([newest, *((int(a), int(b)) for a, b in _GLIBC.findall(said))])
    if newest == (0, 0):
        raise Failure(f"no library in {folder} asks for a C library")
    return f"{newest[0]}.{newest[1]}"


def run_as_root(*command: str) -> None:
    """Run a command as the superuser; raises Failure when it fails."""
    smoke.call(*([] if os.geteuid() == 0 else ["sudo"]), *command)


def prove_play(program: Path, home: Path) -> None:
    """Check that an ordinary user can play a whole game of every kind and sees the window. Raises Failure."""
    smoke.selftest(program, home, environment(home), as_nobody=True)
    shows_a_window([str(program)], home)


def shows_a_window(command: list[str], home: Path) -> None:
    """Check that the command, run as an ordinary user, shows the game's window, closes by the window manager, and
    prints nothing. Raises Failure."""
    with contextlib.closing(Desktop()) as screen:
        env = environment(home) | {"DISPLAY": screen.name}
        process = subprocess.Popen(
            command, cwd=home, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            **smoke.ordinary_user(),
        )  # fmt: skip
        try:
            until(lambda: process.poll() is not None or screen.active_window()[1] == "Four Thrones", 60, "no window")
            window = screen.active_window()[0]
            until(lambda: colours(screen.picture(window)) > 300, 30, "the window stays blank")
            for _ in range(KEY_PRESSED):
                screen.do("windowfocus", "--sync", window)
                screen.do("key", "--window", "0", "alt+F4")
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                    break
            said = process.communicate(timeout=30)[0].decode("utf-8", "replace")
        except AssertionError as error:
            raise Failure(f"{command[0]}: {error}") from error
        finally:
            process.kill()
    if process.returncode or said:
        raise Failure(f"{command[0]} has ended with {process.returncode} and has said:\n{said}")


def environment(home: Path) -> dict[str, str]:
    """Return the environment for a program that an ordinary user with this home folder starts."""
    env = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    env["PATH"] = f"{env.get('PATH', '/usr/bin:/bin')}:/usr/games"
    return env | {"HOME": str(home), "TMPDIR": str(home), "SDL_AUDIODRIVER": "dummy"}


@contextmanager
def home_of_nobody() -> Iterator[Path]:
    """Context with a new home folder for :func:`smoke.ordinary_user`, in a folder that any user may enter."""
    with tempfile.TemporaryDirectory(prefix="four-thrones-home-") as place:
        Path(place).chmod(0o755)
        home = Path(place) / "home"
        home.mkdir()
        if os.geteuid() == 0:
            os.chown(home, NOBODY, NOBODY)
        yield home


def put_save(home: Path) -> Path:
    """Write a game in progress into the folder of saves below ``home``; return its path."""
    save = home / SAVES / "kept.json"
    save.parent.mkdir(parents=True)
    shutil.copy(SAMPLES / "format_1_legends_middle.json", save)
    if os.geteuid() == 0:
        for path in [save, *save.parents][: len(save.relative_to(home).parts)]:
            os.chown(path, NOBODY, NOBODY)
    return save


def opens_a_save(program: Path, home: Path) -> None:
    """Check that the program, started with a save, shows its table, stores a copy and leaves the file. Raises
    Failure."""
    given = home / f"{ODD_FOLDER}.throne"
    data = (SAMPLES / "format_1_king_of_12_middle.json").read_bytes()
    given.write_bytes(data)
    before = set((home / SAVES).glob("*.json"))
    shows_a_window([str(program), str(given)], home)
    after = set((home / SAVES).glob("*.json")) - before
    if len(after) != 1 or given.read_bytes() != data:
        raise Failure(f"{program} has not made one copy of {given.name}: {sorted(path.name for path in after)}")
