"""What cards of King of 12 look like, by code: ``cards.json``."""

from __future__ import annotations

import msgspec

from engine.schema import expect
from sprites.base import assets


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round sign of a card: an icon or a short text."""

    icon: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """One of them."""
        expect(bool(self.icon) != bool(self.text), "icon", "an icon or a text")


class CardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Icon and theme of the picture, the seal, and whether a die is drawn beside it."""

    icon: str
    theme: str
    seal: Seal
    die: bool


UNKNOWN = CardLook("help", "stone", Seal(text="?"), die=False)
"""What a card looks like whose data are missing."""


def card_looks() -> dict[str, CardLook]:
    """The looks of all cards, read once. Raises AssetError."""
    return assets.data("king_of_12/cards.json", dict[str, CardLook])


def card_look(code: str) -> CardLook:
    """The look of a card. Raises AssetError for a code that the data do not have."""
    found = card_looks().get(code)
    if found is None:
        raise assets.AssetError(f"sprites/king_of_12/cards.json has no card {code!r}")
    return found
