"""What shops and software centres want to know: the files in ``store``, filled in for one release, and the icon.

The notes of a release are made from its entry in ``CHANGELOG.md``, which begins with the version, its day and one
paragraph that sums it up. Translations of that paragraph lie in the folders of the languages (``releases`` in
``packages.json``).
"""

import gzip
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated
from xml.sax.saxutils import escape

import code_signing
import contents
import msgspec
from smoke import Failure

from engine import schema
from engine.languages.languages import FALLBACK, list_languages

CHANGELOG = contents.ROOT / "CHANGELOG.md"
HEADING = re.compile(r"## \[([0-9][^\]]*)\] - (\d{4}-\d{2}-\d{2})")
NOTES = "NOTES.md"

STORE = Path(__file__).resolve().parent / "store"
DEVELOPERS = "The developers of Four Thrones"
ADDRESS = "developers@four-thrones.invalid"
"""Debian wants an address, and the project has none: who releases puts a real one here, and nowhere else."""
MAINTAINER = f"{DEVELOPERS} <{ADDRESS}>"

SCREENSHOTS = ("king_of_12/table", "legends/table", "king_of_the_dice/dice-table", "tash_kalar/tash-table")
"""Scenes that are shown, as ``--screenshot`` calls them; their captions lie in the folders of the languages."""


HERE = Path(__file__).resolve().parent
PNG = re.compile(rb"\x89PNG\r\n\x1a\n.*?IEND\xaeB`\x82", re.DOTALL)
"""A picture in a file of icons."""
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sides of the squares that desktops ask for, in pixels."""


# --- texts, in every language -------------------------------------------------------------------


TEXTS = "packages.json"
Line = Annotated[str, msgspec.Meta(pattern='^[^\\n"$]+$')]
"""One line, without signs that a recipe would read otherwise."""


class Installer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """NSIS's name of the language, and the installer's message if the program is running."""

    language: Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Za-z]+$")]
    running: Line


class Desktop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """Texts of the desktop file."""

    generic_name: Line
    comment: Line
    keywords: Annotated[str, msgspec.Meta(pattern="^([^;\\n]+;)+$")]


class PackageTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language for packages and shops.

    ``description``: paragraphs and lists for software centres; ``captions``: by scene, as ``--screenshot`` names it;
    ``releases``: summary by version, in English from the changelog.
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
                found[language.code] = schema.read(language.folder / TEXTS, PackageTexts)
            except ValueError as error:
                raise Failure(str(error)) from error
    shapes = {
        code: ([len(part) if isinstance(part, list) else 0 for part in one.description], sorted(one.captions))
        for code, one in found.items()
    }
    for code, shape in shapes.items():
        if shape != shapes[FALLBACK]:
            raise Failure(f"{code}/{TEXTS}: expected the paragraphs, lists and captions of {FALLBACK}/{TEXTS}")
    return found


def write_tags(tag: str, by_language: dict[str, str], indent: int) -> str:
    """Return an XML element for each language, a line each; the English one has no language attribute."""
    rows = []
    for code, words in by_language.items():
        language = "" if code == FALLBACK else f' xml:lang="{code}"'
        rows.append(f"{' ' * indent}<{tag}{language}>{escape(words)}</{tag}>")
    return "\n".join(rows)


def fill_desktop(template: str) -> str:
    """Return a template of the desktop file with its texts in all languages filled in."""
    rows: dict[str, list[str]] = {}
    for code, texts in read_texts().items():
        for key, words in msgspec.to_builtins(texts.desktop).items():
            rows.setdefault(key, []).append(f"{key}={words}" if code == FALLBACK else f"{key}[{code}]={words}")
    return template.format(**{key: "\n".join(lines) for key, lines in rows.items()})


def describe() -> dict[str, str]:
    """Return the texts for the placeholders of the AppStream description by name: ``summary``, ``description``,
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
    """Return the lines of NSIS that add every language with its texts, English first."""
    rows = []
    for texts in read_texts().values():
        name = texts.installer.language
        rows.append(f'!insertmacro MUI_LANGUAGE "{name}"')
        for key, words in (("SAVED_GAME", texts.saved_game), ("RUNNING", texts.installer.running)):
            rows.append(f'LangString {key} ${{LANG_{name.upper()}}} "{words}"')
    return "\n".join(rows) + "\n"


