"""A round between two, solved: the opponents' quick solver against one that knows the rules only."""

import random
from itertools import product

import pytest

from ai.choose import choose
from ai.king_of_12.best_response import Solver, losses
from ai.king_of_12.evaluate import make_position
from ai.king_of_12.expert_heads_up import AHEAD, THROWS, THROWS_OF_MORE, looking, make_evaluator
from ai.king_of_12.heads_up_solver import (
    COLLECTOR_HELD,
    FACES,
    LADIES,
    Round,
    make_place,
    standing,
)
from ai.king_of_12.lookahead import FEWEST_LEFT, MOST_LEFT
from ai.lab.exploitability import main, summarise
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.cards import COLLECTOR, FAUN, LADY, ORACLE, SORCERER
from games.king_of_12.options import FRESH
from games.king_of_12.state import CARDS_OF, CHOOSE
from tests.support.two_seats import never, reached

GAME = "king_of_12"


@pytest.mark.parametrize(("left", "count"), [(1, 80), (2, 24), (3, 3)])
def test_both_solvers_agree(left: int, count: int) -> None:
    for number in range(count):
        state = reached(number, left)
        by_rules = Solver().table(state)
        for seat in (0, 1):
            quick = Round(never).table(make_place(make_position(state), seat), left, left)
            turned = [[1 - pay for pay in column] for column in zip(*by_rules, strict=True)]
            wanted = turned if seat else by_rules
            for row, other in zip(quick, wanted, strict=True):
                assert row == pytest.approx(other, abs=1e-9), (number, seat)


@pytest.mark.parametrize(
    ("twists", "left", "count"),
    [(("dull",), 2, 16), (("turning", "passing"), 2, 16), (("dull", "turning", "passing"), 3, 6), (("fresh",), 2, 40)],
)
def test_both_solvers_agree_where_twists_change_the_dice(twists: tuple[str, ...], left: int, count: int) -> None:
    """Where whoever wins rolls anew no Oracle is held: the solver by the rules throws one face for both."""
    differ = 0
    for number in range(count):
        options = {"set": "first", **dict.fromkeys(twists, True)}
        state = reached(number, left, options)
        if "fresh" in twists and (state.hands[0] | state.hands[1]) >> ORACLE & 1:
            continue
        by_rules = Solver().table(state)
        quick = Round(never, state.twists).table(make_place(make_position(state), 0), left, left)
        usual = Round(never).table(make_place(make_position(state), 0), left, left)
        for row, other in zip(quick, by_rules, strict=True):
            assert row == pytest.approx(other, abs=1e-9), number
        differ += usual != quick
    assert differ, "without the twists it would be the same"


def test_cards_with_many_outcomes_and_thefts_are_among_what_is_compared() -> None:
    seen = 0
    for number in range(80):
        state = reached(number, 1)
        seen |= state.hands[0] | state.hands[1]
    for card in (ORACLE, SORCERER, LADY, COLLECTOR, FAUN):
        assert seen >> card & 1, card


def test_leads_are_cut_short_only_where_nobody_can_catch_up() -> None:
    """Both solvers again, with any lead a round can have: only the quick one cuts short."""
    dice = random.Random(4)
    cut = 0
    for number in range(60):
        state = reached(number, 2)
        for seat in (0, 1):
            state.ones[seat], state.twos[seat] = dice.randrange(4), dice.randrange(3)
            state.points[seat] = state.ones[seat] + 2 * state.twos[seat]
        solver = Round(never)
        place = make_place(make_position(state), 0)
        assert solver.value(place, 2, 2) == pytest.approx(Solver().value(state), abs=1e-9), number
        cut += not solver.worked
    assert 5 < cut < 55


def test_points_that_come_to_the_same_are_one_standing() -> None:
    assert standing((7, 5, 0, 0), 2, 0).worth == 1, "whoever wins the next trick, the first has more of eight"
    assert standing((7, 5, 0, 0), 2, COLLECTOR_HELD).worth is None, "two Collectors' tricks turn it"
    assert standing((5, 4, 0, 0), 3, 0) is standing((5, 4, 2, 1), 3, 0) is not standing((4, 5, 0, 0), 3, 0)
    assert standing((5, 4, 0, 0), 3, LADIES) is not standing((5, 4, 2, 1), 3, LADIES), "a Lady may take a two"
    assert standing((6, 6, 0, 0), 2, 0) is standing((7, 7, 0, 0), 2, 0)
    assert standing((6, 6, 0, 0), 2, 0).even == 0.5


def test_a_position_with_the_seats_exchanged_is_not_worked_out_again() -> None:
    state = reached(0, 2)
    solver = Round(never)
    value = solver.value(make_place(make_position(state), 0), 2, 2)
    worked = solver.worked
    assert solver.value(make_place(make_position(state), 1), 2, 2) == 1 - value
    assert solver.worked == worked


