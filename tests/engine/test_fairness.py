"""Dice and draws are counted as they fell, and what is uneven is called so."""

import pytest

from ai.review import play_game
from engine.chance import SeededChance
from engine.verify import DrawCounts, Tally, count_draws


@pytest.mark.parametrize("game", ["king_of_12", "king_of_the_dice", "legends", "tash_kalar"])
def test_everything_is_counted_once(game: str) -> None:
    session = play_game(game, {}, 3 if game == "king_of_12" else 2, "random", 3)
    found = count_draws(session.course, ["person", *["computer"] * 2])
    dice = sum(tally.size for by_sides in found.dice.values() for tally in by_sides.values())
    drawn = sum(tally.size for tally in found.draws.values())
    asked = sum(len(entry.draws) for entry in session.log)
    assert 0 < dice + drawn <= asked  # draws from very few things, and numbers that are neither, are left out
    for tally in [*found.draws.values(), *(one for by_sides in found.dice.values() for one in by_sides.values())]:
        assert abs(sum(tally.expected) - tally.size) < 1e-6
    if game == "king_of_12":
        assert set(found.dice["table"]) == {12}, "what is rolled when all have laid their cards is nobody's own"
    twice = DrawCounts()
    twice.add(found)
    twice.add(found)
    assert twice.games == 2
    assert sum(one.size for by_sides in twice.dice.values() for one in by_sides.values()) == 2 * dice


def test_fair_dice_are_called_even_and_loaded_ones_are_not() -> None:
    chance, found = SeededChance(5), DrawCounts()
    for _ in range(1200):
        found.die("person", 6, chance.below(6))
        found.die("computer", 6, max(chance.below(6), chance.below(2)))
        found.draw("person", 9, chance.below(9))
    fair, loaded = found.dice["person"][6].unevenness, found.dice["computer"][6].unevenness
    drawn = found.draws["person"].unevenness
    assert fair is not None and 0.02 < fair < 0.98
    assert drawn is not None and 0.02 < drawn < 0.98
    assert loaded is not None and loaded < 0.001
    few = Tally.empty(6)
    assert few.unevenness is None
    even = Tally([10] * 6, [10.0] * 6)
    assert even.unevenness is not None and even.unevenness > 0.99
