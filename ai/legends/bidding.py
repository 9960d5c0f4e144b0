"""What to bid in the auction of Legends: a choice among bids, by what every place in the round is worth.

The seat that plays last in each round sees what the others have done in the last one, and wins far more than its share;
so the winner of the auction names its left neighbour. What the places and a coin are worth is fitted to games
(``bidding.json``, ``build/fit/legends.py``). All bid at once, so the bids are a mixture by regret matching, in
part an answer to players who bid low without much thought.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.regret_matching import Payoffs, RegretTable, action_values, run, sample, threshold
from ai.algorithms.value_function import BadCoefficients
from ai.decision import Decision, decide_index, make_decision
from ai.legends.assets import worths
from ai.legends.plan import NEARLY_EQUAL, bought
from ai.legends.weights import Valuation
from engine import schema
from engine.chance import SeededChance
from engine.contract import Chance
from games.legends import actions as act
from games.legends.actions import WIDTH
from games.legends.options import TIE_DIE
from games.legends.scoring import ending
from games.legends.setup import find_youngest, name_first
from games.legends.state import NAME_FIRST, NEUTRAL_OWNER, State, add_army, copied

FILE = Path(__file__).with_name("bidding.json")
MOST_BID = 6
"""No place is worth more coins; bids beyond it are not rehearsed."""
LOW_BIDS = 3
"""Players who do not think about it bid 0, 1 or 2."""
LOW_SHARE = 0.5
"""How often others are expected to be such players: so experts do not pay for the last place what only another expert
would make them pay."""
REHEARSALS = 4000
SMALLEST_SHARE = 0.05
"""Bids that come up less often are left out."""
ANY_SEED = 12
"""Always the same: bids do not depend on who thinks about them."""

Points = Annotated[float, msgspec.Meta(ge=-100, le=100)]


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values for a number of seats, in points over the mean of all seats: ``places``: of playing first, second … in
    every round; ``coin``: of one more coin."""

    places: tuple[Points, ...]
    coin: Annotated[float, msgspec.Meta(gt=0, le=10)]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    two: Worth = msgspec.field(name="2")
    three: Worth = msgspec.field(name="3")
    four: Worth = msgspec.field(name="4")

    def __post_init__(self) -> None:
        """Check that there is a number for every place in the order of play."""
        for seats, one in ((2, self.two), (3, self.three), (4, self.four)):
            schema.expect(len(one.places) == seats, f"{seats}.places", f"{seats} numbers", len(one.places))


@lru_cache(maxsize=1)
def load_worths() -> dict[int, Worth]:
    """Return the values of places and coins by number of seats; raises :class:`BadCoefficients` for an invalid file."""
    found = schema.read(FILE, _File, BadCoefficients)
    return {2: found.two, 3: found.three, 4: found.four}


def last_in_coins(seats: int) -> int:
    """Return how many coins playing last instead of first is worth."""
    one = load_worths()[seats]
    return round((one.places[-1] - one.places[0]) / one.coin)


