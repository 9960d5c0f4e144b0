"""Whose libraries lie in a packed folder, and under which licence.

``libraries.json`` names every native library: ``{name: [project, licence]}``. What is not there must not be packed, and
``docs/credits.md`` tells of each project. Modules of Python packages belong to :data:`PACKAGES`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import contents
import stand_ins

TABLE = Path(__file__).with_name("libraries.json")
CREDITS = contents.ROOT / "docs" / "credits.md"
PACKAGES = {"pygame": "pygame-ce", "msgspec": "msgspec", "accesskit": "AccessKit"}
"""Folder of a package with native modules → its name in the credits; those of Python itself lie in lib-dynload."""


def read_table() -> dict[str, tuple[str, str]]:
    """Return name of a library → its project and licence."""
    return {name: (project, licence) for name, (project, licence) in json.loads(TABLE.read_text("utf-8")).items()}


def find_unknown(folder: Path) -> list[str]:
    """Return the native libraries in a packed folder whose licence nobody has looked at, sorted; none for a file."""
    known = [name.lower() for name in read_table()]
    empty = [name.lower().removeprefix("lib") for name in stand_ins.UNUSED]
    unknown = set()
    for path in folder.rglob("*"):
        name = path.name.lower()
        if not re.search(r"\.(so|dll|dylib)\b", name) or path.is_symlink() or _is_python_module(path, folder):
            continue
        plain = name.removeprefix("lib")
        if not any(re.match(rf"{re.escape(each)}(?![a-z_])", plain) for each in (*known, *empty)):
            unknown.add(path.name)
    return sorted(unknown)


def _is_python_module(path: Path, folder: Path) -> bool:
    """Whether a library is a module of Python or of a package that is named in the credits."""
    parts = path.relative_to(folder).parts
    return "lib-dynload" in parts or any(part in PACKAGES for part in parts[:-1])


def find_untold() -> list[str]:
    """Return the projects whose libraries may be packed and of whom the credits say nothing."""
    credits = CREDITS.read_text("utf-8")
    projects = {project for project, _ in read_table().values()} | set(PACKAGES.values())
    return sorted(project for project in projects if project not in credits)
