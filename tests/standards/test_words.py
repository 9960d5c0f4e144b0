"""All catalogues are held to the glossaries of ``docs/words``: which word stands for which thing, in each language."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.king_of_12.test_texts import DOMAINS, LANGUAGES, ROOT, texts

WORDS = ROOT / "docs" / "words"
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
LEAST = {"en": (60, 140), "cs": (70, 130), "sk": (45, 130), "ru": (18, 30)}
"""So many forbidden words and terms there are at the least: an empty glossary holds nothing."""


@cache
def shown(language: str, domain: str) -> dict[str, str]:
    """All texts of a catalogue with plain spaces, the forms of one text together."""
    found = texts(language, domain)
    return {key: "\n".join(forms).replace("\u00a0", " ") for key, forms in found.items()}


def rows(language: str) -> list[tuple[list[str], list[str]]]:
    """The rows of all glossaries: which catalogues they are about, and their cells."""
    found = []
    about: list[str] = []
    begun = False
    for line in (WORDS / f"{language}.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            begun = begun or line.startswith("### ")
            about = [game for game, names in GAMES.items() if any(name in line for name in names)] or DOMAINS
        elif begun and line.startswith("| "):
            found.append((about, [cell.strip() for cell in line.strip().strip("|").split("|")]))
    return found


def pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_glossary_rules_out(language: str) -> None:
    count = 0
    for domains, cells in rows(language):
        for word in HELD.findall(cells[-1]) if len(cells) > TERM[language] + 1 else ():
            count += 1
            for domain in domains:
                for key, text in shown(language, domain).items():
                    assert not pattern(word).search(text), f"{key}: {word!r} in {text!r}"
    assert count >= LEAST[language][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_of_the_glossary_is_used(language: str) -> None:
    count = 0
    for domains, cells in rows(language):
        for word in HELD.findall(cells[TERM[language]]) if len(cells) > TERM[language] else ():
            count += 1
            everywhere = {*domains, "ui"}
            used = any(pattern(word).search(text) for each in everywhere for text in shown(language, each).values())
            assert used, f"docs/words/{language}.md: no text has {word!r}"
    assert count >= LEAST[language][1]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_set_carelessly(language: str, domain: str) -> None:
    """No two spaces, none at an end or before a stop, no straight quotes, as many brackets closed as opened."""
    for key, text in shown(language, domain).items():
        assert "  " not in text and text == text.strip(), f"{key}: {text!r}"
        assert not re.search(r" [,.;!?](?:\s|$)", text), f"{key}: {text!r}"
        assert '"' not in text, f"{key}: {text!r}"
        assert text.count("(") == text.count(")"), f"{key}: {text!r}"