def test_rounds_are_solved_where_time_allows() -> None:
    """From five tricks before the end, unless it has only begun and an Oracle is about; from there four faces of the
    die stand for all of them where both have one."""
    for number in (0, 1, 2, 3):
        position = make_position(reached(number, 6))
        oracle = bool((position.hands[0] | position.hands[1]) >> ORACLE & 1)
        assert looking(position, False) == (AHEAD, THROWS if oracle else FACES)
        position.left = 5
        assert looking(position, False)[0] == (AHEAD if oracle else 5)
        position.points[0] = 2
        both = bool((position.hands[0] & position.hands[1]) >> ORACLE & 1)
        assert looking(position, False) == (5, THROWS_OF_MORE if both else FACES)
        position.left = 4
        assert looking(position, False) == (4, FACES)
        assert looking(position, True) == (4, THROWS_OF_MORE if oracle else FACES)
        position.left = 5
        assert looking(position, True)[0] < 5, "with a hidden crown there are several hands to be thought of"


@pytest.mark.sample(4)
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("left", range(1, 7))
def test_looking_ahead_ends_where_there_is_an_estimate(left: int, fresh: bool) -> None:
    for number in (0, 1):
        position = make_position(reached(number, left))
        position.twists = FRESH if fresh else 0
        for hidden, more, points in product((False, True), repeat=3):
            position.points = [2.0 * points, 1.0 * points]
            end = left - looking(position, hidden, more)[0]
            assert end == 0 or FEWEST_LEFT <= end <= MOST_LEFT


@pytest.mark.parametrize("left", [2, 3, 4, 5])
def test_what_an_effect_leads_to_is_judged_with_every_twist(left: int) -> None:
    position = make_position(reached(1, left, {"set": "chosen", "cards": [1, 3, 4, 5, 6, 7], "fresh": True}))
    assert position.twists & FRESH
    own, other = make_evaluator(position)(position)
    assert 0 < own < 1 and own + other == pytest.approx(1)


def test_fewer_throws_are_fewer_positions() -> None:
    places = [make_place(make_position(reached(number, 3)), 0) for number in range(0, 40, 4)]
    place = next(place for place in places if (place[6] & place[7]) >> ORACLE & 1)
    few, all_of_them = Round(never, throws=(3, 10)), Round(never)
    assert few.value(place, 3, 3) == pytest.approx(all_of_them.value(place, 3, 3), abs=0.15)
    assert few.worked < all_of_them.worked / 2


@pytest.mark.parametrize(
    ("left", "count"), [*(pytest.param(left, 2, marks=pytest.mark.soak) for left in (1, 2, 3)), (3, 1)]
)
def test_near_the_end_the_expert_gives_away_next_to_nothing(left: int, count: int) -> None:
    """Against its own kind: whoever seems to think of one trick only is another matter. Long runs look at more."""
    found = summarise(list(losses("expert", 2, [left], count, 5)))
    assert found["decisions"] == count
    assert found["gain"] <= 0.03 and found["largest"] <= 0.04


def test_a_novice_gives_away_much() -> None:
    """So that the measure measures: a pure choice of card is easy prey."""
    assert summarise(list(losses("novice", 2, [3], 6, 5)))["gain"] > 0.04


def test_with_a_hidden_crown_the_expert_answers_with_a_card_it_has() -> None:
    chance = SeededChance(9)
    state = RULES.new({"set": "chosen", "cards": [1, 3, 4, 5, 6, 7]}, 2, chance)
    checked = 0
    while RULES.to_act(state) and checked < 2:
        for seat in RULES.to_act(state):
            legal = list(RULES.legal(state, seat))
            level = "expert" if state.crowns[1 - seat] and state.phase == CHOOSE else "random"
            decision = choose(GAME, RULES.view(state, seat), seat, legal, level, 3)
            if level == "expert" and len(legal) > 1:
                checked += 1
                assert {one.action for one in decision.considered} == set(legal)
                assert sum(one.weight for one in decision.considered) == pytest.approx(1)
                assert all(0 <= one.value <= 1 and one.action < LAY for one in decision.considered)
                assert set(legal) <= set(CARDS_OF[state.hands[seat]])
            RULES.apply(state, seat, decision.action, chance)
    assert checked


def test_the_command_prints_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([GAME, "--left", "1", "--decisions", "1", "--by", "random"]) == 0
    assert "1 left" in capsys.readouterr().out
    for wrong, why in (
        (["legends"], "offers no solver"),
        ([GAME, "--seats", "17", "--left", "1"], "expected one of 2, 3"),
    ):
        with pytest.raises(SystemExit):
            main(wrong)
        assert why in capsys.readouterr().err
