"""What the end of a turn promises between two, by numbers fitted to games: the points of the turns to come.

The judge of ``evaluate.py`` is quick and looks at the own cards; this one is asked about the few best ways to end a
turn and counts both sides: pieces, how they touch, what the cards in hand lack and in how many places, and what any
card that may be drawn or that the rival may hold would find in the arena. ``build/fit/turn_ends.py`` fits by how much
the lead changes within the next four turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log1p
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ai.fitted import BadNumbers
from engine import schema
from games.tash_kalar.cards import LEGENDS, Card, box
from games.tash_kalar.maps import NEAR, bits
from games.tash_kalar.scoring import score
from games.tash_kalar.state import FORMS, HIGH, State, first_card, own_mask, upgraded_mask

from .evaluate import Evaluator
from .goals import FAR, steps_to
from .nearness import Ground, lacking

STEP = 0.6
"""What a task counts less with every step, as in ``evaluate.py``."""
FILE = Path(__file__).with_name("turn_end.json")
TERMS = (
    "hand", "tasks", "next_task", "their_tasks", "their_next_task", "common", "heroic", "legendary", "their_common",
    "their_heroic", "their_legendary", "linked", "their_linked", "touching", "touching_upgraded", "touched_upgraded",
    "ready", "near", "far", "places", "near_places", "great_ready", "great_near", "great_places", "great_near_places",
    "deck_ready", "deck_near", "deck_places", "their_ready", "their_near", "their_places", "their_near_places",
    "their_great_ready", "their_great_near", "their_great_places", "their_great_near_places",
)  # fmt: skip
"""The terms, the own side's first:

``hand`` as ``evaluate.py`` has it; points of the open tasks and of the next one, less for every step that they are
away; pieces by rank; ``linked`` pairs of neighbours of one colour,
``touching`` of both, by whose piece is upgraded; of the cards in hand (``great`` legends) how many lack nothing, one
piece, two, and the logarithm of in how many ways (``places``); the same for a card that may be drawn (``deck``) and one
that the rival may hold (``their``), on average over all that are not seen.
"""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one form: the share of what ``evaluate.py`` says beyond the lead, and the points of every term that counts."""

    judged: Annotated[float, msgspec.Meta(ge=0, le=1)]
    terms: dict[str, Annotated[float, msgspec.Meta(ge=-20, le=20)]]

    def __post_init__(self) -> None:
        """No other terms than there are."""
        schema.expect(set(self.terms) <= set(TERMS), "terms", f"some of {', '.join(TERMS)}", sorted(self.terms))


@lru_cache(maxsize=1)
def _weights() -> dict[int, tuple[float, tuple[float, ...]]]:
    found = schema.read(FILE, dict[Literal["high", "duel"], Weights], BadNumbers)
    return {FORMS.index(form): (one.judged, tuple(one.terms.get(name, 0.0) for name in TERMS))
            for form, one in found.items()}  # fmt: skip


def promised(state: State, judge: Evaluator) -> float:
    """A position at the end of the own turn, in points: the lead and what it promises. Two seats, High Form or Duel."""
    lead = score(state, judge.side) - score(state, 1 - judge.side)
    judged, weights = _weights()[state.form]
    counted = sum([weight * number for weight, number in zip(weights, terms(state, judge), strict=True)])
    return lead + judged * (judge.value(state) - lead) + judge.tempo(state) * counted


def terms(state: State, judge: Evaluator) -> list[float]:
    """The numbers of the terms; cards that were drawn meanwhile are not looked at."""
    side, seat = judge.side, judge.seat
    other = 1 - side
    own, theirs = own_mask(state, side), own_mask(state, other)
    ground, their_ground = Ground(state, side), Ground(state, other)
    card, first, their_first = state.book.card, first_card(state, seat), first_card(state, 1 - seat)
    held, great = state.hands[seat] & judge.hand, state.legends[seat] & judge.legends
    legends = state.legend_pool | state.legends[1 - seat] | state.legends[seat] & ~great
    found = [judge.hand_worth(state, 0)]
    for each in (side, other):
        found += _tasks(state, each)
    found += [mask.bit_count() for mask in (*state.men[3 * side : 3 * side + 3], *state.men[3 * other : 3 * other + 3])]
    found += [_pairs(own, own) / 2, _pairs(theirs, theirs) / 2, _pairs(own, theirs)]
    found += [_pairs(own, upgraded_mask(state, other)), _pairs(theirs, upgraded_mask(state, side))]
    ready, near, far, places, near_places = _fitting([card(first + each) for each in bits(held)], ground)
    found += [ready, near, far, places, near_places]
    ready, near, far, places, near_places = _fitting([card(LEGENDS + each) for each in bits(great)], ground)
    found += [ready, near, places, near_places]
    unseen = [card(first + each) for each in bits(state.pool[seat] | state.hands[seat] & ~held)]
    ready, near, far, places, near_places = _fitting(unseen, ground)
    count = max(1, len(unseen))
    found += [ready / count, near / count, places / count]
    for cards in (
        [card(their_first + each) for each in bits(state.pool[1 - seat] | state.hands[1 - seat])],
        [card(LEGENDS + each) for each in bits(legends)],
    ):
        ready, near, far, places, near_places = _fitting(cards, their_ground)
        count = max(1, len(cards))
        found += [ready / count, near / count, places / count, near_places / count]
    return found


def _tasks(state: State, side: int) -> tuple[float, float]:
    """Points of the open tasks and of the next one, less for every step that a side is away from them."""
    if state.form != HIGH:
        return 0.0, 0.0
    found = []
    for task in (*state.tasks, state.next_task):
        steps = steps_to(state, task, side) if task >= 0 else FAR
        found.append(box().tasks[task].points * STEP**steps if steps < FAR else 0.0)
    return sum(found[:-1]), found[-1]


def _fitting(cards: Sequence[Card], ground: Ground) -> tuple[int, int, int, float, float]:
    """How many cards lack nothing, one piece, two; and the logarithms of in how many places nothing and one piece."""
    ready = near = far = 0
    places = near_places = 0.0
    for card in cards:
        none, single, double = lacking(card.ways, ground, card.rank)
        if none:
            ready += 1
            places += log1p(none.bit_count())
        elif single:
            near += 1
        elif double:
            far += 1
        if single:
            near_places += log1p(single.bit_count())
    return ready, near, far, places, near_places


def _pairs(mask: int, others: int) -> int:
    """Pieces of one mask beside pieces of another."""
    found = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        found += (NEAR[bit.bit_length() - 1] & others).bit_count()
    return found
