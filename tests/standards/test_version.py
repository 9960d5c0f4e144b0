"""The program says the version that its package data say."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.bootstrap import ROOT
from scenes.menus.title import VERSION


def test_one_version() -> None:
    project = tomllib.loads((Path(ROOT) / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
