"""Custom decks: files in the folder ``decks``, and those chosen for a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from engine.storage import safe_read
from engine.storage.safe_read import Unreadable, describe_error, one_line, text_after_name
from games.tash_kalar.cards import BUILT_IN, MOST_OWN, BadCards, list_decks, parse_deck
from games.tash_kalar.options import DECK_NAMES, OWN

Deck = dict[str, Any]
MOST_BYTES = 256 << 10
"""Largest deck file; eighteen cards with long texts take a tenth of it."""


def load_folder(folder: Path) -> tuple[dict[str, Deck], list[tuple[str, str]]]:
    """Load the valid decks by code, and file name and fault of the others."""
    taken = {*BUILT_IN, *(one.code for one in list_decks())}
    good: dict[str, Deck] = {}
    bad: list[tuple[str, str]] = []
    paths, others = safe_read.list_files(folder, ".json", safe_read.NOT_JSON)
    bad += [(one_line(path.name, 80), "name of the file: expected the ending .json") for path in others]
    for path in paths:
        try:
            deck = safe_read.read(path, partial(parse_deck, place=str(path)), MOST_BYTES)
        except Unreadable as error:
            said = str(error.cause) if isinstance(error.cause, BadCards) else describe_error(error.cause)
            bad.append((one_line(path.name, 80), text_after_name(said, path)))
            continue
        if deck["code"] in good or deck["code"] in taken:
            bad.append((path.name, f"code: {deck['code']!r} appears twice"))
            continue
        good[deck["code"]] = deck
    return good, bad


def list_chosen_decks(options: dict[str, Any]) -> list[Deck]:
    """Return the custom decks of the game's options, in order."""
    found = options.get(OWN)
    return found if isinstance(found, list) else []


def renew(options: dict[str, Any], found: dict[str, Deck]) -> None:
    """Replace decks remembered from the last game by the files of the same code."""
    options[OWN] = [found.get(deck["code"], deck) for deck in list_chosen_decks(options)]


def tick(options: dict[str, Any], deck: Deck, on: bool) -> bool:
    """Add a deck to the game or remove it; seats keep their chosen decks. False when there is no room."""
    decks = [each for each in list_chosen_decks(options) if each["code"] != deck["code"]]
    if on:
        if len(decks) >= MOST_OWN:
            return False
        decks = [each for each in list_chosen_decks(options) if each["code"] != deck["code"]] + [deck]
    before = [each["code"] for each in list_chosen_decks(options)]
    after = [each["code"] for each in decks]
    for name in DECK_NAMES:
        wish = str(options.get(name, "random"))
        if wish.startswith("own_"):
            number = int(wish[4:]) - 1
            code = before[number] if number < len(before) else ""
            options[name] = f"own_{after.index(code) + 1}" if code in after else "random"
    options[OWN] = decks
    return True
