"""Looks of beings, tasks and decks of Tash-Kalar: ``cards.json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec

from sprites.base import assets
from sprites.base.theme import Written

T = TypeVar("T")


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Icon and theme of a being's picture."""

    icon: str
    theme: str


class TaskLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of a task, and the coloured squares it is about."""

    icon: str
    ground: Literal["", "red", "green", "both"]


class DeckLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two colours and the sign of a deck."""

    high: Written
    low: Written
    icon: str


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file: look of each card by code."""

    pictures: dict[str, Picture]
    tasks: dict[str, TaskLook]
    decks: dict[str, DeckLook]


def looks() -> Looks:
    """Load the looks, once. Raises AssetError."""
    return assets.data("tash_kalar/cards.json", Looks)


def find_look(group: Mapping[str, T], code: str) -> T:
    """Return an entry of a group. Raises AssetError for an unknown code."""
    found = group.get(code)
    if found is None:
        raise assets.AssetError(f"sprites/tash_kalar/cards.json has no {code!r}")
    return found
