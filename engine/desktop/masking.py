"""Words of the system without what names a person, a computer, a network or a device."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

DEVICE = re.compile(
    r"\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=\w*\d)[0-9a-f]{12,}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{1,4}:){3,}:?[0-9a-f:]*",
    re.IGNORECASE,
)
"""Numbers of network cards, GUIDs, serial numbers, and addresses in a network."""
FOLDER = re.compile(r"(?:\b[A-Za-z]:[\\/]|\\\\|(?<![\w.~])/(?=\w))[^\"'<>|:*?\n]*[\\/][^\s\"'<>|:*?]*")
"""A path from the root of a disk, with at least one folder."""
LONGEST = 200
"""Characters of what is left of a text."""


def list_names() -> list[tuple[str, str]]:
    """Return (what names a person, what stands in its place), the longest first."""
    found = {str(home): "~" for home in (_find_home(), os.environ.get("FOUR_THRONES_HOME", "")) if home}
    users = {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "USERDOMAIN")}
    users |= {Path(home).name for home in found} | set(_find_full_name())
    host = platform.node()
    found.update({user: "[name]" for user in users})
    found.update({host: "[computer]", host.partition(".")[0]: "[computer]"})
    return sorted(((name, sign) for name, sign in found.items() if len(name) > 1), key=lambda row: -len(row[0]))


def mask(words: str) -> str:
    """Return a text of the system in which names, folders and numbers of devices are replaced by signs."""
    for name, sign in list_names():
        words = re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", sign, words, flags=re.IGNORECASE)
    return FOLDER.sub("[folder]", DEVICE.sub("[device]", words))[:LONGEST]


def _find_home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:  # an account without a home folder
        return ""


def _find_full_name() -> list[str]:
    """Return the name of the person as the system has it, whole and in its parts."""
    try:
        import pwd

        entry = pwd.getpwuid(os.getuid())
    except (ImportError, KeyError, AttributeError):
        return []
    whole = entry.pw_gecos.partition(",")[0]
    return [entry.pw_name, whole, *(part for part in whole.split() if len(part) > 2)]
