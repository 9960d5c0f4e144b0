"""The pages for players say, in each language, what systems show before they let an unsigned program start."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "players"
LANGUAGES = ("en", "cs", "sk", "ru")
NEXT = {"en": "Run anyway", "cs": "Přesto spustit", "sk": "Napriek tomu spustiť", "ru": "Выполнить в любом случае"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_tells_of_what_stops_a_start(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text("utf-8")
    points = re.findall(r"^- \*\*.*$", text, re.MULTILINE)
    by_words = (("SmartScreen", NEXT[language]), ("Smart App Control",), ("macOS 15", "Control"), ("`/tmp`", "TMPDIR="))
    assert [all(word in point for word in words) for point, words in zip(points, by_words, strict=True)] == [True] * 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_installer_comes_first_and_the_one_file_program_last(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text("utf-8")
    files = re.findall(r"^\| [^|]+ \| `([^`]+)` \|", text, re.MULTILINE)[:5]
    assert files[0].endswith("-setup.exe") and "one-file" in files[-1]
    assert not any("one-file" in name for name in files[:-1])
