"""Neither code nor tests name a language but English: what is a language's own lies in its folder."""

import re

from tests.support.catalogues import OTHERS, ROOT

ROOMS = ("ai", "build", "engine", "games", "maps", "scenes", "sprites", "tests")
KEYBOARDS = {"tests/window/test_layouts.py"}
"""Layouts of keyboards have the codes of countries."""


def find_names(text: str) -> list[str]:
    """The codes of languages that stand alone in quotation marks or in brackets of a list."""
    return re.findall(rf"(?<=[\"'\[])(?:{'|'.join(OTHERS)})(?=[\"'\]])", text)


def test_no_module_names_a_language() -> None:
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "__pycache__" not in path.parts]
    named = {path.relative_to(ROOT).as_posix() for path in paths if find_names(path.read_text("utf-8"))}
    assert len(paths) > 900 and named - KEYBOARDS == set()


def test_no_recipe_of_a_package_names_a_language() -> None:
    recipes = [path for path in (ROOT / "build" / "package").rglob("*") if path.suffix in (".nsi", ".desktop", ".xml")]
    assert len(recipes) == 4 and not any(find_names(path.read_text("utf-8")) for path in recipes)


def test_no_guide_counts_the_languages() -> None:
    guides = [ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    counted = re.compile(r"\{en,|\ball (?:four|five|six) languages|\b(?:four|five|six) catalogues")
    assert len(guides) > 30 and [path.name for path in guides if counted.search(path.read_text("utf-8"))] == []


def test_a_name_is_found() -> None:
    assert find_names(f"language = '{OTHERS[0]}'") and find_names(f"Comment[{OTHERS[0]}]=") and not find_names("en")
