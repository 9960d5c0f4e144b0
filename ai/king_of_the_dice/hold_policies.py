"""Which dice to keep: four ways to aim, from the commonest dice to the whole market."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import mean

from ai.king_of_the_dice.evaluate import Evaluator, Prospects, prospects
from games.king_of_the_dice import actions as act, odds
from games.king_of_the_dice.cards import PILES, citizens
from games.king_of_the_dice.dice import DICE, nets
from games.king_of_the_dice.options import UNFORCED
from games.king_of_the_dice.packed_odds import Offer, Wishes
from games.king_of_the_dice.state import ROLLS, State, bits, copied
from games.king_of_the_dice.turns import check_choices, find_met_conditions, use_jokers

MOST_OFFERS = 6
"""Ways to add dice by jokers that a roll is planned with."""
ROLLS_APART = 433
"""One in this many rolls says which those are."""
GRAIN = 10
"""Steps of a point in which the worth of a citizen is told to the odds."""


@dataclass(slots=True)
class HoldValues:
    """Value of each hold (index: mask of kept dice), in points over a dragon alarm; ``prospects`` if computed."""

    values: list[float]
    prospects: Prospects | None = None


HoldPolicy = Callable[[State, int, Evaluator], HoldValues]
"""State, seat and judge in, what the 64 holds are worth out."""


def hold_common_dice(state: State, seat: int, judge: Evaluator) -> HoldValues:
    """Hold policy: stop as soon as any citizen can be hired; else keep the most frequent dice."""
    met = find_met_conditions(state)
    stop = any(card >= 0 and citizens().best_tier(card, met) is not None for card in state.market)
    symbols = [net[face] for net, face in zip(nets(), state.dice, strict=True)]
    kept = act.STOP if stop and state.rolls else common_dice(symbols, state.dice)
    return HoldValues([float(hold == kept) for hold in range(act.STOP + 1)])


def common_dice(signs: Sequence[int], faces: Sequence[int]) -> int:
    """Return the hold (mask) that keeps the dice of the most frequent number, or colour if only that comes three
    times."""
    colours = [sign % 3 for sign in signs]
    colour, face = max(set(colours), key=colours.count), max(set(faces), key=faces.count)
    if faces.count(face) >= 3 or colours.count(colour) < 3:
        kept = [at for at, each in enumerate(faces) if each == face]
    else:
        kept = [at for at, each in enumerate(colours) if each == colour]
    return sum(1 << at for at in kept)


def hold_easiest(state: State, seat: int, judge: Evaluator) -> HoldValues:
    """Hold policy: roll for the citizen that is most likely to be met, whatever it brings."""
    left = ROLLS - state.rolls
    plans = [odds.citizens_plan([card]) for card in state.market if card >= 0]
    best = max(plans, key=lambda plan: plan.value(state.dice, left))
    return HoldValues(best.holds(state.dice, left))


def hold_best_target(state: State, seat: int, judge: Evaluator) -> HoldValues:
    """Hold policy: roll for the citizen with the highest product of probability and gain."""
    left = ROLLS - state.rolls
    found = prospects(state, seat, judge)
    wishes = [
        tuple((conditions, max(0, worth)) for conditions, worth in _worths(state, found, [pile]))
        for pile in range(PILES)
        if state.market[pile] >= 0
    ]
    best = max((odds.plan_for(each).holds(state.dice, left) for each in wishes), key=max)
    return HoldValues([value / GRAIN for value in best], found)


def make_market_policy(jokers: int) -> HoldPolicy:
    """Return the hold policy that rolls for all open citizens by their gain, counting up to ``jokers`` dice that jokers
    can add."""

    def aim(state: State, seat: int, judge: Evaluator) -> HoldValues:
        left = ROLLS - state.rolls
        found = prospects(state, seat, judge)
        gains = [gain - found.alarm for hire in found.hire if hire is not None for gain in hire]
        # A seat that meets a citizen must hire one (ruling D3), even where the alarm would bring more.
        least = 0 if state.twists & UNFORCED else min([0.0, *gains])
        alarm = round(-GRAIN * least)
        wishes = tuple(
            (conditions, max(0, worth + alarm)) for conditions, worth in _worths(state, found, list(range(PILES)))
        )
        offers = _helpful(wishes, alarm, _offers(state, seat, judge, jokers))
        plan = odds.plan_for(wishes, (), alarm, offers)
        return HoldValues([(value - alarm) / GRAIN for value in plan.holds(state.dice, left)], found)

    return aim


def _worths(state: State, found: Prospects, piles: list[int]) -> list[tuple[int, int]]:
    """Return the tiers of these citizens, each with its gain over a dragon alarm."""
    worths = []
    for pile in piles:
        gains = found.hire[pile]
        if gains is None:
            continue
        for tier, gain in zip(citizens().cards[state.market[pile]].tiers, gains, strict=True):
            worths.append((1 << tier.condition, round(GRAIN * (gain - found.alarm))))
    return worths


def _offers(state: State, seat: int, judge: Evaluator, jokers: int) -> list[Offer]:
    """Return the dice that up to ``jokers`` jokers can add, with the jokers' value otherwise."""
    now = judge(state, seat)
    usable: dict[tuple[int, ...], float] = {}
    twin = copied(state)
    twin.forced = 0
    found = [twin]
    for _ in range(jokers):
        after = []
        for each in found:
            for action in check_choices(each):
                if action < act.JOKER:
                    continue
                spent = copied(each)
                use_jokers(spent, *divmod(action - act.JOKER, 3), None)
                added = tuple(sorted(spent.added))
                cost = now - judge(spent, seat)
                if cost < usable.get(added, float("inf")):
                    usable[added] = cost
                    after.append(spent)
        found = after
    return [(added, max(0, round(GRAIN * cost))) for added, cost in sorted(usable.items())]


