"""What of a position can be set by hand: castles, flames and gems on the map, tiles, citizens, dice, the turn.

Each region without a tile has one in the supply, so that only which of them have been seen is set apart.
"""

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import JSON, Message, Problem

from .cards import CARDS, IN_PILE, PILES
from .maps import IN_HALF, kingdom
from .messages import citizen_name, region_name, terrain_name
from .options import UNFORCED
from .serialization import find_problems, read as read_fields
from .setup import count_bonus_gems
from .state import (
    CHECK,
    FLAMES,
    GOLD_GEMS,
    NO_DICE,
    NOTHING,
    ROLL,
    ROLLS,
    TILES,
    WHITE_GEMS,
    State,
    bits,
    find_round,
    supply,
)
from .turns import can_hire_by_dice, choices

__all__ = ["find_problems"]

SET_BY_OPTIONS = ("arrangement",)
FLAME, WHITE, GOLD, TILE = "flame", "white", "gold", "tile"
MARKET, OPEN, SUPER, GONE, KNOWN, UNSEEN = "market", "open", "super", "gone", "known", "unseen"
KINGDOM, ROUND, FIRST, STANDS = "kingdom", "round", "first", "stands"
MOST_CITIZENS, MOST_ROUNDS = 12, 40


def can_arrange(state: State) -> bool:
    """Whether the dice are being rolled, or the roll stands and nothing has been decided after it."""
    return state.phase in (ROLL, CHECK) and not state.added


def read(data: JSON) -> State:
    """Convert a dumped state, lawful or not, and derive its legal actions; raises ``BadState`` where a field is out of
    its bounds."""
    state = read_fields(data)
    if can_arrange(state):
        state.choices = choices(state)
    return state


def clear(state: State) -> None:
    """Take castles, flames and gems off the map; gems and tamed dragons of all seats become 0."""
    for region in range(IN_HALF * 2):
        _free(state, region)
    state.white = state.gold = 0
    for held in (state.whites, state.golds, state.tamed):
        held[:] = [0] * state.seats
    _complete(state)


def _complete(state: State) -> None:
    """Derive what is left in the supply, and what the dice allow."""
    white, gold = count_bonus_gems(state.handicap)
    state.white_left = max(0, WHITE_GEMS + white - state.white.bit_count() - sum(state.whites))
    state.gold_left = max(0, GOLD_GEMS + gold - state.gold.bit_count() - sum(state.golds))
    state.flames_left = max(0, FLAMES - state.flames.bit_count() - sum(state.tamed))
    if state.rolls == ROLLS:
        state.phase = CHECK
    elif not state.rolls:
        state.phase = CHECK if max(state.market) == NOTHING else ROLL
    free = state.phase == ROLL or state.twists & UNFORCED
    state.forced = 0 if free else int(can_hire_by_dice(state))
    state.choices = choices(state)


def _free(state: State, region: int) -> None:
    """Take castle and flame off a region; its tile goes back into the supply."""
    bit = 1 << region
    if state.free & bit:
        return
    state.flames &= ~bit
    state.marks = [mask & ~bit for mask in state.marks]
    state.free |= bit
    terrain = kingdom().terrain[region]
    for tile in (terrain, terrain + IN_HALF):
        if not (state.unseen | state.known) >> tile & 1:
            state.known |= 1 << tile
            return


def _lay_tile(state: State, region: int) -> None:
    """Lay a tile on a free region."""
    bit = 1 << region
    if not state.free & bit:
        return
    state.free &= ~bit
    terrain = kingdom().terrain[region]
    tiles = (terrain, terrain + IN_HALF)
    known = [tile for tile in tiles if state.known >> tile & 1]
    unseen = [tile for tile in tiles if state.unseen >> tile & 1]
    if known:
        state.known &= ~(1 << known[0])
    elif unseen:
        state.unseen &= ~(1 << unseen[0])


# --- the map --------------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """List the regions."""
    return range(IN_HALF * 2)


