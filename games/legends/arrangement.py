"""What of a position can be set by hand at the beginning of a turn: armies, cities, coins, cards, who moves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import Message, Problem

from .actions import WIDTH
from .cards import cards
from .invariants import find_problems
from .messages import card_name, region_name
from .serialization import read
from .state import (
    ARMIES,
    CARDS_EACH,
    CITIES,
    NEUTRAL_ARMIES,
    NEUTRAL_OWNER,
    ROW,
    TAKE_CARD,
    State,
    complete,
)

__all__ = ["find_problems", "read"]

ARMY, CITY, NEUTRAL = "army", "city", "neutral"
TAKEN, ON_OFFER = "taken", "row"
MOST_COINS = 30


def can_arrange(state: State) -> bool:
    """Whether a turn begins: a card is to be taken."""
    return state.phase == TAKE_CARD


def clear(state: State) -> None:
    """Take all armies and cities off the map."""
    state.armies = [0] * len(state.armies)
    state.cities = [0] * len(state.cities)
    _complete(state)


def _complete(state: State) -> None:
    """Derive the supply and what cards and tokens give."""
    for seat in range(state.seats):
        on_map = sum(state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        state.supply[seat] = max(0, ARMIES - on_map - state.captured[seat])
    state.turns = sum(map(len, state.taken))
    state.owing = 1 << state.active
    complete(state)


# --- the map --------------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """List the regions."""
    return range(state.board.n)


def name_place(state: State, place: int) -> Message:
    """Name a region."""
    return Message("ui.edit.place", {"place": region_name(state.board.codes[place])})


def list_pieces(state: State) -> Sequence[Piece]:
    """List armies and cities of each seat, and the armies of nobody where there are any."""
    found = []
    for seat in range(state.seats):
        armies = ARMIES - state.captured[seat] - sum(state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        cities = CITIES - sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)])
        player = {"player": {"seat": seat}}
        found.append(Piece(f"{ARMY}.{seat}", Message("legends.arrange.army", player), seat, armies, ARMY))
        found.append(Piece(f"{CITY}.{seat}", Message("legends.arrange.city", player), seat, cities, CITY))
    if state.seats == 2:
        left = NEUTRAL_ARMIES - sum(state.armies[WIDTH * NEUTRAL_OWNER :])
        found.append(Piece(NEUTRAL, Message("legends.arrange.neutral"), None, left, ARMY))
    return found


def _find_pieces(state: State, piece: str) -> tuple[list[int], int]:
    """Return the list that counts these pieces, and where its owner's part begins."""
    kind, _, seat = piece.partition(".")
    owner = NEUTRAL_OWNER if kind == NEUTRAL else int(seat)
    return (state.cities if kind == CITY else state.armies), WIDTH * owner


def put(state: State, place: int, piece: str) -> None:
    """Put one more army or city into a region."""
    pieces, begin = _find_pieces(state, piece)
    pieces[begin + place] += 1
    _complete(state)


def remove(state: State, place: int, piece: str) -> None:
    """Take one such piece from a region, or another one that stands there."""
    pieces, begin = _find_pieces(state, piece or NEUTRAL)
    if pieces[begin + place]:
        pieces[begin + place] -= 1
    else:
        for others in (state.armies, state.cities):
            at = next((at for at in range(place, len(others), WIDTH) if others[at]), None)
            if at is not None:
                others[at] -= 1
                break
    _complete(state)


# --- numbers and choices --------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List the coins of each seat."""
    text = Message("legends.arrange.coins")
    return [Number(f"coins.{seat}", text, state.coins[seat], 0, MOST_COINS, seat) for seat in range(state.seats)]


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    return [Choice("active", Message("ui.edit.moves"), seats, state.active)]


def set_value(state: State, name: str, value: int) -> None:
    """Set the coins of a seat, or who moves."""
    if name == "active":
        state.active = value
    else:
        state.coins[int(name.rpartition(".")[2])] = value
    _complete(state)


