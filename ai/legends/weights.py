"""The numbers that positions of Legends are judged by, and where they come from.

There are several sets in ``weights.json``: ``plain``, set by hand and in part measured, by which skilled players
judge and by which the judge of chances looks at a row; and one for every
number of seats, by which experts judge, fitted to what won games (``build/fit/legends.py``).
"""

from functools import lru_cache
from math import exp, sqrt
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from games.legends.state import State, count_turns

FILE = Path(__file__).with_name("weights.json")

Points = Annotated[float, msgspec.Meta(ge=0, le=20)]
Spread = Annotated[float, msgspec.Meta(gt=0, le=20)]


class EvaluationWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the evaluation, in points at the end of the game unless another unit is given.

    Numbers in brackets: what the plain weight leaves unexplained in 240 games of skilled players (± twice the standard
    error), for one weight at a time; what goes together in play (armies on the map, and coins spent for the cards that
    brought them) shares its error.
    ``move_point``: one more move point per action, per round; half of the cards have a move action (-0.01 ± 0.02).
    ``placed_army``: one more army per place action, per round; it is placed where own pieces stand already, and the
    supply is limited (-0.05 ± 0.02).
    ``flying_one``, ``flying_two``: one and two Flying, per round; more make nothing cheaper. Each saves one of the
    three points of a step over the sea (-0.01 ± 0.01).
    ``immune``: immunity, per round; one card in five destroys, and it can hit others (+0.02 ± 0.04).
    ``army``: an army on the map, beyond the region it holds, because it can move (-0.11 ± 0.01); in full from
    ``rounds_full`` rounds to come on.
    ``city``: a city to place armies at, per round, for ``city_rounds`` at most, because the supply of armies ends
    (-0.06 ± 0.02).
    ``coin_saturation``: most that any number of coins brings per round: the choice among all six cards, for the whole
    game. Among skilled players, 1.35 in place of 0.75 leads by 1.9 ± 0.7 points (and 2 for a win), 2.43 leads over 1.35
    by 2.1 ± 0.7; 4.4 loses 0.5 ± 0.4 against it.
    ``coin_hunger``: how fast that is reached: 0.96 is three fifths with a coin for each round to come; 0.6 loses 1.9 ±
    0.8 points against it. Skilled players pay 1.06 coins for a card (840 cards).
    ``set_chance``: share of a set's cards still to come that a seat expects beyond its equal share, because it chooses
    them; in full until ``set_rounds`` times the part of the rounds that is left falls below 1.
    ``queen_card``: a forest card for the Fairy Queen, whose point needs three of them.
    ``captured``: part of the Red Sorceress's next point that pieces captured towards it are worth.
    ``spring``: two elixirs of an explore token, towards the two points for most of them.
    ``region_spread``, ``island_spread``, ``elixir_spread``: uncertainty of a lead in armies, expected regions and
    elixirs with one round to play (see :class:`Outlook`).
    ``rivalry``: lead in points that makes a rival count e times as much as another;
    ``rivals``: weight of the rivals' points in all.
    """

    move_point: Points
    placed_army: Points
    flying_one: Points
    flying_two: Points
    immune: Points
    army: Points
    rounds_full: Spread
    city: Points
    city_rounds: Points
    coin_saturation: Points
    coin_hunger: Points
    set_chance: Points
    set_rounds: Points
    queen_card: Points
    captured: Points
    spring: Points
    region_spread: Spread
    island_spread: Spread
    elixir_spread: Spread
    rivalry: Spread
    rivals: Points


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: a set for every use."""

    plain: EvaluationWeights
    two: EvaluationWeights = msgspec.field(name="2")
    three: EvaluationWeights = msgspec.field(name="3")
    four: EvaluationWeights = msgspec.field(name="4")


@lru_cache(maxsize=1)
def _file() -> _File:
    """Read the weights of a file; raises :class:`BadCoefficients`."""
    return schema.read(FILE, _File, BadCoefficients)


def load_plain_weights() -> EvaluationWeights:
    """Return the weights set by hand, by which skilled players evaluate."""
    return _file().plain


def load_weights(seats: int) -> EvaluationWeights:
    """Return the weights fitted for this number of seats (2 to 4)."""
    return {2: _file().two, 3: _file().three, 4: _file().four}[seats]


# How likely what stands on the map now lasts to the end: soft control of regions, islands, elixirs.
#
# With turns still to come a lead is no more than a chance; after the last turn it is certain. One :class:`Outlook`
# belongs to one number of rounds still to play.
#
# How uncertain leads are is measured by ``build/fit/legends.py`` in games of skilled players (240 games at 2 to 4
# seats, 183,000 leads): spreads of 1.04 for regions, 0.38 for islands, 0.94 for elixirs. Those of regions and islands
# here are about half of that, set by hand; the measured ones take in what a seat gives up by itself for something
# better. Skilled players with the measured ones won 53 of 100 games of two against those with these, and no more with
# spreads between (104 of 200): no gain that could be told from luck.

