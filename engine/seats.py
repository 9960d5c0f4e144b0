"""Who sits where: a person or a computer, with a name, a colour and an emblem."""

from __future__ import annotations

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """One seat of a game.

    ``kind`` is "person" or "computer"; ``level`` names the strength or the third-party opponent
    of a computer and is "" for persons; ``colour`` is 0 … 3; ``emblem`` the name of an icon,
    "" for the colour's own.
    """

    kind: str
    level: str = ""
    name: str = ""
    colour: int = 0
    emblem: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person"
