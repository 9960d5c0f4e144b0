"""The page ``glossary.md`` of a language: tables of terms, and lists of words that patterns go by.

What is set in code in a table of terms is held: in the last column words that no text may have, in the column of the
term (the second one, in English the first) words that some text has. A star in a word stands for any ending.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.languages.languages import FALLBACK

FILE = "glossary.md"
_HELD = re.compile(r"`([^`]+)`")


class Row(NamedTuple):
    """A row of a table of terms: the catalogues it is about, none for all, the terms, and the words ruled out."""

    domains: tuple[str, ...]
    terms: list[str]
    ruled_out: list[str]


def read_rows(page: str, code: str, headings: Mapping[tuple[str, ...], Collection[str]]) -> list[Row]:
    """The rows of all tables of terms. ``headings``: catalogues → what the heading of their table has in it."""
    found: list[Row] = []
    column = int(code != FALLBACK)
    domains: tuple[str, ...] = ()
    begun = False
    for line in page.splitlines():
        if line.startswith("#"):
            begun = (begun or line.startswith("### ")) and not line.startswith("## ")
            about = [each for each, names in headings.items() if any(name in line for name in names)]
            domains = about[0] if about else ()
        elif begun and line.startswith("| "):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            terms = _HELD.findall(cells[column]) if len(cells) > column else []
            found.append(Row(domains, terms, _HELD.findall(cells[-1]) if len(cells) > column + 1 else []))
    return found


def list_words(page: str, name: str) -> tuple[str, ...]:
    """Return the words of the rows named ``name`` in the table "Patterns"; () where the language has none."""
    rows = [
        line.split("|")[2]
        for line in page.partition(". Patterns\n")[2].splitlines()
        if line.startswith((f"| {name}:", f"| {name} |"))
    ]
    return tuple(word for row in rows for word in _HELD.findall(row))


def make_pattern(word: str) -> re.Pattern[str]:
    """Return a pattern that finds a word of a glossary, in which a star stands for any ending."""
    letters = re.escape(word).replace(re.escape("*"), r"\w*")
    return re.compile(rf"(?<!\w){letters}(?!\w)", re.IGNORECASE)
