"""Modules of the project."""

from pathlib import Path

from engine.bootstrap import ROOT

ROOMS = ("engine", "games", "ai", "maps", "sprites", "scenes")


HOUSE = Path(ROOT)


def modules() -> list[Path]:
    found = [HOUSE / "game.py"]
    for room in ROOMS:
        found += sorted((HOUSE / room).rglob("*.py"))
    return [path.relative_to(HOUSE) for path in found if "__pycache__" not in path.parts]
