"""Message boxes, the file manager and the memory of each system.

It reports crashes, so importing it needs as little as possible.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import TYPE_CHECKING

from engine.desktop import packed

if TYPE_CHECKING:
    from pathlib import Path

    from engine.contract import Message

# The last way to be heard: a message box of the system, where a program has no console to write on.

TITLE = "Four Thrones"
_ERROR_ICON = 0x10


def is_silent() -> bool:
    """Whether printed output is invisible: in a windowed program started by double-click."""
    return getattr(sys, "frozen", False) and sys.stderr is None


def show_message(text: str) -> None:
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
    """Show a folder (created if necessary), or the folder of a file, in the file manager.

    Returns messages for the player if the system cannot show it, else [].

    Raises :class:`engine.storage.folders.FolderError` when it cannot be made. Waits for the system, so call it in a
    thread other than the window's.
    """
    from engine.contract import Message
    from engine.storage.folders import ensure

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


# Memory that the program has freed: when it is looked for, and given back to the system.

YOUNGEST, YOUNG, OLD = 700, 10, 200
"""Thresholds of the collector's three generations: the oldest, which takes 10 to 30 ms, is left to ``collect_at_rest``
unless nothing rests for long."""


def postpone_collections() -> None:
    """Let the garbage collector rarely collect its oldest generation, so that animations do not stutter."""
    gc.set_threshold(YOUNGEST, YOUNG, OLD)


def collect_at_rest() -> bool:
    """Free memory if a collection of the oldest generation is due by Python's usual threshold; return whether it
    was."""
    due = gc.get_count()[2] >= YOUNG
    if due:
        free_memory()
    return due


def free_memory() -> None:
    """Free the memory of closed scenes, and let the C library return the freed pages to the system.

    A scene and its parts refer to each other, so its pictures would stay until the collector comes round to its oldest
    generation. Without the second step glibc keeps pages between living pictures for good; other systems return large
    blocks by themselves. Four tables at 3840 × 2160 end with 234 MB instead of 374.
    """
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    if give_back is not None:
        give_back(0)
