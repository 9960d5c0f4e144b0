"""Boxes of decks as a set-up shows them, and the character of a deck, counted from its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec

from engine import schema

from .cards import DOMAIN, IN_DECK, Book, Card
from .effect_compiler import CONVERT, DESTROY, LEAP, MOVE, PLACE, SHOOT, TEND, UPGRADE, Step
from .expansions import ATTACK, FOLDER, GROWTH, MOVEMENT, TRAITS, BadExpansion, list_decks
from .options import BASE_DECKS
from .state import DECK_OF, DECKS

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_TRAIT_OF_OP = {
    DESTROY: ATTACK, SHOOT: ATTACK, CONVERT: ATTACK, TEND: GROWTH, PLACE: GROWTH, UPGRADE: GROWTH, MOVE: MOVEMENT,
    LEAP: MOVEMENT,
}  # fmt: skip


class DeckBox(NamedTuple):
    """A box: ``domain`` of its texts in the catalogues, and its decks as choices of a seat."""

    domain: str
    decks: tuple[str, ...]


class Character(NamedTuple):
    """How many of the cards of a deck serve each trait, and how many pieces its patterns have on average."""

    attack: int
    growth: int
    movement: int
    pieces: float


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Share of games that a deck has won against all others, by equal computers: estimate and 95 % interval, as in
    ``measurements/deck_balance.jsonl``."""

    won: Share
    low: Share
    high: Share
    games: Annotated[int, msgspec.Meta(ge=1)]


@lru_cache(maxsize=8)
def read_balance(domain: str) -> Balance | None:
    """Return how the deck of an expansion has fared, None where that was not measured; raises ``BadExpansion``."""
    path = FOLDER / domain / "balance.json"
    return schema.read(path, Balance, BadExpansion) if path.exists() else None


def list_boxes() -> tuple[DeckBox, ...]:
    """Return the box of the base and those of the installed expansions, by deck number."""
    return (DeckBox(DOMAIN, BASE_DECKS), *(DeckBox(one.code, (one.code,)) for one in list_decks()))


def measure_deck(book: Book, deck: str) -> Character:
    """Return the character of a deck, a choice of a seat that stands for cards in this book."""
    first = book.first(DECK_OF[DECKS.index(deck)])
    return measure_cards([book.card(number) for number in range(first, first + IN_DECK)])


def measure_cards(cards: Sequence[Card]) -> Character:
    """Return the character of some cards."""
    traits = [{_find_trait(step) for step in (*card.program, *card.line)} for card in cards]
    counts = [sum(trait in found for found in traits) for trait in TRAITS]
    return Character(counts[0], counts[1], counts[2], sum(len(card.pieces) for card in cards) / len(cards))


def _find_trait(step: Step) -> str:
    return step.word.trait if step.word is not None else _TRAIT_OF_OP.get(step.op, "")
