"""The map of a position that is arranged by hand: segments, start token, tokens on regions and with players."""

from engine.content.arrangement import CardPlace, Choice, Explanation, Piece
from engine.contract import Message, Problem

from .actions import WIDTH
from .board import RING, T_ABOVE, Laid, build_key, find_side, get_board
from .cards import DRAGON, EXPLORE, EXPLORE_AND_SWAMP, TOKEN_CODES, TOKEN_COUNT
from .maps import SIDE_CODES
from .messages import region_name, token_name
from .setup import HIDDEN, PLACES, hidden_pool, tokens_in_play
from .state import NOTHING, State
from .views import build_visible_board

START, DOWN, TOKEN, FACE, SEEN, HELD = "start", "hidden", "token", "face", "seen", "held"
SHAPE, SEGMENT = "shape", "segment"

# --- segments -------------------------------------------------------------------------------------


def list_map_choices(state: State) -> list[Choice]:
    """List as choices where the stem of a T lies, and which side of which segment lies in each place."""
    found = []
    if state.shape != RING:
        labels = tuple(Message(f"legends.arrange.shape.{name}") for name in ("t_above", "t_below"))
        found.append(Choice(SHAPE, Message("legends.arrange.shape"), labels, state.shape - T_ABOVE))
    sides = _list_sides(state)
    labels = tuple(
        Message(f"legends.arrange.side{'.turned' if turned else ''}", {"side": find_side(side, state.own).code})
        for side, turned in sides
    )
    for place in range(PLACES):
        name = Message("legends.arrange.segment", {"n": place + 1})
        found.append(Choice(f"{SEGMENT}.{place}", name, labels, sides.index(state.laid[place])))
    return found


def _list_sides(state: State) -> list[Laid]:
    """List every side of the box and every custom one, upright and turned (0, 1)."""
    return [(side, turned) for side in range(len(SIDE_CODES) + len(state.own)) for turned in (0, 1)]


def set_map_choice(state: State, name: str, value: int) -> None:
    """Lay the stem above or below, or a side in a place; a segment lying elsewhere changes places with that one."""
    if name == SHAPE:
        _lay_map(state, T_ABOVE + value, state.laid)
        return
    place, wanted = int(name.rpartition(".")[2]), _list_sides(state)[value]
    laid = list(state.laid)
    for other, (side, _) in enumerate(laid):
        if other != place and _find_segment(side) == _find_segment(wanted[0]):
            laid[other] = laid[place]
    laid[place] = wanted
    _lay_map(state, state.shape, tuple(laid))


def _find_segment(side: int) -> int:
    """Return the segment that a side is on; every custom side is a segment of its own."""
    return side // 2 if side < len(SIDE_CODES) else side


def _lay_map(state: State, shape: int, laid: tuple[Laid, ...]) -> None:
    """Lay another map; pieces in regions that both maps have stay there, all others leave the map."""
    before = state.board.codes
    state.shape, state.laid = shape, laid
    board = get_board(build_key(shape, laid, (), state.own))
    at = {code: region for region, code in enumerate(board.codes)}
    moved = [at.get(code, NOTHING) for code in before]
    for name in ("armies", "cities"):
        pieces = getattr(state, name)
        lying = [0] * len(pieces)
        for place, number in enumerate(pieces):
            owner, region = divmod(place, WIDTH)
            if number and region < len(moved) and moved[region] != NOTHING:
                lying[WIDTH * owner + moved[region]] = number
        setattr(state, name, lying)
    state.spots = tuple(moved[spot] if spot != NOTHING else NOTHING for spot in state.spots)
    kept = [(moved[region], token, seen) for region, token, seen in state.down if moved[region] != NOTHING]
    state.down = tuple(sorted(kept))
    state.start = moved[state.start]
    if state.start not in board.starts:
        state.start = board.starts[0]
    fit_map(state)


def fit_map(state: State) -> None:
    """Derive the board with its portals; correct the region where one army of each player began if it is impossible."""
    state.board = build_visible_board(state)
    joints = state.board.joint_places(state.start)
    if joints and state.joint not in joints:
        state.joint = joints[0]


