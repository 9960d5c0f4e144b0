"""What the end of a turn promises between two, by numbers fitted to games: by how much the side will be ahead at last.

The judge of ``evaluate.py`` is quick and looks at its own cards; this one is asked about the few best ways to end a
turn and counts both sides: pieces, how they touch, what the cards in hand lack and in how many places, and what any
card that may be drawn or that the rival may hold would find in the arena, each by what that very card usually brings.
``build/fit/tash_kalar.py`` fits by how the lead changes afterwards; the last two turns have weights of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p, sqrt
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from games.tash_kalar.card_draws import BEINGS, LEGENDS_HELD
from games.tash_kalar.cards import LEGENDS, Card, box
from games.tash_kalar.maps import NEAR, bits
from games.tash_kalar.scoring import compare_pieces, goal, holding, score, standing
from games.tash_kalar.state import FORMS, HIGH, OVER, State, find_upgrades, first_card, own_mask

from .evaluate import EXTRA_TURN, Evaluator, evaluate_expansions, list_card_gains
from .pattern_distance import FAR, Ground, count_steps, lacking

STEP = 0.6
"""What a task counts less with every step, as in ``evaluate.py``."""
SOON, LATER = 0.7, 0.25
"""What the best card counts less when one piece is lacking, and two: how often such cards are summoned in the next turn
against those that lack nothing (``evaluate.READY``)."""
DECIDED = 8.0
"""A game that is over, in spreads of the final lead: surer than any other."""
FILE = Path(__file__).with_name("duel_value.json")
OF_ARENA = (
    "tasks", "next_task", "their_tasks", "their_next_task", "common", "heroic", "legendary", "their_common",
    "their_heroic", "their_legendary", "linked", "their_linked", "touching", "touching_upgraded", "touched_upgraded",
)  # fmt: skip
"""Terms of the arena, the own side's first: points of the open tasks and of the next one, less for every step that they
are away; pieces by rank; ``linked`` pairs of neighbours of one colour, ``touching`` of both, by whose piece is
upgraded."""
OF_FLARES = ("flare", "flare_soon", "their_flare")
"""Conditions of flares that hold: of the own one, of that with one piece less, of the rival's on average."""
OF_HAND = ("cards", "great_cards", "hand")
"""Cards in hand, and what they are worth as ``evaluate.py`` has it."""
GROUPS = ("own", "great", "deck", "their", "their_great")
"""Whose cards: beings in hand, legends in hand, beings that may be drawn, beings and legends that the rival may hold
(of those that are not seen: on average)."""
OF_CARDS = ("ready", "near", "far", "places", "near_places", "ready_worth", "near_worth", "far_worth", "places_worth",
            "near_places_worth", "worth", "best", "best_soon")  # fmt: skip
