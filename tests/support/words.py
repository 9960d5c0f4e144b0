"""The texts of the catalogues, and the words and lists of the pages ``docs/words`` that they are held to."""

from __future__ import annotations

import re
from functools import cache

from engine import registry
from tests.support.catalogues import DOMAINS, ROOT, texts

WORDS = ROOT / "docs" / "words"
STEM = r"\w*"
GAMES = {
    "king_of_12": ("King of 12", "12 říší", "12 ríší"),
    "legends": ("Legends", "Legendy", "Легенды"),
    "king_of_the_dice": ("King of the Dice",),
    "tash_kalar": ("Tash-Kalar", "Таш-Калар"),
}
"""Catalogue → what the headings of its glossaries have in them; a glossary of none of them is for all."""
HELD = re.compile(r"`([^`]+)`")
TERM = {"en": 0, "cs": 1, "sk": 1, "ru": 1}
"""The column of the term; what is not said stands in the last one."""


@cache
def list_exceptions(language: str, name: str) -> frozenset[str]:
    """Return the words of the rows of a pattern, in small letters."""
    page = (WORDS / f"{language}.md").read_text("utf-8")
    begun = page.split(". Patterns\n", 1)[1]
    rows = [line.split("|")[2] for line in begun.splitlines() if line.startswith((f"| {name}:", f"| {name} |"))]
    return frozenset(word.lower() for row in rows for word in re.findall(r"`([^`]+)`", row))


@cache
def shown(language: str, domain: str) -> dict[str, str]:
    """All texts of a catalogue with plain spaces, the forms of one text together."""
    found = texts(language, domain)
    return {key: "\n".join(forms).replace("\u00a0", " ") for key, forms in found.items()}


def pattern(word: str) -> re.Pattern[str]:
    """What finds a word of a glossary, in which a star stands for any ending."""
    return re.compile(rf"(?<!\w){re.escape(word).replace(re.escape('*'), STEM)}(?!\w)", re.IGNORECASE)


def rows(language: str) -> list[tuple[list[str], list[str]]]:
    """The rows of all glossaries: which catalogues they are about, and their cells."""
    found = []
    about: list[str] = []
    begun = False
    for line in (WORDS / f"{language}.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            begun = begun or line.startswith("### ")
            games = [game for game, names in GAMES.items() if any(name in line for name in names)]
            about = [domain for game in games for domain in (game, *registry.list_additions(game))] or DOMAINS
            begun = begun and not line.startswith("## ")
        elif begun and line.startswith("| "):
            found.append((about, [cell.strip() for cell in line.strip().strip("|").split("|")]))
    return found
