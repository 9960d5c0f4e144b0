"""Boxes of decks as a set-up shows them, and the character of a deck, counted from its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec

from engine import schema

from .cards import DOMAIN, IN_DECK, Book, Card, list_decks
from .effect_compiler import CONVERT, DESTROY, LEAP, MOVE, PLACE, SHOOT, TEND, UPGRADE, Step
from .expansions import ATTACK, FOLDER, GROWTH, MOVEMENT, TRAITS, BadExpansion, Fault, list_faults, report
from .options import BASE_DECKS
from .state import DECK_OF, DECKS

Name = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,24}$")]
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
    """Share of games that a deck has won against all others, by computers of one level in one form: estimate and 95 %
    interval, as in ``measurements/deck_balance.jsonl``."""

    won: Share
    low: Share
    high: Share
    games: Annotated[int, msgspec.Meta(ge=1)]
    level: Name
    form: Name


def find_balance(domain: str, form: str) -> Balance | None:
    """Return how the deck of an expansion has fared in a form, None where that was not measured."""
    found = read_balance(domain)
    return found if found is not None and found.form == form else None


@lru_cache(maxsize=8)
def read_balance(domain: str) -> Balance | None:
    """Return how the deck of an expansion has fared in the form that was measured, None for one that never was."""
    path = FOLDER / domain / "balance.json"
    try:
        return schema.read(path, Balance, BadExpansion) if path.exists() else None
    except BadExpansion as error:
        report(domain, path.name, error)
        return None


def find_faults() -> list[Fault]:
    """Return what is wrong with installed expansions and with what a set-up tells of them."""
    for one in list_decks():
        read_balance(one.code)
    return list_faults()


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
