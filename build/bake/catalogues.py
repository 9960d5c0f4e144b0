"""Compile every catalogue: ``locale/LANG/LC_MESSAGES/DOMAIN.po`` → ``DOMAIN.mo``.

Run ``python3 build/bake/catalogues.py`` from anywhere after changing a ``.po`` file; it sets itself up like the tests,
for it needs Babel. The ``.mo`` files are committed because the game reads them with the standard library alone.

The catalogues are written plainly: spaces that must not break, dashes and quotes are set as the ``language.json`` of
each language says; the texts of a folder whose language has none stay as they are.
"""

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.languages import languages
from engine.languages.languages import typeset

LOCALE = Path(__file__).resolve().parents[2] / "locale"
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def compile_catalogue(source: Path) -> bytes:
    """Return the contents of the ``.mo`` file for a ``.po`` file."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    language = languages.find(source.parent.parent.name)
    for message in catalogue:
        if message.id and language is not None:
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            shown = tuple(typeset(form, language.conventions) for form in forms)
            message.string = shown[0] if isinstance(message.string, str) else shown
    # Without fixed dates the same source would give other bytes every minute.
    catalogue.creation_date = catalogue.revision_date = DATE
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def sources(folder: Path = LOCALE) -> list[Path]:
    """Return all ``.po`` files of a folder of catalogues, sorted."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def main() -> None:
    """Write every ``.mo`` file next to its source, in ``locale`` or the folders given as arguments."""
    for folder in [Path(each).resolve() for each in sys.argv[1:]] or [LOCALE]:
        for source in sources(folder):
            source.with_suffix(".mo").write_bytes(compile_catalogue(source))
            print(source.relative_to(folder))


if __name__ == "__main__":
    main()
