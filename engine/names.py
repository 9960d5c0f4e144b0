"""Names that people type or files bring along, made fit to be shown: the one truth for seats, decks and opponents.

A name is one line of things that can be seen. What has no width, turns the direction of writing or belongs to
no text at all is dropped; signs that are piled up on one letter are cut down; the length is bounded.

This module imports nothing of ours.
"""

from __future__ import annotations

LONGEST = 24
"""Characters in a name of a person, a deck or an opponent."""

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Controls, marks of format and direction, halves of characters, private and unassigned places."""
_GAPS = frozenset({"Zs", "Zl", "Zp"})
_ON_TOP = frozenset({"Mn", "Me", "Mc"})
_PILE = 2
"""So many signs may stand on one letter; writings that are spelt with more of them are rare in names."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""What counts as a letter or sign but shows nothing."""


def clean(text: str, most: int = LONGEST) -> str:
    """The part of a text that can be shown as a name, in at most ``most`` characters; "" when there is none."""
    # Far more than can be needed is not even looked at: a file may bring a name of any length.
    kept = "".join(map(_normalise, text[: 16 * most + 64]))
    if not kept.isascii():
        import unicodedata  # a large library on some systems, and plain names need nothing of it

        kept = unicodedata.normalize("NFC", kept)
    made: list[str] = []
    pile = 0
    bare = True  # nothing stands here yet that a gap could follow or a sign could be put on
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


def _normalise(char: str) -> str:
    """The character, a plain space for any gap, nothing for what shows nothing."""
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
    """What of a text may be typed into a line: like :func:`clean`, but a gap at either end stays."""
    front = " " if text[:1].isspace() else ""
    back = " " if len(text) > 1 and text[-1:].isspace() else ""
    return f"{front}{clean(text, most)}{back}"[:most]


def from_file_stem(stem: str) -> str:
    """The name of a file without its ending, as it can be shown; never empty."""
    return clean(stem.replace("_", " ")) or "?"
