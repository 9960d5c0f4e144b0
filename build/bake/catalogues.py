"""Compile every catalogue: ``locale/LANG/LC_MESSAGES/DOMAIN.po`` → ``DOMAIN.mo`` (needs Babel).

Run ``python build/bake/catalogues.py`` from anywhere after changing a ``.po`` file; the
``.mo`` files are committed because the game reads them with the standard library alone.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[2] / "locale"
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def compiled(source: Path) -> bytes:
    """The contents of the ``.mo`` file for this ``.po`` file."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    # Without fixed dates the same source would give other bytes every minute.
    catalogue.creation_date = catalogue.revision_date = DATE
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def sources(folder: Path = LOCALE) -> list[Path]:
    """All ``.po`` files of a folder of catalogues, in a fixed order."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def main() -> None:
    """Write every ``.mo`` file beside its source; other folders of catalogues may be named."""
    for folder in [Path(each).resolve() for each in sys.argv[1:]] or [LOCALE]:
        for source in sources(folder):
            source.with_suffix(".mo").write_bytes(compiled(source))
            print(source.relative_to(folder))


if __name__ == "__main__":
    main()
