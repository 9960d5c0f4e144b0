"""What of a position can be set by hand: pieces, points, actions, hands, tasks, whose turn it is."""

from collections.abc import Sequence

from engine.content.arrangement import Choice, Explanation, Number, Piece
from engine.contract import Message, Problem

from . import card_arrangement
from .card_arrangement import list_card_places, name_card
from .card_draws import BEINGS, FLARES_HELD, LEGENDS_HELD
from .cards import RANK_NAMES, find_deck_text
from .maps import bits
from .messages import square_name
from .serialization import CURRENT_TASKS, find_problems, read
from .state import (
    DECK_OF,
    DECKS,
    FRESH,
    LEGENDARY_PIECES,
    MAIN,
    MELEE,
    MOST_ACTIONS,
    NO_SUMMONS,
    NOTHING,
    State,
    add_expansions,
    count_sides,
    count_stock,
    find_occupied_squares,
    ground,
    limit,
    supply,
)

__all__ = ["find_problems", "list_card_places", "name_card", "read"]

SET_BY_OPTIONS = ("decks",)
MOST_POINTS = 99
MOST_TURNS, MOST_DRAWN, MOST_DESTROYED = 999, 9, 17
OF_THE_TURN = ("discarded", "extra_turn", "lent", "triggered")
"""Fields of the turn that are yes or no."""
YES_OR_NO = (Message("ui.edit.no"), Message("ui.edit.yes"))
SUMMONED = ("beings", "red", "green", "either", "legends")
"""Names of the fields of ``state.summoned``, the counts of this turn's summonings."""
DECK, FIRST, SPENT, TALLY, EXTRA, FINAL, TURN = "deck", "first", "spent", "tally", "extra", "final", "turn"


def can_arrange(state: State) -> bool:
    """Whether the main phase of a turn is on, in which nothing is being summoned."""
    return state.phase == MAIN


def clear(state: State) -> None:
    """Take all pieces off the arena."""
    for place in bits(find_occupied_squares(state)):
        _report_removal(state, place)
    state.men = [0] * len(state.men)
    _refresh(state)


def _report_removal(state: State, place: int) -> None:
    """Let expansions forget what they know of the piece on a square."""
    for one in state.expansions:
        one.on_removal(state, place)


def _refresh(state: State) -> None:
    state.choices = None


# --- the arena ----------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """List the squares on which a piece can stand."""
    return bits(ground(state))


def name_place(state: State, place: int) -> Message:
    """Return the name of a square."""
    return Message("ui.edit.place", {"place": square_name(place)})


def list_pieces(state: State) -> Sequence[Piece]:
    """List the pieces of every colour by rank; common and heroic ones share a supply."""
    return [
        Piece(
            str(3 * side + rank),
            Message(f"tash_kalar.arrange.{RANK_NAMES[rank]}", {"player": {"seat": side}}),
            side,
            supply(state, side, rank),
            f"{side}.{rank}",
        )
        for side in range(count_sides(state))
        for rank in range(3)
    ]


def list_standing(state: State, place: int) -> Sequence[str]:
    """List the piece on a square, [] if it is empty."""
    return [str(kind) for kind, mask in enumerate(state.men) if mask >> place & 1]


def put(state: State, place: int, piece: str) -> None:
    """Put a piece (3 * colour + rank as text) on a square; the piece that stood there leaves."""
    remove(state, place, piece)
    state.men[int(piece)] |= 1 << place


def remove(state: State, place: int, piece: str) -> None:
    """Take whatever piece stands on a square."""
    _report_removal(state, place)
    state.men = [mask & ~(1 << place) for mask in state.men]
    _refresh(state)


