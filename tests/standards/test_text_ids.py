"""Every text the engine can give is in the catalogue."""

import re
from pathlib import Path

from engine.bootstrap import ROOT

HOUSE = Path(ROOT)
BUILT_UP = {"ui.undo.reason.": ("chance", "reveal")}
"""Ids that the engine puts together: beginning → endings."""


def used() -> set[str]:
    found: set[str] = set()
    for path in (HOUSE / "engine").rglob("*.py"):
        found.update(re.findall(r"\"(ui\.[\w.]+)\"", path.read_text("utf-8")))
        for beginning, endings in BUILT_UP.items():
            if f'"{beginning}{{' in path.read_text("utf-8"):
                found.update(beginning + ending for ending in endings)
    return found


def test_the_engine_speaks_only_texts_that_exist() -> None:
    catalogue = (HOUSE / "locale" / "en" / "LC_MESSAGES" / "ui.po").read_text("utf-8")
    known = set(re.findall(r"^msgid \"([^\"]+)\"", catalogue, re.MULTILINE))
    assert len(used()) > 20
    assert used() <= known, sorted(used() - known)