# --- tokens on the map ----------------------------------------------------------------------------


def list_token_pieces(state: State) -> list[Piece]:
    """List as pieces the start token, the tokens of the options and others on the map; for face-down ones also their
    faces and the seats that have seen them."""
    wanted = tokens_in_play(state)
    found = [Piece(START, Message("legends.arrange.start"), None, 0, START)]
    others = [token for token, spot in enumerate(state.spots) if spot != NOTHING and token not in wanted]
    found += [_describe_piece(TOKEN, token, -1) for token in others]
    for token in wanted:
        if token != HIDDEN:
            there = state.spots[token] != NOTHING or _is_held(state, token)
            found.append(_describe_piece(TOKEN, token, int(not there)))
    hidden = wanted.count(HIDDEN)
    if not hidden and not state.down:
        return found
    left = hidden - len(state.down) - sum(_is_held(state, token) for token in EXPLORE_AND_SWAMP)
    found.append(Piece(DOWN, Message("legends.token.hidden"), None, left, DOWN))
    pool = hidden_pool(state)
    faces = sorted({*EXPLORE_AND_SWAMP, *(token for _, token, _ in state.down if token != NOTHING)})
    found += [_describe_piece(FACE, token, int(token in pool)) for token in faces]
    for seat in range(state.seats):
        name = Message("legends.arrange.seen", {"player": {"seat": seat}})
        found.append(Piece(f"{SEEN}.{seat}", name, seat, 99, SEEN))
    return found


def _describe_piece(kind: str, token: int, left: int) -> Piece:
    name = Message(f"legends.arrange.{kind}", {"token": token_name(token)})
    return Piece(f"{kind}.{token}", name, None, left, f"{TOKEN}.{TOKEN_CODES[token]}")


def _is_held(state: State, token: int) -> bool:
    return any(held >> token & 1 for held in state.held)


def is_token(piece: str) -> bool:
    """Whether a piece (by id) is a token, the face of a face-down token, or a seat that has seen it."""
    return piece.partition(".")[0] in (START, DOWN, TOKEN, FACE, SEEN)


def list_tokens_on(state: State, place: int) -> list[str]:
    """List the tokens in a region, a face-down one with its face and the seats that have seen it."""
    found = [START] * (state.start == place)
    found += [f"{TOKEN}.{token}" for token, spot in enumerate(state.spots) if spot == place]
    for region, token, seen in state.down:
        if region == place:
            found.append(DOWN)
            found += [f"{FACE}.{token}"] * (token != NOTHING)
            found += [f"{SEEN}.{seat}" for seat in range(state.seats) if seen >> seat & 1]
    return found


def put_token(state: State, place: int, piece: str) -> None:
    """Put a token into a region, from wherever it was; another token that lies there leaves the map.

    The face of a face-down token and a seat that has seen it are recorded for the one in the region.
    """
    kind, _, number = piece.partition(".")
    if kind == START:
        state.start = place
    elif kind == TOKEN:
        _clear_region(state, place)
        _free_token(state, int(number))
        spots = list(state.spots)
        spots[int(number)] = place
        state.spots = tuple(spots)
    else:
        before = next((each for each in state.down if each[0] == place), None)
        if before is None:
            _clear_region(state, place)
        _, token, seen = before or (place, NOTHING, 0)
        if kind == FACE:
            _free_token(state, int(number))
            token, seen = int(number), seen or 1 << state.active
        elif kind == SEEN:
            pool = hidden_pool(state)
            token = token if token != NOTHING else pool[0] if pool else NOTHING
            seen = seen | 1 << int(number) if token != NOTHING else 0
        _lay_down(state, place, token, seen)
    fit_map(state)


def remove_token(state: State, place: int, piece: str) -> bool:
    """Take a token, or all for "", from a region; return whether anything changed. The start token stays."""
    kind, _, number = piece.partition(".")
    lying = list_tokens_on(state, place)
    if piece and piece not in lying:
        return False
    if kind in (FACE, SEEN):
        _, token, seen = next(each for each in state.down if each[0] == place)
        seen = 0 if kind == FACE else seen & ~(1 << int(number))
        _lay_down(state, place, token if seen else NOTHING, seen)
    else:
        _clear_region(state, place)
    fit_map(state)
    return list_tokens_on(state, place) != lying


