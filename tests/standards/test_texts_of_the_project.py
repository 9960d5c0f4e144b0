"""What the project's files say: no place on somebody's machine, no half-finished notes."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from engine.bootstrap import ROOT

HOUSE = Path(ROOT)
TEXT = {".py", ".md", ".toml", ".lock", ".json", ".txt", ".po", ".yml", ".yaml", ".spec", ".sh", ".cfg", ".svg", ".tmx"}
PLACES = re.compile(r"(?<![\w.}])/(?:home|Users|root|work|opt|mnt|srv)/[\w.-]+|[A-Z]:\\\\?Users\\")
NOTES = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def texts() -> list[Path]:
    """Text files that belong to the project: those under version control, or all of a plain copy."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=HOUSE,
            capture_output=True,
            check=True,
        )
        names = [name for name in done.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        made = {"__pycache__", "build/out", "build/windows", "build/work"}
        names = []
        for folder, below, files in os.walk(HOUSE):
            place = Path(folder).relative_to(HOUSE)
            below[:] = [
                name
                for name in below
                if not {name, (place / name).as_posix()} & made and (name[0] != "." or name in (".ci", ".github"))
            ]
            names += [str(place / name) for name in files]
    found = [HOUSE / name for name in names]
    return [path for path in found if path.is_file() and (path.suffix in TEXT or path.parent.name == ".ci")]


def test_no_text_names_a_place_on_a_machine() -> None:
    for path in texts():
        if path == Path(__file__):
            continue
        match = PLACES.search(path.read_text("utf-8"))
        assert match is None, f"{path.relative_to(HOUSE)}: {match.group() if match else ''}"


def test_nothing_is_left_for_later() -> None:
    for path in texts():
        if path.suffix == ".py" and path != Path(__file__):
            match = NOTES.search(path.read_text("utf-8"))
            assert match is None, f"{path.relative_to(HOUSE)}: {match.group() if match else ''}"


@pytest.mark.parametrize("name", ["README.md", "docs/architecture.md", "docs/add_a_game.md", "docs/add_an_opponent.md"])
def test_links_lead_somewhere(name: str) -> None:
    path = HOUSE / name
    text = path.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in link:
            assert (path.parent / link).exists(), f"{name} links to {link}"