# --- files of one release -----------------------------------------------------------------------


def screenshot_name(scene: str) -> str:
    """Return the file name of a scene's screenshot."""
    return scene.replace("/", "-") + ".png"


def metainfo(address: str | None = None) -> str:
    """Return the AppStream description; ``address``: URL below which the screenshots lie, None for none."""
    text = (STORE / f"{contents.APP_ID}.metainfo.xml").read_text("utf-8")
    rows = []
    for number, scene in enumerate(SCREENSHOTS if address is not None else ()):
        kind = ' type="default"' if number == 0 else ""
        captions = {code: texts.captions[scene] for code, texts in read_texts().items()}
        said = write_tags("caption", captions, 6)
        place = f"{str(address).rstrip('/')}/{screenshot_name(scene)}"
        image = f'<image type="source" width="1600" height="900">{place}</image>'
        rows.append(f"    <screenshot{kind}>\n{said}\n      {image}\n    </screenshot>\n")
    pictures = f"  <screenshots>\n{''.join(rows)}  </screenshots>\n" if rows else ""
    return text.format(**describe(), releases=describe_releases(), screenshots=pictures)


def page() -> str:
    """Return the text for a shop's page in all languages, as Markdown."""
    rows = []
    for texts in read_texts().values():
        rows += [f"## {texts.summary}", ""]
        for part in texts.description:
            rows += [part, ""] if isinstance(part, str) else [*(f"- {item}" for item in part), ""]
    return "\n".join(rows).strip() + "\n"


def release_date() -> datetime:
    """Return the day of this release by the changelog; raises Failure if it has none."""
    return datetime.fromisoformat(find_entry().day).replace(tzinfo=UTC)


def put_desktop_files(root: Path) -> None:
    """Write desktop file, description, file type and icons below ``root`` (``/usr``, or the same inside a package)."""
    share = root / "share"
    desktop, kind = (_read(f"{contents.APP_ID}.{ending}") for ending in ("desktop", "mime.xml"))
    _write(share / "applications" / f"{contents.APP_ID}.desktop", fill_desktop(desktop))
    _write(share / "metainfo" / f"{contents.APP_ID}.metainfo.xml", metainfo())
    names = {code: texts.saved_game for code, texts in read_texts().items()}
    kind = kind.format(comments=write_tags("comment", names, 4))
    _write(share / "mime" / "packages" / f"{contents.APP_ID}.xml", kind)
    for size, picture in icon_pictures().items():
        folder = share / "icons" / "hicolor" / f"{size}x{size}"
        _write(folder / "apps" / f"{contents.APP_ID}.png", picture)
        _write(folder / "mimetypes" / f"{contents.SAVE_TYPE.replace('/', '-')}.png", picture)


def put_papers(root: Path, package: str) -> None:
    """Write licences, changelog and manual page below ``root`` where Debian expects them."""
    share = root / "share"
    licences = {name: (contents.ROOT / file).read_text("utf-8") for name, file in _LICENCES.items()}
    _write(share / "doc" / package / "copyright", _read("copyright").format(**licences))
    when = release_date().strftime("%a, %d %b %Y %H:%M:%S +0000")
    news = f"{package} ({contents.version()}) stable; urgency=medium\n\n  * Release {contents.version()}.\n\n"
    _write(share / "doc" / package / "changelog.gz", _compress(f"{news} -- {MAINTAINER}  {when}\n"))
    _write(share / "man" / "man6" / f"{package}.6.gz", _compress(_read("four-thrones.6")))
    _write(share / "lintian" / "overrides" / package, _read("lintian-overrides"))


