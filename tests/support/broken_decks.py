"""Custom decks with one mistake each."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.tash_kalar.cards import parse_deck

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example_deck.json"


JUNK: list[Any] = [
    None, True, 0, -1, 3.5, 1e99, "", "x", "C", [], {}, [[]], [None], {"do": "move"}, [{"do": []}], {"C": 1}, ["*"],
    "\0", "\ud800", ["c*"] * 3, [[1]], {"a": {}},
]  # fmt: skip


def example() -> dict[str, Any]:
    """The deck that the guide tells to begin with."""
    return parse_deck(EXAMPLE.read_bytes(), str(EXAMPLE))


def places(data: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a deck's data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place, *(each for name, part in inside for each in places(part, (*place, name)))]


def broken_decks(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """The example, each time with something else in one of its places."""
    deck = example()
    known = places(deck)[1:]
    dice = random.Random(seed)
    for _ in range(count):
        broken = copy.deepcopy(deck)
        *way, last = dice.choice(known)
        part: Any = broken
        for name in way:
            part = part[name]
        if isinstance(part, dict) and dice.random() < 0.3:
            last = dice.choice(["do", "rank", "who", "times", "then", "none", "if", "choose", "by_rank", "also", "zz"])
        part[last] = copy.deepcopy(dice.choice(JUNK))
        yield broken
