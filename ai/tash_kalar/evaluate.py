"""What a position is worth to a side, in points: points made, pieces, cards near completion, tasks within reach.

A judge looks at positions of one own turn: after some of its actions, or after its end.
Cards that were drawn meanwhile are not looked at, only counted: nobody knows them when the choice is made.

The weights are estimates, set by hand; the reason stands with each. "Measured" is what 40 games of
skilled players in the High Form have shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from operator import mul
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from engine.contract import Event, Message
from games.tash_kalar.cards import LEGENDS, Card, box
from games.tash_kalar.expansions import load_part, report
from games.tash_kalar.maps import bits
from games.tash_kalar.scoring import count_destruction_points, goal, score, standing
from games.tash_kalar.state import DUEL, HIGH, MELEE, OVER, State, count_sides, first_card, get_side, members

from .pattern_distance import FAR, Ground, count_steps, count_turn_steps, steps_and_places, steps_lacking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

# What the fields of expansions are worth, in points: features that each expansion names, with fitted weights.
#
# The manifest of an expansion names the module with its ``VALUE``, an object of a class derived from
# :class:`AddedValue`; its weights and the worth of its cards lie next to that module. ``build/fit/tash_kalar.py``
# fits to games of skilled players the weights, which all forms use, and for each form what its cards bring.

RIVALS = 0.4
"""What a rival's features weigh in a Melee, where they stand against the others too."""

Reason = tuple[float, Message]
"""A reason for an action; the greater the number, the sooner it is told (``reasons``)."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]


FormName = Literal["high", "duel"]
"""A form between two, in the files."""


class AddedWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of one expansion: points of its features, and by form how much more summoning a card brings than the mean
    of its rank (``duel_value``), because destroying brings points in the Duel only."""

    features: dict[str, Number]
    cards: dict[FormName, dict[str, Number]]


@dataclass(frozen=True, eq=False)
class AddedValue:
    """Features that an expansion adds to a position; ``file``: their weights.

    ``estimates``: assumed value of each feature; the fit keeps its weights near them.
    """

    file: Path
    estimates: ClassVar[Mapping[str, float]] = {}

    @property
    def features(self) -> tuple[str, ...]:
        """Names of the features, in their order."""
        return tuple(self.estimates)

    def extract(self, state: State, side: int) -> Sequence[float]:
        """Return the features of a side, in their order; () where all of them are 0, which is quicker."""
        return ()

    def list_reasons(self, before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Reason]:
        """Yield reasons for or against a plan of ``seat`` with these ``events``, as texts ``CODE.hint.NAME``."""
        return ()


@dataclass(frozen=True, slots=True)
class _Weighted:
    value: AddedValue
    weights: tuple[float, ...]
    cards: Mapping[FormName, Mapping[str, float]]


@lru_cache(maxsize=1)
def _load_all() -> Mapping[str, _Weighted]:
    """Load features, weights and cards of every expansion that has weights, by its code."""
    found: dict[str, _Weighted] = {}
    for code, value in load_part("opponents"):
        if value is not None:
            try:
                numbers = read_weights(value)
            except BadCoefficients as error:
                report(code, value.file.name, error)
                continue
            weights = tuple(numbers.features.get(name, 0.0) for name in value.features)
            found[code] = _Weighted(value, weights, numbers.cards)
    return found


def read_weights(value: AddedValue) -> AddedWeights:
    """Return the weights of an expansion; raises ``BadCoefficients`` naming file and field."""
    found = schema.read(value.file, AddedWeights, BadCoefficients)
    unknown = sorted(set(found.features) - set(value.features))
    if unknown:
        raise BadCoefficients(f"{value.file}: features: expected some of {', '.join(value.features)}, found {unknown}")
    return found


def evaluate_expansions(state: State, side: int) -> float:
    """Return the points that the expansions in play are worth to a side over its rivals; 0 without expansions."""
    found = 0.0
    values = _load_all()
    sides = range(count_sides(state))
    share = 1.0 if len(sides) == 2 else RIVALS
    for one in state.expansions:
        known = values.get(one.code)
        if known is None:
            continue
        for each in sides:
            features = known.value.extract(state, each)
            if features:
                worth = sum(map(mul, known.weights, features))
                found += worth if each == side else -share * worth
    return found


def list_reasons(before: State, after: State, events: Sequence[Event], seat: int) -> list[Reason]:
    """Return the reasons from the expansions in play for a plan with these events; none without expansions."""
    values = _load_all()
    known = [values[one.code].value for one in before.expansions if one.code in values]
    return [reason for value in known for reason in value.list_reasons(before, after, events, seat)]


