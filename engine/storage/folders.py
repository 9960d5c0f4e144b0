"""The player's folders. None is created before something is written to it.

The environment variable FOUR_THRONES_HOME moves all of them below one folder (tests, portable installations).
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from engine.contract import Message
from engine.storage import safe_read

NAME = "four-thrones"


class FolderError(Exception):
    """A folder cannot be written; ``message`` is for the player, ``path`` is the place."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path


def saves() -> Path:
    """Saved games."""
    return _data() / "saves"


def statistics() -> Path:
    """Database of finished games."""
    return _data() / "statistics"


def opponents() -> Path:
    """Opponent files of the player."""
    return _data() / "opponents"


def maps() -> Path:
    """Maps of the player."""
    return _data() / "maps"


def decks() -> Path:
    """Card decks of the player."""
    return _data() / "decks"


def characters() -> Path:
    """Characters of the player."""
    return _data() / "characters"


def roads() -> Path:
    """Campaign maps of the player."""
    return _data() / "roads"


def studies() -> Path:
    """Analyses, bookmarks and notes of finished games."""
    return _data() / "studies"


def positions() -> Path:
    """Positions that the player has arranged."""
    return _data() / "positions"


def pictures() -> Path:
    """Thumbnails of saved games; can be lost."""
    return _data() / "pictures"


def exports() -> Path:
    """Exported games, in the player's documents."""
    home = _home()
    if home is not None:
        return home / "exports"
    import platformdirs

    return platformdirs.user_documents_path()


def locks() -> Path:
    """Lock files; temporary."""
    return _data() / "locks"


def settings() -> Path:
    """Folder of the settings file."""
    home = _home()
    if home is not None:
        return home / "settings"
    import platformdirs

    return Path(platformdirs.user_config_dir(NAME, appauthor=False))


def logs() -> Path:
    """Error reports."""
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
    """Create the folder if necessary; raises :class:`FolderError`."""
    for _ in range(10):
        try:
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                # Not left to ``exist_ok``, for which an interrupted or failed look is no folder from Python 3.14 on.
                if not stat.S_ISDIR(folder.stat().st_mode):
                    raise
            break
        except InterruptedError:  # by a signal
            continue
        except OSError as error:
            raise failure(error, folder) from error
    return folder


def failure(error: OSError, path: Path) -> FolderError:
    """Convert an error to a :class:`FolderError` with a message for the player."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return FolderError(safe_read.about("ui.folder.no_permission", path=str(path)), path)
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)):
        return FolderError(safe_read.about("ui.folder.no_space", path=str(path)), path)
    return FolderError(
        safe_read.about("ui.folder.failed", path=str(path), reason=safe_read.describe_error(error)), path
    )
