"""What of a position can be set by hand at the beginning of a trick: dice, points, hands, crowns, earlier rounds.

What a seat has neither in hand nor under its die it has played in this round. The tricks of the round, the last trick
and the winners of earlier rounds follow from that. In a tournament the places in the hall can be set as well.
"""

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import JSON, Message, Problem

from . import serialization
from .cards import KNIGHT, PROMO_CARDS, deck
from .messages import card_name
from .rounds import CROWNS_TO_WIN, POINTS_THAT_END_A_ROUND, count_bonus_points, drop_equal
from .state import CARDS_OF, CHOOSE, NOBODY, NOTHING, State
from .tournament import arrangement as of_tournament, serialization as tournament
from .tournament.serialization import read_tournament
from .tournament.state import TournamentState, players
from .trick import GOLEM_VALUE, find_plan

SET_BY_OPTIONS = ("cards",)
SET, HAND, CROWN, SHOWN = "set", "hand", "crown", "shown"
FACE, ONES, TWOS, ROUND, THEN, PLACE = "face", "ones", "twos", "round", "then", "place"
FACES = 12
OF_A_TRICK = 2
"""Most tokens that a trick gives away."""
MOST_TOKENS, MOST_ROUNDS, MOST_POINTS = 12, 16, 30


def can_arrange(state: State) -> bool:
    """Whether a trick begins: all seats have to choose, and none has chosen."""
    if isinstance(state, TournamentState):
        return state.phase == CHOOSE and state.waiting == players(state)
    return state.phase == CHOOSE and state.owing == (1 << state.seats) - 1


def read(data: JSON) -> State:
    """Convert a dumped state, lawful or not; raises ``BadState`` where a field is out of its bounds."""
    if isinstance(data, dict) and "order" in data:
        return read_tournament(data)
    return serialization.read(data)


def find_problems(state: State) -> Sequence[Problem]:
    """List the reasons why a state cannot occur in a game, none for a lawful one."""
    if isinstance(state, TournamentState):
        return tournament.find_problems(state)
    return serialization.find_problems(state)


def clear(state: State) -> None:
    """Reset to the beginning of the first round: all cards in hand, no points, no crowns."""
    seats = state.seats
    state.ones, state.twos, state.points = [0] * seats, [0] * seats, [0] * seats
    state.hands = [state.cards] * seats
    state.crowns = state.laid = state.shown = (0,) * seats
    state.tricks = ()
    state.results = ()
    _complete(state)


def _complete(state: State) -> None:
    """Derive the earlier rounds and tricks from hands, crowns and the points of earlier rounds."""
    state.commits, state.picks = [NOTHING] * state.seats, [NOTHING] * state.seats
    state.course = ()
    state.shown = tuple(
        shown & state.cards & ~laid if laid else 0 for shown, laid in zip(state.shown, state.laid, strict=True)
    )
    if isinstance(state, TournamentState):
        of_tournament.derive(state)
    else:
        _derive_table(state)


def _derive_table(state: State) -> None:
    seats = range(state.seats)
    played = []
    for seat in seats:
        gone = CARDS_OF[state.cards & ~(state.hands[seat] | state.laid[seat])]
        before = [trick[seat] for trick in state.tricks if trick[seat] in gone]
        played.append([*before, *(card for card in gone if card not in before)])
    rows = min(len(cards) for cards in played)
    state.tricks = tuple(tuple(played[seat][at] for seat in seats) for at in range(rows))
    state.results = tuple((points, drop_equal(points)[0]) for points, _ in state.results)
    state.crowns = tuple(min(CROWNS_TO_WIN, _count_wins(state, seat)) for seat in seats)
    state.round = len(state.results) + 1
    state.length = min((state.cards & ~laid).bit_count() for laid in state.laid) - 1
    state.owing = (1 << state.seats) - 1
    _derive_last_trick(state)


def _derive_last_trick(state: State) -> None:
    """Keep the last trick if it still fits; else replace it by one without a winner."""
    if not state.tricks and state.round == 1:
        state.last = None
        return
    number, at = (state.round, len(state.tricks)) if state.tricks else (state.round - 1, 1)
    cards = state.tricks[-1] if state.tricks else (CARDS_OF[state.cards][0],) * state.seats
    if state.last is not None and state.last[0] == number and (not state.tricks or state.last[1:3] == (at, cards)):
        return
    golem = find_plan(cards).golem
    values = tuple(GOLEM_VALUE if seat == golem else face for seat, face in enumerate(state.faces))
    state.last = (number, at, cards, tuple(state.faces), (0,) * state.seats, values, NOBODY, NOBODY)


