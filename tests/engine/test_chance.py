"""Chance: repeatable, even, and strict when recorded results do not fit."""

import math

import pytest

from engine.chance import (
    ChanceMismatch,
    ConstantChance,
    LoggedChance,
    ReplayedChance,
    ScriptedChance,
    SeededChance,
    dice,
    mix,
)


def test_a_seed_means_the_same_for_ever() -> None:
    chance = SeededChance(7)
    assert [chance.die(12) for _ in range(12)] == FIRST_DICE_OF_SEED_7
    assert mix("Дюжина короля") == MIX_OF_A_TEXT
    assert mix(1, 2, "three") == MIX_OF_PARTS


FIRST_DICE_OF_SEED_7 = [10, 3, 6, 9, 3, 4, 7, 8, 12, 12, 9, 6]
MIX_OF_A_TEXT = 0x830C8C1AFB58AC29
MIX_OF_PARTS = 0xE3E4E1BE6DF5E216


def test_mixing_tells_apart_what_differs() -> None:
    seen = {mix(seed, turn, seat) for seed in range(40) for turn in range(40) for seat in range(-1, 4)}
    assert len(seen) == 40 * 40 * 5
    assert mix("a", "b") != mix("b", "a") != mix("ab")
    assert mix(0) != mix(-1) != mix(1 << 64) != mix(0)
    assert mix(" seven ") == mix("seven")
    assert mix("e\u0301") == mix("\u00e9"), "the same letter typed in two ways"
    assert all(0 <= mix(seed) < 1 << 64 for seed in (0, -5, 1 << 200, "", "x"))


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 12, 13, 52])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_results_are_even_and_independent(n: int, seed: int) -> None:
    chance = SeededChance(seed)
    rolls = 30_000
    single = [0] * n
    pairs = [0] * (n * n)
    last = chance.below(n)
    for _ in range(rolls):
        value = chance.below(n)
        single[value] += 1
        pairs[last * n + value] += 1
        last = value
    assert _chi_square_deviation(single, rolls) < 4.5
    assert _chi_square_deviation(pairs, rolls) < 4.5


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    for place in range(3):
        counts = [0] * 12
        for seed in range(12_000):
            chance = SeededChance(seed)
            for _ in range(place):
                chance.die(12)
            counts[chance.die(12) - 1] += 1
        assert _chi_square_deviation(counts, 12_000) < 4.5


def _chi_square_deviation(counts: list[int], total: int) -> float:
    """How many standard deviations chi-square lies above its mean."""
    expected = total / len(counts)
    chi = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return (chi - freedom) / math.sqrt(2 * freedom)


def test_one_possibility_is_no_chance() -> None:
    seeded = SeededChance(5)
    assert (seeded.below(1), seeded.die(1), seeded.draw([9])) == (0, 1, 9)
    assert seeded.die(12) == SeededChance(5).die(12)
    logged = LoggedChance(SeededChance(5))
    assert (logged.below(1), logged.die(1), logged.draw([9])) == (0, 1, 9)
    assert logged.take() == []
    for empty in (SeededChance(5), LoggedChance(SeededChance(5)), ReplayedChance([]), ScriptedChance([])):
        assert (empty.below(1), empty.die(1), empty.draw([9])) == (0, 1, 9)
        with pytest.raises(ValueError, match="nothing to choose"):
            empty.below(0)


def test_what_was_logged_can_be_replayed() -> None:
    logged = LoggedChance(SeededChance("x"))
    pool = [4, 8, 15, 16, 23, 42]
    first = [logged.below(9), logged.die(12), logged.draw(pool)]
    draws = logged.take()
    assert draws == [first[0], first[1] - 1, pool.index(first[2])]
    assert logged.take() == []
    plain = SeededChance("x")
    assert [plain.below(9), plain.die(12), plain.draw(pool)] == first
    replayed = ReplayedChance(draws)
    assert replayed.rest == 3
    assert [replayed.below(9), replayed.die(12), replayed.draw(pool)] == first
    assert replayed.rest == 0
    with pytest.raises(ChanceMismatch, match="no recorded result left"):
        replayed.die(12)
    with pytest.raises(ChanceMismatch, match="where 0…5 was expected"):
        ReplayedChance([6]).die(6)


def test_a_script_says_what_comes_next() -> None:
    chance = ScriptedChance([*dice(7, 3), ("draw", 42), ("below", 0)])
    assert [chance.die(12), chance.die(12), chance.draw([1, 42]), chance.below(2)] == [7, 3, 42, 0]
    assert chance.rest == 0
    with pytest.raises(ChanceMismatch, match="script has ended"):
        chance.die(12)
    with pytest.raises(ChanceMismatch, match="is die 7"):
        ScriptedChance(dice(7)).below(12)
    with pytest.raises(ChanceMismatch, match="not on a die with 6"):
        ScriptedChance(dice(7)).die(6)
    with pytest.raises(ChanceMismatch, match="not in the pool"):
        ScriptedChance([("draw", 5)]).draw([1, 2])


def test_a_sure_chance_leaves_nothing_to_luck_and_counts_its_dice() -> None:
    sure = ConstantChance(7)
    assert [sure.die(12), sure.die(12)] == [7, 7] and sure.throws == 2
    assert sure.below(5) == 0 and sure.draw([4, 2]) == 4 and sure.throws == 2