def bid(state: State, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Draw a bid from a mixed strategy; the values are the expected points of each bid."""
    shares, values = _bids(state.seats, state.youngest, bool(state.options & TIE_DIE), min(state.coins))[seat]
    known = [action - act.BID for action in legal]
    mixture = [shares[coins] if coins < len(shares) else 0.0 for coins in known]
    # A bid beyond those that were rehearsed wins as the highest of them does, and costs more.
    most = len(values) - 1
    coin = load_worths()[state.seats].coin * (1 - 1 / state.seats)
    expected = [values[min(coins, most)] - coin * max(0, coins - most) for coins in known]
    return make_decision(legal, mixture, expected, sample(mixture, chance))


Bids = tuple[list[float], list[float]]
"""By coins: how often it is bid, and what it can be expected to bring."""


@lru_cache(maxsize=64)
def _bids(seats: int, youngest: int, by_die: bool, coins: int) -> list[Bids]:
    """List the possible bids of every seat."""
    options = range(min(coins, MOST_BID) + 1)
    one = load_worths()[seats]
    table = [_brings(one, bids, youngest, by_die) for bids in product(options, repeat=seats)]
    payoffs, strategies = Payoffs([len(options)] * seats, table), RegretTable([len(options)] * seats)
    low = [1.0 / min(LOW_BIDS, len(options)) if coins_ < LOW_BIDS else 0.0 for coins_ in options]
    run(payoffs, strategies, REHEARSALS, SeededChance(ANY_SEED), 0, [low] * seats, LOW_SHARE)
    clever = [threshold(strategies.average(seat), SMALLEST_SHARE) for seat in range(seats)]
    met = [[LOW_SHARE * a + (1 - LOW_SHARE) * b for a, b in zip(low, mix, strict=True)] for mix in clever]
    return [(clever[seat], action_values(payoffs, seat, met)) for seat in range(seats)]


def _brings(one: Worth, bids: tuple[int, ...], youngest: int, by_die: bool) -> tuple[float, ...]:
    """Pay-off of each seat for these bids, less the mean."""
    seats, highest = len(bids), max(bids)
    tied = [seat for seat, coins in enumerate(bids) if coins == highest]
    winners = tied if by_die else [find_youngest(tied, youngest, seats)]
    found = [0.0] * seats
    paid = one.coin * highest
    for winner in winners:
        for seat in range(seats):
            place = one.places[(seat - predict_starter(winner, seats)) % seats]
            # What the winner pays is everybody's gain, against the mean.
            found[seat] += (place + paid / seats - paid * (seat == winner)) / len(winners)
    return tuple(found)


def predict_starter(winner: int, seats: int) -> int:
    """Return the seat that an auction's winner names as first player: its left neighbour, so that it is last."""
    return (winner + 1) % seats


def foresee_naming(state: State) -> State:
    """Return the state after the auction's winner has named the first player; any other state unchanged."""
    if state.phase != NAME_FIRST:
        return state
    after = copied(state)
    name_first(after, predict_starter(after.namer, after.seats), None)
    return after


# Before the first turn: neutral armies, and who is named to begin; and the Fairy Queen's last card.
# Where nothing is to be gained by anybody any choice will do.


def neutral_values(state: State, seat: int, legal: Sequence[int], valuation: Valuation) -> list[float]:
    """Return for each action the seat's lead on the map with a further neutral army there; for two seats.

    Both begin alike, so regions differ only by what leaders make of them.
    """
    found = []
    for action in legal:
        after = copied(state)
        add_army(after, NEUTRAL_OWNER, action - act.NEUTRAL)
        worth = worths(after, valuation.find_outlook(after))
        found.append(worth[seat] - worth[1 - seat])
    return found


def place_neutral(state: State, seat: int, legal: Sequence[int], valuation: Valuation, chance: Chance) -> Decision:
    """Place a neutral army where it helps its own seat most; among equals where fewest neutral ones stand."""
    values = neutral_values(state, seat, legal, valuation)
    top = max(values)
    best = [at for at, value in enumerate(values) if value >= top - NEARLY_EQUAL]
    there = [state.armies[WIDTH * NEUTRAL_OWNER + action - act.NEUTRAL] for action in legal]
    fewest = min(there[at] for at in best)
    best = [at for at in best if there[at] == fewest]
    shares = [1 / len(best) if at in best else 0.0 for at in range(len(legal))]
    return make_decision(legal, shares, values, chance.draw(best))


def name_starter(state: State, seat: int, legal: Sequence[int]) -> Decision:
    """Name the left neighbour as first player, so that its own seat plays last; values grow with the place that it
    gets."""
    values = [((seat - action + act.NAME) % state.seats) / state.seats for action in legal]
    return decide_index(legal, values, legal.index(act.NAME + predict_starter(seat, state.seats)))


def last_card_values(state: State, seat: int, legal: Sequence[int]) -> list[float]:
    """Return the final lead in points after each choice of the Fairy Queen's last card, plus 1/100 per coin as a
    tie-break."""
    found = []
    for action in legal:
        after = bought(state, seat, action) if action < act.DONE else state
        rows = ending(after)
        best = max(row[0] for other, row in enumerate(rows) if other != seat)
        found.append(rows[seat][0] - best + rows[seat][2] / 100)
    return found
