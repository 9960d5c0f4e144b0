"""Views of a game, and determinization of a view."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import HANDICAP, Chance, View

from . import options
from .actions import BRIBE, CARD, CITY, DONE, FROM, OWN_SEGMENT, PLACE, TO, WIDTH
from .board import NO_BOARD, SHAPES, Board, build_key, find_side, get_board, list_regions
from .cards import CARD_COUNT, KINDS, PORTALS, ROGUES, cards
from .maps import SIDE_CODES, own_sides
from .pieces import BRIBE_COINS, TOLL, count_unbuilt_cities, find_sinking_regions, sea_cost, step_cost, sunk
from .scoring import control, scores, standing, sums
from .setup import HIDDEN, hidden_pool, next_token
from .state import (
    ARMIES,
    AUCTION,
    CARDS_EACH,
    CITIES,
    LAST_CARD,
    LAY_TOKEN,
    NEUTRAL_OWNER,
    NOTHING,
    OVER,
    PHASES,
    PRICES,
    TAKE_CARD,
    State,
    blank,
    complete,
)
from .turns import add_bonuses, running


def view(state: State, seat: int | None, choices: Sequence[int]) -> View:
    """Return exactly what ``seat`` may know (None = a spectator), as plain JSON data.

    Hidden are others' bids until all are made, and face-down tokens that this seat has not seen. ``armies``, ``cities``
    and ``neutral`` are numbers by region; ``deck`` the cards not seen yet, without any order; ``scores`` the points as
    if the game ended now, see ``scoring.scores``; ``points`` these with the games before, ``sums`` what decides of the
    finished games together. ``control`` is the owner of each region (4 neutral, -1 nobody); ``costs`` what each of the
    ``choices`` costs (move ``points``, or coins: ``price``, ``bribe``, ``toll`` of the rogues); ``actions`` those of
    the card in use, bonuses included; ``running``: kind of the current action and its initial number, of which ``left``
    is left; ``sea`` among the bonuses: move points of a sea link; ``pieces``: number of each kind that a player has in
    all.
    """
    seats = range(state.seats)
    board = state.board
    n = board.n
    owners = control(state)
    counted = scores(state, owners) if n else []
    return {
        "seat": seat,
        "seats": state.seats,
        "options": options.unpack(state.options, state.youngest, state.own),
        "game": state.game,
        "round": state.turns // state.seats + 1,
        "rounds": CARDS_EACH[state.seats],
        "turn": state.turns,
        "phase": PHASES[state.phase],
        "to_act": list(list_regions(state.owing)),
        "shape": SHAPES[state.shape],
        "segments": [[find_side(side, state.own).code, turned] for side, turned in state.laid],
        "regions": list(board.codes),
        "islands": [list(list_regions(island)) for island in board.islands],
        "doomed": list(list_regions(find_sinking_regions(state))),
        "sunk": bool(sunk(state)),
        "start": _maybe(state.start),
        "joint": _maybe(state.joint),
        "armies": [state.armies[WIDTH * s : WIDTH * s + n] for s in seats],
        "cities": [state.cities[WIDTH * s : WIDTH * s + n] for s in seats],
        "neutral": state.armies[WIDTH * NEUTRAL_OWNER : WIDTH * NEUTRAL_OWNER + n],
        "control": owners,
        "supply": state.supply[:],
        "cities_left": [count_unbuilt_cities(state, s) for s in seats],
        "pieces": {"armies": ARMIES, "cities": CITIES},
        "captured": state.captured[:],
        "coins": state.coins[:],
        "cards": [list(taken) for taken in state.taken],
        "row": list(state.row),
        "prices": list(PRICES),
        "deck": _cards(state.deck),
        "active": state.active,
        "card": _maybe(state.card),
        "todo": [[KINDS[kind], number] for kind, number in state.todo],
        "actions": _actions(state),
        "running": _running(state),
        "left": state.left,
        "picked": _maybe(state.picked),
        "placing": _placing(state),
        "committed": [bid != NOTHING for bid in state.bids],
        "own_bid": None if seat is None else _maybe(state.bids[seat]),
        "bids": state.bids[:] if NOTHING not in state.bids else [],
        "namer": _maybe(state.namer),
        "tokens": [[token, region] for token, region in enumerate(state.spots) if region != NOTHING],
        "face_down": [
            {
                "region": region,
                "token": token if seat is not None and seen >> seat & 1 else None,
                "seen_by": list(list_regions(seen)),
            }
            for region, token, seen in state.down
        ],
        "held": [list(list_regions(held)) for held in state.held],
        "leaders": [_maybe(leader) for leader in state.leaders],
        "bonuses": [
            {
                "move": state.plus_move[s],
                "army": state.plus_army[s],
                "flying": state.flying[s],
                "sea": sea_cost(state, s),
                "elixirs": state.elixirs[s],
                "immune": bool(state.immune >> s & 1),
            }
            for s in seats
        ],
        "scores": counted,
        "points": _points(state, counted),
        "totals": [[list(row) for row in rows] for rows in state.totals],
        "sums": [list(row) for row in sums(state)],
        "choices": list(choices),
        "costs": [] if seat is None else [_cost(state, seat, action) for action in choices],
        "result": list(standing(state)) if state.phase == OVER else [],
        **({HANDICAP: list(state.handicap)} if state.handicap else {}),
    }


def _points(state: State, counted: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the current points of each seat, over all games."""
    won = [row[0] for row in sums(state)] or [0] * state.seats
    if len(state.totals) >= state.game or not counted:
        return won
    return [points + score["total"] for points, score in zip(won, counted, strict=True)]


