"""The version stands in one place, and the day of its release in one other."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from engine.desktop import packed

SOURCES = ("engine", "games", "ai", "scenes", "sprites", "build/package")


def test_the_program_says_the_version_of_its_packages() -> None:
    project = tomllib.loads((Path(ROOT) / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == packed.read_version()
    assert date(2026, 11, 26) <= date.fromisoformat(packed.read_release_day())


def test_no_source_repeats_it() -> None:
    words = re.compile(rf"(?<![\d.]){re.escape(packed.read_version())}(?![\d.])")
    files = [path for room in SOURCES for path in (Path(ROOT) / room).rglob("*.py")]
    told = [path.name for path in files if words.search(path.read_text("utf-8")) and path.name != "packed.py"]
    assert told == []


def test_files_that_are_missing_or_say_nothing_are_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(packed, "ROOT", tmp_path)
    for content in (None, b"\xff\xfe no version", b'version = ""\n'):
        if content is not None:
            (tmp_path / "pyproject.toml").write_bytes(content)
        packed.read_version.cache_clear()
        packed.read_release_day.cache_clear()
        assert (packed.read_version(), packed.read_release_day()) == ("", "")
    monkeypatch.undo()
    packed.read_version.cache_clear()
    packed.read_release_day.cache_clear()


def test_the_licences_are_there_named_and_packed() -> None:
    root = Path(ROOT)
    readme = (root / "README.md").read_text("utf-8")
    packed = (root / "build" / "package" / "contents.py").read_text("utf-8")
    for name, word in (("LICENSE", "MIT"), ("LICENSE-art", "CC BY 4.0")):
        assert word in (root / name).read_text("utf-8")
        assert f"]({name})" in readme and word in readme
    assert '"LICENSE*"' in packed
