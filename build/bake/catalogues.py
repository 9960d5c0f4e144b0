"""Compile every catalogue: ``locale/LANG/LC_MESSAGES/DOMAIN.po`` → ``DOMAIN.mo``.

Run ``python3 build/bake/catalogues.py`` from anywhere after changing a ``.po`` file; it sets itself up like the tests,
for it needs Babel. The ``.mo`` files are committed because the game reads them with the standard library alone.

The catalogues are written plainly: spaces that must not break, dashes and quotes as each language has them are set
here, by :func:`typeset`.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[2] / "locale"
DATE = datetime(2026, 1, 1, tzinfo=UTC)


NBSP = "\u00a0"
APOSTROPHE = "\u2019"


class Typography(NamedTuple):
    """Typographic rules of a language: quotation marks, one-letter words that cling to the next word, dash."""

    opening: str
    closing: str
    narrow: str
    dash: str


TYPOGRAPHY = {
    "en": Typography("\u201c", "\u201d", "", "\u2013"),
    "cs": Typography("\u201e", "\u201c", "aikosuvzAIKOSUVZ", "\u2013"),
    "sk": Typography("\u201e", "\u201c", "aikosuvzAIKOSUVZ", "\u2013"),
    "ru": Typography("«", "»", "авикосуяАВИКОСУЯ", "—"),
}
"""By language. The texts of a language without rules are left as they are."""
_STRAIGHT = re.compile(r'"([^"\n]*)"')
_NUMBERED = re.compile(r"(?<=\w) (?=\*?\{(?:round|trick|value)\})")
"""What is numbered stays with its number."""
_FORMULA = re.compile(r"(?<=[\d}]) ([=+−×]) (?=[\d{])")


def typeset(text: str, language: str) -> str:
    """A text as it is shown in a language (see ``TYPOGRAPHY``)."""
    rules = TYPOGRAPHY.get(language)
    if rules is None:
        return text
    text = _NUMBERED.sub(NBSP, _STRAIGHT.sub(rf"{rules.opening}\1{rules.closing}", text)).replace(
        " \u2192 ", f"{NBSP}\u2192 "
    )
    if language == "en":
        return text.replace("'", APOSTROPHE)
    if rules.narrow:
        text = re.sub(rf"(?<![\w{{'’])([{rules.narrow}]) (?=\S)", rf"\1{NBSP}", text)
    if rules.dash == "—":
        text = re.sub(r"(?<=\S)[ \u00a0][–—][ \u00a0]", f"{NBSP}— ", text)
    else:
        text = re.sub(r"(?<=\S) – ", f"{NBSP}– ", text)
    text = re.sub(r"(?<=[\d}]) %", f"{NBSP}%", text)
    text = _FORMULA.sub(rf"{NBSP}\1{NBSP}", text)
    # A number and what it counts stay together, in bold or not: a figure, or the slot that chooses the plural form.
    return re.sub(r"((?:\{n\}|(?<![\w{])\d+)\*?) (?=\*?[^\W\d_])", rf"\1{NBSP}", text)


def compile_catalogue(source: Path) -> bytes:
    """The contents of the ``.mo`` file for this ``.po`` file."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    language = source.parent.parent.name
    for message in catalogue:
        if message.id:
            forms = message.string
            message.string = (
                typeset(forms, language)
                if isinstance(forms, str)
                else tuple(typeset(form, language) for form in forms or ())
            )
    # Without fixed dates the same source would give other bytes every minute.
    catalogue.creation_date = catalogue.revision_date = DATE
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def sources(folder: Path = LOCALE) -> list[Path]:
    """All ``.po`` files of a folder of catalogues, in a fixed order."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def main() -> None:
    """Write every ``.mo`` file next to its source; other folders of catalogues may be named."""
    for folder in [Path(each).resolve() for each in sys.argv[1:]] or [LOCALE]:
        for source in sources(folder):
            source.with_suffix(".mo").write_bytes(compile_catalogue(source))
            print(source.relative_to(folder))


if __name__ == "__main__":
    main()
