"""The texts of the catalogues, and the words and lists of the pages ``docs/words`` that they are held to."""

from __future__ import annotations

import re
from functools import cache

from tests.support.catalogues import ROOT, texts

WORDS = ROOT / "docs" / "words"
STEM = r"\w*"


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