@lru_cache(maxsize=2)
def list_card_gains(form: int) -> Mapping[str, float]:
    """Return, by code of the cards of expansions, by how much summoning it is worth more than the mean of its rank;
    ``form``: High Form or any other."""
    name: FormName = "high" if form == HIGH else "duel"
    return {code: gain for one in _load_all().values() for code, gain in one.cards.get(name, {}).items()}


WON = 60.0
"""More than any number of points."""
EXTRA_TURN = 1.6
"""A turn before anybody answers. Measured: a turn brings 0.60 points at once; the rest is for the pieces it leaves and
for the rivals' turn that does not come between."""
NO_FUTURE = 0.15
"""What pieces still count when the own side has no turn left: they break ties and can be destroyed."""
NEXT_TASK = 0.4
"""The part of its points that a task counts which cannot be claimed yet: another has to be claimed first."""
HALF_A_PAIR = 0.3
"""A common destroyed without a second one, of two that give a point together: less than half of it, since the second
has to fall in the same turn."""
LATE, UNHURRIED, LAST_TURNS = 0.45, 12, 0.4
"""What lies in the future counts in full with seven points or more to the end, about half while the last point is
missing, and a little less in the last turns."""
RIVALS_BEST = 0.5
"""Melee: half against the rival who is ahead, half against their mean."""
ACTION_LEFT = 0.8
"""An action left, while steps within an action are compared: about half of ``EXTRA_TURN``, which is two."""
DRAWN = 0.2
"""A card to be drawn, as ``Weights.fresh``."""
OTHER_TASKS = 0.2
"""During a turn: tasks other than the nearest one, since only one is claimed in a turn."""
STEP_NEARER = 0.12
"""During a turn: a little for every step towards a task that stays out of reach, so that steps are told apart."""
LEAST_IN_MELEE, MEAN_IN_MELEE = 0.55, 0.45
"""The weakest colour is what counts at the end of a Melee, the others only promise to be it later: a little more than
half and a little less."""
FAR_ABOVE = 4
"""Points of a colour above the weakest that count no more: it takes two turns or so to make up for them."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one form, in points.

    ``own``, ``theirs``: a common, heroic, legendary piece of the side and of its rivals.
    ``ready``: a card that lacks 0, 1, 2, more pieces, by stage (others move first; one action left; two actions).
    ``fresh``: a card to be drawn: a quarter of a common being, since nobody knows whether it will fit.
    ``held``: factor of each further card, the nearest first: a turn has two actions, so hardly more than two are played
    before the others change the arena.
    ``nearing``, ``step``: a task that the position comes closer to counts ``nearing * step ** steps`` of its points: at
    best a little more than half, as the other side may claim it.
    ``theirs_near``, ``their_step``: the same for the other side, which moves next.
    ``drive``: during a turn, the part of a task's points that counts if it can be claimed, if the actions left are as
    many as the steps, one step more, or more.
    ``room``: factor of the logarithm of the number of squares where a card lacks fewest pieces, which tells squares
    apart while nothing is near.
    """

    own: tuple[float, float, float]
    theirs: tuple[float, float, float]
    ready: tuple[tuple[float, float, float, float], ...]
    fresh: float = 0.2
    held: tuple[float, ...] = (1.0, 0.8, 0.5, 0.3, 0.2, 0.1, 0.1)
    nearing: float = 0.6
    step: float = 0.6
    theirs_near: float = 0.75
    their_step: float = 0.55
    drive: tuple[float, float, float, float] = (0.95, 0.55, 0.25, 0.0)
    room: float = 0.0


# How many of the cards in hand that lack 0, 1, 2 or more pieces are summoned by the end of the next own turn,
# measured: 0.46, 0.32, 0.07, 0 when others move first; in its own turn 0.41, 0.03, 0, 0 with one action left, 0.49,
# 0.41, 0.12, 0.02 with two. In its own turn the numbers below say how sure a card is by itself; that others are played
# instead of it is in ``held``. With one action left a card that lacks a piece is for the turn after: as if others
# moved first.
READY = ((0.5, 0.33, 0.12, 0.0), (0.95, 0.35, 0.12, 0.0), (1.0, 0.8, 0.3, 0.0))
# Pieces. Measured: a common more brings 0.21 points until the end, a heroic 0.27, a legend -0.44 apart from the point
# that it counts in the High Form while it stands, for some fall. Upgraded pieces are set higher by hand, since
# patterns, tasks and flares ask for them. In a Melee a rival's piece hurts less: it stands against the others too.
WEIGHTS = {
    HIGH: Weights((0.28, 0.64, 0.9), (0.28, 0.64, 0.9), READY),
    DUEL: Weights((0.3, 0.55, 1.0), (0.3, 0.55, 1.0), READY),
    MELEE: Weights((0.25, 0.45, 0.8), (0.1, 0.2, 0.35), READY),
}
POWER = (0.75, 1.0, 2.0)
"""What summoning a being of each rank brings, roughly: the piece and, once or twice its worth, the effect."""


