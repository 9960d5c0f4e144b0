"""The chance to win in a hall is what comes of everybody's chance to win its group."""

from itertools import product
from math import prod

import pytest

from ai.king_of_12.win_probability import CROWN_IN_HALL, _race_of_halls
from ai.win_probability import chances
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.state import CROWN
from games.king_of_12.tournament.state import TournamentState
from tests.shared.samples import choose

GROUPS = ((0, 1, 2), (3, 4, 5), (6, 7, 8, 9))
CROWNS = (1, 0, 0, 1, 1, 0, 0, 1, 0, 0)
WINNING = (0.5, 0.2, 0.1, 0.3, 0.3, 0.3, 0.4, 0.1, 0.2, 0.1)


def by_hand() -> list[float]:
    """Every way the groups can end, nobody winning one of them included."""
    found = [0.0] * len(CROWNS)
    later = [0.0] * len(CROWNS)
    nobody = 0.0
    for winners in product(*[(*group, None) for group in GROUPS]):
        likely = prod(
            WINNING[winner] if winner is not None else 1 - sum(WINNING[seat] for seat in group)
            for winner, group in zip(winners, GROUPS, strict=True)
        )
        kings = [winner for winner in winners if winner is not None and CROWNS[winner]]
        for king in kings:
            found[king] += likely / len(kings)
        if not kings:
            nobody += likely
            for seat, crown in enumerate(CROWNS):
                later[seat] += likely * (CROWN_IN_HALL if crown or seat in winners else 1)
    total = sum(later)
    return [chance + nobody * weight / total for chance, weight in zip(found, later, strict=True)]


def test_kings_meet_and_without_one_a_round_begins() -> None:
    assert _race_of_halls(CROWNS, GROUPS, WINNING) == pytest.approx(by_hand())
    assert sum(_race_of_halls(CROWNS, GROUPS, WINNING)) == pytest.approx(1)


def test_only_finalists_can_still_win() -> None:
    seen = 0
    for seed in range(40):
        chance = SeededChance(seed)
        hall = RULES.new({"set": "first"}, 8, chance)
        while RULES.to_act(hall):
            assert isinstance(hall, TournamentState)
            if hall.finalists:
                found = chances("king_of_12", hall)
                assert all(found[seat] < 1e-6 for seat in range(8) if seat not in hall.finalists)
                if hall.phase == CROWN:
                    assert [found[seat] for seat in hall.finalists] == pytest.approx([1 / len(hall.finalists)] * 2)
                seen += 1
            RULES.apply(hall, *choose(RULES, hall, chance), chance)
    assert seen > 20


def test_a_crown_and_points_are_worth_something() -> None:
    state = RULES.new({"set": "first"}, 3, SeededChance(5))
    state.faces = [6, 6, 6]
    equal = chances("king_of_12", state)
    assert equal == pytest.approx([1 / 3] * 3)
    state.crowns = (1, 0, 0)
    crowned = chances("king_of_12", state)
    assert crowned[0] > 0.4 and crowned[1] == pytest.approx(crowned[2])
    state.tricks = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    state.hands = [state.cards & ~0b111] * 3
    crowned = chances("king_of_12", state)
    state.points = state.ones = [0, 5, 0]
    assert chances("king_of_12", state)[1] > crowned[1] + 0.05
