"""The program says the version that its package data say."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.bootstrap import ROOT
from scenes.menus.title import VERSION


def test_one_version() -> None:
    project = tomllib.loads((Path(ROOT) / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION


def test_the_licences_are_there_named_and_packed() -> None:
    root = Path(ROOT)
    readme = (root / "README.md").read_text("utf-8")
    packed = (root / "build" / "package" / "contents.py").read_text("utf-8")
    for name, word in (("LICENSE", "MIT"), ("LICENSE-art", "CC BY 4.0")):
        assert word in (root / name).read_text("utf-8")
        assert f"]({name})" in readme and word in readme
    assert '"LICENSE*"' in packed
