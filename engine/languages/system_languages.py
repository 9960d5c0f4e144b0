"""The languages that the systems of players tell, and which of those that are there comes first."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence

from engine.languages.languages import FALLBACK, list_codes

SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl"}
"""Codes of systems and the usual ones of the same languages."""
HAS_VARIABLES = sys.platform not in ("win32", "darwin")
"""Whether the system tells its languages by variables."""


def list_wanted_languages(told: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Names of the languages that the player's system prefers, the most wanted first.

    ``told``: what the window library was told by Windows (languages of the user interface) or macOS. Elsewhere it reads
    ``LANG`` before ``LANGUAGE`` and never ``LC_ALL`` and ``LC_MESSAGES``; GNU gettext reads the last two before
    ``LANG``, and ``LANGUAGE``, a list, first of all where the locale is not "C". So do we.
    """
    if not HAS_VARIABLES:
        return list(told)
    locale = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))), "")
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return []
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), locale]


def match_system(preferred: Sequence[str]) -> str:
    """Return the most preferred language that is installed, English if none is.

    ``preferred``: names as systems write them: "de_AT.UTF-8", "de-AT", "ca_ES@valencia", "zh-Hans-CN".
    """
    codes = {code.lower(): code for code in list_codes()}
    for locale in preferred:
        for name in _shorten(re.split("[.@]", locale)[0].replace("-", "_").lower()):
            if name in codes:
                return codes[name]
    return FALLBACK


def _shorten(locale: str) -> Iterator[str]:
    """A name of a locale with all its parts, with fewer and fewer of them, and the usual code of its language."""
    parts = locale.split("_")
    for count in range(len(parts), 0, -1):
        yield "_".join(parts[:count])
    yield SAME.get(parts[0], parts[0])
