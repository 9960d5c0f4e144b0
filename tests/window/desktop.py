"""A desktop of our own: a virtual display with a window manager, and hands on mouse and keyboard."""

import itertools
import mmap
import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygame

TOOLS = ("Xvfb", "openbox", "xdotool")
SCREEN = (2000, 1200)
LOOKED = (160, 90)
"""Width and height of the pictures in which a window is looked at: a tenth of the logical 1600 × 900."""
XWD_HEADER = struct.Struct(">25I")
"""Beginning of the file in which the server keeps its screen (X window dump, version 7)."""
NOISE = 8
"""So much a channel of a pixel may differ before it counts as moved."""
NUMBERS = itertools.count(200 + os.getpid() % 5000)
"""Numbers of displays to try: away from those of other programs, and of other processes of a test run."""


def missing_tools() -> list[str]:
    """Programs a window test needs and this computer lacks."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def until(wanted: Callable[[], object], seconds: float = 20.0, what: str = "") -> None:
    """Wait for something to become true; fails after so many seconds."""
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end, what or f"this has not happened within {seconds} s"
        time.sleep(0.03)


class Desktop:
    """One virtual screen. Its number is asked for by name, so that the server locks it: servers that look for a free
    one themselves take no lock, and two that start in the same moment may come to share it."""

    def __init__(self) -> None:
        for _ in range(5):
            self._begin()
            if self._managed():
                return
            self.close()
        raise AssertionError("no virtual desktop with a window manager could be had")

    def _begin(self) -> None:
        self.name = f":{next(NUMBERS)}"
        self._folder = tempfile.TemporaryDirectory(prefix="four-thrones-screen-")
        screen = f"{SCREEN[0]}x{SCREEN[1]}x24"
        self._server = subprocess.Popen(
            ["Xvfb", self.name, "-screen", "0", screen, "-nolisten", "tcp", "-fbdir", self._folder.name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stands(lambda: self.do("getmouselocation"))
        self._manager = subprocess.Popen(
            ["openbox", "--sm-disable"],
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _stands(self, wanted: Callable[[], object]) -> bool:
        """Wait for something of the server; false when it ends before, or after some seconds."""
        end = time.monotonic() + 10
        while self._server.poll() is None and time.monotonic() < end:
            if wanted():
                return True
            time.sleep(0.05)
        return False

    def _managed(self) -> bool:
        """Wait for the window manager: without one nobody says which window is active."""
        if not self._stands(lambda: self._manager.poll() is not None or self.do("get_num_desktops")):
            return False
        time.sleep(0.3)  # a manager that is not wanted gives up within moments
        return self._manager.poll() is None and self._server.poll() is None

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a program on this desktop."""
        drop = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
        env = {name: value for name, value in os.environ.items() if name not in drop}
        return {**env, "DISPLAY": self.name, **more}

    def do(self, *words: str | int) -> str:
        """One xdotool command; its answer, "" when it fails."""
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment(), capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def active_window(self) -> tuple[str, str]:
        """Number and title of the active window; two empty strings without one."""
        window = self.do("getactivewindow")
        return (window, self.do("getwindowname", window)) if window else ("", "")

    def window_called(self, title: str) -> str:
        """A window that is shown and has this title, active or not; an empty string without one."""
        return self.do("search", "--onlyvisible", "--name", f"^{title}$").partition("\n")[0]

    def inventory(self) -> str:
        """All that there is on this desktop, for a message: its processes, its windows, the active one."""
        windows = [f"{n} {self.do('getwindowname', n)!r}" for n in self.do("search", "--name", ".").split()]
        return (
            f"{self.name}: server ended with {self._server.poll()}, manager with {self._manager.poll()};"
            f" active {self.active_window()}; windows {windows}"
        )

    def size_of(self, window: str) -> tuple[int, int]:
        """Width and height of a window in pixels."""
        rows = self._geometry(window)
        return rows.get("WIDTH", 0), rows.get("HEIGHT", 0)

    def place_of(self, window: str) -> tuple[int, int]:
        """Where a window lies on the screen, in pixels."""
        rows = self._geometry(window)
        return rows.get("X", -1), rows.get("Y", -1)

    def _geometry(self, window: str) -> dict[str, int]:
        said = self.do("getwindowgeometry", "--shell", window)
        return {name: int(number) for name, _, number in (line.partition("=") for line in said.split("\n") if line)}

    def picture(self, window: str) -> bytes:
        """What a window shows, as RGB pixels of a small picture (:data:`LOOKED`); empty without such a window.

        It is read from the memory of the server: quick enough to be asked again and again, beside other tests.
        """
        rows = self._geometry(window)
        place = pygame.Rect(rows.get("X", 0), rows.get("Y", 0), rows.get("WIDTH", 0), rows.get("HEIGHT", 0))
        if not place.w:
            return b""
        with (
            (Path(self._folder.name) / "Xvfb_screen0").open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory,
        ):
            header = XWD_HEADER.unpack_from(memory)
            begin = header[0] + 12 * header[19]  # behind the header and the table of colours
            shown = pygame.image.frombuffer(memory[begin : begin + 4 * SCREEN[0] * SCREEN[1]], SCREEN, "BGRA")
        small = pygame.transform.smoothscale(shown.subsurface(place.clip(shown.get_rect())), LOOKED)
        return pygame.image.tobytes(small, "RGB")

    def close(self) -> None:
        """Take the desktop down."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(10)
        self._folder.cleanup()


def colours(picture: bytes) -> int:
    """How many different colours a picture has; a blank one has one."""
    return len({picture[at : at + 3] for at in range(0, len(picture), 3)})


def difference(a: bytes, b: bytes) -> float:
    """Mean difference of two pictures, 0 … 255."""
    if len(a) != len(b) or not a:
        return 255.0
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)


def moving(a: bytes, b: bytes) -> str:
    """Where two pictures of a window differ, in logical units, and by how much."""
    if len(a) != len(b) or not a:
        return f"pictures of {len(a)} and {len(b)} bytes"
    found = [at for at, (x, y) in enumerate(zip(a, b, strict=True)) if abs(x - y) > NOISE]
    points = [divmod(at // 3, LOOKED[0]) for at in found] or [(0, 0)]
    rows, columns = zip(*points, strict=True)
    left, top, right, low = (10 * v for v in (min(columns), min(rows), max(columns) + 1, max(rows) + 1))
    return f"({left}, {top}, {right - left}, {low - top}), in {len(set(points))} places, by {difference(a, b):.2f}"
