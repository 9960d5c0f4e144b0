"""What is said of a card to children, and of which cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

OPEN = 3
"""Cards whose help is open."""


class CardNote(NamedTuple):
    """What is said of a card: its target on the table, its name, what it does."""

    target: str
    name: str
    words: str


def choose_notes(notes: Sequence[CardNote], hot: Sequence[str | None]) -> list[CardNote]:
    """Return the notes that are open: of the cards under pointer and focus, then of the first ones."""
    first = [note for name in hot for note in notes if note.target == name]
    wanted = list(dict.fromkeys([*first, *notes]))[:OPEN]
    return [note for note in notes if note in wanted]