def name_place(state: State, place: int) -> Message:
    """Return the name of a region: its terrain and half."""
    return Message("ui.edit.place", {"place": region_name(place)})


def list_pieces(state: State) -> Sequence[Piece]:
    """List the castles of each seat, flames, gems, and a tile with nothing on it."""
    castles = [
        Piece(
            f"castle.{seat}", Message("king_of_the_dice.arrange.castle", {"player": {"seat": seat}}), seat, 99, "castle"
        )
        for seat in range(state.seats)
    ]
    others = ((FLAME, state.flames_left), (WHITE, state.white_left), (GOLD, state.gold_left), (TILE, 99))
    return [*castles, *(Piece(name, Message(f"king_of_the_dice.arrange.{name}"), None, n, name) for name, n in others)]


def list_standing(state: State, place: int) -> Sequence[str]:
    """List the castle or flame of a region, else its tile if it has one, and its gem."""
    found = [f"castle.{seat}" for seat, mask in enumerate(state.marks) if mask >> place & 1]
    found += [FLAME] * (state.flames >> place & 1)
    if not found and not state.free >> place & 1:
        found = [TILE]
    return [*found, *(name for name, mask in ((WHITE, state.white), (GOLD, state.gold)) if mask >> place & 1)]


def put(state: State, place: int, piece: str) -> None:
    """Put a castle, a flame, a gem or a tile on a region; castle and flame replace each other, and so do gems."""
    bit = 1 << place
    if piece in (WHITE, GOLD):
        state.white = state.white & ~bit | bit * (piece == WHITE)
        state.gold = state.gold & ~bit | bit * (piece == GOLD)
    else:
        _lay_tile(state, place)
        state.flames &= ~bit
        state.marks = [mask & ~bit for mask in state.marks]
        if piece == FLAME:
            state.flames |= bit
        elif piece != TILE:
            state.marks[int(piece.rpartition(".")[2])] |= bit
    _complete(state)


def remove(state: State, place: int, piece: str) -> None:
    """Remove a gem from a region, or else the tile with what stands on it, or else any gem."""
    bit = 1 << place
    gems = state.white | state.gold
    if piece in (WHITE, GOLD) and gems & bit:
        state.white, state.gold = state.white & ~bit, state.gold & ~bit
    elif not state.free & bit:
        _free(state, place)
    else:
        state.white, state.gold = state.white & ~bit, state.gold & ~bit
    _complete(state)


# --- numbers and choices --------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List gems and tamed dragons of each seat, the dice once they are rolled, and the round."""
    found = []
    for seat in range(state.seats):
        for name, held, left in (
            (WHITE, state.whites, state.white_left),
            (GOLD, state.golds, state.gold_left),
            (FLAME, state.tamed, state.flames_left),
        ):
            text = Message(f"king_of_the_dice.arrange.held.{name}")
            found.append(Number(f"{name}.{seat}", text, held[seat], 0, held[seat] + left, seat))
    if state.rolls:
        for die, face in enumerate(state.dice):
            text = Message("king_of_the_dice.arrange.die", {"n": die + 1})
            found.append(Number(f"die.{die}", text, face, 1, 6))
    text = Message("king_of_the_dice.arrange.round")
    return [*found, Number(ROUND, text, find_round(state), 1, MOST_ROUNDS)]


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves, who began, how often the dice were rolled, whether the roll stands, and how the halves lie."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    rolls = tuple(Message("ui.edit.number", {"n": number}) for number in range(ROLLS + 1))
    phases = tuple(Message(f"king_of_the_dice.arrange.stands.{answer}") for answer in ("no", "yes"))
    halves = tuple(Message(f"king_of_the_dice.arrange.kingdom.{one.name}") for one in kingdom().arrangements)
    return [
        Choice("active", Message("ui.edit.moves"), seats, state.active),
        Choice(FIRST, Message("king_of_the_dice.arrange.first"), seats, _find_first(state)),
        Choice("rolls", Message("king_of_the_dice.arrange.rolls"), rolls, state.rolls),
        Choice(STANDS, Message("king_of_the_dice.arrange.stands"), phases, int(state.phase == CHECK)),
        Choice(KINGDOM, Message("king_of_the_dice.arrange.kingdom"), halves, state.arrangement),
    ]


