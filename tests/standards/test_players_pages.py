"""The pages for players say what there is, in the words of the program, and what systems show before a first start."""

import re

import pytest

from engine.content import achievements
from engine.languages.check import make_pattern
from engine.languages.languages import FALLBACK
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES, LOCALE, ROOT
from tests.support.words import list_exceptions, list_words, rows


def read_players_page(language: str) -> str:
    """What players of a language read before they have the program."""
    return (LOCALE / language / "players.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_tells_of_what_stops_a_start(language: str) -> None:
    text = read_players_page(language)
    points = re.findall(r"^- \*\*.*$", text, re.MULTILINE)
    run_anyway = list_words(language, "run anyway")
    by_words = (("SmartScreen", *run_anyway), ("Smart App Control",), ("macOS 15", "Control"), ("`/tmp`", "TMPDIR="))
    assert [all(word in point for word in words) for point, words in zip(points, by_words, strict=True)] == [True] * 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_table_has_what_fits_most_and_the_one_file_program_stands_last(language: str) -> None:
    text = read_players_page(language)
    tables = [table for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE) if "FourThrones-" in table]
    first, second = (re.findall(r"^\| [^|]+ \| `([^`]+)` \|", table, re.MULTILINE) for table in tables[:2])
    assert [name.rpartition("\u2026")[2] for name in first] == ["-setup.exe", "_amd64.deb", ".AppImage"]
    assert second[0].endswith(".tar.gz") and "one-file" in second[-1]


def read_pages() -> dict[str, str]:
    """What players read outside the program, by name: the pages of all languages, the shops' text, the README."""
    found = {language: read_players_page(language) for language in LANGUAGES}
    shops = "\n".join((LOCALE / language / "packages.json").read_text("utf-8") for language in LANGUAGES)
    return {**found, "README": (ROOT / "README.md").read_text("utf-8"), "shops": shops}


def test_the_number_of_deeds_is_what_the_program_counts() -> None:
    count = sum(len(achievements.load_achievements(game)) for game in achievements.games())
    deeds = "|".join(list_words(language, "deeds")[0] for language in LANGUAGES)
    for name, text in read_pages().items():
        lines = [line for line in text.splitlines() if re.match(rf"- \*+(?:{deeds})", line)]
        assert len(lines) == (name != "shops"), name
        assert all(re.findall(r"\d+", line.split(".")[0]) == [str(count)] for line in lines), lines


@pytest.mark.parametrize("text_id", ["everfrost.name", "nethervoid.name", "ui.edit.title", "ui.maker.title",
                                     "handicap.title", "ui.title.evening", "study.title"])  # fmt: skip
def test_the_pages_name_what_there_is(text_id: str) -> None:
    """In the words of the program; the shops' text in all languages."""
    pages = read_pages()
    for language in LANGUAGES:
        word = Texts(language).t(text_id).lower()
        for name in (language, "shops", *(("README",) if language == FALLBACK else ())):
            assert word in pages[name].lower(), (name, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_tell_of_boxes_and_studies(language: str) -> None:
    words = list_words(language, "boxes and studies")
    assert len(words) == 2
    pages = read_pages()
    for name in (language, "shops", *(("README",) if language == FALLBACK else ())):
        assert all(word in pages[name].lower() for word in words), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_word_that_its_glossary_rules_out(language: str) -> None:
    pages = {language: read_players_page(language)}
    if language == FALLBACK:
        pages["study"] = (ROOT / "docs" / "study.md").read_text("utf-8")
    passed = list_exceptions(language, "pages")
    for _, _, ruled_out in rows(language):
        for word in ruled_out:
            if word.lower() not in passed:
                for name, text in pages.items():
                    found = make_pattern(word).search(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text))
                    assert not found, f"{name}: {word!r}"
