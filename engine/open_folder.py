"""A folder of the player's, shown in the window in which the system shows files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.contract import Message
from engine.folders import ensure

WAIT_S = 5.0
"""Some systems answer only when their window is closed: whoever is silent so long is taken to have shown it."""


def open_folder(folder: Path) -> list[Message]:
    """Show a folder, made first where it is missing, or the one a file lies in.

    Returns what the player should be told when the system cannot.

    Raises :class:`engine.folders.FolderError` when it cannot be made. Waits for the system, so it is for another thread
    than the window's.
    """
    folder = folder.parent if folder.is_file() else folder
    return [] if _shown(ensure(folder)) else [Message("ui.folder.at", {"path": str(folder)})]


def _shown(folder: Path) -> bool:
    if sys.platform == "win32":
        try:
            os.startfile(folder)
        except OSError:
            return False
        return True
    import subprocess  # not needed for the first frame, so not loaded before it

    command = ["open" if sys.platform == "darwin" else "xdg-open", str(folder)]
    nowhere = subprocess.DEVNULL
    try:
        opened = subprocess.Popen(
            command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, env=_environment()
        )
    except OSError:
        return False
    try:
        return opened.wait(WAIT_S) == 0
    except subprocess.TimeoutExpired:
        return True


def _environment() -> dict[str, str]:
    """The environment for a program of the system: a frozen program looks for libraries in itself, others must not."""
    found = dict(os.environ)
    before = found.pop("LD_LIBRARY_PATH_ORIG", None)
    if getattr(sys, "frozen", False):
        found.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            found["LD_LIBRARY_PATH"] = before
    return found
