"""State of a game: ints, bit masks, tuples and a few short lists."""

from dataclasses import dataclass
from typing import Annotated

from engine.states import Steps, keep, make_bounds, make_copier, make_starter

from .cards import CARD_COUNT
from .options import MOST_AT_A_TABLE, SEAT_COUNTS, TWISTS

CHOOSE, EFFECTS, THEFT, CROWN, OVER = range(5)
PHASES = ("choose", "effects", "theft", "crown", "over")
"""Phase names in views; the index is the phase number."""

NOBODY = -1
NOTHING = -1

_ANY = 9_999
"""Upper bounds for the rounds of a game and the points of a round."""
Number = Annotated[int, make_bounds(1, _ANY)]
Points = Annotated[int, make_bounds(0, _ANY)]
_Card = Annotated[int, make_bounds(0, CARD_COUNT - 1)]
_Played = Annotated[int, make_bounds(NOTHING, CARD_COUNT - 1)]
_Cards = Annotated[int, make_bounds(0, (1 << CARD_COUNT) - 1)]
_Face = Annotated[int, make_bounds(1, 12)]
Amount = Annotated[int, make_bounds(-7, 12)]
Value = Annotated[int, make_bounds(-6, 24)]
"""−6 = face 1 with Parasite, 24 = 12 doubled."""
Seat = Annotated[int, make_bounds(0, max(SEAT_COUNTS) - 1)]
_SeatOrNobody = Annotated[int, make_bounds(NOBODY, max(SEAT_COUNTS) - 1)]
_AtTable = Annotated[int, make_bounds(NOBODY, MOST_AT_A_TABLE - 1)]

Seats = tuple[Seat, ...]
"""Seats in some order."""

Trick = tuple[
    Number, Number, tuple[_Card, ...], tuple[_Face, ...], tuple[Amount, ...], tuple[Value, ...], _SeatOrNobody,
    _SeatOrNobody,
]  # fmt: skip
"""Finished trick: round, number in the round, cards, faces and amounts at the comparison,
values, seat of the winner and of the second (or NOBODY)."""

Opened = tuple[Number, tuple[_Face, ...], tuple[Points, ...], tuple[Points, ...], tuple[_Card, ...]]
"""Trick at its reveal: round, faces, tokens worth 1 and 2 by seat, and the cards."""


@dataclass(slots=True, init=False, repr=False, eq=False)
class State:
    """One game. Masks hold one bit per card number; lists and inner tuples go by seat.

    ``twists`` bits of the twists that are played, see ``options``
    ``handicap`` step of each seat, () without a handicap
    ``owing``  mask of the seats with a pending decision
    ``length`` tricks after which a player has one card left in this round
    ``faces``  what the dice show; ``ones``/``twos`` tokens; ``points`` their sum
    ``hands``  cards in hand (a committed card has left it); ``commits`` the card laid down
    ``picks``  actions chosen for the effects of this trick
    ``crowns`` how many; ``laid`` which cards lie under the die; ``shown`` what the seat has
    played since in earlier rounds (public, so it cannot be the crown)
    ``tricks`` the cards of this round's finished tricks
    ``amounts``/``values`` of the trick while a theft is decided, else ()
    ``results`` per round: points before dropping, and the winner or NOBODY
    ``course`` every trick of the game as it was when its cards were turned over (empty in a
    tournament, and at first in games that were saved before it was kept)
    """

    seats: int
    cards: Annotated[int, make_bounds(1, (1 << CARD_COUNT) - 1)]
    round: Number = keep(0)
    phase: Annotated[int, make_bounds(0, len(PHASES) - 1)] = keep(CHOOSE)
    length: Annotated[int, make_bounds(0, 6)] = keep(0)
    faces: list[_Face] = keep(0, per_seat=1)
    ones: list[Points] = keep(0, per_seat=1)
    twos: list[Points] = keep(0, per_seat=1)
    points: list[Points] = keep(0, per_seat=1)
    hands: list[_Cards] = keep(0, per_seat=1)
    commits: list[_Played] = keep(NOTHING, per_seat=1)
    picks: list[Annotated[int, make_bounds(NOTHING, 99)]] = keep(NOTHING, per_seat=1)
    crowns: tuple[Annotated[int, make_bounds(0, 2)], ...] = keep(0, per_seat=1)
    laid: tuple[_Cards, ...] = keep(0, per_seat=1)
    shown: tuple[_Cards, ...] = keep(0, per_seat=1)
    tricks: tuple[tuple[_Played, ...], ...] = keep(())
    twists: Annotated[int, make_bounds(0, (1 << len(TWISTS)) - 1)] = keep(0, seldom=True)
    owing: Annotated[int, make_bounds(0, (1 << MOST_AT_A_TABLE) - 1)] = keep(0)
    thief: _AtTable = keep(NOBODY)
    victim: _AtTable = keep(NOBODY)
    amounts: tuple[Amount, ...] = keep(())
    values: tuple[Value, ...] = keep(())
    last: Trick | None = keep(None)
    results: tuple[tuple[tuple[Points, ...], _AtTable], ...] = keep(())
    course: tuple[Opened, ...] = keep((), seldom=True)
    handicap: Steps = keep((), seldom=True)


begin = make_starter(State)
"""Set the fields to their first values: (state, seats, 0)."""


def blank(seats: int, cards: int, twists: int = 0, handicap: tuple[int, ...] = ()) -> State:
    """Create a state before the first round: nothing rolled, nothing played."""
    state = State()
    begin(state, seats, 0)
    state.seats, state.cards, state.twists, state.handicap = seats, cards, twists, handicap
    state.hands = [cards] * seats
    return state


copied = make_copier(State)
"""Return an independent copy: lists are copied, tuples shared."""


class _CardsOf(dict[int, tuple[int, ...]]):
    """Cache: mask of cards → ascending card numbers."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        cards = tuple(card for card in range(mask.bit_length()) if mask >> card & 1)
        self[mask] = cards
        return cards


CARDS_OF = _CardsOf()
"""The card numbers in a mask of cards, or the seats in a mask of seats, ascending."""


def to_mask(cards: list[int] | tuple[int, ...]) -> int:
    """Return the bit mask of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
