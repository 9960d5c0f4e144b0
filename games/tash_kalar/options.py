"""Options of a game.

``form``: the usual one of a number of seats stands for one that does not fit it (2: High Form or Duel, 3: Melee,
4: Melee or a team game). ``deck_1`` … ``deck_4``: what each seat plays; an own deck that is not there becomes a
random one. ``decks`` are up to four decks of the players' own, see ``cards.check_deck``. ``random_decks``: the decks
that random ones are drawn from; absent: those of the base and the players' own.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec

from engine import schema
from engine.contract import (
    HANDICAP,
    BadOptions,
    Option,
    Problem,
    check_seats,
    complete,
    handicap_option,
    take_handicap,
    twist_bits,
    twist_names,
)
from games.tash_kalar.cards import (
    BUILT_IN,
    DOMAIN,
    MOST_OWN,
    NAME_LENGTH,
    BadCards,
    Card,
    check_deck,
    deck_text,
    list_decks,
)
from games.tash_kalar.effect_compiler import CONVERT, DESTROY, LEAP, MOVE, PLACE, SHOOT, TEND, UPGRADE
from games.tash_kalar.expansions import (
    ATTACK,
    FOLDER,
    GROWTH,
    MOVEMENT,
    TRAITS,
    BadExpansion,
    Fault,
    list_faults,
    report,
)
from games.tash_kalar.state import DECKS, DUEL, HIDDEN_TASKS, HIGH, MELEE, WALLS, State

SEAT_COUNTS = (2, 3, 4)
_FORMS: dict[str, tuple[int, int]] = {
    "high": (HIGH, 0), "duel": (DUEL, 0), "melee": (MELEE, 0), "team_high": (HIGH, 1), "team_duel": (DUEL, 1),
}  # fmt: skip
FITTING: dict[int, tuple[str, ...]] = {2: ("high", "duel"), 3: ("melee",), 4: ("melee", "team_high", "team_duel")}
"""Number of seats → the forms it can play, the usual one first."""
FORM, DIFFERENT, SURRENDER, OWN, RANDOM = "form", "different", "surrender", "decks", "random_decks"
BASE_DECKS = DECKS[1:5]
"""Decks of the base, as choices of a seat."""
TWISTS = ("quiet_ground", "open_hands", "no_flares")
QUIET_GROUND, OPEN_HANDS, NO_FLARES = (1 << place for place in range(len(TWISTS)))
"""Bits of the twists in ``state.twists``; above them stands who begins with a legend, see :func:`find_legend_seat`."""
LATER = {"walls": WALLS, "hidden_tasks": HIDDEN_TASKS}
"""Twists added after saves with a legend existed: their bits stand above the legend."""
LEGEND = "legend"
LEGEND_SEATS = ("nobody", "seat_1", "seat_2", "seat_3", "seat_4")
LEGEND_BITS = 3
DECK_NAMES = ("deck_1", "deck_2", "deck_3", "deck_4")


def list_options() -> tuple[Option, ...]:
    """Return the options in the order of the set-up screen."""
    return (
        Option(FORM, "choice", "high", tuple(_FORMS)),
        *(Option(name, "choice", "random", DECKS) for name in DECK_NAMES),
        Option(DIFFERENT, "flag", True),
        Option(SURRENDER, "flag", True),
        Option(OWN, "data", []),
        Option(RANDOM, "data", None),
        *(Option(name, "flag", False, twist=True) for name in TWISTS),
        Option(LEGEND, "choice", LEGEND_SEATS[0], LEGEND_SEATS, twist=True),
        *(Option(name, "flag", False, twist=True) for name in LATER),
        handicap_option(),
    )


def check_options(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Check options and return them complete; raises :class:`BadOptions` naming the option and the expected value."""
    check_seats(seats, SEAT_COUNTS)
    _refuse_missing_decks(options)
    full = complete(list_options(), options)
    take_handicap(full, seats)
    if full[FORM] not in FITTING[seats]:
        full[FORM] = FITTING[seats][0]
    if LEGEND_SEATS.index(full.get(LEGEND, LEGEND_SEATS[0])) > seats:
        del full[LEGEND]
    if find_form(full)[0] != HIGH:
        full.pop("hidden_tasks", None)
    full[OWN] = _own_decks(full[OWN])
    ticked = _check_random_decks(full.pop(RANDOM, []), len(full[OWN]))
    if ticked and ticked != list_usual_decks(len(full[OWN])):
        full[RANDOM] = ticked
    for seat, name in enumerate(DECK_NAMES):
        if seat >= seats or 4 + len(full[OWN]) < DECKS.index(full[name]) <= 4 + MOST_OWN:
            full[name] = "random"
    return full