# --- cards ----------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List the row, and the cards that each seat has taken."""
    everything = [card for card in range(state.deck.bit_length()) if state.deck >> card & 1]
    everything += [*state.row, *(card for taken in state.taken for card in taken)]
    every = sorted(everything)
    rest = tuple(card for card in every if card not in state.row)
    found = [CardPlace(ON_OFFER, Message("legends.arrange.row"), None, state.row, rest, ROW)]
    for seat in range(state.seats):
        taken = state.taken[seat]
        rest = tuple(card for card in every if card not in taken)
        text = Message("legends.arrange.taken")
        found.append(CardPlace(f"{TAKEN}.{seat}", text, seat, taken, rest, CARDS_EACH[state.seats]))
    return found


def name_card(state: State, place: str, card: int) -> Message:
    """Name a card."""
    return Message("ui.edit.card", {"card": card_name(card)})


def add_card(state: State, place: str, card: int) -> None:
    """Give a card to a seat or put it into the row, from wherever it was; the row is filled up again."""
    kind, _, seat = place.partition(".")
    if kind == ON_OFFER and len(state.row) >= ROW:
        _take(state, state.row[-1])
    _take(state, card)
    state.deck &= ~(1 << card)
    if kind == ON_OFFER:
        state.row = (*state.row, card)
    else:
        state.taken[int(seat)] = (*state.taken[int(seat)], card)
    _fill_row(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a card back among the others; the row is filled up again."""
    _take(state, card)
    if place == ON_OFFER:
        held = state.deck & ~(1 << card)
        if held:
            state.deck = held
            _fill_row(state)
            state.deck |= 1 << card
    _fill_row(state)


def _take(state: State, card: int) -> None:
    """Put a card among those whose order nobody knows, from wherever it was."""
    state.row = tuple(each for each in state.row if each != card)
    state.taken = [tuple(each for each in taken if each != card) for taken in state.taken]
    state.deck |= 1 << card


def _fill_row(state: State) -> None:
    """Fill the row from the other cards, as after a turn."""
    for card in range(len(cards())):
        if len(state.row) < ROW and state.deck >> card & 1:
            state.deck &= ~(1 << card)
            state.row = (*state.row, card)
    _complete(state)


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain too many pieces with their regions, too many coins, and cards that do not fit the turns."""
    kind, _, seat = problem.place.partition(" of seat ")
    if problem.place == "armies" and problem.reason == "too_many":
        kind, seat = "armies", str(NEUTRAL_OWNER)
    if seat and kind in ("armies", "cities"):
        pieces = state.armies if kind == "armies" else state.cities
        owned = pieces[WIDTH * int(seat) : WIDTH * (int(seat) + 1)]
        most = CITIES if kind == "cities" else NEUTRAL_ARMIES if int(seat) == NEUTRAL_OWNER else ARMIES
        params = {"n": sum(owned), "most": most, "player": {"seat": int(seat)}}
        nobody = ".neutral" if int(seat) == NEUTRAL_OWNER else ""
        places = tuple(region for region, number in enumerate(owned) if number)
        title = Message(f"legends.arrange.too_many.{kind}.title")
        return Explanation(title, Message(f"legends.arrange.too_many.{kind}{nobody}", params), places)
    if problem.place == "coins":
        return Explanation(Message("legends.arrange.coins"), Message("legends.arrange.coins.many"))
    if problem.place in ("taken", "turns"):
        return Explanation(Message("legends.arrange.taken"), Message("legends.arrange.taken.uneven"))
    if problem.place == "row":
        return Explanation(Message("legends.arrange.row"), Message("legends.arrange.row.wrong", {"n": ROW}))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Tell which seats have no army on the map, and which have no coin left."""
    found = []
    for seat in range(state.seats):
        player = {"player": {"seat": seat}}
        if not any(state.armies[WIDTH * seat : WIDTH * (seat + 1)]):
            found.append(Message("legends.arrange.no_army", player))
        elif not state.coins[seat]:
            found.append(Message("legends.arrange.no_coin", player))
    return found
