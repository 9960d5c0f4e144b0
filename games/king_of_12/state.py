"""State of a game: ints, bit masks, tuples and a few short lists."""

from __future__ import annotations

from dataclasses import dataclass

from engine.states import make_copier

CHOOSE, EFFECTS, THEFT, CROWN, OVER = range(5)
PHASES = ("choose", "effects", "theft", "crown", "over")
"""Phase names in views; the index is the phase number."""

NOBODY = -1
NOTHING = -1

Seats = tuple[int, ...]
"""Seats in some order."""

Trick = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]
"""Finished trick: round, number in the round, cards, faces and amounts at the comparison,
values, seat of the winner and of the second (or NOBODY)."""


Opened = tuple[int, Seats, Seats, Seats, Seats]
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
    cards: int
    twists: int
    round: int
    phase: int
    owing: int
    length: int
    thief: int
    victim: int
    faces: list[int]
    ones: list[int]
    twos: list[int]
    points: list[int]
    hands: list[int]
    commits: list[int]
    picks: list[int]
    crowns: tuple[int, ...]
    laid: tuple[int, ...]
    shown: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]
    amounts: tuple[int, ...]
    values: tuple[int, ...]
    last: Trick | None
    results: tuple[tuple[tuple[int, ...], int], ...]
    course: tuple[Opened, ...]
    handicap: tuple[int, ...]


def blank(seats: int, cards: int, twists: int = 0, handicap: tuple[int, ...] = ()) -> State:
    """Create a state before the first round: nothing rolled, nothing played."""
    state = State()
    state.seats = seats
    state.cards = cards
    state.twists = twists
    state.handicap = handicap
    state.round = 0
    state.phase = CHOOSE
    state.owing = 0
    state.length = 0
    state.thief = state.victim = NOBODY
    state.faces = [0] * seats
    state.ones = [0] * seats
    state.twos = [0] * seats
    state.points = [0] * seats
    state.hands = [cards] * seats
    state.commits = [NOTHING] * seats
    state.picks = [NOTHING] * seats
    state.crowns = state.laid = state.shown = (0,) * seats
    state.tricks = ()
    state.amounts = state.values = ()
    state.last = None
    state.results = ()
    state.course = ()
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
