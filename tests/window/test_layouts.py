"""Shortcuts by letter in a real window whose keyboard prints Cyrillic."""

from __future__ import annotations

import ctypes
import subprocess

import pytest

from tests.window.desktop import Desktop, difference, until
from tests.window.program import QUIET, Program

pytestmark = pytest.mark.window

KEY_S, KEY_Q = 39, 24
"""Places of keys as X11 counts them."""
CORE_KEYBOARD = 0x100


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
