"""A Windows program played at a real window with a real mouse, under Wine on a virtual desktop."""

import json
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import wine

from engine.languages.languages import list_codes
from engine.seats import Seat
from engine.session import Session
from sprites.base.controls import MENU_ROW
from tests.window.desktop import SCREEN, Desktop, until
from tests.window.pilots import HANDS
from tests.window.program import CONTINUE, SIZE, Program

WINDOW_S = 90
DECIDE_S = 180
"""So long a decision may take: a quarter of a minute on a quiet machine, but packages are proved side by side."""
TURNS = 2
GAME = "king_of_12"
"""The game that is played where one is enough."""
LANGUAGES = (1384.0, 24.0, 190.0, 38.0)
"""The list of languages on the title."""


class WindowsProgram(Program):
    """One running copy of a Windows program, with its own folder for its saves and settings."""

    looks = 500
    """Where packages are proved side by side, the opponents' worker may take half a minute until it begins to think,
    and as long as they think the table is in motion."""

    def __init__(self, session: wine.Session, desktop: Desktop, program: Path, home: Path) -> None:
        super().__init__(desktop, home)
        self.wine = session
        self.program = program

    def start(self, *command: str, **env: str) -> None:
        """Start the program as a double-click does and wait for its first picture."""
        more = {"FOUR_THRONES_HOME": wine.windows_path(self.home), "SDL_AUDIODRIVER": "dummy", **env}
        words = [wine.windows_path(self.program), *command]
        self.process = self.wine.start(words, self.program.parent, more)
        self.wait_for_window()

    def wait_for_window(self) -> None:
        """Wait until the program shows a window with a picture in it."""
        until(lambda: self.ended or self.desktop.active_window()[1] == "Four Thrones", WINDOW_S, "no window")
        assert not self.ended, self.words
        self.window = self.desktop.active_window()[0]
        until(self.shows_something, WINDOW_S, "the window stays blank")

    @property
    def words(self) -> str:
        """Text of the program's log, which replaces its output."""
        logs = sorted((self.home / "logs").glob("*.log"))
        return "".join(log.read_text("utf-8", "replace") for log in logs)

    def worker(self) -> int:
        """Return the process id of the opponents' worker, 0 if there is none."""
        ours = f"WINEPREFIX={self.wine.prefix}".encode()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                command = (entry / "cmdline").read_bytes()
                where = (entry / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if self.program.name.encode() in command and b"--multiprocessing-fork" in command and ours in where:
                return int(entry.name)
        return 0

    def close(self) -> None:
        """Close the window, and check that the program ended without errors."""
        status = self.close_window()
        assert status == 0, f"it has ended with {status}"
        assert "Traceback" not in self.words, self.words
        until(lambda: not self.worker(), 20, "the worker outlives the window")


def play(session: wine.Session, desktop: Desktop, program: Path, place: Path, briefly: bool = False) -> None:
    """Run all checks in turn, each with its own player's folder in ``place``, and print what was done.

    ``briefly``: only the language and one game, for a program with the same contents as another. Raises AssertionError.
    """
    games = [GAME] if briefly else list(HANDS)
    checks: list[tuple[Callable[[WindowsProgram], None], str]] = [
        (_language, "language chosen by mouse, and kept"),
        *((partial(_game, game=game), f"{game}: begun, {TURNS} turns by mouse, closed, continued") for game in games),
        *(() if briefly else MORE_CHECKS),
    ]
    for number, (check, said) in enumerate(checks):
        one = WindowsProgram(session, desktop, program, place / f"player {number} of {program.stem}")
        try:
            check(one)
        finally:
            one.finish()
        print(f"{program.name}: ok, {said}", flush=True)


def _language(one: WindowsProgram) -> None:
    one.settings()
    one.start()
    x, y, w, h = LANGUAGES
    one.rest()
    codes = list_codes()
    one.click(x + w / 2, y + h / 2)
    one.rest()
    one.click(x + w / 2, y + h + 8 + 1.5 * MENU_ROW)
    file = one.home / "settings" / "settings.json"
    until(lambda: json.loads(file.read_text("utf-8")).get("language") == codes[1], 20, "the language was not kept")
    one.close()


def _game(one: WindowsProgram, game: str) -> None:
    one.settings(2 if game == "legends" else 1, game)  # two seats of Legends would begin with neutral armies
    one.start()
    one.new_game()
    for _ in range(TURNS):
        assert one.decide(DECIDE_S)
    one.rest()
    path, course = one.save(), one.session().log[:]
    one.close()
    own = one.own_decisions()  # a click may be carried out late on a busy machine, but not after the end
    one.start()
    one.open(*CONTINUE)
    assert one.own_decisions() == own
    assert one.session().log[: len(course)] == course
    assert one.decide(DECIDE_S)
    assert one.save() == path, "another game was begun"
    one.close()


def _full_screen(one: WindowsProgram) -> None:
    one.settings()
    one.start()
    one.rest()
    desktop, before = one.desktop, one.desktop.place_of(one.window)
    for size in (SCREEN, SIZE):
        desktop.do("key", "F11")
        until(lambda size=size: desktop.size_of(one.window) == size, 20, f"it has not become {size}")  # type: ignore[misc]
        until(one.shows_something, 20, "the window stays blank")
        one.rest()
    assert desktop.place_of(one.window) == before, "it has come back to another place"
    one.close()


def _kill_worker(one: WindowsProgram) -> None:
    one.settings()
    one.start()
    one.new_game()
    one.trick()
    dead = one.signal_worker(signal.SIGKILL)
    one.trick()
    one.trick()
    until(lambda: one.worker() not in (0, dead), 30, "no new worker")
    one.close()


def _kill_program(one: WindowsProgram) -> None:
    one.settings(computers=3)
    one.start()
    one.new_game()
    one.decide(DECIDE_S)
    until(one.worker, 20, "there is no worker")
    path, before = one.save(), one.session()
    one.kill()
    until(lambda: not one.worker(), 20, "the worker outlives the window")
    kept = one.session()
    assert kept.turn >= before.turn
    one.start()
    one.open(*CONTINUE)
    one.decide(DECIDE_S)
    now = one.session()
    assert one.save() == path, "another game was begun"
    assert now.turn > kept.turn and now.log[: kept.turn] == kept.log
    one.close()


def create_save(path: Path) -> Session:
    """Save a game of a person and a computer with this system's sources; return its session."""
    seats = [Seat("person", "", "Žofie Ёлка", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "from elsewhere", autosave=path)
    while session.turn < 7 or 0 not in session.to_act():
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    assert session.finish()
    session.close()
    return session


def _open_native_save(one: WindowsProgram) -> None:
    one.settings()
    begun = create_save(one.home / "saves" / "from elsewhere.json")
    one.start()
    one.open(*CONTINUE)
    assert one.decide(DECIDE_S)
    now = one.session()
    assert now.log[: begun.turn] == begun.log and now.turn > begun.turn
    assert now.seats[0].name == "Žofie Ёлка"
    one.close()


MORE_CHECKS = (
    (_full_screen, "full screen and back, to the size and the place it had"),
    (_kill_worker, "a killed worker is replaced"),
    (_kill_program, "killed in the middle it goes on from the last decision, and the worker does not outlive it"),
    (_open_native_save, "a game begun on this system is continued"),
)
"""Checks of a program that was not checked in another form."""
