"""Which dice to keep: four ways to aim, from the commonest dice to the whole market."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.king_of_the_dice import actions as act
from games.king_of_the_dice import odds
from games.king_of_the_dice.cards import PILES, citizens
from games.king_of_the_dice.dice import SYMBOLS, nets
from games.king_of_the_dice.state import ROLLS, State, copied
from games.king_of_the_dice.turns import check_choices, met_now, use_jokers

from .evaluate import Evaluator
from .gains import Prospects, prospects

GRAIN = 10
"""Steps of a point in which the worth of a citizen is told to the odds."""
MOST_JOKER_DICE = 2
"""Different dice that jokers could add that a roll is planned with."""


@dataclass(slots=True)
class Rolled:
    """What each hold is worth, in points over a dragon alarm; ``prospects`` of the turn if they were worked out."""

    values: list[float]
    prospects: Prospects | None = None


Aim = Callable[[State, int, Evaluator], Rolled]
"""State, seat and judge in, what the 64 holds are worth out."""


def at_common(state: State, seat: int, judge: Evaluator) -> Rolled:
    """Stop as soon as anybody can be hired; else keep the commonest dice."""
    signs = [net[face] for net, face in zip(nets(), state.dice, strict=True)]
    met = met_now(state)
    stop = any(card >= 0 and citizens().best_tier(card, met) is not None for card in state.market)
    kept = act.STOP if stop and state.rolls else common_dice(signs, state.dice)
    return Rolled([float(hold == kept) for hold in range(act.STOP + 1)])


def common_dice(signs: Sequence[int], faces: Sequence[int]) -> int:
    """The hold that keeps the dice of the commonest colour or number."""
    colours = [sign % 3 for sign in signs]
    colour, face = max(set(colours), key=colours.count), max(set(faces), key=faces.count)
    if faces.count(face) >= 3 or colours.count(colour) < 3:
        kept = [at for at, each in enumerate(faces) if each == face]
    else:
        kept = [at for at, each in enumerate(colours) if each == colour]
    return sum(1 << at for at in kept)


def at_easiest(state: State, seat: int, judge: Evaluator) -> Rolled:
    """Roll for the citizen that is likeliest to be met, whatever it brings."""
    left = ROLLS - state.rolls
    plans = [odds.citizens_plan([card]) for card in state.market if card >= 0]
    best = max(plans, key=lambda plan: plan.value(state.dice, left))
    return Rolled(best.holds(state.dice, left))


def at_one(state: State, seat: int, judge: Evaluator) -> Rolled:
    """Roll for the one citizen that promises most: its chance times what it brings."""
    left = ROLLS - state.rolls
    found = prospects(state, seat, judge)
    wishes = [_wishes(state, found, [pile]) for pile in range(PILES) if state.market[pile] >= 0]
    best = max((odds.plan_for(each) for each in wishes), key=lambda plan: plan.value(state.dice, left))
    return Rolled([value / GRAIN for value in best.holds(state.dice, left)], found)


def at_market(state: State, seat: int, judge: Evaluator) -> Rolled:
    """Roll for all that the market offers, by its worth, with and without a die from jokers."""
    left = ROLLS - state.rolls
    found = prospects(state, seat, judge)
    wishes = _wishes(state, found, list(range(PILES)))
    best = [value / GRAIN for value in odds.plan_for(wishes).holds(state.dice, left)]
    for sign, cost in _joker_dice(state, seat, judge, wishes):
        with_die = odds.plan_for(wishes, [sign]).holds(state.dice, left)
        # The jokers are spent only if it pays, but a plan with them pays always.
        best = [max(value, joined / GRAIN - cost) for value, joined in zip(best, with_die, strict=True)]
    return Rolled(best, found)


def _wishes(state: State, found: Prospects, piles: list[int]) -> odds.Wishes:
    """The tiers of these citizens with what they bring over a dragon alarm."""
    wishes = []
    for pile in piles:
        gains = found.hire[pile]
        if gains is None:
            continue
        for tier, gain in zip(citizens().cards[state.market[pile]].tiers, gains, strict=True):
            wishes.append((1 << tier.condition, max(0, round(GRAIN * (gain - found.alarm)))))
    return tuple(wishes)


def _joker_dice(state: State, seat: int, judge: Evaluator, wishes: odds.Wishes) -> list[tuple[int, float]]:
    """The dice that jokers could add which would help most now, with what the jokers are worth otherwise."""
    now = judge(state, seat)
    signs = [net[face] for net, face in zip(nets(), state.dice, strict=True)]
    usable: dict[int, float] = {}
    twin = copied(state)
    twin.forced = 0
    for action in check_choices(twin):
        if not act.JOKER <= action < act.JOKER + 3 * SYMBOLS:
            continue
        sign, payment = divmod(action - act.JOKER, 3)
        spent = copied(twin)
        use_jokers(spent, sign, payment, None)
        cost = now - judge(spent, seat)
        usable[sign] = min(cost, usable.get(sign, cost))
    met = citizens().conditions.met

    def use(sign: int) -> tuple[float, int]:
        having = met((*signs, sign))
        worth = max((worth for conditions, worth in wishes if conditions & having), default=0)
        return worth / GRAIN - usable[sign], -sign

    best = sorted(usable, key=use, reverse=True)[:MOST_JOKER_DICE]
    return [(sign, usable[sign]) for sign in best]
