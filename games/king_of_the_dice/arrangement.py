"""What of a position can be set by hand: castles, flames and gems on the map, the market, citizens, dice, the turn.

Each region without a tile has one in the supply, so tiles follow from the map.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import Message, Problem

from .cards import CARDS, IN_PILE, PILES
from .handicap import count_bonus_gems
from .invariants import find_problems
from .maps import IN_HALF, kingdom
from .messages import citizen_name, region_name
from .options import UNFORCED
from .serialization import read
from .state import (
    CHECK,
    FLAMES,
    GOLD_GEMS,
    NO_DICE,
    NOTHING,
    ROLL,
    ROLLS,
    WHITE_GEMS,
    State,
    bits,
    find_round,
    supply,
)
from .turns import can_hire_by_dice

__all__ = ["find_problems", "read"]

FLAME, WHITE, GOLD = "flame", "white", "gold"
MARKET, OPEN, SUPER = "market", "open", "super"
MOST_CITIZENS = 12


def can_arrange(state: State) -> bool:
    """Whether the dice are being rolled, or the roll stands and nothing is decided."""
    return state.phase in (ROLL, CHECK) and not state.added


def clear(state: State) -> None:
    """Take castles, flames and gems off the map; nobody holds anything."""
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
    state.phase = CHECK if state.rolls == ROLLS else ROLL
    free = state.phase == ROLL or state.twists & UNFORCED
    state.forced = 0 if free else int(can_hire_by_dice(state))


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
    """Name a region by its terrain and half."""
    return Message("ui.edit.place", {"place": region_name(place)})


def list_pieces(state: State) -> Sequence[Piece]:
    """List the castles of each seat, flames and gems."""
    castles = [
        Piece(
            f"castle.{seat}", Message("king_of_the_dice.arrange.castle", {"player": {"seat": seat}}), seat, 99, "castle"
        )
        for seat in range(state.seats)
    ]
    others = ((FLAME, state.flames_left), (WHITE, state.white_left), (GOLD, state.gold_left))
    return [*castles, *(Piece(name, Message(f"king_of_the_dice.arrange.{name}"), None, n, name) for name, n in others)]


def put(state: State, place: int, piece: str) -> None:
    """Put a castle, a flame or a gem on a region; castle and flame drive each other out, and so do gems."""
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
        else:
            state.marks[int(piece.rpartition(".")[2])] |= bit
    _complete(state)


def remove(state: State, place: int, piece: str) -> None:
    """Take a gem from a region, or what else lies there; all of it when this piece is not among it."""
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
    """List gems and tamed dragons of each seat, and the dice."""
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
    return found


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves, and how often the dice have been rolled."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    rolls = tuple(Message("ui.edit.number", {"n": number}) for number in range(ROLLS + 1))
    return [
        Choice("active", Message("ui.edit.moves"), seats, state.active),
        Choice("rolls", Message("king_of_the_dice.arrange.rolls"), rolls, state.rolls),
    ]


def set_value(state: State, name: str, value: int) -> None:
    """Set what a seat holds, a die, who moves, or how often the dice have been rolled."""
    kind, _, number = name.partition(".")
    if kind == "active":
        state.turn = (find_round(state) - 1) * state.seats + 1 + (value + state.turn - 1 - state.active) % state.seats
        state.active = value
    elif kind == "rolls":
        state.rolls = value
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
    """List the market, and the open citizens and super jokers of each seat."""
    market = tuple(card for card in state.market if card >= 0)
    rest = tuple(card for card in range(CARDS) if card not in market)
    found = [CardPlace(MARKET, Message("king_of_the_dice.arrange.market"), None, market, rest, PILES)]
    for seat in range(state.seats):
        for name, masks in ((OPEN, state.open), (SUPER, state.down)):
            held = tuple(bits(masks[seat]))
            rest = tuple(card for card in range(CARDS) if card not in held)
            text = Message(f"king_of_the_dice.arrange.{name}")
            found.append(CardPlace(f"{name}.{seat}", text, seat, held, rest, MOST_CITIZENS))
    return found


def name_card(state: State, place: str, card: int) -> Message:
    """Name a citizen by pile and number within it."""
    return Message(
        "king_of_the_dice.arrange.citizen", {"citizen": citizen_name(card // IN_PILE), "n": card % IN_PILE + 1}
    )


def add_card(state: State, place: str, card: int) -> None:
    """Put a citizen into the market or before a seat, from wherever it was."""
    _take(state, card)
    kind, _, seat = place.partition(".")
    if kind == MARKET:
        pile = card // IN_PILE
        if state.market[pile] != NOTHING:
            state.piles[pile] |= 1 << state.market[pile]
        state.market[pile] = card
    else:
        (state.open if kind == OPEN else state.down)[int(seat)] |= 1 << card
    _fill_market(state)
    _complete(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a citizen back into its pile; the next one of the pile comes into the market."""
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
    if problem.reason == "end" or (problem.place == "drawn" and supply(state) < 0):
        return Explanation(Message("ui.edit.over.title"), Message("king_of_the_dice.arrange.no_tiles"))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Tell of super jokers without a dragon that came for them."""
    supers = sum(mask.bit_count() for mask in state.down)
    dragons = state.flames.bit_count() + sum(state.tamed)
    if supers > dragons:
        return [Message("king_of_the_dice.arrange.supers.many", {"n": supers, "dragons": dragons})]
    return ()
