"""The version of this program and the day of its release.

The version stands in ``pyproject.toml`` and the day in ``CHANGELOG.md``, nowhere else; both files are packed.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION_LINE = re.compile(r'^version = "([^"\n]{1,40})"', re.MULTILINE)
MOST_BYTES = 1 << 20


@functools.cache
def read_version() -> str:
    """Return the version, such as ``"0.2.0"``; "" where the file is missing or says nothing."""
    found = VERSION_LINE.search(_read("pyproject.toml"))
    return found.group(1) if found else ""


@functools.cache
def read_home_page() -> str:
    """Return the address of the project's page, "" as long as it has none (``[project.urls]``, ``Homepage``)."""
    found = re.search(r'^Homepage = "(https://[^"\n]{1,200})"', _read("pyproject.toml"), re.MULTILINE)
    return found.group(1) if found else ""


@functools.cache
def read_release_day() -> str:
    """Return the day of the release as YYYY-MM-DD; "" where the changelog does not tell of this version."""
    heading = rf"^## \[{re.escape(read_version())}\] - (\d{{4}}-\d{{2}}-\d{{2}})$"
    found = re.search(heading, _read("CHANGELOG.md"), re.MULTILINE)
    return found.group(1) if found and read_version() else ""


def _read(name: str) -> str:
    try:
        with (ROOT / name).open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
