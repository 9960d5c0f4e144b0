"""Shortcuts by letter in a real window whose keyboard prints Cyrillic."""

import ctypes
import random
import subprocess
import time

import pytest

from tests.support.catalogues import LONGEST
from tests.window.desktop import Desktop, difference, until
from tests.window.pilots import HANDS
from tests.window.program import QUIET, Program

pytestmark = pytest.mark.window

KEY_S, KEY_Q = 39, 24
"""Places of keys as X11 counts them."""
CORE_KEYBOARD = 0x100
SPACE, ENTER, TAB, RIGHT, DOWN, ESCAPE, DIGITS = 65, 36, 23, 114, 116, 9, range(10, 19)
GAME_SECONDS = 600
"""Seconds within which a game played by keys must be over, on a busy machine."""


def _lay_out(desktop: Desktop, layouts: str, group: int = 0) -> None:
    """Give the desktop these layouts and lock one of them."""
    subprocess.run(["setxkbmap", "-display", desktop.name, layouts], check=True)
    library = ctypes.CDLL("libX11.so.6")
    library.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(library.XOpenDisplay(desktop.name.encode()))
    library.XkbLockGroup(display, CORE_KEYBOARD, group)
    library.XSync(display, 0)
    library.XCloseDisplay(display)


@pytest.mark.parametrize(("layouts", "group"), [("ru", 0), ("us,ru", 1)])
def test_shortcuts_on_a_russian_keyboard(program: Program, layouts: str, group: int) -> None:
    desktop = program.desktop
    _lay_out(desktop, layouts, group)
    try:
        program.start()
        before = program.rest()
        desktop.do("key", KEY_S)
        until(lambda: difference(before, program.picture()) > QUIET, 10, "S opens no settings")
        settings = program.rest()
        desktop.do("key", "Escape")
        until(lambda: difference(settings, program.picture()) > QUIET, 10, "Esc does not lead back")
        desktop.do("keydown", 37, "key", KEY_Q, "keyup", 37)
        until(lambda: program.ended, 10, "Ctrl+Q does not end the program")
        assert program.process is not None and program.process.returncode == 0
    finally:
        _lay_out(desktop, "us")


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_whole_game_by_keys_alone_on_a_russian_keyboard(program: Program, game: str) -> None:
    """From the title to the result: Tab, arrows, digits, Enter and Space, no mouse."""
    desktop, rng = program.desktop, random.Random(game)
    _lay_out(desktop, "us,ru", 1)
    try:
        program.settings(2, game, language=LONGEST)
        program.start()
        program.rest()
        order = ["king_of_12", "legends", "king_of_the_dice", "tash_kalar"]
        desktop.do("key", "--delay", 30, TAB, *[RIGHT] * order.index(game), ENTER)
        program.rest()
        desktop.do("key", SPACE)
        late = time.monotonic() + GAME_SECONDS
        while program.save() is None:  # nothing is saved before the first decision
            assert time.monotonic() < late, "no game begins"
            _press(desktop, TAB, ENTER, SPACE)
        while not program.session().over:
            assert time.monotonic() < late, f"at decision {program.session().turn} when the time was over"
            turn = program.session().turn
            for _ in range(3):
                _press(desktop, rng.choice((TAB, TAB, RIGHT, DOWN, *DIGITS[:2])), ENTER, SPACE)
            if program.session().turn == turn and rng.random() < 0.4:
                _press(desktop, ESCAPE)  # a word or a pile has been opened
        assert program.session().game == game and not program.ended
        assert "Traceback" not in program.words
    finally:
        _lay_out(desktop, "us")


def _press(desktop: Desktop, *keys: int) -> bool:
    """Press keys by their places, one after the other; always False."""
    desktop.do("key", "--delay", 30, *keys)
    time.sleep(0.1)
    return False
