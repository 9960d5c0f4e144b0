"""Chances and holds: the figures of the reference, and small cases worked out one by one."""

from functools import cache
from itertools import product
from statistics import mean

import pytest

from engine.chance import SeededChance
from games.king_of_the_dice import odds
from games.king_of_the_dice.actions import STOP
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import nets, symbol
from games.king_of_the_dice.packed_odds import (
    Ends,
    LanePlan,
    Wishes,
)
from tests.shared.counted import calls

REFERENCE = {
    "straight=4": 0.7875,
    "straight=5": 0.5178,
    "groups=[3]": 0.8887,
    "groups=[2, 2]": 0.9487,
    "groups=[3, 2]": 0.7614,
    "groups=[3, 3]": 0.1626,
    "one_colour=5": 0.6401,
    "one_colour=6": 0.2189,
    "colours={'red': 5}": 0.4282,
    "all_in=[2, 4, 6]": 0.4488,
    "sum_at_least=30": 0.3819,
    "sum_at_least=32": 0.1785,
    "colours={'red': 3, 'green': 2}": 0.7301,
    "colours={'red': 3, 'green': 3}": 0.3893,
}
NAMES = [condition.name for condition in citizens().conditions.all]
MIXED = (3, 16, 24, 40, 48)
"""Citizens of all five piles: 4s, a straight, colours, colour 5, even: a market as it lies there."""


BLUE_BUT_TWO = (3, 2, 1, 3, 1, 2)
"""Four blue dice."""


def wishes(*names: str) -> Wishes:
    return tuple((1 << NAMES.index(name), 1) for name in names)


@cache
def mixed() -> odds.Plan:
    return odds.citizens_plan(MIXED)


@pytest.mark.parametrize("name", REFERENCE)
def test_the_figures_of_the_reference(name: str) -> None:
    assert odds.chance_plan(NAMES.index(name)).start() == pytest.approx(REFERENCE[name], abs=0.00005)


def rolls(count: int, seed: int) -> list[tuple[int, ...]]:
    chance = SeededChance(seed)
    return [tuple(chance.die(6) for _ in range(6)) for _ in range(count)]


@pytest.mark.parametrize("name", ["groups=[3, 2]", "colours={'red': 3, 'green': 2}"])
def test_both_ways_of_working_it_out_agree(name: str) -> None:
    alike, lanes = odds.plan_for(wishes(name)), LanePlan(Ends(wishes(name)))
    assert alike.start() == pytest.approx(lanes.start(), abs=1e-12)
    for dice in rolls(200, 1):
        for left in (0, 1, 2):
            assert alike.value(dice, left) == pytest.approx(lanes.value(dice, left), abs=1e-12)
            assert alike.hold(dice, left).bit_count() == lanes.hold(dice, left).bit_count()
        for keep in range(0, 64, 9):
            for left in (1, 2):
                assert alike.keeping(dice, keep, left) == pytest.approx(lanes.keeping(dice, keep, left), abs=1e-12)


def expected(plan: odds.Plan, dice: tuple[int, ...], keep: int, left: int) -> float:
    """What keeping these dice is worth, over every way the others can fall."""
    sides = [(face,) if keep >> die & 1 else range(1, 7) for die, face in enumerate(dice)]
    return mean(plan.value(after, left - 1) for after in product(*sides))


@pytest.mark.parametrize("left", [1, 2])
def test_no_hold_is_better_than_the_best_one(left: int) -> None:
    plan = mixed()
    for dice in rolls(4, left):
        best = plan.hold(dice, left)
        assert plan.holds(dice, left) == pytest.approx([plan.keeping(dice, keep, left) for keep in range(64)])
        assert plan.value(dice, left) == pytest.approx(expected(plan, dice, best, left), abs=1e-12)
        assert plan.keeping(dice, best, left) == pytest.approx(plan.value(dice, left), abs=1e-12)
        for keep in range(64):
            if keep.bit_count() >= 3:
                assert plan.keeping(dice, keep, left) == pytest.approx(expected(plan, dice, keep, left), abs=1e-12)
            assert plan.keeping(dice, keep, left) <= plan.value(dice, left) + 1e-12


def test_with_no_roll_left_a_wish_is_met_or_not() -> None:
    plan = mixed()
    for dice in rolls(300, 5):
        met = citizens().conditions.match([net[face] for net, face in zip(nets(), dice, strict=True)])
        wanted = any(citizens().cards[card].needs & met for card in MIXED)
        assert plan.value(dice, 0) == float(wanted)
        assert plan.hold(dice, 0) == STOP


def test_what_is_met_for_sure_is_kept() -> None:
    plan = odds.chance_plan(NAMES.index("groups=[3]"))
    dice = (2, 2, 5, 2, 1, 6)
    assert plan.value(dice, 2) == 1.0
    assert plan.hold(dice, 2) == STOP