# --- numbers and choices --------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List points and used-up improvised summonings of each colour, then the counts of the turn and of expansions."""
    sides = count_sides(state)
    found = []
    for side in range(sides):
        for colour in range(sides) if state.form == MELEE else (side,):
            params = {"player": {"seat": colour}}
            name = Message("tash_kalar.arrange.points_of", params) if state.form == MELEE else Message("ui.edit.points")
            points = state.points[4 * side + colour]
            known = f"points.{side}.{colour}" if state.form == MELEE else f"points.{side}"
            found.append(Number(known, name, points, 0, MOST_POINTS, side))
    for seat in range(state.seats) if state.form == MELEE else ():
        for colour in range(sides):
            if colour != seat:
                name = Message("tash_kalar.arrange.spent", {"player": {"seat": colour}})
                spent = state.spent[seat] >> colour & 1
                found.append(Number(f"{SPENT}.{seat}.{colour}", name, spent, 0, 1, seat, YES_OR_NO))
    for kind, mask in enumerate(state.tally):
        name = Message(f"tash_kalar.arrange.destroyed.{RANK_NAMES[kind % 3]}")
        found.append(Number(f"{TALLY}.{kind}", name, mask, 0, MOST_DESTROYED, kind // 3))

    def add(name: str, value: int, least: int, most: int, words: tuple[Message, ...] = ()) -> None:
        found.append(Number(name, Message(f"tash_kalar.arrange.{name}"), value, least, most, None, words))

    add("actions", state.actions, 0, MOST_ACTIONS)
    add(TURN, state.turn, 1, MOST_TURNS)
    add(FINAL, state.final, NOTHING, state.seats, (Message("tash_kalar.arrange.final.open"),))
    for field in OF_THE_TURN:
        add(field, getattr(state, field), 0, 1, YES_OR_NO)
    for at, count in enumerate(state.extra):
        add(f"{EXTRA}.{at}", count, 0, MOST_DRAWN)
    for what, count in zip(SUMMONED, state.summoned, strict=True):
        add(f"summoned.{what}", count, 0, MOST_DRAWN)
    for one in state.expansions:
        found += one.list_numbers(state)
    return found


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves, who began, the deck of each seat, and the choices of expansions."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    found = [
        Choice("active", Message("ui.edit.moves"), seats, state.active),
        Choice(FIRST, Message("tash_kalar.arrange.first"), seats, state.first),
    ]
    decks = _list_decks(state)
    names = tuple(Message("ui.edit.card", {"card": {"text": find_deck_text(DECKS[deck])}}) for deck in decks)
    for seat in range(state.seats):
        name = Message("tash_kalar.arrange.deck", {"player": {"seat": seat}})
        found.append(Choice(f"{DECK}.{seat}", name, names, decks.index(state.decks[seat]), seat))
    for one in state.expansions:
        found += one.list_choices(state)
    return found


def _list_decks(state: State) -> list[int]:
    """List the choices of a seat's deck that this game has."""
    there = state.book.decks
    return [deck for deck in range(1, len(DECKS)) if DECK_OF[deck] < len(there) and there[DECK_OF[deck]]]


def _set_deck(state: State, seat: int, deck: int) -> None:
    """Give a seat another deck; cards of the old one leave the places of expansions."""
    for one in state.expansions:
        for card in bits(one.find_cards(state, seat)):
            one.on_card_removal(state, seat, card)
    before = dict(zip(state.expansions, state.added, strict=True))
    state.decks = (*state.decks[:seat], deck, *state.decks[seat + 1 :])
    add_expansions(state)
    state.added = [before.get(one, value) for one, value in zip(state.expansions, state.added, strict=True)]
    count_stock(state)


def set_value(state: State, name: str, value: int) -> None:
    """Set a number, a deck, or who moves; with another player, nothing has been destroyed or summoned this turn."""
    kind, *numbers = name.split(".")
    added = next((one for one in state.expansions if one.code == kind), None)
    if added is not None:
        added.set_value(state, numbers, value)
    elif kind == "active":
        state.active = state.acting = value
        state.tally = [0] * len(state.tally)
        state.summoned = NO_SUMMONS
        state.fx = list(FRESH)
        for one in state.expansions:
            one.on_turn_ends(state)
    elif kind == DECK:
        _set_deck(state, int(numbers[0]), _list_decks(state)[value])
    elif kind == SPENT:
        seat, colour = map(int, numbers)
        state.spent[seat] = state.spent[seat] & ~(1 << colour) | value << colour
    elif kind == TALLY:
        state.tally[int(numbers[0])] = value
    elif kind == EXTRA:
        state.extra = (value, state.extra[1]) if numbers[0] == "0" else (state.extra[0], value)
    elif kind == "summoned":
        counts = list(state.summoned)
        counts[SUMMONED.index(numbers[0])] = value
        beings, red, green, either, legends = counts
        state.summoned = beings, red, green, either, legends
    elif kind == "points":
        side, colour = int(numbers[0]), int(numbers[-1])
        state.points[4 * side + colour] = value
    else:
        setattr(state, kind, value)
    _refresh(state)


# --- cards ----------------------------------------------------------------------------------------


def add_card(state: State, place: str, card: int) -> None:
    """Put a card into a place of cards, from wherever it was."""
    card_arrangement.add_card(state, place, card)
    _refresh(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a card back into its deck."""
    card_arrangement.remove_card(state, place, card)
    _refresh(state)


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain too many pieces with their squares, tasks that are missing, and a turn without an action."""
    if problem.reason == "too_many" and problem.place.startswith("men["):
        side = int(problem.place[4:-1]) // 3
        legendary = supply(state, side, 2) < 0
        men = state.men[3 * side + 2] if legendary else state.men[3 * side] | state.men[3 * side + 1]
        kind = "legends" if legendary else "pieces"
        most = LEGENDARY_PIECES if legendary else limit(state)
        params = {
            "player": {"seat": side}, "n": men.bit_count(), "most": most,
            "squares": {"list": [square_name(square) for square in bits(men)]},
        }  # fmt: skip
        return Explanation(
            Message(f"tash_kalar.arrange.too_many.{kind}.title", {"n": men.bit_count()}),
            Message(f"tash_kalar.arrange.too_many.{kind}", params),
            tuple(bits(men)),
        )
    if problem.place == "tasks":
        return Explanation(
            Message("tash_kalar.arrange.tasks"), Message("tash_kalar.arrange.tasks.wrong", {"n": CURRENT_TASKS})
        )
    if problem.place == "decks":
        return Explanation(Message("tash_kalar.arrange.decks"), Message("tash_kalar.arrange.decks.wished"))
    if problem.reason == "stuck":
        return Explanation(Message("ui.edit.moves"), Message("ui.edit.stuck"))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Return a text for each seat that holds more or fewer cards than at the beginning of a turn."""
    found = []
    for seat in range(state.seats):
        held = [state.hands[seat].bit_count(), state.legends[seat].bit_count(), state.flares[seat].bit_count()]
        wanted = [BEINGS, LEGENDS_HELD, FLARES_HELD]
        if state.teams:
            held[1] = wanted[1] = 0
        if held != wanted:
            params = {"player": {"seat": seat}, "n": sum(held), "usual": sum(wanted)}
            found.append(Message("tash_kalar.arrange.hand.unusual", params))
    return found