Strengths = tuple[int, ...]
CERTAIN = 0.02
"""Spread below which a lead is certain."""
FAR = 12
"""Spreads from which on a lead is certain."""


class Outlook:
    """What is still to come: mean number of turns of each seat (``rounds``), with one set of weights (``numbers``);
    caches probabilities."""

    __slots__ = ("_known", "_most", "elixir", "island", "numbers", "region", "rounds")

    def __init__(self, rounds: float, numbers: EvaluationWeights) -> None:
        self.rounds = rounds
        self.numbers = numbers
        root = sqrt(rounds)
        self.region = numbers.region_spread * root
        self.island = numbers.island_spread * root
        self.elixir = numbers.elixir_spread * root
        self._known: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._most: dict[tuple[int, ...], tuple[float, ...]] = {}

    def shares(self, strengths: tuple[int, ...]) -> tuple[float, ...]:
        """Return each owner's probability to control a region in which the owners have these strengths."""
        found = self._known.get(strengths)
        if found is None:
            found = self._known[strengths] = self._shares(strengths)
        return found

    def _shares(self, strengths: tuple[int, ...]) -> tuple[float, ...]:
        ranked = sorted(strengths)
        best, second = ranked[-1], ranked[-2]
        return tuple(
            chance(own - (second if own == best else best) - 0.5, self.region) if own else 0.0 for own in strengths
        )

    def leads(self, sums: list[float]) -> list[float]:
        """Return each owner's probability to control an island, from its expected numbers of regions there."""
        spread, (*_, second, best) = self.island, sorted(sums)
        found = []
        for own in sums:
            lead = own - (second if own == best else best) - 0.5
            if own <= 0.05:
                found.append(0.0)
            elif spread < CERTAIN or abs(lead) > FAR * spread:
                found.append(1.0 if lead > 0 else 0.0)
            else:
                found.append(1 / (1 + exp(-lead / spread)))
        return found

    def most(self, numbers: tuple[int, ...]) -> tuple[float, ...]:
        """Each seat's expected points for most elixirs: 2, tied for most 1 (ruling L8: none without an elixir)."""
        found = self._most.get(numbers)
        if found is None:
            found = self._most[numbers] = tuple([self._elixir_share(numbers, seat) for seat in range(len(numbers))])
        return found

    def _elixir_share(self, numbers: tuple[int, ...], seat: int) -> float:
        own = numbers[seat]
        if not own:
            return 0.0
        other = max(number for each, number in enumerate(numbers) if each != seat)
        return chance(own - other + 0.5, self.elixir) + chance(own - other - 0.5, self.elixir)


def chance(lead: float, spread: float) -> float:
    """Return the probability that a lead lasts; ``spread``: scale of its change, 0 if nothing can change any more."""
    if spread < CERTAIN or abs(lead) > FAR * spread:
        return 1.0 if lead > 0 else 0.0
    return 1 / (1 + exp(-lead / spread))


# A way to judge positions: one set of numbers, with the outlooks that were worked out by it.

PARTS_OF_A_ROUND = 4
"""Rounds left are counted in quarters."""


class Valuation:
    """Evaluates positions with one set of weights; makes the outlook at a turn."""

    __slots__ = ("_outlooks", "numbers")

    def __init__(self, numbers: EvaluationWeights) -> None:
        self.numbers = numbers
        self._outlooks: dict[int, Outlook] = {}

    def find_outlook_after_turn(self, state: State) -> Outlook:
        """Return the outlook as it is after the current turn."""
        return self._outlook(state, 1)

    def find_outlook(self, state: State) -> Outlook:
        """Return the outlook as it is at the beginning of the current turn."""
        return self._outlook(state, 0)

    def _outlook(self, state: State, turns: int) -> Outlook:
        parts = count_quarters(state, turns)
        found = self._outlooks.get(parts)
        if found is None:
            found = self._outlooks[parts] = Outlook(parts / PARTS_OF_A_ROUND, self.numbers)
        return found


def count_quarters(state: State, turns: int = 0) -> int:
    """Return the quarter-rounds left after ``turns`` more turns."""
    left = count_turns(state.seats) - state.turns - turns
    return round(PARTS_OF_A_ROUND * max(0, left) / state.seats)


@lru_cache(maxsize=1)
def make_plain_valuation() -> Valuation:
    """Return the (cached) valuation with the weights set by hand."""
    return Valuation(load_plain_weights())


@lru_cache(maxsize=3)
def load_valuation(seats: int) -> Valuation:
    """Return the (cached) valuation with the weights fitted for this number of seats."""
    return Valuation(load_weights(seats))