def test_of_several_wishes_the_dearest_counts() -> None:
    three, four = NAMES.index("groups=[3]"), NAMES.index("groups=[4]")
    plan = odds.plan_for(((1 << three, 1), (1 << four, 3)))
    assert plan.value((4, 4, 4, 4, 1, 1), 1) == 3.0
    assert plan.value((4, 4, 4, 2, 1, 1), 0) == 1.0
    assert plan.hold((4, 4, 4, 2, 1, 1), 1) == 0b000111
    assert plan.value((4, 4, 4, 2, 1, 1), 1) == pytest.approx(1 + 2 * (1 - (5 / 6) ** 3))


def test_more_wishes_are_never_worth_less_and_more_rolls_neither() -> None:
    plan = mixed()
    single = [odds.citizens_plan([card]) for card in MIXED]
    assert plan.start() >= max(each.start() for each in single)
    for dice in rolls(100, 7):
        for left in (0, 1, 2):
            assert plan.value(dice, left) >= max(each.value(dice, left) for each in single) - 1e-12
        assert plan.value(dice, 0) <= plan.value(dice, 1) + 1e-12 <= plan.value(dice, 2) + 2e-12


def test_dice_added_by_jokers_count() -> None:
    six = symbol(6, 2)
    name = "groups=[3]"
    plan = odds.plan_for(wishes(name), [six])
    assert plan.value((6, 6, 1, 2, 3, 4), 0) == 1.0
    assert plan.start() > REFERENCE[name]
    lanes = LanePlan(Ends(wishes(name), (six,)))
    for dice in rolls(60, 11):
        for left in (0, 1, 2):
            assert plan.value(dice, left) == pytest.approx(lanes.value(dice, left), abs=1e-12)
    blue = odds.plan_for(wishes("colours={'blue': 5}"), [six])
    assert blue.value(BLUE_BUT_TWO, 0) == 1.0
    assert odds.plan_for(wishes("colours={'blue': 5}")).value(BLUE_BUT_TWO, 0) == 0.0


PRICED = ((1 << NAMES.index("groups=[3]"), 4), (1 << NAMES.index("colours={'blue': 5}"), 9))
"""Wishes of different worth, of numbers and colours."""


def test_dice_on_offer_are_added_where_they_pay() -> None:
    """By hand, at the end of a roll; before it the best holds know of all that can be added then."""
    six, blue = symbol(6, 0), symbol(1, 2)
    plan = odds.plan_for(PRICED, (), 0, (((six,), 3), ((blue,), 5), ((six, blue), 9)))
    assert plan.value((6, 6, 1, 2, 3, 4), 0) == 4 - 3
    assert plan.value(BLUE_BUT_TWO, 0) == 9 - 5
    assert plan.value((6, 6, 6, 2, 3, 4), 0) == 4
    assert odds.plan_for(PRICED, (), 0, (((six,), 4),)).value((6, 6, 1, 2, 3, 4), 0) == 0
    for dice in rolls(3, 21):
        for keep in (0b000111, 0b111100, STOP):
            assert plan.keeping(dice, keep, 1) == pytest.approx(expected(plan, dice, keep, 1), abs=1e-12)
    with_all = [odds.plan_for(PRICED, added) for added in ((), (six,), (blue,))]
    for dice in rolls(50, 22):
        best = max(each.value(dice, 2) - price for each, price in zip(with_all, (0, 3, 5), strict=True))
        assert plan.value(dice, 2) >= best - 1e-12


def test_what_meets_nothing_can_be_worth_more_than_a_poor_wish() -> None:
    """Ruling D3: whoever meets a citizen must hire one, so it can be better to meet none."""
    plan = odds.plan_for(PRICED, (), 6)
    assert plan.value((1, 1, 1, 2, 3, 4), 0) == 4
    assert plan.value((1, 1, 2, 2, 3, 4), 0) == 6
    assert plan.value((1, 1, 2, 2, 3, 4), 1) == 6 < plan.value((3, 2, 1, 3, 2, 2), 1)
    alike = odds.plan_for(PRICED[:1], (), 6)
    assert alike.value((1, 1, 1, 2, 3, 4), 0) == 4
    assert alike.value((1, 1, 2, 2, 3, 4), 2) == 6


def test_values_alone_are_those_that_come_with_holds() -> None:
    """They are worked out in lanes of half the width when nobody asks for holds, and for worths that fit."""
    for scale in (1, 20_000):
        one, other = (LanePlan(Ends(tuple((mask, scale * worth) for mask, worth in PRICED))) for _ in range(2))
        for dice in rolls(20, 23):
            other.hold(dice, 1)
            assert one.holds(dice, 2) == other.holds(dice, 2)


def test_a_worth_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="worth"):
        odds.plan_for(((1, odds.LARGEST_VALUE + 1),))


def test_a_query_is_little_work() -> None:
    """Two tables are looked up; a plan made anew would be thousands of calls."""
    plan, asked = mixed(), rolls(500, 9)

    def ask() -> None:
        for dice in asked:
            plan.value(dice, 2)
            plan.hold(dice, 2)

    ask()
    assert calls(ask) < 60 * len(asked)
