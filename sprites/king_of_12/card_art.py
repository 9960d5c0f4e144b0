"""Looks of the cards of King of 12 by code: ``cards.json``."""

from __future__ import annotations

import msgspec

from engine.schema import expect
from sprites.base import assets


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round sign of a card: an icon or a short text."""

    icon: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """Check that exactly one is set."""
        expect(bool(self.icon) != bool(self.text), "icon", "an icon or a text")


class CardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Icon and theme of the picture, the seal, and whether a die is drawn next to it."""

    icon: str
    theme: str
    seal: Seal
    die: bool


UNKNOWN = CardLook("help", "stone", Seal(text="?"), die=False)
"""Look of a card without data."""


def card_looks() -> dict[str, CardLook]:
    """Load the looks of all cards, once. Raises AssetError."""
    return assets.data("king_of_12/cards.json", dict[str, CardLook])


def card_look(code: str) -> CardLook:
    """Return the look of a card. Raises AssetError for an unknown code."""
    found = card_looks().get(code)
    if found is None:
        raise assets.AssetError(f"sprites/king_of_12/cards.json has no card {code!r}")
    return found