def _lay_down(state: State, place: int, token: int, seen: int) -> None:
    others = [each for each in state.down if each[0] != place]
    state.down = tuple(sorted([*others, (place, token, seen)]))


def _clear_region(state: State, place: int) -> None:
    """Take all tokens of a region off the map, except the start token."""
    state.spots = tuple(NOTHING if spot == place else spot for spot in state.spots)
    state.down = tuple(each for each in state.down if each[0] != place)


def _free_token(state: State, token: int) -> None:
    """Take a token from where it lies; a face-down one becomes unknown instead."""
    state.spots = tuple(NOTHING if each == token else spot for each, spot in enumerate(state.spots))
    state.held = [held & ~(1 << token) for held in state.held]
    state.down = tuple((region, NOTHING, 0) if each == token else (region, each, seen)
                       for region, each, seen in state.down)  # fmt: skip


# --- tokens with players --------------------------------------------------------------------------


def list_token_places(state: State) -> list[CardPlace]:
    """List the tokens that each seat has taken, as places of cards; none if no token can be taken."""
    wanted = tokens_in_play(state)
    pool = {token for token in wanted if token in EXPLORE or token == DRAGON}
    if HIDDEN in wanted:
        pool.update(EXPLORE_AND_SWAMP)
    takeable = sorted(pool.union(token for token in range(TOKEN_COUNT) if _is_held(state, token)))
    found = []
    for seat in range(state.seats) if takeable else ():
        held = tuple(token for token in takeable if state.held[seat] >> token & 1)
        rest = tuple(token for token in takeable if token not in held)
        found.append(CardPlace(f"{HELD}.{seat}", Message("legends.arrange.held"), seat, held, rest, len(takeable)))
    return found


def give_token(state: State, seat: int, token: int) -> None:
    """Give a token to a seat, from wherever it was; a face-down token with this face leaves the map."""
    state.down = tuple(each for each in state.down if each[1] != token)
    _free_token(state, token)
    state.held[seat] |= 1 << token


def take_token(state: State, seat: int, token: int) -> None:
    """Take a token away from a seat; it is then on no region and with no player."""
    state.held[seat] &= ~(1 << token)


# --- words ----------------------------------------------------------------------------------------


def explain_map(state: State, problem: Problem) -> Explanation | None:
    """Explain tokens that lie nowhere or together, a start token out of place, and custom segments left out."""
    if problem.place == "start":
        return Explanation(
            Message("legends.arrange.start"), Message("legends.arrange.start.wrong"), tuple(state.board.starts)
        )
    if problem.place == "laid":
        return Explanation(Message("legends.arrange.segments"), Message("legends.arrange.segments.missing"))
    if problem.place == "down":
        taken = sum(_is_held(state, token) for token in EXPLORE_AND_SWAMP)
        count = {"n": len(state.down), "taken": taken, "all": tokens_in_play(state).count(HIDDEN)}
        places = tuple(region for region, _, _ in state.down)
        return Explanation(Message("legends.token.hidden"), Message("legends.arrange.hidden.count", count), places)
    if not problem.place.startswith("spots"):
        return None
    if problem.reason == "two_places":
        lying = [state.start, *(spot for spot in state.spots if spot != NOTHING), *(each[0] for each in state.down)]
        places = tuple(sorted({region for region in lying if lying.count(region) > 1}))
        params = {"regions": {"list": [region_name(state.board.codes[region]) for region in places]}}
        return Explanation(
            Message("legends.arrange.tokens"), Message("legends.arrange.tokens.together", params), places
        )
    lost = [token for token in tokens_in_play(state)
            if token != HIDDEN and state.spots[token] == NOTHING and not _is_held(state, token)]  # fmt: skip
    if not lost:
        return None
    missing = {"tokens": {"list": [token_name(token) for token in lost]}}
    return Explanation(Message("legends.arrange.tokens"), Message("legends.arrange.tokens.missing", missing))
