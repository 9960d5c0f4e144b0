"""The pages for players say what there is, in the words of the program, and what systems show before a first start."""

from __future__ import annotations

import re

import pytest

from engine.content import achievements
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES, ROOT
from tests.support.words import HELD, TERM, list_exceptions, pattern, rows

PAGES = ROOT / "docs" / "players"
SHOPS = ROOT / "build/package/store/org.four_thrones.FourThrones.metainfo.xml"
"""What the text for the pages of shops is made from."""
NEXT = {"en": "Run anyway", "cs": "Přesto spustit", "sk": "Napriek tomu spustiť", "ru": "Выполнить в любом случае"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_tells_of_what_stops_a_start(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text("utf-8")
    points = re.findall(r"^- \*\*.*$", text, re.MULTILINE)
    by_words = (("SmartScreen", NEXT[language]), ("Smart App Control",), ("macOS 15", "Control"), ("`/tmp`", "TMPDIR="))
    assert [all(word in point for word in words) for point, words in zip(points, by_words, strict=True)] == [True] * 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_table_has_what_fits_most_and_the_one_file_program_stands_last(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text("utf-8")
    tables = [table for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE) if "FourThrones-" in table]
    first, second = (re.findall(r"^\| [^|]+ \| `([^`]+)` \|", table, re.MULTILINE) for table in tables[:2])
    assert [name.rpartition("\u2026")[2] for name in first] == ["-setup.exe", "_amd64.deb", ".AppImage"]
    assert second[0].endswith(".tar.gz") and "one-file" in second[-1]


def read_pages() -> dict[str, str]:
    """What players read outside the program, by name: the pages of all languages, the shops' text, the README."""
    found = {language: (PAGES / f"{language}.md").read_text("utf-8") for language in LANGUAGES}
    return {**found, "README": (ROOT / "README.md").read_text("utf-8"), "shops": SHOPS.read_text("utf-8")}


def test_the_number_of_deeds_is_what_the_program_counts() -> None:
    count = sum(len(achievements.load_achievements(game)) for game in achievements.games())
    for name, text in read_pages().items():
        lines = [line for line in text.splitlines() if re.match(r"- \*+(Deeds|Činy|Подвиги)", line)]
        assert len(lines) == (name != "shops"), name
        assert all(re.findall(r"\d+", line.split(".")[0]) == [str(count)] for line in lines), lines


@pytest.mark.parametrize("text_id", ["everfrost.name", "nethervoid.name", "ui.edit.title", "ui.maker.title",
                                     "handicap.title", "ui.title.evening", "study.title"])  # fmt: skip
def test_the_pages_name_what_there_is(text_id: str) -> None:
    """In the words of the program; the shops' text in all languages."""
    pages = read_pages()
    for language in LANGUAGES:
        word = Texts(language).t(text_id).lower()
        for name in (language, "shops", *(("README",) if language == "en" else ())):
            assert word in pages[name].lower(), (name, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_tell_of_boxes_and_studies(language: str) -> None:
    words = {
        "en": ("box", "study"),
        "cs": ("krabic", "studi"),
        "sk": ("krabic", "štúdi"),
        "ru": ("короб", "исследован"),
    }
    pages = read_pages()
    for name in (language, "shops", *(("README",) if language == "en" else ())):
        assert all(word in pages[name].lower() for word in words[language]), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_word_that_its_glossary_rules_out(language: str) -> None:
    pages = {language: (PAGES / f"{language}.md").read_text("utf-8")}
    if language == "en":
        pages["study"] = (PAGES.parent / "study.md").read_text("utf-8")
    passed = list_exceptions(language, "pages")
    for _, cells in rows(language):
        for word in HELD.findall(cells[-1]) if len(cells) > TERM[language] + 1 else ():
            if word.lower() not in passed:
                for name, text in pages.items():
                    found = pattern(word).search(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text))
                    assert not found, f"{name}: {word!r}"
