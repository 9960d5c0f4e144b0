"""Catalogues of texts, message by message."""

import re
import runpy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.languages.languages import get_conventions, list_languages, typeset

ROOT = Path(__file__).resolve().parents[2]


LOCALE = ROOT / "locale"


LANGUAGES = tuple(each.code for each in list_languages() if not each.is_players)
"""The languages of the program, English first."""

OTHERS = LANGUAGES[1:]
LONGEST = max(OTHERS, key=lambda code: len((LOCALE / code / "LC_MESSAGES" / "ui.po").read_text("utf-8")))
"""The language that needs the most room."""


DOMAINS = sorted({path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.po")})


PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")


COMPILER = runpy.run_path(str(ROOT / "build" / "bake" / "catalogues.py"))


def catalogue(language: str, domain: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=language)


def texts(language: str, domain: str) -> dict[str, tuple[str, ...]]:
    """All texts as they are shown."""
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue(language, domain):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            found[key] = tuple(typeset(form, get_conventions(language)) for form in forms)
    return found
