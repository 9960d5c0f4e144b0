"""What the end of a turn promises in a Melee: the chance to win among several, by numbers fitted to games.

Every colour has a strength, and the chances are in the ratio of their exponentials. Counted are its points, the
weakest colour first, pieces, improvised summonings that are used up, flares whose condition holds, and what the cards
lack: of its own side those in hand and those that may be drawn, of a rival any that it may hold, on average.
``build/fit/tash_kalar.py`` fits what each counts at the beginning and what towards the end. A table of a size that was
not fitted is judged by ``evaluate.py`` alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Annotated

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from games.tash_kalar.card_draws import BEINGS, LEGENDS_HELD
from games.tash_kalar.cards import LEGENDS, Card, box
from games.tash_kalar.maps import bits, find_neighbours
from games.tash_kalar.scoring import compare_pieces, goal, holding
from games.tash_kalar.state import DUEL, State, count_sides, first_card, own_mask

from .duel_value import OF_CARDS, card_features, make_card_worth
from .evaluate import Evaluator
from .pattern_distance import Ground

FILE = Path(__file__).with_name("melee_value.json")
FAR_ABOVE = 3
"""Points of a colour above the weakest that count no more."""
MOST_PREY = 6.0
"""Points of pieces that count as prey: nobody hits more before others have."""
PREY = (0.5, 1.0, 2.0)
"""Points for destroying a piece of each rank."""
OF_COLOUR = ("least", "second", "third", "common", "heroic", "legendary", "prey", "near_prey", "touching", "spent",
             "flare")  # fmt: skip
"""Terms of every colour: points of the weakest colour, how far the next and the strongest are above it; pieces by rank;
what pieces of the weakest colours bring when they are destroyed, in all and beside own ones; others' pieces beside own
ones; improvised summonings used up; conditions of flares that hold, against whom they hold most."""
CARDS = ("ready_worth", "near_worth", "places_worth", "near_places_worth", "best_soon")
"""Terms of a group of cards, as in ``duel_value.py``."""
_AT = tuple(OF_CARDS.index(name) for name in CARDS)
OWN_FEATURES = (
    *OF_COLOUR,
    "hand",
    *(f"{group}_{name}" for group in ("own", "great", "deck") for name in CARDS),
    "cards",
    "great_cards",
)
"""Terms of the own side: its cards in hand, legends, those that may be drawn, and how many it holds."""
RIVAL_FEATURES = (*OF_COLOUR, *(f"{group}_{name}" for group in ("own", "great") for name in CARDS), "soon", "hunts")
"""Terms of a rival: beings and legends that it may hold, how soon it is on turn, whether the own colour is its weakest
one."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of every term: at the beginning, and what is added by the end of the game (points that end it)."""

    start: Number
    own: dict[str, tuple[Number, Number]]
    rival: dict[str, tuple[Number, Number]]

    def __post_init__(self) -> None:
        """Check that all features have a coefficient, and no others."""
        for name, found, terms in (("own", self.own, OWN_FEATURES), ("rival", self.rival, RIVAL_FEATURES)):
            schema.expect(set(found) == set(terms), name, f"all of {', '.join(terms)}", sorted(found))


@dataclass(frozen=True, slots=True)
class Part:
    """:class:`Weights` as tuples, in the order of the terms."""

    start: float
    own: tuple[tuple[float, float], ...]
    rival: tuple[tuple[float, float], ...]


@lru_cache(maxsize=1)
def _parts() -> dict[int, Part]:
    """Coefficients by the number of seats."""
    found = schema.read(FILE, dict[str, Weights], BadCoefficients)
    return {
        int(seats): Part(
            one.start,
            tuple([one.own[name] for name in OWN_FEATURES]),
            tuple([one.rival[name] for name in RIVAL_FEATURES]),
        )
        for seats, one in found.items()
    }


def is_fitted(seats: int) -> bool:
    """Whether coefficients were fitted for a Melee with this number of seats."""
    return seats in _parts()


def measure_progress(state: State) -> float:
    """Return the progress of the game, 0 to 1, by the most points of a colour."""
    return min(1.0, max(state.points) / goal(state))


