"""What everybody can expect in the end: all see one board, the rules' own steps, what a turn is worth."""

import json
from pathlib import Path

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.king_of_the_dice import final_score as judging
from ai.king_of_the_dice.evaluate import apply_hire, works
from ai.king_of_the_dice.final_score import SEATS, TERMS, combine_rivals, terms, turns_to_come, usual, weights
from games.king_of_the_dice.cards import BULLY, TAMER
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS, parts
from games.king_of_the_dice.state import OVER, State, copied, supply
from tests.king_of_the_dice.table import Table, hired_in, without_flames

GAMES = 3
"""Games at random for each number of seats."""
SOME = 20.0
"""Turns to come, where it does not matter how many."""


def named(state: State, seat: int) -> dict[str, float]:
    return dict(zip(TERMS, terms(state, seat, SOME), strict=True))


def mirrored(state: State) -> State:
    """The same with the seats the other way round."""
    twin = copied(state)
    for name in ("open", "down", "marks", "whites", "golds", "tamed"):
        setattr(twin, name, list(reversed(getattr(state, name))))
    return twin


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_sees_the_same_board(seats: int) -> None:
    seen = 0
    for number in range(GAMES):
        for state in hired_in(seats, number):
            twin = mirrored(state)
            for seat in range(seats):
                assert named(state, seat) == pytest.approx(named(twin, seats - 1 - seat))
                seen += any(named(state, seat).values())
    assert seen > 50


@pytest.mark.parametrize("seats", SEATS)
def test_a_finished_game_is_worth_its_points(seats: int) -> None:
    ended = [list(hired_in(seats, number))[-1] for number in range(GAMES)]
    assert {supply(state) for state in ended} == {0}
    for state in ended:
        points = [float(parts(state, seat)["total"]) for seat in range(seats)]
        assert usual().expect_scores(state, state.active) == pytest.approx(points)


def test_of_several_rivals_those_ahead_count_more() -> None:
    assert combine_rivals([30.0], 10.0) == 30.0
    assert combine_rivals([20.0, 20.0], 10.0) == 20.0
    assert 20 < combine_rivals([10.0, 30.0], 10.0) < 30
    assert (
        combine_rivals([10.0, 30.0], 5.0)
        > combine_rivals([10.0, 30.0], 10.0)
        > combine_rivals([10.0, 30.0], 100.0)
        > 20
    )


@pytest.mark.parametrize("seats", SEATS)
def test_attacks_and_tamings_are_those_of_the_rules(seats: int) -> None:
    attacks = tamings = 0
    for number in range(GAMES):
        for state in hired_in(seats, number):
            seat = state.active
            if not supply(state) or state.phase == OVER:
                continue
            found = named(state, seat)
            if state.market[BULLY] >= 0:
                here = apply_hire(state, seat, BULLY)
                ends = works(here)
                assert found["attack"] == max(without_flames(each, seat) for each in ends) - without_flames(here, seat)
                for other in range(seats):
                    if other != seat:
                        lost = without_flames(here, other) - min(without_flames(each, other) for each in ends)
                        assert named(state, other)["attacked"] >= lost / (seats - 1)
                        attacks += lost > 0
            if state.market[TAMER] >= 0:
                here = apply_hire(state, seat, TAMER)
                best = max(without_flames(each, seat) for each in works(here)) - without_flames(here, seat)
                assert found["taming"] == best
                tamings += best > 0
    assert attacks > 5 and tamings > 5


# --- turns to come --------------------------------------------------------------------------------


def test_turns_to_come_by_hand() -> None:
    """Every turn takes one tile: with three tiles three turns come, whoever is next has the first."""
    found = turns_to_come(2, False, (0.0, 1.0, 0.0))
    assert found[0] == [[(0.0, 0.0)] * 2] * 2
    assert found[1][0] == [(1.0, 1.0), (0.0, 0.0)]
    assert found[3][0] == found[3][1] == [(1.0, 2.0), (1.0, 1.0)]


