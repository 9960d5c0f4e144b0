"""Names of version 0.1.0 that players' opponents may import."""

from ai import chance_to_win, search
from ai.algorithms import regret_matching
from engine.chance import SeededChance


def test_regret_matching_keeps_its_old_names_and_parameters() -> None:
    payoffs = search.Payoffs([2, 2], [(1.0, -1.0), (-1.0, 1.0), (-1.0, 1.0), (2.0, -2.0)])
    old, new = search.Strategies(payoffs.counts), regret_matching.RegretTable(payoffs.counts)
    habits: search.Habits = (None, [0.5, 0.5])
    search.rehearse(payoffs, old, count=200, chance=SeededChance(3), start=0, habits=habits, habit_share=0.2)
    regret_matching.run(payoffs, new, 200, SeededChance(3), 0, habits, restricted_nash_p=0.2)
    mixes = [old.average(0), old.average(1)]
    assert mixes == [new.average(0), new.average(1)]
    assert search.expected(payoffs, mixes) == regret_matching.evaluate_profile(payoffs, mixes)
    assert search.values_of(payoffs, 0, mixes) == regret_matching.action_values(payoffs, 0, mixes)
    worlds = search.rehearse_worlds([payoffs, payoffs], 0, count=120, chance=SeededChance(1), likely=(0.5, 0.5))
    assert len(worlds) == 2 and worlds[0].average(0) == worlds[1].average(0)
    mix = search.without_traces(search.soft([1.0, 0.0], spread=0.1), smallest=0.01)
    assert mix == [1.0, 0.0] and search.drawn(mix, SeededChance(0)) == 0


def test_the_win_probability_keeps_its_old_names() -> None:
    names = [
        "SAMPLES",
        "advised",
        "by_side",
        "chances",
        "hoped",
        "raised",
        "seen_from",
        "sees_closely",
        "shares_of",
        "terms",
    ]
    assert sorted(chance_to_win.__all__) == names and all(hasattr(chance_to_win, name) for name in names)
    assert chance_to_win.shares_of((1, 2, 1)) == (0.5, 0.0, 0.5)
    assert chance_to_win.raised(0.5, 0.0) == 0.5