"""Terms of a group of cards: how many lack nothing, one piece, two; the logarithm of in how many ways; the same by what
each card brings; what all bring; and the best of those held or drawn, of those that lack nothing and of all."""
FEATURES = (*OF_ARENA, *OF_FLARES, *OF_HAND, *(f"{group}_{name}" for group in GROUPS for name in OF_CARDS))
"""All terms, in their order."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for a stage of the game: expected change of the lead with all terms 0 (``start``), points of every term,
    and the error of the predicted final lead: the root of ``spread[0] + spread[1] * points left``."""

    start: Number
    terms: dict[str, Number]
    spread: tuple[Annotated[float, msgspec.Meta(gt=0, le=1000)], Annotated[float, msgspec.Meta(ge=0, le=1000)]]

    def __post_init__(self) -> None:
        """Check that all terms are known."""
        schema.expect(set(self.terms) <= set(FEATURES), "terms", f"some of {', '.join(FEATURES)}", sorted(self.terms))


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of one form. ``cards``, ``ranks``: value of summoning a card, by its code or else its rank; ``on``:
    weights while the game goes on; ``one``, ``two``: with one turn or two left."""

    cards: dict[str, Number]
    ranks: tuple[Number, Number, Number]
    on: Weights
    one: Weights
    two: Weights


@dataclass(frozen=True, slots=True)
class Part:
    """:class:`Weights` as tuples, in the order of the terms."""

    start: float
    weights: tuple[float, ...]
    spread: tuple[float, float]


@lru_cache(maxsize=1)
def _numbers() -> dict[int, Numbers]:
    found = schema.read(FILE, dict[Literal["high", "duel"], Numbers], BadCoefficients)
    return {FORMS.index(form): one for form, one in found.items()}


@lru_cache(maxsize=8)
def _part(form: int, final: int) -> Part:
    numbers = _numbers()[form]
    one = numbers.on if final < 0 else numbers.one if final == 1 else numbers.two
    return Part(one.start, tuple(one.terms.get(name, 0.0) for name in FEATURES), one.spread)


def make_card_worth(form: int) -> Callable[[Card], float]:
    """Return a function (card) to the points that summoning it is worth, its piece included; for cards of expansions
    the mean of their rank plus their fitted difference."""
    return build_card_worth(_numbers()[form].cards, _numbers()[form].ranks, list_card_gains(form))


def build_card_worth(
    cards: Mapping[str, float], ranks: Sequence[float], gains: Mapping[str, float]
) -> Callable[[Card], float]:
    """Return a function (card) to the value of summoning it: by its code in ``cards``, else by its rank plus ``gains``
    of its code; a custom card counts like others of its rank."""
    return lambda card: cards.get(card.code, ranks[card.rank] + gains.get(card.code, 0.0))


def evaluate_turn_end(state: State, judge: Evaluator) -> tuple[float, float]:
    """Return the expected final lead in points at the end of the judge's turn, and its standard deviation.

    For two seats, High Form or Duel.
    """
    lead = float(score(state, judge.side) - score(state, 1 - judge.side))
    part = _part(state.form, state.final)
    counted = sum([each * number for each, number in zip(part.weights, extract_features(state, judge), strict=True)])
    if state.expansions and state.final != 1:
        counted += evaluate_expansions(state, judge.side)
    if state.final < 0:
        counted *= judge.tempo(state)
    found = lead + part.start + counted
    if state.active == judge.seat:
        found += EXTRA_TURN
    left = max(0, goal(state) - max(score(state, 0), score(state, 1)))
    return found, sqrt(part.spread[0] + part.spread[1] * left)


def sureness(state: State, judge: Evaluator) -> float:
    """Return how sure a win is: the expected final lead in standard deviations; ±DECIDED when the game is over."""
    if state.phase == OVER:
        own, other = (standing(state)[seat] for seat in (judge.seat, 1 - judge.seat))
        return DECIDED * ((own < other) - (own > other))
    lead, off = evaluate_turn_end(state, judge)
    return lead / off


def extract_features(state: State, judge: Evaluator, worth: Callable[[Card], float] | None = None) -> list[float]:
    """Return the features in the order of the terms; cards drawn meanwhile are left out. ``worth``: value of a card, by
    default the fitted one."""
    side, seat = judge.side, judge.seat
    worth = worth or make_card_worth(state.form)
    ground, their_ground = Ground(state, side), Ground(state, 1 - side)
    card, first, their_first = state.book.card, first_card(state, seat), first_card(state, 1 - seat)
    held, great = state.hands[seat] & judge.hand, state.legends[seat] & judge.legends
    unseen = state.pool[seat] | state.hands[seat] & ~held
    legends = state.legend_pool | state.legends[1 - seat] | state.legends[seat] & ~great
    count, great_count = held.bit_count(), great.bit_count()
    found = [*_arena(state, side), *_flares(state, seat, side), count, great_count, judge.hand_worth(state, 0)]
    found += card_features([card(first + each) for each in bits(held)], ground, worth, count, 1)
    found += card_features([card(LEGENDS + each) for each in bits(great)], ground, worth, great_count, 1)
    found += card_features([card(first + each) for each in bits(unseen)], ground, worth, BEINGS - count, 0)
    their = state.pool[1 - seat] | state.hands[1 - seat]
    found += card_features([card(their_first + each) for each in bits(their)], their_ground, worth, BEINGS, 0)
    found += card_features([card(LEGENDS + each) for each in bits(legends)], their_ground, worth, LEGENDS_HELD, 0)
    return found


def _arena(state: State, side: int) -> list[float]:
    other = 1 - side
    own, theirs = own_mask(state, side), own_mask(state, other)
    found = [*_tasks(state, side), *_tasks(state, other)]
    found += [mask.bit_count() for mask in (*state.men[3 * side : 3 * side + 3], *state.men[3 * other : 3 * other + 3])]
    found += [_pairs(own, own) / 2, _pairs(theirs, theirs) / 2, _pairs(own, theirs)]
    return [*found, _pairs(own, find_upgrades(state, other)), _pairs(theirs, find_upgrades(state, side))]


def _tasks(state: State, side: int) -> tuple[float, float]:
    """Return the points of the open tasks and of the next one, discounted for every step the side is away from them."""
    if state.form != HIGH:
        return 0.0, 0.0
    found = []
    for task in (*state.tasks, state.next_task):
        steps = count_steps(state, task, side) if task >= 0 else FAR
        found.append(box().tasks[task].points * STEP**steps if steps < FAR else 0.0)
    return sum(found[:-1]), found[-1]


def _flares(state: State, seat: int, side: int) -> tuple[float, float, float]:
    """Return numbers of conditions that hold: of own flares; of own flares with one piece less; of flares the rival may
    hold."""
    flares = box().flares
    upgraded, pieces = compare_pieces(state, side, 1 - side)
    own = [flares[each] for each in bits(state.flares[seat])]
    now = sum(sum(holding(each, upgraded, pieces)) for each in own)
    soon = sum(sum(holding(each, upgraded + 1, pieces + 1)) for each in own)
    unseen = [flares[each] for each in bits(state.flare_pool | state.flares[1 - seat])]
    their = sum(sum(holding(each, -upgraded, -pieces)) for each in unseen)
    return now, soon, state.flares[1 - seat].bit_count() * their / max(1, len(unseen))


def card_features(
    cards: Sequence[Card], ground: Ground, worth: Callable[[Card], float], held: int, seen: int
) -> list[float]:
    """Return the features ``OF_CARDS`` of a group of cards. If they are not ``seen``, ``held`` of them are in hand and
    each counts by the average."""
    ready = near = far = 0
    places = near_places = ready_worth = near_worth = far_worth = places_worth = near_places_worth = total = 0.0
    at_once, soon = [], []
    for card in cards:
        none, single, double = lacking(card, ground)
        brings = worth(card)
        total += brings
        if none:
            ready += 1
            ready_worth += brings
            many = log1p(none.bit_count())
            places += many
            places_worth += brings * many
            at_once.append(brings)
            soon.append(brings)
        elif single:
            near += 1
            near_worth += brings
            soon.append(SOON * brings)
        elif double:
            far += 1
            far_worth += brings
            soon.append(LATER * brings)
        if single:
            many = log1p(single.bit_count())
            near_places += many
            if not none:
                near_places_worth += brings * many
    found = [ready, near, far, places, near_places, ready_worth, near_worth, far_worth, places_worth, near_places_worth,
             total]  # fmt: skip
    count = max(1, len(cards))
    if not seen:
        found = [each / count for each in found]
    share = min(1.0, held / count)
    return [*found, _best(at_once, share), _best(soon, share)]


def _best(brings: list[float], share: float) -> float:
    """Return the expected value of the best card held, each being held with probability ``share``."""
    if not share:
        return 0.0
    found, missing = 0.0, 1.0
    for each in sorted(brings, reverse=True):
        found += missing * share * each
        missing *= 1 - share
    return found


def _pairs(mask: int, others: int) -> int:
    """Number of pieces of one mask adjacent to pieces of another."""
    found = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        found += (NEAR[bit.bit_length() - 1] & others).bit_count()
    return found
