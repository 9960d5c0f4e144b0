"""The numbers that positions of Legends are judged by, and where they come from.

There are several sets in ``weights.json``: ``plain``, set by hand and in part measured, by which skilled players
judge and by which the judge of chances looks at a row; and one for every
number of seats, by which experts judge, fitted to what won games (``build/fit/legends.py``).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema

FILE = Path(__file__).with_name("weights.json")

Points = Annotated[float, msgspec.Meta(ge=0, le=20)]
Spread = Annotated[float, msgspec.Meta(gt=0, le=20)]


class EvaluationWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points at the end of the game, if nothing else is said. "Off by" is what the plain number leaves unexplained in
    240 games of skilled players (twice the standard error); one number is looked at at a
    time, so what goes together in play (armies on the map, and coins spent for the cards that brought them there)
    shares its error.

    ``move_point``: one more move point per action, per round; half of the cards have a move action (-0.01 ± 0.02).
    ``placed_army``: one more army per place action, per round; it stands where own pieces stand already, and the supply
    is limited (-0.05 ± 0.02).
    ``flying_one``, ``flying_two``: one and two Flying, per round; more make nothing cheaper. Each saves one of the
    three points of a step over the sea (-0.01 ± 0.01).
    ``immune``: per round; one card in five destroys, and there are others to be hit (+0.02 ± 0.04).
    ``army``: an army on the map, beyond the region it holds: it can walk to where it is wanted (-0.11 ± 0.01); it has
    its full use with ``rounds_full`` rounds to come.
    ``city``: a city to place armies at, per round, for ``city_rounds`` at the most: every placing takes armies out of a
    supply that ends (-0.06 ± 0.02).
    ``coin_saturation``: what plenty of coins bring a round at most: the choice among all six cards, for the whole game.
    Among skilled players, 1.35 in place of 0.75 leads by 1.9 ± 0.7 points (and 2 for a win), 2.43
    leads over 1.35 by 2.1 ± 0.7; 4.4 loses 0.5 ± 0.4 against it.
    ``coin_hunger``: how fast that is reached: 0.96 is three fifths with a coin for each round to come; 0.6 loses
    1.9 ± 0.8 points against it. What skilled players pay is 1.06 coins for a card (840 cards).
    ``set_chance``: the part of the cards of a set still to come that a seat can hope for, beyond its equal share: it
    chooses them. That hope is whole until ``set_rounds`` times the part of the rounds that is left falls below 1.
    ``queen_card``: a forest card for the Fairy Queen, whose point needs three of them and may never come.
    ``captured``: what is captured for the Red Sorceress towards her next point, which may stay incomplete, as a part of
    it.
    ``spring``: two elixirs of an explore token, towards the two points for most of them.
    ``region_spread``, ``island_spread``, ``elixir_spread``: by how many armies, expected regions and elixirs a lead is
    uncertain when one round is still to be played (see ``outlook``).
    ``rivalry``: points of lead that make a rival count e times as much as another, so that the leader counts most and
    nobody is forgotten; ``rivals``: what a point of theirs counts in all.
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
