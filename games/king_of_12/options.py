"""What can be set before a game: the card set, the promo card, and how twelve are divided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import BadOptions, BadState, Chance, Option, check_seats, complete

from .cards import COLLECTOR, FAUN, KNIGHT, deck

SEAT_COUNTS = tuple(range(2, 17))
MOST_AT_A_TABLE = 4
"""More players than this play a tournament in groups."""
TWELVES = ("fours", "threes")
"""How twelve players are divided: three groups of four, or four of three."""
SETS = ("first", "random", "chosen")
PROMOS: dict[str, int | None] = {"none": None, "collector": COLLECTOR, "faun": FAUN}
SMALLEST_BLUE_COUNT = 2
TWISTS = ("dull", "turning", "fresh", "passing")
"""What a tournament is never played with."""
DULL, TURNING, FRESH, PASSING = (1 << place for place in range(len(TWISTS)))
"""Bits of the twists in ``state.twists``."""


def offered() -> tuple[Option, ...]:
    """The options in the order of the set-up screen."""
    return (
        Option("set", "choice", "first", SETS),
        Option("cards", "cards", list(deck().first_game), deck().free),
        Option("promo", "choice", "none", tuple(PROMOS)),
        Option("twelve", "choice", "fours", TWELVES),
        *(Option(name, "flag", False, twist=True) for name in TWISTS),
    )


def wanted_cards(promo: str) -> int:
    """How many cards join the Knight (and the promo) in a set of seven."""
    return 6 if promo == "none" else 5


def blue_among(cards: Iterable[int]) -> int:
    """How many of these cards are blue (ruling K1)."""
    return len(deck().blue.intersection(cards))


def lacks_blue(cards: Iterable[int], promo: str) -> bool:
    """Whether a set that the players agreed on has too few blue cards for the promo."""
    return promo != "none" and blue_among(cards) < SMALLEST_BLUE_COUNT


def checked(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Complete options; raises :class:`BadOptions` naming the option and what was expected.

    Ruling K10: the rulebook only advises against both promos at once; one is offered here.
    """
    check_seats(seats, SEAT_COUNTS)
    full = complete(offered(), options)
    if seats > MOST_AT_A_TABLE:
        for name in TWISTS:
            full.pop(name, None)
    if seats != 12:
        full["twelve"] = TWELVES[0]
    if full["set"] == "chosen":
        full["cards"] = _chosen(full["cards"], full["promo"])
    else:
        full["cards"] = list(deck().first_game)
    return full


def _chosen(cards: Any, promo: str) -> list[int]:
    """Check the cards the players agreed on."""
    wanted = wanted_cards(promo)
    free = deck().free
    if not isinstance(cards, list | tuple) or not all(type(card) is int and card in free for card in cards):
        raise BadOptions(f"cards: expected card numbers out of {list(free)}, found {cards!r}")
    if len(set(cards)) != wanted or len(cards) != wanted:
        raise BadOptions(f"cards: expected {wanted} different cards, found {sorted(cards)}")
    if lacks_blue(cards, promo):
        raise BadOptions(f"cards: expected at least 2 blue cards beside a promo, found {sorted(cards)}")
    return sorted(cards)


def card_set(options: Mapping[str, Any], chance: Chance) -> tuple[int, ...]:
    """The seven cards of a game, ascending: those that are certain, and the ones drawn for a random set."""
    drawn = random_cards(wanted_cards(options["promo"]), chance) if options["set"] == "random" else ()
    return tuple(sorted(certain_cards(options) + drawn))


def certain_cards(options: Mapping[str, Any]) -> tuple[int, ...]:
    """The cards of a game that no chance decides on: the Knight, a promo if wished, the rest of a set that is known.

    In the first-game set a promo takes the place of the Golem, so that both blue cards of that set
    stay (ruling K15).
    """
    promo = PROMOS[options["promo"]]
    rest: tuple[int, ...] = ()
    if options["set"] == "chosen":
        rest = tuple(options["cards"])
    elif options["set"] == "first":
        rest = deck().first_game[: wanted_cards(options["promo"])]
    return (KNIGHT, *rest) if promo is None else (KNIGHT, *rest, promo)


def check_set(cards: tuple[int, ...], options: Mapping[str, Any]) -> None:
    """Raises :class:`BadState` when complete options cannot have led to this set of seven."""
    promo = PROMOS[options["promo"]]
    promos = [card for card in cards if deck().cards[card].promo]
    rest = sorted(card for card in cards if card != KNIGHT and card not in promos)
    fits = promos == ([] if promo is None else [promo])
    if options["set"] == "chosen":
        fits = fits and rest == sorted(options["cards"])
    elif options["set"] == "random":
        fits = fits and blue_among(rest) >= SMALLEST_BLUE_COUNT
    if not fits:
        raise BadState(f"cards: expected a set that the options allow, found {list(cards)}")


def random_cards(wanted: int, chance: Chance) -> tuple[int, ...]:
    """Draw so many of the eleven free cards, again until two of them are blue (ruling K1 says which are).

    Rulebook "Use different sets".
    """
    while True:
        pool = list(deck().free)
        drawn: list[int] = []
        for _ in range(wanted):
            card = chance.draw(pool)
            pool.remove(card)
            drawn.append(card)
        if blue_among(drawn) >= SMALLEST_BLUE_COUNT:
            return tuple(drawn)