def _find_first(state: State) -> int:
    """Return the seat that began the game."""
    return (state.active - state.turn + 1) % state.seats


def _find_turn(state: State, active: int, first: int) -> int:
    """Return the number of the turn of a seat in this round, given who began."""
    return (find_round(state) - 1) * state.seats + 1 + (active - first) % state.seats


def set_value(state: State, name: str, value: int) -> None:
    """Set what a seat holds, a die, the round, or one of the choices of :func:`list_choices`."""
    kind, _, number = name.partition(".")
    if kind == KINGDOM:
        state.arrangement = value
    elif kind == FIRST:
        state.turn = _find_turn(state, state.active, value)
    elif kind == ROUND:
        state.turn += (value - find_round(state)) * state.seats
    elif kind == "active":
        state.turn = _find_turn(state, value, _find_first(state))
        state.active = value
    elif kind == STANDS:
        state.phase = CHECK if value else ROLL
    elif kind == "rolls":
        state.rolls = value
        state.phase = ROLL
        if not value:
            state.dice = NO_DICE
        elif not all(state.dice):
            state.dice = (1, 2, 3, 4, 5, 6)
    elif kind == "die":
        dice = list(state.dice)
        dice[int(number)] = value
        state.dice = tuple(dice)
    else:
        {WHITE: state.whites, GOLD: state.golds, FLAME: state.tamed}[kind][int(number)] = value
    _complete(state)


# --- citizens -------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List the market, each seat's open citizens and super jokers, citizens out of the game, and tiles in supply."""
    market = tuple(card for card in state.market if card >= 0)
    rest = tuple(card for card in range(CARDS) if card not in market)
    found = [CardPlace(MARKET, Message("king_of_the_dice.arrange.market"), None, market, rest, PILES)]
    for seat in range(state.seats):
        for name, masks in ((OPEN, state.open), (SUPER, state.down)):
            held = tuple(bits(masks[seat]))
            rest = tuple(card for card in range(CARDS) if card not in held)
            text = Message(f"king_of_the_dice.arrange.{name}")
            found.append(CardPlace(f"{name}.{seat}", text, seat, held, rest, MOST_CITIZENS))
    gone = tuple(card for card in range(CARDS) if not _find_citizens(state) >> card & 1)
    rest = tuple(card for card in range(CARDS) if card not in gone)
    found.append(CardPlace(GONE, Message("king_of_the_dice.arrange.gone"), None, gone, rest, CARDS))
    for name, mask in ((UNSEEN, state.unseen), (KNOWN, state.known)):
        text = Message(f"king_of_the_dice.arrange.{name}")
        # A tile lies in the supply, or could lie there in place of the other one of its terrain.
        supplied = state.unseen | state.known
        twins = supplied | supplied >> IN_HALF | (supplied << IN_HALF)
        rest = tuple(tile for tile in range(TILES) if not mask >> tile & 1 and twins >> tile & 1)
        found.append(CardPlace(name, text, None, tuple(bits(mask)), rest, TILES))
    return found


def _find_citizens(state: State) -> int:
    """Return the mask of the citizens in piles, in the market and with players."""
    found = sum(1 << card for card in state.market if card >= 0)
    for masks in (state.piles, state.open, state.down):
        for mask in masks:
            found |= mask
    return found


def _supply_tile(state: State, place: str, tile: int) -> None:
    """Record a tile in supply as seen or not; a tile on the map changes places with the other one of its terrain."""
    bit, twin = 1 << tile, 1 << (tile + IN_HALF) % TILES
    if not (state.unseen | state.known) & bit:
        state.unseen, state.known = state.unseen & ~twin, state.known & ~twin
    state.unseen = state.unseen & ~bit | bit * (place == UNSEEN)
    state.known = state.known & ~bit | bit * (place == KNOWN)


