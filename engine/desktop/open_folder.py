"""A folder of the player's, shown in the window in which the system shows files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.contract import Message
from engine.desktop import packed
from engine.storage.folders import ensure

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
