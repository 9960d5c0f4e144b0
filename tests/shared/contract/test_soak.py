"""The long run: many random games of every set-up, with the checks that cost little."""

import pytest

from engine.chance import SeededChance
from tests.shared.samples import Setup, positions, setups

GAMES = 300


@pytest.mark.soak
@pytest.mark.parametrize("setup", setups(), ids=str)
def test_many_games(setup: Setup) -> None:
    rules = setup.rules
    chance = SeededChance("soak")
    for seed in range(1000, 1000 + GAMES):
        state = None
        for number, state in enumerate(positions(setup, seed)):
            if number % 7 == 0:
                assert rules.dump(rules.load(rules.dump(state))) == rules.dump(state)
            for seat in rules.to_act(state)[:1]:
                view = rules.view(state, seat)
                assert rules.view(rules.determinize(view, chance), seat) == view
        assert len(rules.result(state)) == setup.seats
