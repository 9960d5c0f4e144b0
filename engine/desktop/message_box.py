"""The last way to be heard: a message box of the system, where a program has no console to write on."""

from __future__ import annotations

import contextlib
import sys

from engine.desktop import packed

TITLE = "Four Thrones"
_ERROR_ICON = 0x10


def silent() -> bool:
    """Whether nobody can read what is printed: a program of a window system, started by a double-click."""
    return getattr(sys, "frozen", False) and sys.stderr is None


def show(text: str) -> None:
    """Show a text and wait until it is read; never raises. Without a window system nothing happens."""
    with contextlib.suppress(Exception):
        if sys.platform == "win32":
            import ctypes

            # Needs nothing but Windows itself, so it works when a part of the program is what is broken.
            ctypes.windll.user32.MessageBoxW(None, text, TITLE, _ERROR_ICON)
            return
        if sys.platform == "darwin":
            import subprocess

            script = "on run given\ndisplay alert (item 1 of given) message (item 2 of given) as critical\nend run"
            command = ["osascript", "-e", script, TITLE, text]
            subprocess.run(command, capture_output=True, check=False, env=packed.make_environment())