def _count_wins(state: State, seat: int) -> int:
    """Count the finished rounds that a seat has won; in a tournament only those in groups."""
    if isinstance(state, TournamentState):
        return state.crowns[seat]
    return sum(winner == seat for _, winner in state.results)


# --- no board -----------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """Return (): the game has no board."""
    return ()


def name_place(state: State, place: int) -> Message:
    """Return the name of a seat, which stands for the place of its die."""
    return Message("ui.edit.player", {"player": {"seat": place}})


def list_pieces(state: State) -> Sequence[Piece]:
    """Return (): the game has no pieces."""
    return ()


def list_standing(state: State, place: int) -> Sequence[str]:
    """Return (): the game has no pieces."""
    return ()


def put(state: State, place: int, piece: str) -> None:
    """Do nothing: the game has no board."""


def remove(state: State, place: int, piece: str) -> None:
    """Do nothing: the game has no board."""


# --- numbers ----------------------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List each seat's die, tokens, place in the hall (tournament) and points of earlier rounds; then the round."""
    found = []
    for seat in range(state.seats):
        face = state.faces[seat]
        found.append(Number(f"{FACE}.{seat}", Message("king_of_12.arrange.face"), face, 1, FACES, seat))
        for kind, held in ((TWOS, state.twos), (ONES, state.ones)):
            name = Message(f"king_of_12.arrange.{kind}")
            found.append(Number(f"{kind}.{seat}", name, held[seat], 0, MOST_TOKENS, seat))
        if isinstance(state, TournamentState):
            name = Message("king_of_12.arrange.place")
            found.append(Number(f"{PLACE}.{seat}", name, state.order.index(seat) + 1, 1, state.seats, seat))
        for number, (points, _) in enumerate(state.results):
            name = Message("king_of_12.arrange.then", {"n": number + 1})
            found.append(Number(f"{THEN}.{number}.{seat}", name, points[seat], 0, MOST_POINTS, seat))
    return [*found, Number(ROUND, Message("king_of_12.arrange.round"), state.round, 1, MOST_ROUNDS)]


def list_choices(state: State) -> Sequence[Choice]:
    """Return (): all seats choose at once."""
    return ()


def set_value(state: State, name: str, value: int) -> None:
    """Set a die, tokens, a place in the hall, the points of an earlier round, or the number of the current round."""
    kind, *numbers = name.split(".")
    if kind == ROUND:
        nothing = ((0,) * state.seats, 0)
        state.results = (state.results + (nothing,) * value)[: value - 1]
    elif kind == THEN:
        number, seat = map(int, numbers)
        results = list(state.results)
        points = list(results[number][0])
        points[seat] = value
        results[number] = (tuple(points), results[number][1])
        state.results = tuple(results)
    elif kind == PLACE and isinstance(state, TournamentState):
        order = list(state.order)
        seat = int(numbers[0])
        order[order.index(seat)] = order[value - 1]
        order[value - 1] = seat
        state.order = tuple(order)
    else:
        seat = int(numbers[0])
        {FACE: state.faces, ONES: state.ones, TWOS: state.twos}[kind][seat] = value
        state.points[seat] = state.ones[seat] + 2 * state.twos[seat]
    _complete(state)


