"""Message boxes and the file manager of each system."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from engine.contract import Message
from engine.desktop import packed
from engine.storage.folders import ensure

# The last way to be heard: a message box of the system, where a program has no console to write on.

TITLE = "Four Thrones"
_ERROR_ICON = 0x10


def silent() -> bool:
    """Whether nobody can read printed output: a windowed program started by double-click."""
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


# A folder of the player's, shown in the window in which the system shows files.

WAIT_S = 5.0
"""Seconds after which a file manager that does not answer counts as shown: some answer only when closed."""


def open_folder(folder: Path) -> list[Message]:
    """Show a folder, made first where it is missing, or the one a file lies in.

    Returns what the player should be told when the system cannot.

    Raises :class:`engine.storage.folders.FolderError` when it cannot be made. Waits for the system, so it is for
    another thread than the window's.
    """
    folder = folder.parent if folder.is_file() else folder
    return [] if _try_opener(ensure(folder)) else [Message("ui.folder.at", {"path": str(folder)})]


def _try_opener(folder: Path) -> bool:
    if sys.platform == "win32":
        try:
            with packed.clean_environment():
                os.startfile(folder)
        except OSError:
            return False
        return True
    import subprocess  # not needed for the first frame, so not loaded before it

    command = ["open" if sys.platform == "darwin" else "xdg-open", str(folder)]
    nowhere = subprocess.DEVNULL
    try:
        opened = subprocess.Popen(
            command,
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
            env=packed.make_environment(),
        )
    except OSError:
        return False
    try:
        return opened.wait(WAIT_S) == 0
    except subprocess.TimeoutExpired:
        return True