def _helpful(wishes: Wishes, alarm: int, offers: list[Offer]) -> list[Offer]:
    """Choose the offers with the highest gain over some rolls."""
    if len(offers) <= MOST_OFFERS:
        return offers
    met = citizens().conditions.match
    rolls = _some_rolls()

    def worths(added: tuple[int, ...], otherwise: int) -> list[int]:
        masks = [met((*roll, *added)) for roll in rolls]
        return [max((worth for each, worth in wishes if each & mask), default=otherwise) for mask in masks]

    bare = worths((), alarm)

    def help_(offer: Offer) -> int:
        added, price = offer
        return sum(max(0, there - price - here) for here, there in zip(bare, worths(added, 0), strict=True))

    return sorted(sorted(offers, key=help_, reverse=True)[:MOST_OFFERS])


@lru_cache(maxsize=1)
def _some_rolls() -> list[tuple[int, ...]]:
    """Symbols of rolls that stand for all of them."""
    faces = [[(number // 6**die) % 6 + 1 for die in range(DICE)] for number in range(0, 6**DICE, ROLLS_APART)]
    return [tuple(net[face] for net, face in zip(nets(), roll, strict=True)) for roll in faces]


# What to make of a result: whom to hire, when to spend jokers, which citizen to take in an alarm.

DENIED_SHARE = 0.7
"""How much of what the next player is denied counts: rolling for several citizens at once meets each of them less."""


def evaluate_check(state: State, seat: int, judge: Evaluator, jokers: int, denies: bool) -> dict[int, float]:
    """Return the expected gain of every legal action after the roll; ``jokers``: most jokers considered; ``denies``:
    whether what is left to the next player counts."""
    found = prospects(state, seat, judge)
    taken = _evaluate_denial(state, seat, judge) if denies else [0.0] * PILES
    return _values(state, seat, judge, found, taken, jokers)


def _values(
    state: State, seat: int, judge: Evaluator, found: Prospects, taken: list[float], jokers: int
) -> dict[int, float]:
    met = find_met_conditions(state)
    cards = citizens()
    values: dict[int, float] = {}
    now = judge(state, seat)
    for action in state.choices:
        if action >= act.JOKER:
            values[action] = _evaluate_jokers(state, seat, judge, found, taken, jokers, action, now) if jokers else -1e6
        elif action == act.ALARM_ALONE:
            values[action] = found.alarm
        elif action >= act.ALARM:
            values[action] = found.alarm + taken[action - act.ALARM]
        else:
            pile = action - act.HIRE
            card = state.market[pile]
            tier = cards.best_tier(card, met)
            gains = found.hire[pile]
            assert tier is not None and gains is not None
            values[action] = gains[cards.cards[card].tiers.index(tier)] + taken[pile]
    return values


def _evaluate_jokers(
    state: State,
    seat: int,
    judge: Evaluator,
    found: Prospects,
    taken: list[float],
    jokers: int,
    action: int,
    now: float,
) -> float:
    """Return the value of the best action after spending these jokers, less the jokers' value."""
    twin = copied(state)
    use_jokers(twin, *divmod(action - act.JOKER, 3), None)
    cost = now - judge(twin, seat)
    values = _values(twin, seat, judge, found, taken, jokers - 1)
    return max(values.values()) - cost


def _evaluate_denial(state: State, seat: int, judge: Evaluator) -> list[float]:
    """Return, by pile, what the next player loses in expectation if its citizen is replaced by another one, shared
    among the rivals."""
    following = (seat + 1) % state.seats
    found = prospects(state, following, judge)
    offered = [_hopes(state, found, pile, None) for pile in range(PILES)]
    now = _expect_turn(offered)
    taken = [0.0] * PILES
    for pile in range(PILES):
        if state.market[pile] >= 0:
            fresh = _hopes(state, found, pile, state.piles[pile])
            taken[pile] = (now - _expect_turn([*offered[:pile], fresh, *offered[pile + 1 :]])) / (state.seats - 1)
    return [DENIED_SHARE * each for each in taken]


Hope = tuple[float, float]
"""What a citizen brings more than an alarm, and the chance to meet its condition."""


def _hopes(state: State, found: Prospects, pile: int, unknown: int | None) -> list[Hope]:
    """Return the chances and gains of a pile's open citizen by tier; with a mask of ``unknown`` ones, of their mean."""
    gains = found.hire[pile]
    if gains is None:
        return []
    if unknown is None:
        tiers = citizens().cards[state.market[pile]].tiers
        return [(gain - found.alarm, _chance(tier.condition)) for tier, gain in zip(tiers, gains, strict=True)]
    cards = bits(unknown)
    return [
        (gain - found.alarm, mean(_chance(citizens().cards[card].tiers[at].condition) for card in cards))
        for at, gain in enumerate(gains)
        if cards and all(at < len(citizens().cards[card].tiers) for card in cards)
    ]


def _expect_turn(offered: list[list[Hope]]) -> float:
    """Return the expected gain of a turn, as if every citizen were rolled for by itself, the best first."""
    total, left = 0.0, 1.0
    for gain, chance in sorted([hope for hopes in offered for hope in hopes if hope[0] > 0], reverse=True):
        total += left * chance * gain
        left *= 1 - chance
    return total


@lru_cache(maxsize=128)
def _chance(condition: int) -> float:
    """Return the probability to meet a condition in a turn that aims at nothing else."""
    return odds.chance_plan(condition).start()
