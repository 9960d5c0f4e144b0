"""The texts of all catalogues, as the tests of drawing need them."""

import gettext
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """Every text of a catalogue by its id; plural forms have their number after the id."""
    path = ROOT / "locale" / language / "LC_MESSAGES" / f"{domain}.mo"
    with path.open("rb") as file:
        found: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    texts = {}
    for key, text in found.items():
        name = "/".join(map(str, key)) if isinstance(key, tuple) else str(key)
        if name:
            texts[name] = text
    return texts


def domains(language: str) -> list[str]:
    """The catalogues of a language."""
    return sorted(p.stem for p in (ROOT / "locale" / language / "LC_MESSAGES").glob("*.mo"))
