"""Who sits where: a person or a computer, with a name, a colour and an emblem."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine import names

MOST_SEATS = 16
COLOURS = 4
"""So many colours there are; a higher number starts again."""
EMBLEMS = (
    "", "wolf", "eagle", "bear", "fox", "horse", "owl", "unicorn", "lily", "raven", "dolphin", "boar", "oak-leaf",
    "wyvern", "rooster", "trophy", "crown",
)  # fmt: skip
"""Emblems to choose from; the first means the colour's own."""

Level = Annotated[str, msgspec.Meta(pattern=r"^([a-z_]{0,30}|who:[a-z0-9_-]{1,40}|file:[^/\x00]{1,255})\Z")]
"""A level of strength, a character, or a file of the opponents folder by its bare name."""
WHO = "who:"
"""What the level of a named character begins with."""
FOREIGN = "file:"
"""What the level of an opponent from a file of the player's begins with."""


class Seat(msgspec.Struct, frozen=True):
    """One seat of a game.

    ``kind`` is "person" or "computer"; ``level`` names the strength, the character or the third-party opponent
    of a computer and is "" for persons; ``colour`` is 0 … 3; ``emblem`` one of EMBLEMS,
    "" for the colour's own. Wherever a seat comes from (typed, a save, the settings), its name is made
    fit to be shown, see :mod:`engine.names`.
    """

    kind: Literal["person", "computer"]
    level: Level = ""
    name: str = ""
    colour: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)] = 0
    emblem: str = ""

    def __post_init__(self) -> None:
        """Keep of the name what can be shown; an emblem that is not offered gives way to the colour's own."""
        shown = names.clean(self.name)
        if shown != self.name:
            msgspec.structs.force_setattr(self, "name", shown)
        if self.emblem not in EMBLEMS:
            msgspec.structs.force_setattr(self, "emblem", "")

    @property
    def is_person(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person"

    @property
    def is_foreign(self) -> bool:
        """Whether an opponent from a file of the player's decides here."""
        return self.kind == "computer" and self.level.startswith(FOREIGN)
