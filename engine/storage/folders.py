"""Where things of the player are kept. Nothing is created before something is written there.

FOUR_THRONES_HOME in the environment puts everything below one folder (tests, a memory stick).
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from engine.contract import Message
from engine.storage import safe_read

NAME = "four-thrones"


class FolderError(Exception):
    """A place cannot be written; ``message`` tells the player, ``path`` is the place."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path


def saves() -> Path:
    """Saved games."""
    return _data() / "saves"


def statistics() -> Path:
    """The record of finished games."""
    return _data() / "statistics"


def opponents() -> Path:
    """Third-party opponents: Python files that the player has put there."""
    return _data() / "opponents"


def maps() -> Path:
    """Maps that the player has put there."""
    return _data() / "maps"


def decks() -> Path:
    """Decks of cards that the player has put there."""
    return _data() / "decks"


def characters() -> Path:
    """Opponents that the player has described."""
    return _data() / "characters"


def roads() -> Path:
    """Maps of roads that the player has drawn."""
    return _data() / "roads"


def studies() -> Path:
    """Reviews, bookmarks and notes of finished games."""
    return _data() / "studies"


def pictures() -> Path:
    """Small pictures of the tables of saved games; nothing that is missed."""
    return _data() / "pictures"


def exports() -> Path:
    """Where games are put that are given to somebody: the player's documents."""
    home = _home()
    if home is not None:
        return home / "exports"
    import platformdirs

    return platformdirs.user_documents_path()


def locks() -> Path:
    """Marks of who owns a file at this moment; nothing to keep."""
    return _data() / "locks"


def settings() -> Path:
    """The settings file's folder."""
    home = _home()
    if home is not None:
        return home / "settings"
    import platformdirs

    return Path(platformdirs.user_config_dir(NAME, appauthor=False))


def logs() -> Path:
    """Reports of errors."""
    home = _home()
    if home is not None:
        return home / "logs"
    import platformdirs

    return Path(platformdirs.user_log_dir(NAME, appauthor=False))


def _home() -> Path | None:
    named = os.environ.get("FOUR_THRONES_HOME")
    return Path(named).absolute() if named else None


def _data() -> Path:
    home = _home()
    if home is not None:
        return home
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def ensure(folder: Path) -> Path:
    """Create the folder if need be; raises :class:`FolderError`."""
    for _ in range(10):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            break
        except InterruptedError:  # by a signal
            continue
        except OSError as error:
            raise failure(error, folder) from error
    return folder


def failure(error: OSError, path: Path) -> FolderError:
    """The error that tells the player why a place cannot be written."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return FolderError(safe_read.about("ui.folder.no_permission", path=str(path)), path)
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)):
        return FolderError(safe_read.about("ui.folder.no_space", path=str(path)), path)
    return FolderError(
        safe_read.about("ui.folder.failed", path=str(path), reason=safe_read.describe_error(error)), path
    )
