"""Cleans names typed by players or read from files (seats, decks, opponents) for display.

A name is one line of visible characters. Invisible, bidirectional and invalid characters are removed, stacked combining
marks and the length are limited.

This module imports no other module of the project.
"""

from functools import lru_cache

LONGEST = 24
"""Most characters of a name."""
MOST_TYPED = 12
"""Most characters of a player's name that can be typed."""

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories that are removed: controls, format marks, surrogates, private and unassigned characters."""
_GAPS = frozenset({"Zs", "Zl", "Zp"})
_ON_TOP = frozenset({"Mn", "Me", "Mc"})
_PILE = 2
"""Most combining marks on one letter."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are displayed as nothing."""


def clean(text: str, most: int = LONGEST) -> str:
    """Return the displayable characters of a text, at most ``most`` of them; "" if there is none."""
    # Limit the input first: a file may contain a name of any length.
    kept = "".join(map(_normalise, text[: 16 * most + 64]))
    if not kept.isascii():
        import unicodedata  # slow to import on some systems, and not needed for plain names

        kept = unicodedata.normalize("NFC", kept)
    made: list[str] = []
    pile = 0
    bare = True  # no leading space or combining mark
    for char in kept:
        if char == " ":
            if not bare:
                made.append(char)
            bare = True
            continue
        on_top = not char.isascii() and unicodedata.category(char) in _ON_TOP
        pile = pile + 1 if on_top else 0
        if on_top and (bare or pile > _PILE):
            continue
        bare = False
        made.append(char)
    return "".join(made)[:most].strip()


@lru_cache(maxsize=1024)
def fold(name: str) -> str:
    """Return a key that is equal for names which differ only in case, number of spaces or Unicode composition."""
    said = clean(name)
    if not said.isascii():
        import unicodedata

        said = unicodedata.normalize("NFKC", said)
    return said.casefold()


def _normalise(char: str) -> str:
    """Return the character, a plain space for any whitespace, "" for invisible characters."""
    if char.isascii() and char.isprintable():
        return char
    import unicodedata

    kind = unicodedata.category(char)
    if kind in _GAPS or char in "\t\n\r\v\f":
        return " "
    if kind in _DROPPED or char in _BLANK or 0xFE00 <= ord(char) <= 0xFE0F or 0xE0100 <= ord(char) <= 0xE01EF:
        return ""
    return char


def clean_input(text: str, most: int = LONGEST) -> str:
    """Return a text being typed with :func:`clean` applied, except that spaces at the ends stay."""
    front = " " if text[:1].isspace() else ""
    back = " " if len(text) > 1 and text[-1:].isspace() else ""
    return f"{front}{clean(text, most)}{back}"[:most]


def from_file_stem(stem: str) -> str:
    """Return a display name for a file, given its name without the extension; never empty."""
    return clean(stem.replace("_", " ")) or "?"