def _refuse_missing_decks(options: Mapping[str, Any]) -> None:
    """Raise :class:`BadOptions` with a problem for players if a deck is named that is not installed."""
    ticked = options.get(RANDOM)
    wishes = [(name, options.get(name)) for name in DECK_NAMES]
    wishes += [(RANDOM, deck) for deck in ticked] if isinstance(ticked, list) else []
    for name, deck in wishes:
        if isinstance(deck, str) and is_missing(deck):
            raise BadOptions(f"{name}: expected one of {', '.join(DECKS)}, found {deck!r}", [miss_deck(name, deck)])


def is_missing(deck: str) -> bool:
    """Whether a deck (a choice of a seat) is not installed or its expansion had to be left out."""
    return deck not in DECKS or (deck in DECKS[5 + MOST_OWN :] and deck not in [one.code for one in list_decks()])


def miss_deck(place: str, deck: str) -> Problem:
    """Return the problem that a deck is not installed, for an option ``place``; the code is cut to a possible
    length."""
    return Problem(place, "not_installed", {"name": deck[:NAME_LENGTH]})


def list_usual_decks(own: int) -> list[str]:
    """Return the usual decks to draw random ones from, with ``own`` custom decks: those of the base and these."""
    return [*BASE_DECKS, *(f"own_{number}" for number in range(1, own + 1))]


def list_random_decks(full: Mapping[str, Any]) -> list[str]:
    """Return the decks from which random ones are drawn with these complete options."""
    return list(full.get(RANDOM) or list_usual_decks(len(full[OWN])))


def _check_random_decks(ticked: Any, own: int) -> list[str]:
    """Return the ticked decks that exist with ``own`` custom decks, in the order of ``DECKS``; raises
    :class:`BadOptions`."""
    if not isinstance(ticked, list) or any(not isinstance(name, str) or name not in DECKS[1:] for name in ticked):
        raise BadOptions(f"{RANDOM}: expected a list of {', '.join(DECKS[1:])}, found {ticked!r}")
    missing = {f"own_{number}" for number in range(own + 1, MOST_OWN + 1)}
    return [name for name in DECKS[1:] if name in ticked and name not in missing]


def _own_decks(decks: Any) -> list[Any]:
    if not isinstance(decks, list) or len(decks) > MOST_OWN:
        raise BadOptions(f"{OWN}: expected a list of length <= {MOST_OWN}, found {decks!r}")
    codes = {*BUILT_IN, *(one.code for one in list_decks())}
    for index, deck in enumerate(decks):
        try:
            check_deck(deck, f"{OWN}[{index}]")
        except BadCards as error:
            raise BadOptions(str(error)) from error
        if deck["code"] in codes:
            raise BadOptions(f"{OWN}[{index}].code: {deck['code']!r} appears twice")
        codes.add(deck["code"])
    return decks


def encode_decks(decks: list[Any]) -> tuple[str, ...]:
    """Return custom decks as JSON texts for :func:`.cards.build_book`."""
    return tuple(map(deck_text, decks))


def find_form(full: Mapping[str, Any]) -> tuple[int, int]:
    """Return the form, and 1 for a team game, else 0."""
    return _FORMS[full[FORM]]


