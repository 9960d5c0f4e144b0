"""Looks of terrains, citizens and dice of King of the Dice: ``look.json``."""

from typing import Literal

import msgspec

from sprites.base import assets
from sprites.base.theme import Written


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look of a terrain: colours from low to high ground, icon, ink, size of the grain in units, furrows (if any)."""

    low: Written
    high: Written
    icon: str
    ink: Written
    big: bool
    grain: tuple[int, int]
    rows: int


class Citizen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Theme and icon of the picture, two colours of the frame."""

    theme: str
    icon: str
    frame: tuple[Written, Written]


class DieLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of a symbol of the dice, and the shape behind it."""

    base: Written
    high: Written
    low: Written
    shape: Literal["diamond", "circle", "square"]


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file: look of each card by code."""

    terrains: dict[str, Terrain]
    citizens: dict[str, Citizen]
    dice: dict[str, DieLook]


def looks() -> Looks:
    """Load the looks, once. Raises AssetError."""
    return assets.data("king_of_the_dice/look.json", Looks)
