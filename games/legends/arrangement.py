"""What of a position can be set by hand at the beginning of a turn: the map, pieces, tokens, coins, cards, leaders,
who moves, and in a full game the results of the games before."""

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import JSON, BadState, Message, Problem

from . import map_arrangement, options
from .actions import WIDTH
from .cards import LEADER_CODES, RED_SORCERESS, cards
from .messages import card_name, leader_name, region_name, token_name
from .options import GAMES_IN_FULL
from .serialization import find_problems, read as read_fields
from .setup import PLACES
from .state import ARMIES, CARDS_EACH, CITIES, NEUTRAL_ARMIES, NEUTRAL_OWNER, ROW, TAKE_CARD, State, complete
from .views import build_visible_board

__all__ = ["find_problems"]

SET_BY_OPTIONS: Sequence[str] = ()
ARMY, CITY, NEUTRAL = "army", "city", "neutral"
TAKEN, ON_OFFER = "taken", "row"
LEADER, CAPTURED, GAME, TOTAL = "leader", "captured", "game", "total"
MOST_COINS = 99
RESULT = ("points", "book", "coins", "armies", "regions")
"""Names of the fields of a row in ``state.totals``: the results of a seat in a finished game."""
LEAST_POINTS, MOST_POINTS = -1, 99


def can_arrange(state: State) -> bool:
    """Whether a turn begins: the active seat has to take a card."""
    return state.phase == TAKE_CARD


def read(data: JSON) -> State:
    """Convert a dumped state with a complete map, lawful or not, and derive its board; raises ``BadState`` where a
    field is out of its bounds."""
    state = read_fields(data)
    if len(state.laid) != PLACES:
        raise BadState(f"laid: expected {PLACES} segments, found {len(state.laid)}")
    state.board = build_visible_board(state)
    if not 0 <= state.start < state.board.n:
        raise BadState(f"start: expected a region up to {state.board.n - 1}, found {state.start}")
    if any(region < 0 for region, _, _ in state.down):
        raise BadState(f"down: expected regions from 0, found {list(state.down)}")
    complete(state)
    return state


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
    map_arrangement.fit_map(state)
    complete(state)


# --- the map --------------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """List the regions."""
    return range(state.board.n)


def name_place(state: State, place: int) -> Message:
    """Return the name of a region."""
    return Message("ui.edit.place", {"place": region_name(state.board.codes[place])})


def list_pieces(state: State) -> Sequence[Piece]:
    """List armies and cities of each seat, neutral armies with two seats, and tokens."""
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
    return [*found, *map_arrangement.list_token_pieces(state)]


def list_standing(state: State, place: int) -> Sequence[str]:
    """List the armies, cities and tokens in a region."""
    found = []
    for seat in range(state.seats):
        found += [f"{ARMY}.{seat}"] * state.armies[WIDTH * seat + place]
        found += [f"{CITY}.{seat}"] * state.cities[WIDTH * seat + place]
    found += [NEUTRAL] * state.armies[WIDTH * NEUTRAL_OWNER + place]
    return [*found, *map_arrangement.list_tokens_on(state, place)]


def _find_pieces(state: State, piece: str) -> tuple[list[int], int]:
    """Return the list that counts these pieces (``Piece.id``), and the index of the owner's first region in it."""
    kind, _, seat = piece.partition(".")
    owner = NEUTRAL_OWNER if kind == NEUTRAL else int(seat)
    return (state.cities if kind == CITY else state.armies), WIDTH * owner


def put(state: State, place: int, piece: str) -> None:
    """Put one more army or city into a region, or a token."""
    if map_arrangement.is_token(piece):
        map_arrangement.put_token(state, place, piece)
    else:
        pieces, begin = _find_pieces(state, piece)
        pieces[begin + place] += 1
    _complete(state)


def remove(state: State, place: int, piece: str) -> None:
    """Take such a piece from a region, else another one that stands there, tokens last."""
    if not map_arrangement.is_token(piece):
        pieces, begin = _find_pieces(state, piece or NEUTRAL)
        if pieces[begin + place]:
            pieces[begin + place] -= 1
            _complete(state)
            return
    elif map_arrangement.remove_token(state, place, piece):
        _complete(state)
        return
    for others in (state.armies, state.cities):
        at = next((at for at in range(place, len(others), WIDTH) if others[at]), None)
        if at is not None:
            others[at] -= 1
            break
    else:
        map_arrangement.remove_token(state, place, "")
    _complete(state)


# --- numbers and choices --------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List the coins of each seat, its armies on the Red Sorceress's card, and its results in earlier games."""
    found = []
    sorceress = state.leaders.index(RED_SORCERESS) if RED_SORCERESS in state.leaders else None
    for seat in range(state.seats):
        found.append(Number(f"coins.{seat}", Message("legends.arrange.coins"), state.coins[seat], 0, MOST_COINS, seat))
        if sorceress not in (None, seat):
            name = Message("legends.arrange.captured")
            found.append(Number(f"{CAPTURED}.{seat}", name, state.captured[seat], 0, ARMIES, seat))
        for game, rows in enumerate(state.totals):
            for at, field in enumerate(RESULT):
                name = Message(f"legends.arrange.total.{field}", {"game": game + 1})
                least, most = (LEAST_POINTS, MOST_POINTS) if field == "points" else (0, MOST_POINTS)
                value = rows[seat][at]
                found.append(Number(f"{TOTAL}.{game}.{at}.{seat}", name, value, least, most, seat))
    return found


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves, the leader of each seat, which game of several is played, and the parts of the map."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    found = [Choice("active", Message("ui.edit.moves"), seats, state.active)]
    if state.options & options.WITH_LEADERS:
        leaders = tuple(Message("ui.edit.card", {"card": leader_name(at)}) for at in range(len(LEADER_CODES)))
        for seat, leader in enumerate(state.leaders):
            name = Message("legends.arrange.leader", {"player": {"seat": seat}})
            found.append(Choice(f"{LEADER}.{seat}", name, leaders, leader, seat))
    games = options.count_games(state.options)
    if games > 1:
        numbers = tuple(Message("ui.edit.number", {"n": game + 1}) for game in range(games))
        found.append(Choice(GAME, Message("legends.arrange.game"), numbers, state.game - 1))
    return [*found, *map_arrangement.list_map_choices(state)]