def evaluate_turn_end(state: State, judge: Evaluator) -> float:
    """Return the log-odds that the judge's side wins, at the end of its turn."""
    numbers, part = _parts()[state.seats], measure_progress(state)
    own, *rivals = extract_features(state, judge)
    mine = numbers.start + _sum(numbers.own, own, part)
    others = [_sum(numbers.rival, each, part) for each in rivals]
    most = max(others)
    return mine - most - log(sum([exp(each - most) for each in others]))


def _sum(weights: Sequence[tuple[float, float]], found: Sequence[float], part: float) -> float:
    return sum([(first + part * more) * each for (first, more), each in zip(weights, found, strict=True)])


def extract_features(state: State, judge: Evaluator) -> list[list[float]]:
    """Return the features by side, the judge's first, then the rivals in order; cards drawn meanwhile and rivals' hands
    are left out."""
    seats, seat, side = count_sides(state), judge.seat, judge.side
    worth, card = make_card_worth(DUEL), state.book.card
    held, great = state.hands[seat] & judge.hand, state.legends[seat] & judge.legends
    legends, flares = state.legend_pool, state.flare_pool
    for each in range(seats):
        legends |= state.legends[each]
        flares |= state.flares[each] if each != seat else 0
    may_hold = [card(LEGENDS + each) for each in bits(legends & ~great)]
    ground, first = Ground(state, side), first_card(state, seat)
    own = _colour_features(state, side, bits(state.flares[seat]), 1)
    own.append(judge.hand_worth(state, 0))
    own += _card_features([card(first + each) for each in bits(held)], ground, worth, held.bit_count(), 1)
    own += _card_features([card(LEGENDS + each) for each in bits(great)], ground, worth, great.bit_count(), 1)
    rest = state.pool[seat] | state.hands[seat] & ~held
    own += _card_features([card(first + each) for each in bits(rest)], ground, worth, BEINGS - held.bit_count(), 0)
    found = [[*own, held.bit_count(), great.bit_count()]]
    for wait in range(1, seats):
        other = (side + wait) % seats
        ground, first = Ground(state, other), first_card(state, other)
        row = _colour_features(state, other, bits(flares), state.flares[other].bit_count() / max(1, flares.bit_count()))
        cards = [card(first + each) for each in bits(state.pool[other] | state.hands[other])]
        row += _card_features(cards, ground, worth, BEINGS, 0)
        row += _card_features(may_hold, ground, worth, LEGENDS_HELD, 0)
        points = _points_by_colour(state, other)
        soon = 1 - (other - state.active) % seats / seats
        found.append([*row, soon, float(points[side] == min(points.values()))])
    return found


def _points_by_colour(state: State, side: int) -> dict[int, int]:
    return {colour: state.points[4 * side + colour] for colour in range(count_sides(state)) if colour != side}


def _colour_features(state: State, side: int, flares: Sequence[int], share: float) -> list[float]:
    points = _points_by_colour(state, side)
    least, second, *_, most = sorted(points.values())
    own, men = own_mask(state, side), state.men
    around = find_neighbours(own)
    weakest = [colour for colour in points if points[colour] == least]
    prey = near = 0.0
    for colour in weakest:
        for rank, each in enumerate(PREY):
            mask = men[3 * colour + rank]
            prey += each * mask.bit_count() / len(weakest)
            near += each * (mask & around).bit_count() / len(weakest)
    others = 0
    for colour in points:
        others |= own_mask(state, colour)
    advantages = [compare_pieces(state, side, colour) for colour in points]
    holds = sum(max(sum(holding(box().flares[each], *one)) for one in advantages) for each in flares)
    return [
        least, min(second - least, FAR_ABOVE), min(most - least, FAR_ABOVE),
        *(mask.bit_count() for mask in men[3 * side : 3 * side + 3]),
        min(prey, MOST_PREY), near, (around & others).bit_count(), state.spent[side].bit_count(), share * holds,
    ]  # fmt: skip


def _card_features(
    cards: Sequence[Card], ground: Ground, worth: Callable[[Card], float], held: int, seen: int
) -> list[float]:
    found = card_features(cards, ground, worth, held, seen)
    return [found[at] for at in _AT]