def _actions(state: State) -> list[list[Any]]:
    """Return [kind, number] of the actions of the card in use: initial armies, points or cities, bonuses included."""
    if state.card == NOTHING:
        return []
    return [[KINDS[kind], add_bonuses(state, state.active, kind, n)] for kind, n in cards()[state.card].actions]


def _running(state: State) -> list[Any] | None:
    found = running(state)
    return None if found is None else list(found)


def _cost(state: State, seat: int, action: int) -> dict[str, int]:
    """Return the costs of an action by kind, such as ``price`` in coins or move ``points``; only those above 0."""
    found = {}
    if state.phase in (TAKE_CARD, LAST_CARD):
        return {"price": PRICES[action - CARD]} if action < DONE else {}
    if TO <= action < CITY:
        found["points"] = step_cost(state, seat, state.picked, action - TO)
    elif BRIBE <= action < OWN_SEGMENT:
        found["bribe"] = BRIBE_COINS
    elif not PLACE <= action < FROM:
        return found
    if action % WIDTH == state.spots[ROGUES]:
        found["toll"] = TOLL
    return found


def _maybe(number: int) -> int | None:
    return None if number < 0 else number


def _number(number: int | None) -> int:
    return NOTHING if number is None else number


def _cards(mask: int) -> list[int]:
    return [card for card in range(CARD_COUNT) if mask >> card & 1]


def _placing(state: State) -> int | str | None:
    """Return the token to be laid next in the manual set-up, "face_down" for an unknown one, None outside of it."""
    if state.phase != LAY_TOKEN:
        return None
    token = next_token(state)
    return "face_down" if token == HIDDEN else token


def determinize(view: View, chance: Chance) -> State:
    """Build a full state consistent with the view; unknown bids and tokens seen by others are drawn at random.

    Uses only the view.
    """
    seats: int = view["seats"]
    own = own_sides(view["options"][options.SEGMENTS])
    steps = tuple(view.get(HANDICAP, ()))
    state = blank(seats, options.pack(view["options"]), view["options"]["youngest"], own, steps)
    state.game = view["game"]
    state.turns = view["turn"]
    state.phase = PHASES.index(view["phase"])
    state.owing = _mask(view["to_act"])
    state.shape = SHAPES.index(view["shape"])
    codes = [*SIDE_CODES, *(side.code for side in own)]
    state.laid = tuple((codes.index(code), turned) for code, turned in view["segments"])
    state.start, state.joint = _number(view["start"]), _number(view["joint"])
    rows = [*enumerate(view["armies"]), (NEUTRAL_OWNER, view["neutral"])]
    for pieces, found in ((state.armies, rows), (state.cities, enumerate(view["cities"]))):
        for owner, row in found:
            pieces[WIDTH * owner : WIDTH * owner + len(row)] = row
    state.supply = list(view["supply"])
    state.captured = list(view["captured"])
    state.coins = list(view["coins"])
    state.taken = [tuple(taken) for taken in view["cards"]]
    state.row = tuple(view["row"])
    state.deck = _mask(view["deck"])
    state.active = view["active"]
    state.card = _number(view["card"])
    state.todo = tuple((KINDS.index(kind), number) for kind, number in view["todo"])
    state.left = view["left"]
    state.picked = _number(view["picked"])
    state.namer = _number(view["namer"])
    spots = list(state.spots)
    for token, region in view["tokens"]:
        spots[token] = region
    state.spots = tuple(spots)
    state.held = [_mask(held) for held in view["held"]]
    state.leaders = tuple(_number(leader) for leader in view["leaders"])
    state.totals = tuple(tuple((r[0], r[1], r[2], r[3], r[4]) for r in rows) for rows in view["totals"])
    state.board = build_visible_board(state)
    state.bids = _bids(state, view, chance)
    _fill_down(state, view["face_down"], chance)
    complete(state)
    return state


def build_visible_board(state: State) -> Board:
    """Return the board, NO_BOARD until all segments are laid; portals are open once both, and all tokens, lie."""
    if len(state.laid) < 4:
        return NO_BOARD
    portals = [state.spots[token] for token in PORTALS] if state.options & options.WITH_PORTALS else []
    if state.phase <= LAY_TOKEN or NOTHING in portals:
        portals = []
    return get_board(build_key(state.shape, state.laid, portals, state.own))


def _bids(state: State, view: dict[str, Any], chance: Chance) -> list[int]:
    if view["bids"]:
        return list(view["bids"])
    bids = [NOTHING] * state.seats
    if state.phase == AUCTION:
        for seat in range(state.seats):
            if view["committed"][seat]:
                own = view["own_bid"] if seat == view["seat"] else None
                bids[seat] = chance.below(state.coins[seat] + 1) if own is None else own
    return bids


def _fill_down(state: State, down: list[dict[str, Any]], chance: Chance) -> None:
    """Fill in the face-down tokens: those that this seat has seen stay, those that only others have seen are drawn."""
    state.down = tuple((each["region"], _number(each["token"]), _mask(each["seen_by"])) for each in down)
    for index, (region, token, seen) in enumerate(state.down):
        if seen and token == NOTHING:
            token = chance.draw(hidden_pool(state))
            state.down = (*state.down[:index], (region, token, seen), *state.down[index + 1 :])


def _mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)
