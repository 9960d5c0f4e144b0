"""Seats of a game: person or computer, with name, colour and emblem."""

from typing import Annotated, ClassVar, Literal

import msgspec

from engine import names

MOST_SEATS = 16
COLOURS = 4
"""Number of colours; higher indices start again."""
EMBLEMS = (
    "", "wolf", "eagle", "bear", "fox", "horse", "owl", "unicorn", "lily", "raven", "dolphin", "boar", "oak-leaf",
    "wyvern", "rooster", "trophy", "crown",
)  # fmt: skip
"""Emblems to choose from; "" means the default of the colour."""

Level = Annotated[
    str, msgspec.Meta(pattern=r"^([a-z_]{0,30}|at:[0-9]{1,4}|who:[a-z0-9_-]{1,40}|file:[^/\x00]{1,255})\Z")
]
"""A strength level, a rating, a character, or an opponent file by its bare name."""
AT_RATING = "at:"
"""Prefix of levels that play at a rating (``at:1130``)."""
EVEN = "even"
"""Level of a computer that is to match the only person, until the game begins and it gets a real level."""
WHO = "who:"
"""Prefix of levels that name a character."""
FOREIGN = "file:"
"""Prefix of levels that name an opponent file."""


class Portrait(msgspec.Struct, frozen=True):
    """Portrait of a person, free of a seat's colour and emblem: ``emblem``, ``colour`` of the enamel, ``division``."""

    EMBLEMS: ClassVar[tuple[str, ...]] = (
        "lion", "wolf", "eagle", "unicorn", "bear", "griffin-symbol", "owl", "stag-head", "raven", "horse", "dolphin",
        "lily", "oak-leaf", "sun",
    )  # fmt: skip
    COLOURS: ClassVar[int] = 8
    DIVISIONS: ClassVar[tuple[str, ...]] = ("pale", "fess", "bend", "chevron", "quarter", "rays")

    emblem: str = EMBLEMS[0]
    colour: Annotated[int, msgspec.Meta(ge=0, lt=64)] = 0
    division: str = DIVISIONS[0]

    def __post_init__(self) -> None:
        """Replace unknown emblems and divisions by the first of their kind; colours repeat after ``COLOURS``."""
        if self.emblem not in self.EMBLEMS:
            msgspec.structs.force_setattr(self, "emblem", self.EMBLEMS[0])
        if self.division not in self.DIVISIONS:
            msgspec.structs.force_setattr(self, "division", self.DIVISIONS[0])
        msgspec.structs.force_setattr(self, "colour", self.colour % self.COLOURS)


class Seat(msgspec.Struct, frozen=True):
    """One seat of a game.

    ``kind``: "person" or "computer". ``level``: strength, character or third-party opponent of a computer, "" for
    persons. ``colour``: 0 … 3. ``emblem``: one of EMBLEMS, "" for the default of the colour. The name is cleaned for
    display (:mod:`engine.names`) whatever its origin. ``portrait``: only for people of the household. ``child``:
    whether the person is a child.
    """

    kind: Literal["person", "computer"]
    level: Level = ""
    name: str = ""
    colour: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)] = 0
    emblem: str = ""
    portrait: Portrait | msgspec.UnsetType = msgspec.UNSET
    child: bool | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        """Clean the name; replace an unknown emblem by the default."""
        shown = names.clean(self.name)
        if shown != self.name:
            msgspec.structs.force_setattr(self, "name", shown)
        if self.emblem not in EMBLEMS:
            msgspec.structs.force_setattr(self, "emblem", "")

    @property
    def is_person(self) -> bool:
        """Whether a person decides for this seat."""
        return self.kind == "person"

    @property
    def is_child(self) -> bool:
        """Whether a child decides for this seat."""
        return self.is_person and self.child is True

    @property
    def is_foreign(self) -> bool:
        """Whether an opponent file decides for this seat."""
        return self.kind == "computer" and self.level.startswith(FOREIGN)
