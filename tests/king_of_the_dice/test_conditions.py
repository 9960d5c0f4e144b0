"""Conditions against definitions by brute force, for six dice and for seven and eight (ruling D4)."""

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from engine.chance import SeededChance
from games.king_of_the_dice.cards import CITIZENS_FILE, citizens
from games.king_of_the_dice.dice import (
    COLOURS,
    Conditions,
    nets,
    parse,
    symbol,
)

Die = tuple[int, str]


def six_meet(data: dict[str, Any], dice: tuple[Die, ...]) -> bool:
    """Do exactly these six dice meet the condition? Written down as plainly as the reference says it."""
    numbers = [number for number, _ in dice]
    colours = [colour for _, colour in dice]
    if "straight" in data:
        length = data["straight"]
        of_colour = [set(numbers)]
        if data.get("one_colour"):
            of_colour = [{number for number, colour in dice if colour == each} for each in COLOURS]
        runs = [set(range(first, first + length)) for first in range(1, 8 - length)]
        return any(run <= there for run in runs for there in of_colour)
    ((key, wanted),) = data.items()
    if key == "numbers":
        return all(numbers.count(int(number)) >= count for number, count in wanted.items())
    if key == "groups":
        return disjoint_groups(numbers, wanted)
    if key == "colours":
        return all(colours.count(colour) >= count for colour, count in wanted.items())
    if key == "one_colour":
        return any(colours.count(colour) >= wanted for colour in COLOURS)
    if key == "even_of_colour":
        return all(sum(n % 2 == 0 and c == colour for n, c in dice) >= count for colour, count in wanted.items())
    if key == "all_in":
        return all(number in wanted for number in numbers)
    return bool(sum(numbers) >= wanted if key == "sum_at_least" else sum(numbers) <= wanted)


def disjoint_groups(numbers: list[int], sizes: list[int]) -> bool:
    """Different numbers can be given to the groups so that each has dice enough."""
    count = Counter(numbers)
    return any(
        all(count[number] >= size for number, size in zip(chosen, sizes, strict=True))
        for chosen in itertools.permutations(range(1, 7), len(sizes))
    )


def meet(data: dict[str, Any], dice: tuple[Die, ...]) -> bool:
    """Do some six or more of the dice meet it? More than six only help a sum."""
    if any(six_meet(data, six) for six in itertools.combinations(dice, 6)):
        return True
    return "sum_at_least" in data and sum(number for number, _ in dice) >= data["sum_at_least"]


def all_conditions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for row in json.loads(CITIZENS_FILE.read_text("utf-8"))["citizens"]:
        for data in (row["condition"], *(tier["condition"] for tier in row.get("tiers", []))):
            if data not in found:
                found.append(data)
    return found


DATA = all_conditions()
CONDITIONS = Conditions(parse(data) for data in DATA)


def bare_roll(chance: SeededChance) -> list[Die]:
    """Six dice as they really fall, now and then with much alike, so that rare conditions occur."""
    low, high = chance.draw([1, 1, 1, 4, 2]), chance.draw([6, 6, 6, 3, 2])
    low, high = min(low, high), max(low, high)
    roll = []
    for net in nets():
        sign = net[low + chance.below(high - low + 1)]
        roll.append((sign // 3 + 1, COLOURS[sign % 3]))
    return roll


@pytest.mark.parametrize(("extra", "count"), [(0, 700), (1, 250), (2, 80)])
def test_conditions_agree_with_brute_force(extra: int, count: int) -> None:
    chance = SeededChance(40 + extra)
    seen = 0
    for _ in range(count):
        dice = bare_roll(chance)
        dice += [(chance.die(6), COLOURS[chance.below(3)]) for _ in range(extra)]
        met = CONDITIONS.match([symbol(number, COLOURS.index(colour)) for number, colour in dice])
        for number, data in enumerate(DATA):
            assert bool(met >> number & 1) == meet(data, tuple(dice)), (data, dice)
        seen |= met
    assert seen.bit_count() >= len(DATA) * 9 // 10


def test_a_condition_that_many_dice_of_few_colours_meet() -> None:
    """Also when all dice, jokers among them, show one colour, which bare dice seldom do."""
    chance = SeededChance(3)
    for _ in range(150):
        colours = [COLOURS[0], COLOURS[chance.below(3)]]
        dice = tuple((chance.die(6), colours[chance.below(2)]) for _ in range(6 + chance.below(3)))
        met = CONDITIONS.match([symbol(number, COLOURS.index(colour)) for number, colour in dice])
        assert [bool(met >> number & 1) for number in range(len(DATA))] == [meet(data, dice) for data in DATA]


def test_examples_of_the_reference() -> None:
    def met(data: dict[str, Any], *numbers: int) -> bool:
        return bool(Conditions([parse(data)]).match([symbol(number, 0) for number in numbers]))

    assert not met({"groups": [3, 2]}, 4, 4, 4, 4, 4, 1), "five equal and one"
    assert not met({"groups": [2, 2]}, 4, 4, 4, 4, 4, 1)
    assert not met({"groups": [3, 3]}, 2, 2, 2, 2, 2, 2), "six equal"
    assert met({"groups": [3, 3]}, 2, 2, 2, 5, 5, 5)


def test_the_conditions_of_the_citizens_are_these() -> None:
    assert len(citizens().conditions.all) == len(DATA) == 60