# --- cards ----------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List for each seat its hand, its crowns, and the cards shown since it laid its crown; then the set.

    Other cards of the set have been played in this round.
    """
    found = []
    for seat in range(state.seats):
        hand, crown, shown = state.hands[seat], state.laid[seat], state.shown[seat]
        rows = [
            (HAND, hand, state.cards & ~hand, state.cards.bit_count()),
            (CROWN, crown, state.cards & ~crown, max(1, min(CROWNS_TO_WIN, _count_wins(state, seat)))),
        ]
        if crown:
            rows.append((SHOWN, shown, state.cards & ~(shown | crown), state.cards.bit_count()))
        for kind, mask, others, most in rows:
            name = Message(f"king_of_12.arrange.{kind}")
            found.append(CardPlace(f"{kind}.{seat}", name, seat, CARDS_OF[mask], CARDS_OF[others], most))
    promo = bool({*PROMO_CARDS} & {*CARDS_OF[state.cards]})
    known = (KNIGHT, *deck().free, *(PROMO_CARDS if promo else ()))
    rest = tuple(card for card in known if not state.cards >> card & 1)
    name, most = Message("king_of_12.arrange.set"), serialization.CARDS_OF_A_SET
    return [*found, CardPlace(SET, name, None, CARDS_OF[state.cards], rest, most)]


def name_card(state: State, place: str, card: int) -> Message:
    """Return the name of a card."""
    return Message("ui.edit.card", {"card": card_name(card)})


def add_card(state: State, place: str, card: int) -> None:
    """Take a card into the hand, lay it under the die as a crown, note it as shown, or add it to the set.

    A seat without a won round for its crown gets one; a crown beyond the largest number returns to the hand.
    """
    kind, _, number = place.partition(".")
    bit = 1 << card
    if kind == SET:
        state.cards |= bit
        state.hands = [hand | bit for hand in state.hands]
        _complete(state)
        return
    seat = int(number)
    if kind == SHOWN:
        _replace(state, SHOWN, seat, state.shown[seat] | bit)
    elif kind == CROWN:
        won = _count_wins(state, seat)
        laid = state.laid[seat]
        while laid.bit_count() >= max(1, min(CROWNS_TO_WIN, won)):
            state.hands[seat] |= laid & -laid
            laid &= laid - 1
        state.hands[seat] &= ~bit
        _replace(state, CROWN, seat, laid | bit)
        if not won:
            state.results += ((tuple(int(other == seat) for other in range(state.seats)), 0),)
    else:
        _replace(state, CROWN, seat, state.laid[seat] & ~bit)
        state.hands[seat] |= bit
    _complete(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Move a card out of its place: a card of the hand is played, a crown returns to the hand and its won round is
    removed, a card of the set leaves it for all seats."""
    kind, _, number = place.partition(".")
    bit = 1 << card
    if kind == SET:
        if state.cards != bit:
            state.cards &= ~bit
            state.hands = [hand & ~bit for hand in state.hands]
            state.laid = tuple(laid & ~bit for laid in state.laid)
        _complete(state)
        return
    seat = int(number)
    if kind == SHOWN:
        _replace(state, SHOWN, seat, state.shown[seat] & ~bit)
    elif kind == CROWN:
        _replace(state, CROWN, seat, state.laid[seat] & ~bit)
        state.hands[seat] |= bit
        hall = isinstance(state, TournamentState)  # whose rounds tell the mask of their winners
        won = [at for at, (_, winner) in enumerate(state.results) if (winner >> seat & 1 if hall else winner == seat)]
        if len(won) > state.laid[seat].bit_count():
            state.results = (*state.results[: won[-1]], *state.results[won[-1] + 1 :])
    else:
        state.hands[seat] &= ~bit
    _complete(state)


def _replace(state: State, kind: str, seat: int, mask: int) -> None:
    rows = list(state.laid if kind == CROWN else state.shown)
    rows[seat] = mask
    if kind == CROWN:
        state.laid = tuple(rows)
    else:
        state.shown = tuple(rows)


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain hands of unequal length, points that end a round, more tokens than tricks give, crowns and the set."""
    kind, _, number = problem.place.rstrip("]").partition("[")
    if kind in ("laid", "covered", "crowns"):
        if problem.reason == "end":
            return Explanation(Message("ui.edit.over.title"), Message("king_of_12.arrange.crowns.end"))
        seat = int(number)
        params = {"player": {"seat": seat}, "won": _count_wins(state, seat), "laid": state.laid[seat].bit_count()}
        return Explanation(Message("king_of_12.arrange.crown"), Message("king_of_12.arrange.crowns.differ", params))
    if kind == "cards":
        return Explanation(Message("king_of_12.arrange.set"), Message("king_of_12.arrange.set.wrong"))
    if kind == "results":
        return Explanation(Message("ui.edit.over.title"), Message("king_of_12.arrange.final.won"))
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
    """Return a text if the players hold fewer tokens than the tricks usually give, else ()."""
    if isinstance(state, TournamentState):
        return ()
    given = sum(state.ones) + sum(state.twos) - sum(count_bonus_points(state.handicap, state.seats, state.round))
    usual = OF_A_TRICK * len(state.tricks)
    if given < usual:
        return [Message("king_of_12.arrange.tokens.few", {"n": given, "usual": usual})]
    return ()
