"""The languages that can be chosen: every folder with a ``language.json``, in ``locale/`` and in the player's folder.

A folder of the player is foreign input: one that is wrong is left out and told of by :func:`list_problems`.
"""

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from engine import schema
from engine.bootstrap import ROOT
from engine.storage import folders, safe_read

FALLBACK = "en"
"""Language of texts that another one lacks, and of systems without an installed language."""
FOLDER = Path(ROOT) / "locale"
FILE = "language.json"
CATALOGUES = "LC_MESSAGES"
CODE = re.compile(r"[a-z]{2,3}(?:_[A-Za-z]{2,4})?")
LARGEST = 64 * 1024
"""Most bytes of ``language.json``."""
MOST = 16
"""Most folders of the player that are read: a list on the screen has room for no more."""
UNSEEN = re.compile(r"[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Characters that change the direction of text or break lines."""

Letters = Annotated[str, msgspec.Meta(max_length=40)]
Row = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
Unit = Annotated[str, msgspec.Meta(min_length=1, max_length=8)]
Mark = Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
NBSP = "\u00a0"
_STRAIGHT = re.compile(r'"([^"\n]*)"')
_NUMBERED = re.compile(r"(?<=\w) (?=\*?\{(?:round|trick|value)\})")
"""A word and the number after it, which stay on one line."""
_DASH = re.compile(r"(?<=\S)([ \u00a0])[\u2013\u2014][ \u00a0]")
_FORMULA = re.compile(r"(?<=[\d}]) ([=+\u2212\u00d7]) (?=[\d{])")
_COUNT = re.compile(r"((?:\{n\}|(?<![\w{])\d+)\*?) (?=\*?[^\W\d_])")
"""A number and what it counts, in bold or not: a figure, or the slot that chooses the plural form."""
SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl"}
"""Codes of systems and the usual ones of the same languages."""
HAS_VARIABLES = sys.platform not in ("win32", "darwin")
"""Whether the system tells its languages by variables."""


class Conventions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language is set in type, as its ``language.json`` says.

    ``name`` of the language in the language; ``quotes`` opening and closing; ``decimal`` mark; ``dash`` between spaces;
    ``apostrophe`` instead of the straight one, "" leaves that; ``no_break_before``: signs and units before which a
    space does not break; ``binds_numbers``: whether a number stays on the line of what it counts; ``one_letter_words``:
    letters that stay on the line of the next word; ``stop_in_quotes``: whether a full stop may stand before a closing
    quotation mark; ``keyboard``: letters of the keyboard on the screen, row by row, () for those of English;
    ``coin_mm``: diameter in millimetres of the coin that is held against a screen to measure it (text ``touch.coin``),
    by default a quarter dollar.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    quotes: tuple[Mark, Mark] = ("\u201c", "\u201d")
    decimal: Annotated[str, msgspec.Meta(pattern="^[.,\u066b]$")] = "."
    dash: Annotated[str, msgspec.Meta(pattern="^[\u2013\u2014]$")] = "\u2013"
    apostrophe: Annotated[str, msgspec.Meta(max_length=1)] = ""
    no_break_before: Annotated[tuple[Unit, ...], msgspec.Meta(max_length=20)] = ()
    binds_numbers: bool = False
    one_letter_words: Letters = ""
    stop_in_quotes: bool = True
    keyboard: Annotated[tuple[Row, ...], msgspec.Meta(max_length=6)] = ()
    coin_mm: Annotated[float, msgspec.Meta(ge=10, le=40)] = 24.26

    def __post_init__(self) -> None:
        for place, text in (("name", self.name), *(("keyboard", row) for row in self.keyboard)):
            schema.expect(is_plain(text), place, "no control or direction characters")


class Language(NamedTuple):
    """A language that can be chosen: its code, its folder, its conventions, and whether the player has put it there."""

    code: str
    folder: Path
    conventions: Conventions
    is_players: bool


def is_plain(text: str) -> bool:
    """Whether a text has no control, direction and unassigned characters; line breaks and tabs are allowed."""
    return not UNSEEN.search(text) and not any(
        unicodedata.category(letter) in ("Cc", "Cs", "Co") for letter in text if letter not in "\n\t"
    )


def list_languages() -> list[Language]:
    """List the languages: English first, the others by their own names; never raises for files of the player."""
    return list(_scan(folders.languages()).languages.values())


def list_codes() -> tuple[str, ...]:
    """Return the codes of :func:`list_languages`, in its order."""
    return tuple(_scan(folders.languages()).languages)


def list_problems() -> list[str]:
    """Describe, in English, the invalid language folders of the player, which are left out."""
    return _scan(folders.languages()).problems


def find(code: str) -> Language | None:
    """Return the language with this code, or None."""
    return _scan(folders.languages()).languages.get(code)


def get_conventions(code: str) -> Conventions:
    """Return the conventions of a language, those of English for an unknown code."""
    return (find(code) or _scan(folders.languages()).languages[FALLBACK]).conventions


def read_language(folder: Path, *, is_players: bool) -> Language:
    """Read the folder of a language; raises ``safe_read.Unreadable``."""
    within = folder.parent if is_players else None
    found = safe_read.read(folder / FILE, lambda data: schema.decode(data, Conventions), LARGEST, within)
    return Language(folder.name, folder, found, is_players)


class _Found(NamedTuple):
    languages: dict[str, Language]
    problems: list[str]


@cache
def _scan(home: Path) -> _Found:
    found = {FALLBACK: Language(FALLBACK, FOLDER / FALLBACK, Conventions("English"), is_players=False)}
    problems = []
    for place in (FOLDER, home):
        is_players = place != FOLDER
        taken = tuple(found) if is_players else ()
        for folder in _list_folders(place):
            code = folder.name
            if CODE.fullmatch(code) is None:
                problems.append(f"{safe_read.one_line(code, 40)}: expected a language code, such as de or pt_BR")
            elif code in taken:
                problems.append(f"{code}: this language is already built in")
            else:
                try:
                    found[code] = read_language(folder, is_players=is_players)
                except safe_read.Unreadable as error:
                    problems.append(f"{code}/{FILE}: {safe_read.describe_error(error.cause)}")
    order = sorted(found.values(), key=lambda each: (each.code != FALLBACK, _fold(each.conventions.name), each.code))
    return _Found({each.code: each for each in order}, problems)


def _list_folders(place: Path) -> list[Path]:
    try:
        return sorted(each for each in place.iterdir() if each.is_dir() and not each.name.startswith("."))[:MOST]
    except OSError:
        return []


def _fold(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", name.casefold()) if letter.isalpha())


def typeset(text: str, conventions: Conventions) -> str:
    """Return a text with quotation marks, dashes and no-break spaces as the language wants; idempotent."""
    opening, closing = conventions.quotes
    text = _NUMBERED.sub(NBSP, _STRAIGHT.sub(rf"{opening}\1{closing}", text))
    text = text.replace(" \u2192 ", f"{NBSP}\u2192 ")
    if conventions.apostrophe:
        text = text.replace("'", conventions.apostrophe)
    words = conventions.one_letter_words
    if words:
        text = re.sub(rf"(?<![\w{{'\u2019])([{words}{words.upper()}]) (?=\S)", rf"\1{NBSP}", text)
    dash, signs = conventions.dash, conventions.no_break_before
    text = _DASH.sub(rf"{NBSP}{dash} " if dash in signs else rf"\1{dash} ", text)
    for sign in signs:
        if sign != dash:
            pattern = re.escape(sign).replace(r"\ ", "[ \u00a0]?")  # spaces in a unit may break or not
            text = re.sub(rf"(?<=[\d}}]) (?={pattern})", NBSP, text)
    if conventions.binds_numbers:
        text = _COUNT.sub(rf"\1{NBSP}", _FORMULA.sub(rf"{NBSP}\1{NBSP}", text))
    return text


def list_wanted_languages(told: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the language names that the player's system prefers, the most wanted first.

    ``told``: names from the window library, used on Windows and macOS. On other systems the variables are read as GNU
    gettext does: the locale from ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``; before it the list in ``LANGUAGE`` unless the
    locale is "C".
    """
    if not HAS_VARIABLES:
        return list(told)
    locale = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))), "")
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return []
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), locale]


def match_system(preferred: Sequence[str]) -> str:
    """Return the code of the most preferred language that is installed, that of English if none is.

    ``preferred``: names as systems write them: "de_AT.UTF-8", "de-AT", "ca_ES@valencia", "zh-Hans-CN".
    """
    codes = {code.lower(): code for code in list_codes()}
    for locale in preferred:
        for name in _shorten(re.split("[.@]", locale)[0].replace("-", "_").lower()):
            if name in codes:
                return codes[name]
    return FALLBACK


def _shorten(locale: str) -> Iterator[str]:
    """Yield names to try for a locale: all its parts, then ever fewer, at last the usual code of its language."""
    parts = locale.split("_")
    for count in range(len(parts), 0, -1):
        yield "_".join(parts[:count])
    yield SAME.get(parts[0], parts[0])
