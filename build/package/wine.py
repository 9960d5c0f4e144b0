"""Wine, so that what is made for Windows is started by those who make it.

A prefix is a folder that Windows programs take for their computer. Programs are started in a :class:`Session`: one
virtual desktop and one Wine server, which ends with everything that runs in it.

Three habits of Wine 8 that Windows has not are dealt with here: the first program with a desktop starts an explorer
that inherits its pipes, so one is started beforehand; output into a plain file gets no usable handle, so it goes
through pipes; and Debian's claims to be Windows 7.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAM = Path("/usr/lib/wine/wine64")
SERVER = Path("/usr/lib/wine/wineserver64")
NEEDS = {str(PROGRAM): "wine64", "wine": "wine"}
"""Programs → Debian packages, for build/release.py."""
MADE = "made"


def why_not() -> str:
    """Return the reason why Windows programs cannot be started here, "" if they can."""
    for program, package in NEEDS.items():
        if shutil.which(program) is None:
            return f"{program} is not there (Debian: {package})"
    return ""


class Session:
    """A Wine session; as a context manager it ends with all that was started in it.

    ``prefix``: folder of its drives; ``display``: name of a virtual screen, such as one of ``tests/window``, "" for no
    windows; ``user``: options of subprocess to run everything as another user, who must own the prefix.
    """

    def __init__(self, prefix: Path, display: str = "", user: Mapping[str, Any] | None = None) -> None:
        self.prefix = prefix
        self.display = display
        self.user = dict(user or {})
        self._explorer: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Session":
        if not (self.prefix / MADE).is_file():
            self._make()
        self._explorer = self.start(["explorer", "/desktop"])
        time.sleep(3)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server("-k")
        self._server("-w")
        if self._explorer is not None:
            self._explorer.wait(20)

    def _make(self) -> None:
        """A new prefix; what an interrupted start has left goes away."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        self.prefix.mkdir(parents=True)
        if self.user:
            os.chown(self.prefix, self.user["user"], self.user["group"])
        for command in (["wineboot", "--init"], ["winecfg", "-v", "win10"]):
            Session(self.prefix, user=self.user).start(command).wait(300)
        self._server("-w")
        if not (self.prefix / "system.reg").is_file():
            raise RuntimeError(f"Wine has made no prefix in {self.prefix}")
        (self.prefix / MADE).write_text("by Wine\n", encoding="utf-8")

    def _server(self, option: str) -> None:
        subprocess.run(
            [str(SERVER), option], env=self.environment(), capture_output=True, timeout=60, check=False, **self.user
        )

    @property
    def drive(self) -> Path:
        """Path of the drive ``C:`` of Windows programs."""
        return self.prefix / "drive_c"

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the environment of a Windows program, without variables of this system's Python and folders."""
        drop = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "TMP", "TEMP", "TMPDIR", "VIRTUAL_ENV")
        env = {
            name: value
            for name, value in os.environ.items()
            if name not in drop and not name.startswith(("PYTHON", "FOUR_THRONES", "PYTEST"))
        }
        env |= {
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "LC_ALL": "C.UTF-8",  # what is handed over on a command line is UTF-8; Windows' own code page stays 1252
            "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",  # no downloads, no menus on this desktop
        }
        if self.display:
            env["DISPLAY"] = self.display
        if self.user:
            env["HOME"] = str(self.prefix)
        return env | dict(more or {})

    def start(
        self,
        command: Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        output: int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        """Start a Windows program and return its process; ``output``: where its output and errors go."""
        return subprocess.Popen(
            [str(PROGRAM), *command], cwd=cwd, env=self.environment(env), stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, **self.user,
        )  # fmt: skip

    def run(
        self,
        command: Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        seconds: float = 300,
    ) -> tuple[int, str]:
        """Run a Windows program to its end; return exit status and output. Raises TimeoutError after ``seconds``."""
        process = self.start(command, cwd, env, subprocess.PIPE)
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            process.kill()
            said = error.stdout or b""
            raise TimeoutError(f"{command[0]} has not ended after {seconds:.0f} s: {said[-2000:]!r}") from error
        return process.returncode, said.decode("utf-8", "replace")


def windows_path(path: Path) -> str:
    """Return the Windows path of a file of this system."""
    return "Z:" + str(path.absolute()).replace("/", "\\")