_LICENCES = {"licence": "LICENSE", "art": "LICENSE-art", "credits": "docs/credits.md"}


def _compress(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def _read(name: str) -> str:
    return (STORE / name).read_text("utf-8")


def _write(path: Path, what: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(what.encode() if isinstance(what, str) else what)
    path.chmod(0o644)


def icon_pictures() -> dict[int, bytes]:
    """Return the icon as PNG bytes, by side in pixels. Raises KeyError if a size is missing."""
    pictures = [one for name in ("icon.icns", "icon.ico") for one in PNG.findall((HERE / name).read_bytes())]
    found = {int.from_bytes(one[16:20], "big"): one for one in pictures}
    return {size: found[size] for size in SIZES}


@dataclass
class Entry:
    """A release in the changelog: version, day (YYYY-MM-DD), summary paragraph, and sections."""

    version: str
    day: str
    summary: str = ""
    sections: dict[str, list[str]] = field(default_factory=dict)


def read_entries(text: str | None = None) -> list[Entry]:
    """Return the releases of the changelog, newest first; raises Failure with the invalid line."""
    entries: list[Entry] = []
    section: list[str] | None = None
    lines = (CHANGELOG.read_text("utf-8") if text is None else text).splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("## "):
            section = None
            found = HEADING.fullmatch(line)
            if found:
                entries.append(Entry(found.group(1), found.group(2)))
            elif line != "## [Unreleased]":
                raise Failure(f"{CHANGELOG.name}, line {number}: expected '## [VERSION] - YYYY-MM-DD', found {line!r}")
        elif not entries or not line or line.startswith("["):
            continue
        elif line.startswith("### "):
            section = entries[-1].sections.setdefault(line[4:], [])
        elif section is None:
            entries[-1].summary = f"{entries[-1].summary} {line}".strip()
        elif line.startswith("- "):
            section.append(line[2:])
        else:
            raise Failure(f"{CHANGELOG.name}, line {number}: expected '- ' and a change, found {line[:40]!r}")
    return entries


def find_entry(version: str | None = None) -> Entry:
    """Return the changelog's entry of a version, by default of this one; raises Failure if there is none."""
    wanted = version or contents.version()
    for entry in read_entries():
        if entry.version == wanted:
            if not entry.summary:
                raise Failure(f"{CHANGELOG.name}: {wanted} has no paragraph that sums it up")
            return entry
    raise Failure(f"{CHANGELOG.name} does not tell of version {wanted}")


def write_notes() -> str:
    """Return the release notes as Markdown: what is new, who signed the programs, how files are checked."""
    entry = find_entry()
    rows = [entry.summary, ""]
    for name, changes in entry.sections.items():
        rows += [f"## {name}", *(f"- {_plain(change)}" for change in changes), ""]
    rows += ["## Files", code_signing.describe_signing(), ""]
    rows.append(
        "`sha256sum --check SHA256SUMS` tells whether a file arrived intact; `SHA256SUMS.asc` is its signature."
    )
    return "\n".join(rows) + "\n"


def describe_releases() -> str:
    """Return the ``<releases>`` of the AppStream description, with the summary in every language that has one."""
    texts = read_texts()
    rows = []
    for entry in read_entries():
        told = {code: one.releases[entry.version] for code, one in texts.items() if entry.version in one.releases}
        said = write_tags("p", {FALLBACK: _plain(entry.summary), **told}, 8)
        rows += [f'    <release version="{entry.version}" date="{entry.day}">', "      <description>", said]
        rows += ["      </description>", "    </release>"]
    return "\n".join(["  <releases>", *rows, "  </releases>"])


def _plain(words: str) -> str:
    """Return the words without the marks of links, because these lead into the sources."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words).replace("*", "")
