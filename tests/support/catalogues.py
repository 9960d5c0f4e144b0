"""Catalogues of texts, message by message."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]


LOCALE = ROOT / "locale"


LANGUAGES = ("en", "cs", "sk", "ru")


DOMAINS = sorted({path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.po")})


PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")


COMPILER = runpy.run_path(str(ROOT / "build" / "bake" / "catalogues.py"))


LONE_LETTER = re.compile(r"(?<![\w{'’])[aikosuvzAIKOSUVZавикосуяАВИКОСУЯ] (?=\S)")


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
            found[key] = tuple(COMPILER["typeset"](form, language) for form in forms)
    return found
