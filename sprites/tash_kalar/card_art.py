"""Looks of beings, tasks and decks of Tash-Kalar: ``cards.json``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from sprites.base import assets
from sprites.base.theme import Written

T = TypeVar("T")
HERE = Path(__file__).parent
OF_BOX = ("cards.json", "palette.json")
OWN = "own"


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
    decks: dict[str, DeckLook]
    tasks: dict[str, TaskLook] = {}


@lru_cache(maxsize=1)
def looks() -> Looks:
    """Load the looks of the box and of the expansions, once. Raises AssetError for those of the box."""
    found = assets.data("tash_kalar/cards.json", Looks)
    for path in sorted(HERE.glob("*.json")):
        if path.name not in OF_BOX:
            try:
                more = assets.data(f"tash_kalar/{path.name}", Looks)
            except assets.AssetError as error:
                assets.miss(error)
                continue
            found.pictures.update(more.pictures)
            found.decks.update(more.decks)
    return found


def find_deck_look(deck: str) -> DeckLook:
    """Return the look of a deck; that of players' own decks for one without a look."""
    decks = looks().decks
    return decks.get(deck) or find_look(decks, OWN)


def find_look(group: Mapping[str, T], code: str) -> T:
    """Return an entry of a group. Raises AssetError for an unknown code."""
    found = group.get(code)
    if found is None:
        raise assets.AssetError(f"sprites/tash_kalar/cards.json has no {code!r}")
    return found