def test_a_turn_that_may_take_nothing_is_no_end() -> None:
    """Half of the turns take nothing: the other one has a turn before the end in half of all games."""
    (here, there), *_ = turns_to_come(2, False, (0.5, 0.5, 0.0))[1]
    assert here.one == 1.0 and there.one == pytest.approx(0.5)
    assert here.turns == pytest.approx(4 / 3) and there.turns == pytest.approx(2 / 3)


def test_where_the_round_is_finished_everybody_has_as_many_turns() -> None:
    found = turns_to_come(3, True, (0.25, 0.5, 0.25))
    for tiles in (1, 5, 12):
        at_the_beginning = found[tiles][0]
        assert [each.turns for each in at_the_beginning] == pytest.approx([at_the_beginning[0].turns] * 3)
    assert [each.turns for each in found[0][1]] == pytest.approx([1.0, 1.0, 0.0])
    assert [each.turns for each in found[0][0]] == [0.0] * 3


def with_tiles(number: int, seats: int = 3) -> State:
    """A table with so many tiles in the supply and nothing that could be claimed."""
    state = Table(seats).state
    state.free = 0
    state.unseen = (1 << number + 2) - 1
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_who_takes_the_last_tile_takes_a_turn_from_the_rivals(seats: int) -> None:
    one, none = with_tiles(1, seats), with_tiles(0, seats)
    # Between two much of what a turn is worth is counted by what it may bring, and here it can bring nothing.
    assert usual()(none, 0) - usual()(one, 0) > (0.3 if seats == 2 else 1)


def test_where_the_round_is_finished_nobody_loses_a_turn() -> None:
    one, none = with_tiles(1), with_tiles(0)
    one.finish = none.finish = 1
    one.turn = none.turn = 3  # the last of three: the round is over
    assert usual()(one, 0) == pytest.approx(usual()(none, 0), abs=0.01)


def test_it_does_not_matter_whether_the_turn_has_been_passed_on() -> None:
    state = with_tiles(7, 3)
    passed = copied(state)
    passed.active, passed.turn = 1, state.turn + 1
    assert usual()(passed, 0) == usual()(state, 0)


def test_a_gem_beside_the_own_region_is_the_best_claim() -> None:
    """It joins the own area; to the other it would be a region apart, hardly better than one beside its own marker."""
    state = Table(3).own(0, 0).own(1, 29).state
    state.gold = state.white = 0
    bare = named(state, 0)
    assert bare["best_claim"] == AREA_POINTS
    beside = kingdom().arrangements[state.arrangement].near[0] & state.free
    for gem, worth in (("white", WHITE_POINTS), ("gold", GOLD_POINTS)):
        twin = copied(state)
        setattr(twin, gem, beside & -beside)
        assert named(twin, 0)["best_claim"] == AREA_POINTS + worth
        assert named(twin, 1)["best_claim"] == max(AREA_POINTS, REGION_POINTS + worth)
        assert named(twin, 0)["claim"] - bare["claim"] == pytest.approx(worth / state.free.bit_count())


def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """The numbers in use are those of a file with one of them gone."""
    data = json.loads(judging.FILE.read_text("utf-8"))
    if change == "seats":
        del data["3"]
    elif change == "terms":
        del data["4"]["terms"]["pairs"]
    else:
        data["4"]["drawn"] = [0.5, 0.5, 0.5]
    bad = tmp_path / "in_the_end.json"
    bad.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(judging, "FILE", bad)


@pytest.mark.parametrize("change", ["seats", "terms", "drawn"])
def test_numbers_that_are_none_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    changed(tmp_path, monkeypatch, change)
    weights.cache_clear()
    try:
        with pytest.raises(BadCoefficients, match=rf"in_the_end\.json.*{change}"):
            weights()
    finally:
        weights.cache_clear()