def name_card(state: State, place: str, card: int) -> Message:
    """Return the name of a citizen (pile and number in it) or a tile (terrain and which of its two tiles)."""
    if place in (UNSEEN, KNOWN):
        params = {"terrain": terrain_name(card % IN_HALF), "n": card // IN_HALF + 1}
        return Message("king_of_the_dice.arrange.tile_of", params)
    return Message(
        "king_of_the_dice.arrange.citizen", {"citizen": citizen_name(card // IN_PILE), "n": card % IN_PILE + 1}
    )


def add_card(state: State, place: str, card: int) -> None:
    """Put a citizen into the market or before a seat, or take it out of the game, from wherever it was; or record
    whether a tile has been seen."""
    if place in (UNSEEN, KNOWN):
        _supply_tile(state, place, card)
        _complete(state)
        return
    _take(state, card)
    kind, _, seat = place.partition(".")
    if kind == MARKET:
        pile = card // IN_PILE
        if state.market[pile] != NOTHING:
            state.piles[pile] |= 1 << state.market[pile]
        state.market[pile] = card
    elif kind != GONE:
        (state.open if kind == OPEN else state.down)[int(seat)] |= 1 << card
    _fill_market(state)
    _complete(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a citizen back into its pile, and the next one of the pile into the market; or switch whether a tile has been
    seen."""
    if place in (UNSEEN, KNOWN):
        _supply_tile(state, UNSEEN if place == KNOWN else KNOWN, card)
        _complete(state)
        return
    _take(state, card)
    pile = card // IN_PILE
    _fill_market(state)
    state.piles[pile] |= 1 << card
    _fill_market(state)
    _complete(state)


def _take(state: State, card: int) -> None:
    keep = ~(1 << card)
    for masks in (state.piles, state.open, state.down):
        masks[:] = [mask & keep for mask in masks]
    state.market = [NOTHING if each == card else each for each in state.market]


def _fill_market(state: State) -> None:
    """Open the next citizen of each pile whose place in the market is empty."""
    for pile in range(PILES):
        if state.market[pile] == NOTHING and state.piles[pile]:
            state.market[pile] = bits(state.piles[pile])[0]
            state.piles[pile] &= ~(1 << state.market[pile])


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain gems in claimed regions, too many gems or flames, and a supply that has run out."""
    if problem.place == "marks":
        claimed = 0
        for mask in state.marks:
            claimed |= mask
        places = tuple(bits((state.white | state.gold) & claimed))
        params = {"n": len(places), "regions": {"list": [region_name(place) for place in places]}}
        title = Message("king_of_the_dice.arrange.gem_claimed.title")
        return Explanation(title, Message("king_of_the_dice.arrange.gem_claimed", params), places)
    if problem.place in ("whites", "golds", "tamed"):
        name = {"whites": WHITE, "golds": GOLD, "tamed": FLAME}[problem.place]
        text = Message("ui.edit.total", {"most": problem.params.get("wanted", 0)})
        return Explanation(Message(f"king_of_the_dice.arrange.{name}"), text)
    if problem.place == "added":
        return Explanation(Message("king_of_the_dice.arrange.open"), Message("king_of_the_dice.arrange.odd"))
    if problem.place == "arrangement":
        return Explanation(
            Message("king_of_the_dice.arrange.kingdom"), Message("king_of_the_dice.arrange.kingdom.printed")
        )
    if problem.reason == "end" or (problem.place == "drawn" and supply(state) < 0):
        return Explanation(Message("ui.edit.over.title"), Message("king_of_the_dice.arrange.no_tiles"))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Return a text if there are more super jokers than dragons that can have come for them."""
    supers = sum(mask.bit_count() for mask in state.down)
    dragons = state.flames.bit_count() + sum(state.tamed)
    if supers > dragons:
        return [Message("king_of_the_dice.arrange.supers.many", {"n": supers, "dragons": dragons})]
    return ()
