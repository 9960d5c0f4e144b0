"""State of a game: ints, bit masks, tuples and a few short lists. Nothing in it is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from engine.states import make_copier

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

NO_DICE = (0, 0, 0, 0, 0, 0)


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

    seats: int
    finish: int
    twists: int
    arrangement: int
    turn: int
    active: int
    phase: int
    choices: tuple[int, ...]
    rolls: int
    dice: tuple[int, ...]
    added: tuple[int, ...]
    forced: int
    market: list[int]
    piles: list[int]
    open: list[int]
    down: list[int]
    unseen: int
    known: int
    drawn: tuple[int, ...]
    claims: int
    hired: int
    marks: list[int]
    flames: int
    free: int
    white: int
    gold: int
    whites: list[int]
    golds: list[int]
    tamed: list[int]
    flames_left: int
    white_left: int
    gold_left: int
    handicap: tuple[int, ...]


def blank(seats: int, finish: int = 0, twists: int = 0, handicap: tuple[int, ...] = ()) -> State:
    """Create a state before the set-up."""
    state = State()
    state.seats = seats
    state.finish = finish
    state.twists = twists
    state.handicap = handicap
    state.arrangement = state.turn = state.active = state.phase = state.rolls = state.forced = state.claims = 0
    state.choices = state.added = state.drawn = ()
    state.dice = NO_DICE
    state.market = [NOTHING] * 5
    state.piles = [0] * 5
    state.open = [0] * seats
    state.down = [0] * seats
    state.unseen = (1 << TILES) - 1
    state.known = 0
    state.hired = NOTHING
    state.marks = [0] * seats
    state.flames = state.white = state.gold = 0
    state.free = (1 << TILES) - 1
    state.whites = [0] * seats
    state.golds = [0] * seats
    state.tamed = [0] * seats
    state.flames_left = FLAMES
    state.white_left = WHITE_GEMS
    state.gold_left = GOLD_GEMS
    return state


copied = make_copier(State)
"""Return an independent copy: lists are copied, tuples shared."""


def supply(state: State) -> int:
    """Return the number of tiles in the supply."""
    return state.unseen.bit_count() + state.known.bit_count() - ASIDE


def count_supply(state: State) -> dict[str, int]:
    """Return the contents of the supply: tiles, flames, white and gold gems."""
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
    """Return the turns after this one in a round finished with an empty supply; else None."""
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