class Evaluator:
    """Evaluates positions for the side of ``seat``, by what that seat knows when it decides in ``state``."""

    def __init__(self, state: State, seat: int, weights: Weights) -> None:
        self.seat = seat
        self.side = get_side(state, seat)
        self.form = state.form
        self.weights = weights
        self.turn = state.turn
        self.hand = state.hands[state.active]
        self.holder = state.active
        self.legends = 0
        for member in members(state, self.side):
            self.legends |= state.legends[member]
        first = first_card(state, self.holder)
        self.beings = {each: state.book.card(first + each) for each in bits(self.hand)}
        self.great = {each: state.book.card(LEGENDS + each) for each in bits(self.legends)}
        self.wants: dict[int, float] = {}
        self.pieces: list[float] = []
        for side in range(count_sides(state)):
            self.pieces += weights.own if side == self.side else [-worth for worth in weights.theirs]

    # --- whole positions ------------------------------------------------------------------------

    def value(self, state: State) -> float:
        """Return the value of a position between two actions or at the end of the turn, in points."""
        if state.phase == OVER:
            return self.final(state)
        own_turn = state.turn == self.turn
        stage = min(2, state.actions) if own_turn and state.actions else 0
        later = self.has_turn(state, own_turn)
        tempo = self.tempo(state)
        found = self.margin(state)
        found += self.material(state) * (tempo if later else NO_FUTURE)
        if state.expansions and later:
            found += evaluate_expansions(state, self.side) * tempo
        if not own_turn and get_side(state, state.active) == self.side:
            stage = 2
            if state.active == self.seat and state.turn == self.turn + 1:
                found += EXTRA_TURN
        if later or stage:
            found += self.hand_worth(state, stage if later or own_turn else 0) * (tempo if later else 1.0)
        if self.form == HIGH:
            found += self.drive(state) if own_turn else self.tasks(state, later) * tempo
        return found

    def final(self, state: State) -> float:
        """Return the value of a finished game: by place (alone or shared), then by the lead in points."""
        places = standing(state)
        own = places[self.seat]
        winners = sum(place == 1 for place in places)
        alone = winners == (2 if state.teams else 1)
        best = WON if alone else WON / 4
        return (best if own == 1 else -WON * (own - 1) / max(1, len(places) - 1)) + self.margin(state)

    def has_turn(self, state: State, own_turn: bool) -> bool:
        """Whether the judge's side has another turn after the current one; ``own_turn``: the current one is its own."""
        if state.final < 0:
            return True
        first = 1 if own_turn else 0
        return any(
            (member - state.active) % state.seats < state.final
            for member in members(state, self.side)
            if (member - state.active) % state.seats >= first
        )

    def tempo(self, state: State) -> float:
        """Discount factor of future gains (0 to 1), smaller towards the end of the game."""
        high = self.form == HIGH
        most = max(score(state, side) for side in range(count_sides(state))) if high else max(state.points)
        left = goal(state) - most
        return min(1.0, LATE + left / UNHURRIED) if left > 0 else LAST_TURNS

    # --- parts ----------------------------------------------------------------------------------

    def margin(self, state: State) -> float:
        """Return its side's lead in points, those for pieces destroyed this turn included."""
        side = self.side
        counting = state.turn == self.turn and state.phase != OVER
        if self.form == HIGH:
            return score(state, side) - score(state, 1 - side)
        if self.form == DUEL:
            found = float(state.points[5 * side] - state.points[5 * (1 - side)])
            if counting:
                found += _score_losses(state, 1 - side)
            return found
        values = [self.melee_points(state, each, counting and each == side) for each in range(count_sides(state))]
        own = values.pop(side)
        return own - RIVALS_BEST * max(values) - (1 - RIVALS_BEST) * sum(values) / len(values)

    def melee_points(self, state: State, side: int, counting: bool) -> float:
        """Return a side's value of its Melee points: the weakest colour counts most, points far above it little."""
        found = []
        for colour in range(count_sides(state)):
            if colour != side:
                points = float(state.points[4 * side + colour])
                if counting:
                    points += _score_losses(state, colour)
                found.append(points)
        least = min(found)
        return LEAST_IN_MELEE * least + MEAN_IN_MELEE * sum(min(each, least + FAR_ABOVE) for each in found) / len(found)

    def material(self, state: State) -> float:
        """Return the value of the side's pieces minus that of the others', in points."""
        found = 0.0
        for mask, worth in zip(state.men, self.pieces, strict=True):
            if mask:
                found += worth * mask.bit_count()
        return found

    def sketch(self, state: State) -> float:
        """Return a quick value for comparing steps within an action: points, pieces, squares that the cards need."""
        found = self.margin(state) + self.material(state)
        if state.expansions:
            found += evaluate_expansions(state, self.side)
        wants = self.wants
        if wants:
            men, at = state.men, 3 * self.side
            own = men[at] | men[at + 1] | men[at + 2]
            for square, gain in wants.items():
                if own >> square & 1:
                    found += gain
        return found + ACTION_LEFT * state.actions + DRAWN * (state.extra[0] + state.extra[1])

    def hand_worth(self, state: State, stage: int) -> float:
        """Return the value of cards in hand, most for nearly complete ones, and to be drawn; ``stage``: of
        ``ready``."""
        ground = Ground(state, self.side)
        ready = self.weights.ready[stage]
        now = state.turn == self.turn
        hand = state.hands[self.holder] & self.hand
        great = 0
        for member in members(state, self.side):
            great |= state.legends[member]
        cards = [card for each, card in self.beings.items() if hand >> each & 1]
        cards += [card for each, card in self.great.items() if great >> each & 1]
        worth = 0.0
        if self.weights.room:
            found = []
            room = 0.0
            for card in cards:
                steps, places = steps_and_places(card, ground)
                found.append(POWER[card.rank] * ready[steps])
                room += log1p(places) / (1 + steps)
            worth = self.weights.room * room
        else:
            found = [POWER[card.rank] * ready[steps_lacking(card, ground)] for card in cards]
        found.sort(reverse=True)
        for gain, share in zip(found, self.weights.held, strict=False):
            worth += gain * share
        extra = state.extra[0] + state.extra[1] if now else 0
        played = self.hand.bit_count() - hand.bit_count() + (self.legends & ~great).bit_count()
        return worth + self.weights.fresh * (played + extra)

    def tasks(self, state: State, later: bool) -> float:
        """Return the value of the tasks that both sides come close to; ``later``: its side has another turn."""
        weights = self.weights
        found = 0.0
        tasks = box().tasks
        mine_first = get_side(state, state.active) == self.side
        for task in (*state.tasks, state.next_task):
            if task < 0:
                continue
            points = tasks[task].points * (1.0 if task in state.tasks else NEXT_TASK)
            mine, theirs = count_steps(state, task, self.side), count_steps(state, task, 1 - self.side)
            if later and mine < FAR:
                found += points * weights.nearing * weights.step**mine
            if theirs < FAR:
                near = weights.nearing if mine_first else weights.theirs_near
                found -= points * near * weights.their_step**theirs
        return found

    def drive(self, state: State) -> float:
        """Return the value, during a turn, of the task nearest to being claimed, plus a little for the others."""
        best = total = 0.0
        tasks = box().tasks
        for task in state.tasks:
            left = count_turn_steps(state, task)
            if left >= FAR:
                continue
            near = int(max(0.0, left - state.actions) + 0.99) + (left > 0)
            gain = tasks[task].points * self.weights.drive[min(3, near)]
            gain += STEP_NEARER * tasks[task].points * self.weights.step**left
            best = max(best, gain)
            total += gain
        return best + OTHER_TASKS * (total - best)


def _score_losses(state: State, colour: int) -> float:
    """Return the points for pieces of a colour destroyed this turn, and a little for half a pair of commons."""
    return count_destruction_points(state, colour) + HALF_A_PAIR * (state.tally[3 * colour] % 2)


def card_power(card: Card) -> float:
    """Return roughly the points that summoning a being is worth, by its rank."""
    return POWER[card.rank]


def find_weights(form: int) -> Weights:
    """Return the weights of a form."""
    return WEIGHTS[form]
