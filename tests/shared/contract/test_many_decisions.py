"""The longest run: a million random decisions of every game, with the checks that cost little at each of them.

Whoever owes a decision has a choice; now and then a position is dumped and loaded, looked at by a
seat, and made anew from that view. At the end there is a standing for everybody.
"""

from collections import Counter

import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.storage.save_format import check_playable
from tests.shared.samples import MOST_DECISIONS, setups

DECISIONS = 1_000_000
QUICK = 1_500
DUMPED, VIEWED, TRIED = 97, 61, 20_011
"""Numbers of decisions from one check to the next; primes, so that they meet every kind of moment."""


def play(game: str, decisions: int, seed: str) -> Counter[str]:
    """Random games of all set-ups in turn, until this number of decisions has been made."""
    own = [setup for setup in setups() if setup.game == game]
    found: Counter[str] = Counter()
    while found["decisions"] < decisions:
        setup = own[found["games"] % len(own)]
        rules = setup.rules
        chance = SeededChance(mix(seed, game, found["games"]))
        state = rules.new(setup.options, setup.seats, chance)
        for _ in range(MOST_DECISIONS):
            owing = rules.to_act(state)
            if not owing:
                break
            seat = chance.draw(owing)
            legal = rules.legal(state, seat)
            assert legal, f"{setup}: seat {seat} owes a decision and has none"
            number = found["decisions"] = found["decisions"] + 1
            if number % DUMPED == 0:
                dumped = rules.dump(state)
                assert rules.dump(rules.load(dumped)) == dumped
                found["dumped and loaded"] += 1
            if number % VIEWED == 0:
                for seen in (seat, None):
                    view = rules.view(state, seen)
                    assert rules.view(rules.determinize(view, chance), seen) == view
                found["viewed and determinized"] += 2
            if number % TRIED == 0:
                check_playable(rules, state, setup.options, setup.seats)
            rules.apply(state, seat, chance.draw(legal), chance)
        result = rules.result(state)
        assert len(result) == setup.seats and min(result) == 1, f"{setup}: has not ended"
        found["games"] += 1
    return found


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_some_decisions(game: str) -> None:
    assert play(game, QUICK, "quick")["games"]


@pytest.mark.soak
@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_a_million_decisions(game: str) -> None:
    print(game, dict(play(game, DECISIONS, "long")))
