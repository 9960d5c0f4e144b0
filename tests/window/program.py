"""The real program in a real window, played with a real mouse; what it does is read from its save."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from engine import saves
from engine.bootstrap import ROOT
from engine.session import Session
from scenes.king_of_12 import choices, places
from sprites import dodecahedron
from tests.window.desktop import Desktop, colours, difference, until

NEW_GAME = (266, 438)
CONTINUE = (315, 785)
BEGIN = (1396, 843)
AMBER = (1441, 806)
"""Places in logical units of a window with the sides 16 : 9."""

SIZE = (1280, 720)
QUIET = 2.0
"""Two pictures of the same screen differ by less than this."""


def seats(computers: int = 1, level: str = "novice") -> list[dict[str, Any]]:
    """Leo, a person, and computers, as the set-up screen remembers them."""
    names = ("Mia", "Tom", "Eva")
    found = [{"kind": "person", "level": "", "name": "Leo", "colour": 0, "emblem": ""}]
    found += [
        {"kind": "computer", "level": level, "name": names[k], "colour": k + 1, "emblem": ""} for k in range(computers)
    ]
    return found


class Program:
    """One copy of the program at a time, with its own folder for everything it keeps."""

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self.desktop = desktop
        self.home = home
        self.process: subprocess.Popen[bytes] | None = None
        self.window = ""
        self.size = SIZE
        self.said = home.parent / "said.txt"

    def settings(self, computers: int = 1, **more: Any) -> None:
        """Prepare the settings file: a remembered table of Leo and computers, everything quick."""
        data = {
            "language": "en",
            "speed": "instant",
            "computer_pause": 0,
            "window_width": SIZE[0],
            "window_height": SIZE[1],
            "last_setup": {"king_of_12": {"seats": seats(computers), "options": {}, "try_again": False}},
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
                env=self.desktop.environment(FOUR_THRONES_HOME=str(self.home), **env),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        until(lambda: self.ended or self.desktop.active_window()[1] == "Four Thrones", 30, "no window")
        assert not self.ended, self.words
        self.window = self.desktop.active_window()[0]
        until(self.shows_something, 20, "the window stays blank")

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
        self.desktop.do("windowfocus", "--sync", self.window)
        self.desktop.do("key", "--window", "0", "alt+F4")
        assert self.process is not None
        return self.process.wait(20)

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
        """What the window shows."""
        return self.desktop.picture(self.window)

    def shows_something(self) -> bool:
        """Whether the window shows a picture, not one plain colour."""
        return colours(self.picture()) > 300

    def rest(self) -> bytes:
        """Wait until nothing moves any more; the picture."""
        before = self.picture()
        for _ in range(100):
            time.sleep(0.1)
            now = self.picture()
            if difference(before, now) < 0.2:
                return now
            before = now
        raise AssertionError("the window does not come to rest")

    # --- hands ---------------------------------------------------------------------------------------

    def click(self, x: float, y: float) -> None:
        """Move the mouse to a logical point and click."""
        scale = self.size[0] / 1600
        self.desktop.do(
            "mousemove", "--window", self.window, round(x * scale), round(y * scale), "sleep", "0.03", "click", "1"
        )

    def open(self, x: float, y: float) -> None:
        """Click what opens another screen, until that has happened."""
        before = self.rest()
        for _ in range(5):
            self.click(x, y)
            end = time.monotonic() + 2
            while time.monotonic() < end:
                if difference(before, self.picture()) > QUIET:
                    self.desktop.do("mousemove", "--window", self.window, 5, self.size[1] - 5)
                    self.rest()
                    return
        raise AssertionError("the click has opened nothing")

    def new_game(self) -> None:
        """From the title to the table, with the mouse."""
        self.open(*NEW_GAME)
        self.open(*BEGIN)
        until(self.save, 20, "the computers' first choice was not saved")

    def save(self) -> Path | None:
        """The newest save."""
        found = sorted((self.home / "saves").glob("*.json"))
        return found[-1] if found else None

    def session(self) -> Session:
        """The game as it is saved now."""
        path = self.save()
        assert path is not None
        return saves.load(path).session

    def own_decisions(self) -> int:
        """How many decisions of the person are saved."""
        return sum(entry.seat == 0 for entry in self.session().log)

    def decide(self, seconds: float = 30.0) -> bool:
        """Click through to the next own decision and make it; False when the game is over."""
        before = self.own_decisions()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert not self.ended, self.words
            session = self.session()
            if session.over:
                return False
            if sum(entry.seat == 0 for entry in session.log) > before:
                return True
            self.click(*AMBER)
            if 0 in session.to_act():
                # A card that is clicked while something is still told explains itself: first to the end of that,
                # which takes a second confirmation where a round has ended.
                self.rest()
                if place_in_game(session)[1] == 1 or session.view(0)["phase"] == "crown":
                    self.click(*AMBER)
                    self.rest()
                legal = list(session.legal(0))
                self.click(*spot(session, legal[session.turn % len(legal)]))
            self.click(*AMBER)
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


def place_in_game(session: Session) -> tuple[int, int]:
    """Round and trick."""
    view = session.view(None)
    return int(view["round"]), int(view["trick"])


def spot(session: Session, action: int) -> tuple[float, float]:
    """Where a decision of the seat below is clicked, in logical units."""
    view = session.view(0)
    kind = choices.kind_of([action])
    if kind in ("card", "crown"):
        fan = [card for card in view["set"] if card not in view["own_crowns"]]
        x, y, _ = places.hand_spot(fan.index(action % choices.CROWN), len(fan), 900.0)
        return x, y
    left, top = places.HAND[0] - choices.PANEL_W / 2, 900.0 - choices.PANEL_H - 12
    legal = list(session.legal(0))
    at = legal.index(action)
    if kind == "order":
        return left + 36 + at * 286 + 136, top + 66 + 90
    if kind == "theft":
        wide = (choices.PANEL_W - 60 - 16 * (len(legal) - 1)) / len(legal)
        return left + 30 + at * (wide + 16) + wide / 2, top + 66 + 90
    face = int(view["faces"][0])
    neighbours = {one - choices.FACE for one in legal}
    up = face if set(dodecahedron.neighbours(face)) == neighbours else 13 - face
    seen = dodecahedron.visible_faces(dodecahedron.pose(up, tilt=0.0), choices.SPREAD)
    polygon = next(points for number, points, _ in seen if number == action - choices.FACE)
    half = choices.BIG_DIE / 2
    cx, cy = places.HAND[0], top + 170
    return (
        cx + half * sum(point[0] for point in polygon) / len(polygon),
        cy + half * sum(point[1] for point in polygon) / len(polygon),
    )