def set_value(state: State, name: str, value: int) -> None:
    """Set a number or a choice; if coins are set, the bids of the auction become 0."""
    kind, *numbers = name.split(".")
    if kind == "active":
        state.active = value
    elif kind == LEADER:
        _change_leader(state, int(numbers[0]), value)
    elif kind == GAME:
        nothing = ((0, 0, 0, 0, 0),) * state.seats
        state.totals = (state.totals + (nothing,) * GAMES_IN_FULL)[:value]
        state.game = value + 1
    elif kind == TOTAL:
        game, at, seat = map(int, numbers)
        rows = [list(map(list, rows)) for rows in state.totals]
        rows[game][seat][at] = value
        state.totals = tuple(tuple((a, b, c, d, e) for a, b, c, d, e in each) for each in rows)
    elif kind == CAPTURED:
        state.captured[int(numbers[0])] = value
    elif kind in (map_arrangement.SHAPE, map_arrangement.SEGMENT):
        map_arrangement.set_map_choice(state, name, value)
    else:
        state.bids = [0] * state.seats
        state.coins[int(numbers[0])] = value
    _complete(state)


def _change_leader(state: State, seat: int, leader: int) -> None:
    """Give a seat another leader; a seat that has this leader gets the old one in exchange."""
    leaders = list(state.leaders)
    if leader in leaders:
        leaders[leaders.index(leader)] = leaders[seat]
    leaders[seat] = leader
    state.leaders = tuple(leaders)
    if RED_SORCERESS not in leaders:
        state.captured = [0] * state.seats
    else:
        state.captured[leaders.index(RED_SORCERESS)] = 0


# --- cards ----------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List the row, the cards that each seat has taken, and its tokens, as places of cards."""
    everything = [card for card in range(state.deck.bit_length()) if state.deck >> card & 1]
    everything += [*state.row, *(card for taken in state.taken for card in taken)]
    every = sorted(everything)
    rest = tuple(card for card in every if card not in state.row[-1:])
    found = [CardPlace(ON_OFFER, Message("legends.arrange.row"), None, state.row, rest, ROW)]
    for seat in range(state.seats):
        taken = state.taken[seat]
        rest = tuple(card for card in every if card not in taken)
        text = Message("legends.arrange.taken")
        found.append(CardPlace(f"{TAKEN}.{seat}", text, seat, taken, rest, CARDS_EACH[state.seats]))
    return [*found, *map_arrangement.list_token_places(state)]


def name_card(state: State, place: str, card: int) -> Message:
    """Return the name of a card or, in a place of tokens, of a token."""
    if place.startswith(map_arrangement.HELD):
        return Message("ui.edit.card", {"card": token_name(card)})
    return Message("ui.edit.card", {"card": card_name(card)})


def add_card(state: State, place: str, card: int) -> None:
    """Give a card or a token to a seat, or put a card at the right end of the row, from wherever it was.

    A full row loses its leftmost card, as in a turn; a card of the row only moves to the right end.
    """
    kind, _, seat = place.partition(".")
    if kind == map_arrangement.HELD:
        map_arrangement.give_token(state, int(seat), card)
        _complete(state)
        return
    if kind == ON_OFFER and len(state.row) >= ROW and card not in state.row:
        _take(state, state.row[0])
    _take(state, card)
    state.deck &= ~(1 << card)
    if kind == ON_OFFER:
        state.row = (*state.row, card)
    else:
        state.taken[int(seat)] = (*state.taken[int(seat)], card)
    _fill_row(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a card into the deck, and fill the row up again; or take a token away from a seat."""
    if place.startswith(map_arrangement.HELD):
        map_arrangement.take_token(state, int(place.rpartition(".")[2]), card)
        _complete(state)
        return
    _take(state, card)
    if place == ON_OFFER:
        held = state.deck & ~(1 << card)
        if held:
            state.deck = held
            _fill_row(state)
            state.deck |= 1 << card
    _fill_row(state)


def _take(state: State, card: int) -> None:
    """Put a card into the deck, from wherever it was."""
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
    return map_arrangement.explain_map(state, problem)


def find_oddities(state: State) -> Sequence[Message]:
    """Return texts about seats without an army on the map, and about other seats without coins."""
    found = []
    for seat in range(state.seats):
        player = {"player": {"seat": seat}}
        if not any(state.armies[WIDTH * seat : WIDTH * (seat + 1)]):
            found.append(Message("legends.arrange.no_army", player))
        elif not state.coins[seat]:
            found.append(Message("legends.arrange.no_coin", player))
    return found
