"""State of a game: ints, bit masks, tuples and a few short lists. Nothing in it is hidden."""

from dataclasses import dataclass
from typing import Annotated

from engine.states import Bit, Steps, keep, make_bounds, make_copier, make_starter

from .cards import CARDS, PILES
from .dice import DICE, SYMBOLS
from .maps import EVERYWHERE
from .options import GEMS, SEAT_COUNTS, TWISTS

ROLL, CHECK, CLAIM, LAY, FLAME, TAME, ATTACK, STEAL_CITIZEN, STEAL_GEM, OVER = range(10)
PHASES = ("roll", "check", "claim", "lay", "flame", "tame", "attack", "steal_citizen", "steal_gem", "over")
"""Phase names in views; the index is the phase number."""

NOTHING = -1
ROLLS = 3
FLAMES = 15
WHITE_GEMS = 18
GOLD_GEMS = 6
TILES = 30
ASIDE = 2
"""Number of tiles that leave the game unseen."""

NO_DICE = (0,) * DICE

_Regions = Annotated[int, make_bounds(0, EVERYWHERE)]
_Citizens = Annotated[int, make_bounds(0, (1 << CARDS) - 1)]
_Citizen = Annotated[int, make_bounds(NOTHING, CARDS - 1)]
_Tiles = Annotated[int, make_bounds(0, (1 << TILES) - 1)]
_Tile = Annotated[int, make_bounds(0, TILES - 1)]
_Flames = Annotated[int, make_bounds(0, FLAMES)]
_HeldWhite = Annotated[int, make_bounds(0, WHITE_GEMS + max(SEAT_COUNTS) * GEMS[-1][0])]
_HeldGold = Annotated[int, make_bounds(0, GOLD_GEMS + max(SEAT_COUNTS) * GEMS[-1][1])]
_Face = Annotated[int, make_bounds(0, 6)]


@dataclass(slots=True, init=False, repr=False, eq=False)
class State:
    """One game. Masks of cards, tiles and regions hold one bit per number; lists go by seat.

    ``finish`` 1 when the round is finished after the supply has run out, so that everybody has as many turns
    ``twists`` bits of the twists that are played, see ``options``
    ``handicap`` step of each seat, () without a handicap
    ``arrangement`` number of the arrangement of the halves; ``turn`` from 1; ``active`` whose turn it is
    ``choices`` legal actions of the active seat, () when the game is over (follows from the rest)
    ``rolls``  rolls made this turn; ``dice`` faces shown, 0 before the first roll
    ``added``  symbols of the dice added by jokers; ``forced`` the bare dice met a citizen
    ``market`` open citizen of each pile or -1; ``piles`` mask of the citizens under it
    ``open``/``down`` masks of a seat's citizens: open, and face down as super jokers
    ``unseen`` tiles nobody has seen since the set-up, the two that left the game among them;
    ``known``  tiles seen and shuffled back, so surely in the supply. The two tiles of a terrain
               are told apart, so that what has left the game need not be fixed before it matters.
    ``drawn``  tiles lying open; ``claims`` how many of them will be claimed, in the phase
               "flame" the region that waits for another player's flame
    ``hired``  citizen whose effect is carried out, or -1
    ``marks``  masks of regions with a seat's marker; ``flames`` regions with a flame; ``free``
               regions without a tile; ``white``/``gold`` regions with a gem
    ``whites``/``golds``/``tamed`` what each seat has; ``*_left`` what the supply has
    """

    seats: Annotated[int, make_bounds(min(SEAT_COUNTS), max(SEAT_COUNTS))]
    arrangement: Annotated[int, make_bounds(0, 99)] = keep(0)
    finish: Bit = keep(0, seldom=True)
    twists: Annotated[int, make_bounds(0, (1 << len(TWISTS)) - 1)] = keep(0, seldom=True)
    handicap: Steps = keep((), seldom=True)
    turn: Annotated[int, make_bounds(1, 1 << 20)] = keep(0)
    active: Annotated[int, make_bounds(0, 3)] = keep(0)
    phase: Annotated[int, make_bounds(0, len(PHASES) - 1)] = keep(0)
    choices: tuple[int, ...] = keep((), dumped=False)
    rolls: Annotated[int, make_bounds(0, ROLLS)] = keep(0)
    forced: Bit = keep(0)
    unseen: _Tiles = keep((1 << TILES) - 1)
    known: _Tiles = keep(0)
    claims: _Tile = keep(0)
    hired: _Citizen = keep(NOTHING)
    flames: _Regions = keep(0)
    free: _Regions = keep((1 << TILES) - 1)
    white: _Regions = keep(0)
    gold: _Regions = keep(0)
    flames_left: _Flames = keep(FLAMES)
    white_left: Annotated[int, make_bounds(0, WHITE_GEMS)] = keep(WHITE_GEMS)
    gold_left: Annotated[int, make_bounds(0, GOLD_GEMS)] = keep(GOLD_GEMS)
    dice: tuple[_Face, ...] = keep(0, times=DICE)
    added: tuple[Annotated[int, make_bounds(0, SYMBOLS - 1)], ...] = keep(())
    market: list[_Citizen] = keep(NOTHING, times=PILES)
    piles: list[_Citizens] = keep(0, times=PILES)
    drawn: tuple[_Tile, ...] = keep(())
    open: list[_Citizens] = keep(0, per_seat=1)
    down: list[_Citizens] = keep(0, per_seat=1)
    marks: list[_Regions] = keep(0, per_seat=1)
    whites: list[_HeldWhite] = keep(0, per_seat=1)
    golds: list[_HeldGold] = keep(0, per_seat=1)
    tamed: list[_Flames] = keep(0, per_seat=1)


begin = make_starter(State)
"""Set the fields to their first values: (state, seats, 0)."""


def blank(seats: int, finish: int = 0, twists: int = 0, handicap: tuple[int, ...] = ()) -> State:
    """Return a state before the set-up."""
    state = State()
    begin(state, seats, 0)
    state.seats, state.finish, state.twists, state.handicap = seats, finish, twists, handicap
    return state


copied = make_copier(State)
"""Return an independent copy: lists are copied, tuples shared."""


def supply(state: State) -> int:
    """Return the number of tiles in the supply."""
    return state.unseen.bit_count() + state.known.bit_count() - ASIDE


def count_supply(state: State) -> dict[str, int]:
    """Return the number of tiles, flames, white and gold gems in the supply."""
    return {
        "tiles": supply(state),
        "flames": state.flames_left,
        "white": state.white_left,
        "gold": state.gold_left,
    }


def find_round(state: State) -> int:
    """Return the current round, from 1."""
    return (state.turn - 1) // state.seats + 1


def count_remaining_turns(state: State) -> int | None:
    """Return the number of turns left after this one if the round is finished with an empty supply; else None."""
    if not state.finish or supply(state):
        return None
    return -state.turn % state.seats


def bits(mask: int) -> list[int]:
    """Return the numbers in a mask, ascending."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return found


def to_mask(numbers: list[int] | tuple[int, ...]) -> int:
    """Return the bit mask of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
