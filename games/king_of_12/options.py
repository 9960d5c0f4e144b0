"""Options of a game: the card set, the promo card, and the groups of twelve players."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import (
    HANDICAP,
    BadOptions,
    BadState,
    Chance,
    Option,
    check_seats,
    complete,
    handicap_option,
    take_handicap,
)

from .cards import CODES, KNIGHT, PROMO_CARDS, deck

SEAT_COUNTS = tuple(range(2, 17))
MOST_AT_A_TABLE = 4
"""Most players at one table; more play a tournament in groups."""
TWELVES = ("fours", "threes")
"""Groups of twelve players: three of four, or four of three."""
SETS = ("first", "random", "chosen")
PROMOS: dict[str, int | None] = {"none": None, **{CODES[card]: card for card in PROMO_CARDS}}
SMALLEST_BLUE_COUNT = 2
TWISTS = ("dull", "turning", "fresh", "passing")
"""Options that tournaments do not have."""
DULL, TURNING, FRESH, PASSING = (1 << place for place in range(len(TWISTS)))
"""Bits of the twists in ``state.twists``."""


def list_options() -> tuple[Option, ...]:
    """Return the options in the order of the set-up screen."""
    return (
        Option("set", "choice", "first", SETS),
        Option("cards", "cards", list(deck().first_game), deck().free),
        Option("promo", "choice", "none", tuple(PROMOS)),
        Option("twelve", "choice", "fours", TWELVES),
        *(Option(name, "flag", False, twist=True) for name in TWISTS),
        handicap_option(),
    )


def count_free_cards(promo: str) -> int:
    """Number of cards chosen beyond the Knight and the promo for a set of seven."""
    return 6 if promo == "none" else 5


def count_blue_cards(cards: Iterable[int]) -> int:
    """Count the blue cards (ruling K1)."""
    return len(deck().blue.intersection(cards))


def lacks_blue(cards: Iterable[int], promo: str) -> bool:
    """Whether a chosen set has a promo and too few blue cards for it."""
    return promo != "none" and count_blue_cards(cards) < SMALLEST_BLUE_COUNT


def check_options(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Check options and return them complete; raises :class:`BadOptions` naming the option and the expected value.

    Ruling K10: the rulebook advises against both promos in one game, so only one can be chosen.
    """
    check_seats(seats, SEAT_COUNTS)
    full = complete(list_options(), options)
    if seats > MOST_AT_A_TABLE:
        for name in (*TWISTS, HANDICAP):
            full.pop(name, None)
    take_handicap(full, seats)
    if seats != 12:
        full["twelve"] = TWELVES[0]
    if full["set"] == "chosen":
        full["cards"] = _check_cards(full["cards"], full["promo"])
    else:
        full["cards"] = list(deck().first_game)
    return full


def _check_cards(cards: Any, promo: str) -> list[int]:
    """Check the chosen cards of a set."""
    wanted = count_free_cards(promo)
    free = deck().free
    if not isinstance(cards, list | tuple) or not all(type(card) is int and card in free for card in cards):
        raise BadOptions(f"cards: expected card numbers out of {list(free)}, found {cards!r}")
    if len(set(cards)) != wanted or len(cards) != wanted:
        raise BadOptions(f"cards: expected {wanted} different cards, found {sorted(cards)}")
    if lacks_blue(cards, promo):
        raise BadOptions(f"cards: expected at least 2 blue cards beside a promo, found {sorted(cards)}")
    return sorted(cards)


def card_set(options: Mapping[str, Any], chance: Chance) -> tuple[int, ...]:
    """Return the seven cards of a game, ascending: :func:`certain_cards`, and the rest of a random set drawn."""
    drawn = random_cards(count_free_cards(options["promo"]), chance) if options["set"] == "random" else ()
    return tuple(sorted(certain_cards(options) + drawn))


def certain_cards(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the cards known before any draw: the Knight, the promo if chosen, and the other cards unless the set is
    random.

    In the first-game set a promo takes the place of the Golem, so that both blue cards of that set
    stay (ruling K15).
    """
    promo = PROMOS[options["promo"]]
    rest: tuple[int, ...] = ()
    if options["set"] == "chosen":
        rest = tuple(options["cards"])
    elif options["set"] == "first":
        rest = deck().first_game[: count_free_cards(options["promo"])]
    return (KNIGHT, *rest) if promo is None else (KNIGHT, *rest, promo)


def check_set(cards: tuple[int, ...], options: Mapping[str, Any]) -> None:
    """Raise :class:`BadState` unless these options can lead to this set of seven."""
    promo = PROMOS[options["promo"]]
    promos = [card for card in cards if deck().cards[card].promo]
    rest = sorted(card for card in cards if card != KNIGHT and card not in promos)
    fits = promos == ([] if promo is None else [promo])
    if options["set"] == "chosen":
        fits = fits and rest == sorted(options["cards"])
    elif options["set"] == "random":
        fits = fits and count_blue_cards(rest) >= SMALLEST_BLUE_COUNT
    if not fits:
        raise BadState(f"cards: expected a set that the options allow, found {list(cards)}")


def random_cards(wanted: int, chance: Chance) -> tuple[int, ...]:
    """Draw ``wanted`` of the eleven free cards; repeat until at least two are blue (ruling K1).

    Rulebook "Use different sets".
    """
    while True:
        pool = list(deck().free)
        drawn: list[int] = []
        for _ in range(wanted):
            card = chance.draw(pool)
            pool.remove(card)
            drawn.append(card)
        if count_blue_cards(drawn) >= SMALLEST_BLUE_COUNT:
            return tuple(drawn)
