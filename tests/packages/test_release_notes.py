"""The notes of a release come from its entry in the changelog."""

from xml.etree import ElementTree

import pytest

from engine.desktop.packed import (
    read_release_day,
    read_version,
)
from tests.support.catalogues import OTHERS
from tests.support.packages import Load

GOOD = """# Changelog

Words about the file.

## [Unreleased]

## [2.0.0] - 2027-01-02

A sum of it & more.

### Added
- One [thing](docs/thing.md).
- *Another*.

### Fixed
- A fault.

## [1.0.0] - 2026-01-02

First.

[2.0.0]: #200
"""


def test_an_entry_is_read_whole(load: Load) -> None:
    newest, first = load("store").read_entries(GOOD)
    assert (newest.version, newest.day, newest.summary) == ("2.0.0", "2027-01-02", "A sum of it & more.")
    assert newest.sections == {"Added": ["One [thing](docs/thing.md).", "*Another*."], "Fixed": ["A fault."]}
    assert (first.version, first.summary, first.sections) == ("1.0.0", "First.", {})


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("## [1.0.0] - 2026-01-02", "line 18: expected '## [VERSION] - YYYY-MM-DD', found '## 1.0'"),
        ("- *Another*.", "line 13: expected '- ' and a change, found 'Another'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(load: Load, wrong: str, told: str) -> None:
    notes = load("store")
    found = told.rpartition("found '")[2][:-1]
    with pytest.raises(notes.Failure) as error:
        notes.read_entries(GOOD.replace(wrong, found))
    assert told in str(error.value)


def test_the_changelog_tells_of_this_version_on_the_day_that_the_program_says(load: Load) -> None:
    notes = load("store")
    entry = notes.find_entry()
    assert (entry.version, entry.day) == (read_version(), read_release_day())
    with pytest.raises(notes.Failure, match=r"does not tell of version 99\.0"):
        notes.find_entry("99.0")


def test_the_page_of_a_release_says_what_is_new_and_who_signed(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, signing = load("store"), load("code_signing")
    monkeypatch.delenv(signing.SIGNING, raising=False)
    page = notes.write_notes()
    entry = notes.find_entry()
    assert page.startswith(entry.summary)
    assert all(f"## {name}" in page for name in entry.sections)
    assert "](docs/" not in page and "unsigned" in page and "sha256sum --check" in page
    monkeypatch.setenv(signing.SIGNING, "given")
    assert signing.SIGNPATH in notes.write_notes()


def test_software_centres_are_told_of_every_release_in_every_language(load: Load) -> None:
    notes = load("store")
    told = ElementTree.fromstring(notes.describe_releases().strip())
    assert [each.get("version") for each in told] == [entry.version for entry in notes.read_entries()]
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    for release in told:
        assert [each.get(lang) for each in release.iter("p")] == [None, *OTHERS]
