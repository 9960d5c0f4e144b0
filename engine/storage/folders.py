"""The player's folders. None is created before something is written to it.

The environment variable FOUR_THRONES_HOME moves all of them below one folder (tests, portable installations).
"""

import errno
import os
import stat
import tempfile
from functools import lru_cache
from pathlib import Path

from engine.contract import Message
from engine.storage import safe_read

NAME = "four-thrones"


class FolderError(Exception):
    """A folder or file cannot be written; ``message`` is for the player, ``path`` is the place."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path


def saves() -> Path:
    """Folder of saved games."""
    return _data() / "saves"


def statistics() -> Path:
    """Folder of the database of finished games."""
    return _data() / "statistics"


def seasons() -> Path:
    """Folder of the seasons of evenings, a file each."""
    return _data() / "seasons"


def opponents() -> Path:
    """Folder of the player's opponent files."""
    return _data() / "opponents"


def maps() -> Path:
    """Folder of the player's maps."""
    return _data() / "maps"


def decks() -> Path:
    """Folder of the player's card decks."""
    return _data() / "decks"


def characters() -> Path:
    """Folder of the player's characters."""
    return _data() / "characters"


def roads() -> Path:
    """Folder of the player's campaign maps."""
    return _data() / "roads"


def languages() -> Path:
    """Folder of the player's languages, a subfolder each."""
    return _data() / "languages"


def studies() -> Path:
    """Folder of the studies of finished games: analyses, bookmarks and notes."""
    return _data() / "studies"


def practice() -> Path:
    """Folder of tables that were dealt to practise at."""
    return _data() / "practice"


def positions() -> Path:
    """Folder of positions that the player has arranged."""
    return _data() / "positions"


def pictures() -> Path:
    """Folder of thumbnails of saved games; its files may be deleted."""
    return _data() / "pictures"


def exports() -> Path:
    """Folder for exported games: that of the player's documents."""
    home = _home()
    return home / "exports" if home is not None else _find_usual("user_documents_dir", "exports")


def locks() -> Path:
    """Folder of lock files; its files are temporary."""
    return _data() / "locks"


def settings() -> Path:
    """Folder of the settings file."""
    home = _home()
    return home / "settings" if home is not None else _find_usual("user_config_dir", "settings")


def logs() -> Path:
    """Folder of error reports."""
    home = _home()
    return home / "logs" if home is not None else _find_usual("user_log_dir", "logs")


def find_refuge() -> Path | None:
    """Return the folder that holds all files for an account without a home folder; None for other accounts."""
    home = _home()
    refuge = _make_refuge()
    return refuge if home is None and _find_usual("user_data_dir", "").is_relative_to(refuge) else None


def _home() -> Path | None:
    named = os.environ.get("FOUR_THRONES_HOME")
    return _resolve(named) if named else None


@lru_cache(maxsize=8)
def _resolve(named: str) -> Path:
    """Return an absolute folder; if the current folder is gone, one among the temporary files."""
    try:
        return Path(named).absolute()
    except OSError:
        return _make_refuge() / named


def _data() -> Path:
    home = _home()
    return home if home is not None else _find_usual("user_data_dir", "")


def _find_usual(kind: str, instead: str) -> Path:
    """Return the system's folder of this kind; for an account without a home folder ``instead`` among temporary
    files."""
    import platformdirs

    ask = getattr(platformdirs, kind)
    try:
        found = Path(ask() if kind == "user_documents_dir" else ask(NAME, appauthor=False))
    except (RuntimeError, KeyError, OSError):
        found = Path()
    has_home = os.environ.get("HOME") != "" or os.name != "posix"  # with an empty name it would be the root folder
    return found if has_home and found.is_absolute() else _make_refuge() / instead


def _make_refuge() -> Path:
    try:
        place = tempfile.gettempdir()
    except OSError:  # no place can be written to: the writer tells the player
        place = os.path.abspath(os.sep)
    return Path(place) / f"{NAME}-{getattr(os, 'getuid', int)()}"


def ensure(folder: Path) -> Path:
    """Create the folder if necessary and return it; raises :class:`FolderError`."""
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
