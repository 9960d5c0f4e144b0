"""What systems, software centres and shops show of the program, in every language: ``locale/CODE/packages.json``."""

from __future__ import annotations

from typing import Annotated
from xml.sax.saxutils import escape

import msgspec
from smoke import Failure

from engine import schema
from engine.languages.languages import FALLBACK, list_languages

FILE = "packages.json"
Line = Annotated[str, msgspec.Meta(pattern='^[^\\n"$]+$')]
"""One line, without signs that a recipe would read otherwise."""


class Installer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """NSIS's name of the language, and the installer's message while the program runs."""

    language: Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Za-z]+$")]
    running: Line


class Desktop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """Lines of the desktop file."""

    generic_name: Line
    comment: Line
    keywords: Annotated[str, msgspec.Meta(pattern="^([^;\\n]+;)+$")]


class PackageTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language.

    ``description``: paragraphs and lists for software centres; ``captions``: by scene, as ``--screenshot`` calls it;
    ``releases``: by version what sums it up, in English that of the changelog.
    """

    installer: Installer
    saved_game: Line
    desktop: Desktop
    summary: Line
    description: list[str | list[str]]
    captions: dict[str, str]
    releases: dict[str, str] = {}


def read_texts() -> dict[str, PackageTexts]:
    """Return the texts of all languages, English first; raises Failure for an invalid or incomplete file."""
    found: dict[str, PackageTexts] = {}
    for language in list_languages():
        if not language.is_players:
            try:
                found[language.code] = schema.read(language.folder / FILE, PackageTexts)
            except ValueError as error:
                raise Failure(str(error)) from error
    shapes = {
        code: ([len(part) if isinstance(part, list) else 0 for part in one.description], sorted(one.captions))
        for code, one in found.items()
    }
    for code, shape in shapes.items():
        if shape != shapes[FALLBACK]:
            raise Failure(f"{code}/{FILE}: expected the paragraphs, lists and captions of {FALLBACK}/{FILE}")
    return found


def write_tags(tag: str, by_language: dict[str, str], indent: int) -> str:
    """Return an XML element for each language; that of English has no language attribute."""
    rows = []
    for code, words in by_language.items():
        language = "" if code == FALLBACK else f' xml:lang="{code}"'
        rows.append(f"{' ' * indent}<{tag}{language}>{escape(words)}</{tag}>")
    return "\n".join(rows)


def fill_desktop(template: str) -> str:
    """Return the desktop file, filled in."""
    rows: dict[str, list[str]] = {}
    for code, texts in read_texts().items():
        for key, words in msgspec.to_builtins(texts.desktop).items():
            rows.setdefault(key, []).append(f"{key}={words}" if code == FALLBACK else f"{key}[{code}]={words}")
    return template.format(**{key: "\n".join(lines) for key, lines in rows.items()})


def describe() -> dict[str, str]:
    """Return the texts for the placeholders of the AppStream description: ``summary``, ``description``,
    ``languages``."""
    texts = read_texts()
    parts = []
    for number, part in enumerate(texts[FALLBACK].description):
        said = {code: one.description[number] for code, one in texts.items()}
        if isinstance(part, str):
            parts.append(write_tags("p", {code: str(words) for code, words in said.items()}, 4))
        else:
            items = [write_tags("li", {code: rows[at] for code, rows in said.items()}, 6) for at in range(len(part))]
            parts.append("\n".join(["    <ul>", *items, "    </ul>"]))
    return {
        "summary": write_tags("summary", {code: one.summary for code, one in texts.items()}, 2),
        "description": "\n".join(parts),
        "languages": "\n".join(f"    <lang>{code}</lang>" for code in texts),
    }


def write_installer_languages() -> str:
    """Return lines of NSIS that add every language with its texts, English first."""
    rows = []
    for texts in read_texts().values():
        name = texts.installer.language
        rows.append(f'!insertmacro MUI_LANGUAGE "{name}"')
        for key, words in (("SAVED_GAME", texts.saved_game), ("RUNNING", texts.installer.running)):
            rows.append(f'LangString {key} ${{LANG_{name.upper()}}} "{words}"')
    return "\n".join(rows) + "\n"
