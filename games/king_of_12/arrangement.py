"""What of a position can be set by hand at the beginning of a trick: dice, points, hands, crowns.

What a seat has neither in hand nor under its die it has played in this round. The tricks of the round, the last trick
and the results of earlier rounds follow from that.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import Message, Problem

from .handicap import count_bonus_points
from .invariants import find_problems
from .messages import card_name
from .rounds import POINTS_THAT_END_A_ROUND
from .serialization import read
from .state import CARDS_OF, CHOOSE, NOBODY, NOTHING, State
from .trick import GOLEM_VALUE, find_plan

__all__ = ["find_problems", "read"]

HAND, CROWN = "hand", "crown"
FACES = 12
OF_A_TRICK = 2
"""Most tokens that a trick gives away."""


def can_arrange(state: State) -> bool:
    """Whether a trick begins at one table: all choose, and nobody has chosen."""
    return type(state) is State and state.phase == CHOOSE and state.owing == (1 << state.seats) - 1


def clear(state: State) -> None:
    """Begin the first round: all cards in hand, no points, no crowns."""
    seats = state.seats
    state.ones, state.twos, state.points = [0] * seats, [0] * seats, [0] * seats
    state.hands = [state.cards] * seats
    state.crowns = state.laid = (0,) * seats
    state.tricks = ()
    _complete(state)


def _complete(state: State) -> None:
    """Derive the rounds and tricks that lie behind from hands and crowns."""
    seats = range(state.seats)
    played = []
    for seat in seats:
        gone = CARDS_OF[state.cards & ~(state.hands[seat] | state.laid[seat])]
        before = [trick[seat] for trick in state.tricks if trick[seat] in gone]
        played.append([*before, *(card for card in gone if card not in before)])
    rows = min(len(cards) for cards in played)
    state.tricks = tuple(tuple(played[seat][at] for seat in seats) for at in range(rows))
    state.crowns = tuple(laid.bit_count() for laid in state.laid)
    state.results = tuple(
        (tuple(int(other == seat) for other in seats), seat) for seat in seats for _ in range(state.crowns[seat])
    )
    state.round = len(state.results) + 1
    state.length = min((state.cards & ~laid).bit_count() for laid in state.laid) - 1
    state.shown = (0,) * state.seats
    state.commits, state.picks = [NOTHING] * state.seats, [NOTHING] * state.seats
    state.owing = (1 << state.seats) - 1
    state.course = ()
    state.last = None
    if state.tricks or state.round > 1:
        number, at = (state.round, len(state.tricks)) if state.tricks else (state.round - 1, 1)
        cards = state.tricks[-1] if state.tricks else (CARDS_OF[state.cards][0],) * state.seats
        golem = find_plan(cards).golem
        values = tuple(GOLEM_VALUE if seat == golem else face for seat, face in enumerate(state.faces))
        state.last = (number, at, cards, tuple(state.faces), (0,) * state.seats, values, NOBODY, NOBODY)


# --- no board -----------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """Return nothing: the game has no board."""
    return ()


def name_place(state: State, place: int) -> Message:
    """Name the die of a seat."""
    return Message("ui.edit.player", {"player": {"seat": place}})


def list_pieces(state: State) -> Sequence[Piece]:
    """Return nothing: the game has no pieces."""
    return ()


def put(state: State, place: int, piece: str) -> None:
    """Do nothing: the game has no board."""


def remove(state: State, place: int, piece: str) -> None:
    """Do nothing: the game has no board."""


# --- numbers ----------------------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List the die and the tokens of each seat."""
    found = []
    for seat in range(state.seats):
        found.append(Number(f"face.{seat}", Message("king_of_12.arrange.face"), state.faces[seat], 1, FACES, seat))
        found.append(Number(f"twos.{seat}", Message("king_of_12.arrange.twos"), state.twos[seat], 0, 9, seat))
        found.append(Number(f"ones.{seat}", Message("king_of_12.arrange.ones"), state.ones[seat], 0, 9, seat))
    return found


def list_choices(state: State) -> Sequence[Choice]:
    """Return nothing: all choose at once."""
    return ()


def set_value(state: State, name: str, value: int) -> None:
    """Set a die or the tokens of a seat."""
    kind, _, number = name.partition(".")
    seat = int(number)
    {"face": state.faces, "ones": state.ones, "twos": state.twos}[kind][seat] = value
    state.points[seat] = state.ones[seat] + 2 * state.twos[seat]
    _complete(state)


# --- cards ----------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List the hand and the crown of each seat; other cards of the set have been played in this round."""
    found = []
    for seat in range(state.seats):
        hand, crown = state.hands[seat], state.laid[seat]
        gone = state.cards & ~(hand | crown)
        row = (HAND, hand, state.cards & ~hand, len(CARDS_OF[state.cards]))
        for kind, mask, rest, most in (row, (CROWN, crown, hand | gone, 1)):
            name = Message(f"king_of_12.arrange.{kind}")
            found.append(CardPlace(f"{kind}.{seat}", name, seat, CARDS_OF[mask], CARDS_OF[rest], most))
    return found


def name_card(state: State, place: str, card: int) -> Message:
    """Name a card."""
    return Message("ui.edit.card", {"card": card_name(card)})


def add_card(state: State, place: str, card: int) -> None:
    """Take a card up, or lay it under the die as a crown; a crown that lay there comes into the hand."""
    kind, _, number = place.partition(".")
    seat, laid = int(number), list(state.laid)
    if kind == CROWN:
        state.hands[seat] = (state.hands[seat] | laid[seat]) & ~(1 << card)
        laid[seat] = 1 << card
    else:
        laid[seat] &= ~(1 << card)
        state.hands[seat] |= 1 << card
    state.laid = tuple(laid)
    _complete(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Play a card of the hand; a crown comes back into the hand."""
    kind, _, number = place.partition(".")
    seat = int(number)
    if kind == CROWN:
        add_card(state, f"{HAND}.{seat}", card)
        return
    state.hands[seat] &= ~(1 << card)
    _complete(state)


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain hands of unequal length, points that end a round, and more tokens than tricks give."""
    if problem.place.startswith("hands["):
        seat = int(problem.place[6:-1])
        played = (state.cards & ~(state.hands[seat] | state.laid[seat])).bit_count()
        params = {"player": {"seat": seat}, "n": played, "tricks": len(state.tricks)}
        return Explanation(Message("king_of_12.arrange.hand"), Message("king_of_12.arrange.uneven", params))
    if problem.place == "points":
        params = {"most": POINTS_THAT_END_A_ROUND - 1}
        return Explanation(Message("ui.edit.points"), Message("king_of_12.arrange.points.most", params))
    if problem.place == "ones":
        params = {"most": problem.params.get("most", 0), "tricks": len(state.tricks)}
        return Explanation(Message("ui.edit.points"), Message("king_of_12.arrange.tokens.most", params))
    if problem.place == "tricks":
        return Explanation(Message("king_of_12.arrange.hand"), Message("king_of_12.arrange.tricks.most"))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Tell when fewer tokens lie with the players than tricks usually give."""
    given = sum(state.ones) + sum(state.twos) - sum(count_bonus_points(state.handicap, state.seats, state.round))
    usual = OF_A_TRICK * len(state.tricks)
    if given < usual:
        return [Message("king_of_12.arrange.tokens.few", {"n": given, "usual": usual})]
    return ()
