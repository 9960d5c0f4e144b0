"""The real program in a real window, played with a real mouse; what it does is read from its save."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from engine.bootstrap import ROOT
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from scenes.common.player_identity import free_sign
from tests.window.desktop import Desktop, colours, difference, moving, until
from tests.window.pilots import HANDS, place_in_game

CONTINUE = (500, 737)
BEGIN = (1396, 843)
"""Places in logical units of a window with the sides 16 : 9."""

TITLE = "Four Thrones"
START = 60
"""Seconds until its window must be there, on a machine that builds packages beside it."""
SIZE = (1280, 720)
QUIET = 2.0
"""Two pictures of the same screen differ by less than this, if nothing glows under the mouse."""
ANOTHER = 6.0
"""Pictures of two screens differ by more than this; a cover that glows under the mouse makes 5 of it."""
OPENING_CLICKS, OPENING_S = 3, 6.0
"""So often what opens a screen is clicked, and seconds until the next click."""


def seats(computers: int = 1, level: str = "novice") -> list[dict[str, Any]]:
    """Leo, a person, and computers, as the set-up screen remembers them."""
    names = ("Mia", "Tom", "Eva", "Bob", "Lea", "Ida", "Max")
    found = [Seat("person", "", "Leo")]
    for k in range(computers):
        found.append(Seat("computer", level, names[k], *free_sign(found)))
    return [msgspec.to_builtins(seat) for seat in found]


KEY_PRESSED = 2
"""So often the window is closed by its key before that counts as a failure: a window manager that has only just begun
may hand the key on to the window, which then gets a key and no wish to close."""


STILL_LOOKS = 2
"""Looks in a row in which nothing has moved, until a window counts as still."""


class Program:
    """One copy of the program at a time, with its own folder for everything it keeps."""

    looks = 160
    """So often the window is looked at, a quarter of a second apart, until it must have come to rest."""

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self.desktop = desktop
        self.home = home
        self.process: subprocess.Popen[bytes] | None = None
        self.window = ""
        self.size = SIZE
        self.said = home.parent / "said.txt"
        self._read: tuple[tuple[Path, int, int], Session] | None = None
        self.game = "king_of_12"
        self.hand = HANDS[self.game]

    def settings(self, computers: int = 1, game: str = "king_of_12", **more: Any) -> None:
        """Prepare the settings file: a remembered table of Leo and computers, everything quick."""
        self.game, self.hand = game, HANDS[game]
        data = {
            "guided": [game],
            "confirm_turns": False,
            "language": "en",
            "speed": "instant",
            "computer_pause": 0,
            "window_width": SIZE[0],
            "window_height": SIZE[1],
            "last_setup": {game: {"seats": seats(computers), "options": {}, "try_again": False}},
            **more,
        }
        file = self.home / "settings" / "settings.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(data), encoding="utf-8")

    # --- start and end ----------------------------------------------------------------------------

    def start(self, *command: str, **env: str) -> None:
        """Start it the way a double-click does (or by another Python command line) and wait for its first picture."""
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                [sys.executable, *(command or ("game.py",))],
                cwd=ROOT,
                env=self.desktop.environment(FOUR_THRONES_HOME=str(self.home), PYTHONFAULTHANDLER="1", **env),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        try:
            until(lambda: self.ended or self._in_front(), START)
        except AssertionError:
            raise AssertionError(f"no window: {self.desktop.inventory()}; {self._where()}") from None
        assert not self.ended, self.words
        self.window = self.desktop.active_window()[0]
        until(self.shows_something, 20, "the window stays blank")

    def _in_front(self) -> bool:
        """Whether its window is the active one; one that is shown behind nothing and not active is activated."""
        active, title = self.desktop.active_window()
        if not active and (shown := self.desktop.window_called(TITLE)):
            self.desktop.do("windowactivate", shown)
        return title == TITLE

    def _where(self) -> str:
        """Where in the program it stands: it is ended, and says so with the lines of all its threads."""
        assert self.process is not None
        self.process.send_signal(signal.SIGABRT)
        self.process.wait(10)
        return self.words

    @property
    def ended(self) -> bool:
        """Whether it has ended, by itself or not."""
        assert self.process is not None
        return self.process.poll() is not None

    @property
    def words(self) -> str:
        """What it has written to the terminal."""
        return self.said.read_text("utf-8", "replace")

    def close_window(self) -> int:
        """Close the window by the window manager's key; the exit status."""
        assert self.process is not None
        for _ in range(KEY_PRESSED):
            self.desktop.do("windowfocus", "--sync", self.window)
            self.desktop.do("key", "--window", "0", "alt+F4")
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(10)
            assert self.desktop.active_window()[0] == self.window, "closing: neither the window nor its end is there"
        raise AssertionError(f"closed {KEY_PRESSED} times, it goes on: {self.words}")

    def kill(self) -> None:
        """Kill -9: no goodbye."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def finish(self) -> None:
        """End whatever still runs."""
        if self.process is not None and not self.ended:
            self.kill()

    def worker(self) -> int:
        """The process number of the opponents' worker, 0 when there is none."""
        assert self.process is not None
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes()
            except (OSError, ValueError):
                continue
            if parent == self.process.pid and b"spawn_main" in command:
                return int(entry.name)
        return 0

    def signal_worker(self, number: signal.Signals) -> int:
        """Send the worker a signal; its process number."""
        until(self.worker, 20, "there is no worker")
        worker = self.worker()
        os.kill(worker, number)
        return worker

    # --- looking -----------------------------------------------------------------------------------

    def picture(self) -> bytes:
        """What the window shows; empty when there is no such window."""
        return self.desktop.picture(self.window)

    def shows_something(self) -> bool:
        """Whether the window shows a picture, not one plain colour."""
        return colours(self.picture()) > 300

    def rest(self) -> bytes:
        """Wait until nothing moves in two looks in a row (a busy machine stops between frames); return the picture."""
        before, still = self.picture(), 0
        for _ in range(self.looks):
            time.sleep(0.15)
            now = self.picture()
            if difference(before, now) < 0.2:
                still += 1
                if still == STILL_LOOKS:
                    return now
                continue
            before, last, still = now, before, 0
        raise AssertionError(f"the window does not come to rest, it moves in {moving(last, before)}")

    # --- hands ---------------------------------------------------------------------------------------

    def click(self, x: float, y: float) -> None:
        """Move the mouse to a logical point and click."""
        scale = self.size[0] / 1600
        self.desktop.do(
            "mousemove", "--window", self.window, round(x * scale), round(y * scale), "sleep", "0.03", "click", "1"
        )

    def open(self, x: float, y: float) -> None:
        """Click what opens another screen, until that has happened."""
        assert self.opens(x, y), "the click has opened nothing"

    def opens(self, x: float, y: float) -> bool:
        """Click what opens another screen, and again if need be; whether that has happened.

        A glow under the mouse is less than another screen.
        """
        before = self.rest()
        for _ in range(OPENING_CLICKS):
            self.click(x, y)
            end = time.monotonic() + OPENING_S
            while time.monotonic() < end:
                if difference(before, self.picture()) > ANOTHER:
                    self.desktop.do("mousemove", "--window", self.window, 5, self.size[1] - 5)
                    self.rest()
                    return True
        return False

    def new_game(self) -> None:
        """From the title to the table, with the mouse; the seat that begins makes the first choice.

        The title moves its covers when it has found out what to offer. On a busy machine that may be just after the
        click, which then opens nothing: the cover is clicked once more.
        """
        for _ in range(OPENING_CLICKS):
            self.open(*self.hand.cover)
            if self.opens(*BEGIN):
                break
        else:
            raise AssertionError("no game can be begun")
        for _ in range(20):
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                if self.save() is not None:
                    return
                time.sleep(0.03)
            for point in (self.hand.amber, *self.hand.opening):
                self.click(*point)
        raise AssertionError("the first choice was not saved")

    def save(self) -> Path | None:
        """The newest save."""
        found = sorted((self.home / "saves").glob("*.json"))
        return found[-1] if found else None

    def session(self) -> Session:
        """The game as it is saved now: read when there is more of it, not whenever it is asked for."""
        path = self.save()
        assert path is not None
        found = path.stat()
        now = (path, found.st_mtime_ns, found.st_size)
        if self._read is None or self._read[0] != now:
            self._read = (now, saves.load(path).session)
        return self._read[1]

    def own_decisions(self) -> int:
        """How many decisions of the person are saved."""
        return sum(entry.seat == 0 for entry in self.session().log)

    def decide(self, seconds: float = 30.0) -> bool:
        """Click through to the next own decision and make it; False when the game is over."""
        before = self.own_decisions()
        end = time.monotonic() + seconds
        again = False
        while time.monotonic() < end:
            assert not self.ended, self.words
            session = self.session()
            if session.over:
                return False
            if sum(entry.seat == 0 for entry in session.log) > before:
                return True
            if 0 in session.to_act():
                # A card that is clicked while something is still told explains itself: first to the end of that.
                for _ in range(max(self.hand.confirms(session), int(again))):
                    self.click(*self.hand.amber)
                    self.rest()
                for point in self.hand.clicks(session, self.hand.choose(session)):
                    self.click(*point)
            else:
                self.click(*self.hand.amber)
            again = True
            wait = time.monotonic() + 0.3
            while time.monotonic() < wait and self.own_decisions() == before:
                time.sleep(0.03)
        raise AssertionError(f"no decision within {seconds} s")

    def trick(self) -> None:
        """Play until the next trick has been reached."""
        start = place_in_game(self.session())
        for _ in range(6):
            more = self.decide()
            if not more or place_in_game(self.session()) > start:
                return
        raise AssertionError("the trick does not end")
