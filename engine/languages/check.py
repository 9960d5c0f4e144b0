"""What a language still lacks: texts missing, wrong, too long for their places, or against its glossary."""

import gettext
import math
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from engine import registry
from engine.languages import languages, players_catalogue
from engine.languages.languages import CATALOGUES, FALLBACK, Language
from engine.storage import safe_read

FILE = "glossary.md"
"""The page of a language: tables of terms, and lists of words that patterns go by.

What is set in code in a table of terms is held: in the last column words that no text may have, in the column of the
term (the second one, in English the first) words that some text has. A star in a word stands for any ending.
"""
_HELD = re.compile(r"`([^`]+)`")
ROOM, LEAST = 1.4, 2
"""Layouts are tried with 1.4 times the letters of the English text, and with two more where it is short."""
_SLOT = re.compile(r"\{\w+")
_MARKS = re.compile(r"\{[^}]*\}|\*")

Texts = Mapping[str, tuple[str, ...]]


class Row(NamedTuple):
    """A row of a glossary's table of terms: its catalogues (() = all), the terms, and the words ruled out."""

    domains: tuple[str, ...]
    terms: list[str]
    ruled_out: list[str]


def read_rows(page: str, code: str, headings: Mapping[tuple[str, ...], Collection[str]]) -> list[Row]:
    """Return the rows of all tables of terms of a glossary page. ``headings``: catalogues → possible table headings."""
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
    """Return the words of the rows named ``name`` in the table "Patterns" of a glossary page; () without such rows."""
    rows = [
        line.split("|")[2]
        for line in page.partition(". Patterns\n")[2].splitlines()
        if line.startswith((f"| {name}:", f"| {name} |"))
    ]
    return tuple(word for row in rows for word in _HELD.findall(row))


def make_pattern(word: str) -> re.Pattern[str]:
    """Return a pattern that finds a glossary word as a whole word; a star in it stands for any letters."""
    letters = re.escape(word).replace(re.escape("*"), r"\w*")
    return re.compile(rf"(?<!\w){letters}(?!\w)", re.IGNORECASE)


def check_language(code: str) -> list[str]:
    """Return the faults of a language, one line each, and as the last line their counts; [] for an unknown code."""
    language = languages.find(code)
    if language is None:
        return []
    read: dict[str, Texts] = {}
    english: dict[str, Texts] = {}
    lines: list[str] = []
    for name in sorted(path.stem for path in (languages.FOLDER / FALLBACK / CATALOGUES).glob("*.mo")):
        english[name] = _read_program_texts(languages.FOLDER / FALLBACK, name)
        read[name] = _read_program_texts(language.folder, name) if not language.is_players else _read_players(
            language, name, english[name], lines
        )  # fmt: skip
    wrong = len(lines)
    missing = [f"{name}.po, {key}: missing" for name in english for key in english[name] if key not in read[name]]
    long = list(_list_long(read, english))
    against = list(_list_glossary_faults(language, read))
    same = sum(forms == english[name].get(key) for name in read for key, forms in read[name].items())
    count = sum(map(len, english.values()))
    lines += [*missing, *long, *against]
    lines.append(
        f"{language.conventions.name} ({code}): {count} texts, {wrong} wrong, {len(missing)} missing, {len(long)} too "
        f"long, {len(against)} against the glossary, {same} as in English"
    )
    return lines


def _read_program_texts(folder: Path, name: str) -> Texts:
    try:
        with (folder / CATALOGUES / f"{name}.mo").open("rb") as file:
            found = players_catalogue.list_texts(gettext.GNUTranslations(file))
    except (OSError, ValueError):
        return {}
    return {key: forms for key, forms in found.items() if key}


def _read_players(language: Language, name: str, english: Texts, told: list[str]) -> Texts:
    """Return the good texts of a player's catalogue; the faults of the others are added to ``told``."""
    path = language.folder / CATALOGUES / f"{name}.po"
    try:
        found = players_catalogue.read_catalogue(path, language.conventions, english, language.folder)
    except safe_read.Unreadable as error:
        if not error.missing:
            told.append(f"{path.name}, {safe_read.describe_error(error.cause)}")
        return {}
    told += found.problems
    return found.texts


def _list_long(read: Mapping[str, Texts], english: Mapping[str, Texts]) -> Iterator[str]:
    """Yield faults of texts longer than layouts are tried with: 1.4 times English, or the longest built-in language."""
    own = [each.folder for each in languages.list_languages() if not each.is_players and each.code != FALLBACK]
    for name, texts in read.items():
        drawn = [_read_program_texts(folder, name) for folder in own]
        for key, forms in texts.items():
            length, usual = (max(map(_measure, each)) for each in (forms, english[name].get(key, ("",))))
            longest = [_measure(form) for one in drawn for form in one.get(key, ())]
            most = max([math.ceil(ROOM * usual), usual + LEAST, *longest])
            if length > most:
                yield f"{name}.po, {key}: too long: {length} letters, layouts are tried with {most}"


def _measure(text: str) -> int:
    return len(_MARKS.sub("", text))


def _list_glossary_faults(language: Language, read: Mapping[str, Texts]) -> Iterator[str]:
    """Yield faults: words in texts that the glossary rules out, and its terms that no text has; none without one."""
    path = language.folder / FILE
    try:
        page = safe_read.read(path, lambda data: data.decode("utf-8"), players_catalogue.LARGEST)
    except safe_read.Unreadable as error:
        if not error.missing:
            yield f"{path.name}: {safe_read.describe_error(error.cause)}"
        return
    shown = {name: {key: _join(forms) for key, forms in texts.items()} for name, texts in read.items()}
    for row in read_rows(page, language.code, list_headings(read)):
        domains = [name for name in row.domains or shown if name in shown]
        for word in row.ruled_out:
            pattern = make_pattern(word)
            for name in domains:
                found = next((key for key, text in shown[name].items() if pattern.search(_SLOT.sub("{", text))), None)
                if found is not None:
                    yield f"{name}.po, {found}: has {word!r}, which the glossary rules out"
        for word in row.terms:
            pattern = make_pattern(word)
            texts = [text for name in {*domains, "ui"} for text in shown.get(name, {}).values()]
            if not any(pattern.search(text) for text in texts):
                yield f"{FILE}: no text has the term {word!r}"


def list_headings(read: Mapping[str, Texts]) -> dict[tuple[str, ...], set[str]]:
    """Map the catalogues of each game to the possible headings of its table of terms: its name here and in English."""
    found = {}
    for info in registry.games():
        both = (_read_program_texts(languages.FOLDER / FALLBACK, info.id), read.get(info.id, {}))
        names = {_join(texts.get(f"{info.id}.name", ())) for texts in both} - {""}
        found[(info.id, *registry.list_additions(info.id))] = names
    return found


def _join(forms: tuple[str, ...]) -> str:
    return " ".join(forms).replace("\u00a0", " ")
