"""Who sits where: a person or a computer, with a name, a colour and an emblem."""

from __future__ import annotations

import msgspec

from engine import names


class Seat(msgspec.Struct, frozen=True):
    """One seat of a game.

    ``kind`` is "person" or "computer"; ``level`` names the strength or the third-party opponent
    of a computer and is "" for persons; ``colour`` is 0 … 3; ``emblem`` the name of an icon,
    "" for the colour's own. Wherever a seat comes from (typed, a save, the settings), its name is made
    fit to be shown, see :mod:`engine.names`.
    """

    kind: str
    level: str = ""
    name: str = ""
    colour: int = 0
    emblem: str = ""

    def __post_init__(self) -> None:
        """Keep of the name what can be shown."""
        shown = names.clean(self.name)
        if shown != self.name:
            msgspec.structs.force_setattr(self, "name", shown)

    @property
    def is_person(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person"
