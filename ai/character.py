"""Characters: named opponents with a level and one to three leanings, defined as data.

Built-in ones are in ``characters`` next to this module, the player's own in the characters folder
(``docs/write_a_character.md``). A seat's level names one as ``who:mia``. A character is the same in all games; each
game defines what its leanings mean there (``ai.leanings``).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ai.leanings import LEAST, MOST, TERMS, Term
from ai.levels import LevelName
from engine import names, schema
from engine.schema import expect
from engine.seats import WHO
from engine.storage import folders, safe_read
from engine.storage.safe_read import Unreadable

OURS = Path(__file__).with_name("characters")
MOST_BYTES = 1 << 16
MOST_FILES = 64
"""Most files of the player's folder that are read, in order of their names."""
MOST_LEANINGS = 3
LONGEST_WORDS = 80
"""Most letters of a motto or of a line spoken at the table."""

Multiplier = Annotated[float, msgspec.Meta(ge=LEAST, le=MOST)]
Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]
Icon = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]


class BadCharacter(schema.Misfit):
    """A file does not define a character; the text names file, place and what was expected."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One character.

    ``leanings``: multipliers by term. ``face``: a built-in icon; ``enamel``: light, middle and dark colour of its
    background, divided as ``field`` says. ``name``, ``title``, ``motto`` and ``lines`` (by term, spoken when that
    leaning acted) are for the player's characters; the texts of built-in ones are in the catalogues.
    ``temperament``: how it speaks at the peaks of a game, "" not at all.
    """

    level: LevelName
    leanings: dict[Term, Multiplier]
    face: Icon = "person"
    enamel: tuple[Colour, Colour, Colour] = ("#c9b79a", "#84694a", "#3f2c18")
    field: Literal["pale", "fess", "bend", "sinister", "chevron", "quarter", "bars", "cross", "rays"] = "pale"
    name: str = ""
    title: str = ""
    motto: str = ""
    lines: dict[Term, str] = {}
    temperament: Literal["", "warm", "bold", "sly", "calm"] = ""
    order: int = 0

    def __post_init__(self) -> None:
        """Check the leanings, that lines belong to leanings, and that texts can be displayed."""
        number = len(self.leanings)
        expect(1 <= number <= MOST_LEANINGS, "leanings", f"one to {MOST_LEANINGS} of {', '.join(TERMS)}", number)
        for term in self.lines:
            expect(term in self.leanings, f"lines.{term}", "a line for one of the leanings", term)
        for field, words, most in self._words():
            fits = len(words) <= most and words == names.clean(words, most)
            expect(fits, field, f"one line of at most {most} characters", words)

    def _words(self) -> list[tuple[str, str, int]]:
        lines = [(f"lines.{term}", words, LONGEST_WORDS) for term, words in self.lines.items()]
        return [
            ("name", self.name, names.LONGEST),
            ("title", self.title, LONGEST_WORDS // 2),
            ("motto", self.motto, LONGEST_WORDS),
            *lines,
        ]


@lru_cache(maxsize=1)
def ours() -> dict[str, Character]:
    """Return the built-in characters by id, weakest first; raises :class:`BadCharacter` if a file is damaged."""
    found = {path.stem: schema.read(path, Character, BadCharacter) for path in OURS.glob("*.json")}
    return dict(sorted(found.items(), key=lambda pair: pair[1].order))


def load_all() -> tuple[dict[str, Character], dict[str, str]]:
    """Return all characters by id, built-in ones first, and by file name why a file of the player cannot be used."""
    known, bad = dict(ours()), dict[str, str]()
    paths, others = safe_read.list_files(folders.characters(), ".json", safe_read.NOT_JSON)
    for path in others[:MOST_FILES]:
        bad[safe_read.one_line(path.name, 80)] = "name of the file: expected the ending .json"
    for path in paths[:MOST_FILES]:
        try:
            if path.suffix != ".json":  # a seat finds its file again by the name alone
                raise BadCharacter(f"{path}: name of the file: expected the ending .json")
            if path.stem in known:
                raise BadCharacter(f"{path}: name of the file: expected something other than {', '.join(ours())}")
            if not is_character(path.stem):
                raise BadCharacter(f"{path}: name of the file: expected lower-case letters, digits, _ and -")
            known[path.stem] = _read(path)
        except BadCharacter as error:
            bad[safe_read.one_line(path.name, 80)] = safe_read.text_after_name(str(error), path)
    return known, bad


def is_character(stem: str) -> bool:
    """Whether a file with this stem can be given a seat."""
    return 0 < len(stem) <= 40 and all(letter in "abcdefghijklmnopqrstuvwxyz0123456789_-" for letter in stem)


def find(level: str) -> Character:
    """Return the character named by a level (``who:mia``); raises :class:`BadCharacter`."""
    stem = level.removeprefix(WHO)
    if stem in ours():
        return ours()[stem]
    if not is_character(stem):
        raise BadCharacter(f"{level}: there is no such character")
    path = folders.characters() / f"{stem}.json"
    try:
        about = path.stat()
    except OSError as error:
        raise BadCharacter(f"{path}: there is no such file") from error
    return _read_once(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=MOST_FILES)
def _read_once(path: Path, changed: int, size: int) -> Character:
    """Read a file, cached by its time and size, because table drawing asks every frame."""
    return _read(path)


def _read(path: Path) -> Character:
    def decode(data: bytes) -> Character:
        made = schema.fit(json.loads(data), Character, f"{path}:", BadCharacter)
        if not made.name:
            raise BadCharacter(f"{path}: name: expected a text of 1 to {names.LONGEST} characters")
        return made

    try:
        return safe_read.read(path, decode, MOST_BYTES, within=path.parent)
    except Unreadable as error:
        own = isinstance(error.cause, BadCharacter)
        said = str(error.cause) if own else f"{path}: cannot be read: {safe_read.describe_error(error.cause)}"
        raise BadCharacter(said) from error
