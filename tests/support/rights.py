"""Rights that are taken away: a folder in which nobody may write, as each system means it.

On Windows a folder's read-only mark forbids nothing; there the list of who may do what is replaced. Whether that
binds *this* user is tried: it does not bind the superuser, nor him who runs Windows programs under Wine.
"""

import stat
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_READ = "D:P(A;;GRGX;;;WD)"
_ALL = "D:P(A;;GA;;;WD)"
"""Everybody may read and enter, everybody may do everything; nothing inherited from above. The owner may always
change the list itself."""
_DACL = 4


def take_away(place: Path) -> None:
    """Nobody may write into a file, or into a folder and everything in it."""
    for path in [*place.rglob("*"), place]:
        if not path.is_symlink():
            if sys.platform == "win32":
                _allow(path, _READ)
            else:
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222 | 0o444 | (0o111 if path.is_dir() else 0))


def give_back(place: Path) -> None:
    """The owner may do everything again with a folder and what is in it."""
    found = [place]
    for path in found:  # from above: what is in a folder can be seen when the folder may be entered
        if path.is_symlink():
            continue
        if sys.platform == "win32":
            _allow(path, _ALL)
            path.chmod(0o700)  # the read-only mark forbids to remove a file
        else:
            path.chmod(0o755)
        if path.is_dir():
            found += path.iterdir()


def do_not_bind(folder: Path) -> bool:
    """Whether this user may write into a folder all the same."""
    trial = folder / f"{uuid.uuid4()}.tmp"
    try:
        trial.touch()
    except OSError:
        return False
    trial.unlink()
    return True


@contextmanager
def taken_away(folder: Path) -> Iterator[bool]:
    """A folder into which nobody may write for a while; whether that binds this user."""
    take_away(folder)
    try:
        yield not do_not_bind(folder)
    finally:
        give_back(folder)


def _allow(path: Path, rights: str) -> None:
    """Replace the list of who may do what; ``rights`` in the language of security descriptors. Raises OSError."""
    if sys.platform != "win32":
        raise OSError("there are no such lists here")
    import ctypes
    from ctypes import wintypes

    advapi, kernel = ctypes.WinDLL("advapi32", use_last_error=True), ctypes.WinDLL("kernel32")
    kernel.LocalFree.argtypes = [wintypes.LPVOID]
    made = wintypes.LPVOID()
    advapi.SetFileSecurityW.argtypes = [wintypes.LPCWSTR, wintypes.DWORD, wintypes.LPVOID]
    if not advapi.ConvertStringSecurityDescriptorToSecurityDescriptorW(rights, 1, ctypes.byref(made), None):
        raise ctypes.WinError(ctypes.get_last_error())
    try:
        if not advapi.SetFileSecurityW(str(path), _DACL, made):
            raise ctypes.WinError(ctypes.get_last_error())
    finally:
        kernel.LocalFree(made)