def list_sides(full: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the side of each seat: the colour of its team, or its own."""
    return tuple(seat % 2 if find_form(full)[1] else seat for seat in range(seats))


def pack_twists(full: Mapping[str, Any]) -> int:
    """Return the twists as one number: their bits, and among them the seat that begins with a legend, from 1."""
    seat = LEGEND_SEATS.index(full.get(LEGEND, LEGEND_SEATS[0]))
    return twist_bits(TWISTS, full) | seat << len(TWISTS) | sum(bit for name, bit in LATER.items() if full.get(name))


def find_legend_seat(twists: int) -> int:
    """Return the seat that begins with a legend in the arena, -1 for none; ``twists`` as from :func:`pack_twists`."""
    return (twists >> len(TWISTS) & (1 << LEGEND_BITS) - 1) - 1


def list_twists(twists: int) -> list[str]:
    """Return the names of the active twists that are flags; ``twists`` as from :func:`pack_twists`."""
    return [*twist_names(TWISTS, twists), *(name for name, bit in LATER.items() if twists & bit)]


def wishes(full: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the chosen decks by seat, as indices in ``state.DECKS`` (0 = random)."""
    return tuple(DECKS.index(full[name]) for name in DECK_NAMES[:seats])


def restore_options(state: State) -> dict[str, Any]:
    """Return the complete options of a state, with the drawn decks instead of random ones."""
    number = (state.form, state.teams)
    return {
        FORM: next(name for name, each in _FORMS.items() if each == number),
        **{name: DECKS[deck] for name, deck in zip(DECK_NAMES, state.decks, strict=False)},
        SURRENDER: bool(state.may_surrender),
        **dict.fromkeys(list_twists(state.twists), True),
        **({LEGEND: LEGEND_SEATS[find_legend_seat(state.twists) + 1]} if find_legend_seat(state.twists) >= 0 else {}),
        OWN: [json.loads(text) for text in state.book.own],
        **({HANDICAP: list(state.handicap)} if state.handicap else {}),
    }


# Boxes of decks as a set-up shows them, and the character of a deck, counted from its cards.

Name = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,24}$")]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_TRAIT_OF_OP = {
    DESTROY: ATTACK, SHOOT: ATTACK, CONVERT: ATTACK, TEND: GROWTH, PLACE: GROWTH, UPGRADE: GROWTH, MOVE: MOVEMENT,
    LEAP: MOVEMENT,
}  # fmt: skip


class DeckBox(NamedTuple):
    """A box: ``domain`` of its texts in the catalogues, and its decks (choices of a seat)."""

    domain: str
    decks: tuple[str, ...]


class Character(NamedTuple):
    """Number of cards of a deck that serve each trait, and mean number of pieces in its patterns."""

    attack: int
    growth: int
    movement: int
    pieces: float


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Share of games, 0 to 1, that a deck has won against all others, by computers of one level in one form: estimate
    and 95 % interval, as in ``measurements/deck_balance.jsonl``."""

    won: Share
    low: Share
    high: Share
    games: Annotated[int, msgspec.Meta(ge=1)]
    level: Name
    form: Name


def find_balance(domain: str, form: str) -> Balance | None:
    """Return the balance of an expansion's deck in a form, None if it was not measured."""
    found = read_balance(domain)
    return found if found is not None and found.form == form else None


@lru_cache(maxsize=8)
def read_balance(domain: str) -> Balance | None:
    """Return the balance of an expansion's deck in the form in which it was measured, None if it never was."""
    path = FOLDER / domain / "balance.json"
    try:
        return schema.read(path, Balance, BadExpansion) if path.exists() else None
    except BadExpansion as error:
        report(domain, path.name, error)
        return None


def find_faults() -> list[Fault]:
    """Return what is wrong with installed expansions and with their balance files."""
    for one in list_decks():
        read_balance(one.code)
    return list_faults()


def list_boxes() -> tuple[DeckBox, ...]:
    """Return the box of the base and those of the installed expansions, by deck number."""
    return (DeckBox(DOMAIN, BASE_DECKS), *(DeckBox(one.code, (one.code,)) for one in list_decks()))


def measure_cards(cards: Sequence[Card]) -> Character:
    """Return the character of a deck with these cards."""
    traits = [
        {
            step.word.trait if step.word is not None else _TRAIT_OF_OP.get(step.op, "")
            for step in (*card.program, *card.line)
        }
        for card in cards
    ]
    counts = [sum(trait in found for found in traits) for trait in TRAITS]
    return Character(counts[0], counts[1], counts[2], sum(len(card.pieces) for card in cards) / len(cards))
