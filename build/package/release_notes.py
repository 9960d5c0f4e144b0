"""The notes of a release, made from its entry in ``CHANGELOG.md``, for its page and for software centres.

The entry begins with the version, its day and one paragraph that sums it up. Translations of that paragraph lie in
the folders of the languages (``releases`` in ``packages.json``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import code_signing
import contents
import package_texts
from smoke import Failure

from engine.languages.languages import FALLBACK

CHANGELOG = contents.ROOT / "CHANGELOG.md"
HEADING = re.compile(r"## \[([0-9][^\]]*)\] - (\d{4}-\d{2}-\d{2})")
NOTES = "NOTES.md"


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
    """Return the entry of a version, by default of this one; raises Failure when the changelog does not tell of it."""
    wanted = version or contents.version()
    for entry in read_entries():
        if entry.version == wanted:
            if not entry.summary:
                raise Failure(f"{CHANGELOG.name}: {wanted} has no paragraph that sums it up")
            return entry
    raise Failure(f"{CHANGELOG.name} does not tell of version {wanted}")


def write_notes() -> str:
    """Return the page of this release as Markdown: what is new, who has signed, how files are checked."""
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
    texts = package_texts.read_texts()
    rows = []
    for entry in read_entries():
        told = {code: one.releases[entry.version] for code, one in texts.items() if entry.version in one.releases}
        said = package_texts.write_tags("p", {FALLBACK: _plain(entry.summary), **told}, 8)
        rows += [f'    <release version="{entry.version}" date="{entry.day}">', "      <description>", said]
        rows += ["      </description>", "    </release>"]
    return "\n".join(["  <releases>", *rows, "  </releases>"])


def _plain(words: str) -> str:
    """The words without the marks of links, which lead into the sources."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words).replace("*", "")
