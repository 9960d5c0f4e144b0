"""Messages about wrong files of players, in the player's language.

Readers of files report errors in one English grammar: place, what was expected, what was found. The English
catalogue holds its phrases as templates; an error that fits one is shown by the text of the same id in the language
of the screen. Places and values stay as they are in the file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Protocol

SAID = (
    "found", "expected", "missing", "no_field_here", "no_field", "twice", "in_pieces", "no_property", "no_name",
    "no_place", "to_itself", "outside", "packed", "unreadable", "checksum", "cut_off", "deep", "memory", "over",
)  # fmt: skip
"""Whole complaints, ``ui.file.said.NAME``; the first that fits is taken."""
WANTED = (
    "one_of", "object", "steps_most", "steps", "filled", "list_long", "text_long", "text_like", "whole_range",
    "whole_bound", "whole", "number_bound", "number", "text_range", "text", "flag", "nothing", "code", "codes", "ranks",
    "target", "signs", "near", "pieces", "rank", "directions", "marks", "words", "list", "two_ways", "by_rank", "who",
    "also", "along", "letters", "numbers", "hexagonal", "form", "regions", "below", "polyline", "type", "once", "exits",
    "map_fixed", "map_size", "map", "tilesets", "tileset", "layers", "elements", "entities", "tsx", "path", "block",
    "packing", "tiles_of", "tiles", "template", "no_offset", "far", "another", "printable", "joined", "every_region",
    "pairs", "pair", "no_link", "islands", "drawing", "some_of", "line_for", "one_line", "file_name", "slot",
    "map_ending", "ending",
)  # fmt: skip
"""What was expected, ``ui.file.wanted.NAME``."""
_AT_LINE = re.compile(r".*line (?P<line>\d+),? column (?P<column>\d+)(?: \(char \d+\))?")
"""How the readers of JSON and of XML say where they stopped."""


class Catalogues(Protocol):
    """The texts of one language (``scenes.shell.i18n.Texts``)."""

    folder: Path

    def t(self, text_id: str, /, **params: Any) -> str:
        """Return a text."""


class Complaints:
    """The grammar of complaints in two languages: as they are raised, and as they are shown."""

    def __init__(self, texts: Catalogues) -> None:
        self.texts = texts
        english: Catalogues = type(texts)("en", texts.folder)  # type: ignore[call-arg]
        self.said = {name: _pattern(english.t(f"ui.file.said.{name}")) for name in SAID}
        self.wanted = {name: _pattern(english.t(f"ui.file.wanted.{name}")) for name in WANTED}

    def translate(self, reason: str) -> str:
        """A complaint (without the name of the file) for the screen; as it is when it fits nowhere."""
        for name, pattern in self.said.items():
            fits = pattern.fullmatch(reason)
            if fits is None:
                continue
            slots = fits.groupdict()
            if "wanted" in slots:
                slots["wanted"] = self._translate_expectation(slots["wanted"])
            at = _AT_LINE.fullmatch(slots["why"]) if name == "unreadable" else None
            if at is not None:
                return self.texts.t("ui.file.said.not_json", **at.groupdict())
            return self.texts.t(f"ui.file.said.{name}", **slots)
        return reason

    def tell(self, reason: str) -> str:
        """A complaint for a player who has not written the file: what is expected there is left out where it has no
        phrase."""
        fits = self.said["found"].fullmatch(reason) or self.said["expected"].fullmatch(reason)
        if fits is None or self._find_expectation(fits["wanted"]):
            return self.translate(reason)
        slots = fits.groupdict()
        return self.texts.t("ui.file.said.unfit" if "found" in slots else "ui.file.said.unfit_here", **slots)

    def _translate_expectation(self, wanted: str) -> str:
        return self._find_expectation(wanted) or wanted

    def _find_expectation(self, wanted: str) -> str:
        for name, pattern in self.wanted.items():
            fits = pattern.fullmatch(wanted)
            if fits is not None:
                return self.texts.t(f"ui.file.wanted.{name}", **fits.groupdict())
        return ""


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template)), re.DOTALL)
