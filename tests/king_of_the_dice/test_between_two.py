"""The judge of positions between two: both sides see one board, the rules' own steps, what a turn is worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ai.fitted import BadNumbers
from ai.king_of_the_dice import between_two
from ai.king_of_the_dice.between_two import TERMS, lead_expected, terms, weights
from ai.king_of_the_dice.gains import hired, works
from games.king_of_the_dice.cards import BULLY, TAMER
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS, parts
from games.king_of_the_dice.state import OVER, State, copied, supply
from tests.king_of_the_dice.table import Table, hired_in, without_flames

GAMES = 6


def lead(state: State, seat: int) -> int:
    return parts(state, seat)["total"] - parts(state, 1 - seat)["total"]


def test_both_sides_see_the_same_board() -> None:
    other = {"attack": "attacked", "attacked": "attack", "taming": "their_taming", "their_taming": "taming"}
    seen = 0
    for number in range(GAMES):
        for state in hired_in(2, number):
            own, theirs = (dict(zip(TERMS, terms(state, seat), strict=True)) for seat in range(2))
            for name, value in own.items():
                assert value == pytest.approx(theirs[other[name]] if name in other else -theirs[name]), name
            seen += any(own.values())
    assert seen > 50


def test_a_finished_game_is_worth_its_lead() -> None:
    ended = [list(hired_in(2, number))[-1] for number in range(GAMES)]
    assert {supply(state) for state in ended} == {0}
    assert len({lead(state, 0) for state in ended}) > 2
    for state in ended:
        assert [lead_expected(state, seat) for seat in range(2)] == [lead(state, 0), lead(state, 1)]


def test_attacks_and_tamings_are_those_of_the_rules() -> None:
    attacks = tamings = 0
    for number in range(GAMES):
        for state in hired_in(2, number):
            seat = state.active
            if not supply(state) or state.phase == OVER:
                continue
            found = dict(zip(TERMS, terms(state, seat), strict=True))
            if state.market[BULLY] >= 0:
                here = hired(state, seat, BULLY)
                best = max(lead(each, seat) for each in works(here)) - lead(here, seat)
                assert found["attack"] == best
                attacks += best > 0
            if state.market[TAMER] >= 0:
                here = hired(state, seat, TAMER)
                best = max(without_flames(each, seat) for each in works(here)) - without_flames(here, seat)
                assert found["taming"] == best
                tamings += best > 0
    assert attacks > 10 and tamings > 10


def with_tiles(number: int) -> State:
    """A table with so many tiles in the supply and nothing that could be claimed."""
    state = Table().state
    state.free = 0
    state.unseen = (1 << number + 2) - 1
    return state


def test_who_takes_the_last_tile_takes_a_turn_from_the_rival() -> None:
    assert supply(with_tiles(1)) == 1
    assert lead_expected(with_tiles(0), 0) - lead_expected(with_tiles(1), 0) == pytest.approx(weights().turn[0])
    assert weights().turn[0] > max(weights().turn[1:]) > 1, "one turn, and then mostly the game is over"


def test_where_the_round_is_finished_nobody_loses_a_turn() -> None:
    one, none = with_tiles(1), with_tiles(0)
    one.finish = none.finish = 1
    assert lead_expected(one, 0) == lead_expected(none, 0)


def test_a_gem_beside_the_own_region_is_the_best_claim() -> None:
    """It joins the own area; to the other it would be a region apart, hardly better than one beside its own marker."""
    state = Table().own(0, 0).own(1, 29).state
    state.gold = state.white = 0
    bare = dict(zip(TERMS, terms(state, 0), strict=True))
    assert bare["best_claim"] == 0
    beside = kingdom().arrangements[state.arrangement].near[0] & state.free
    for gem, worth in (("white", WHITE_POINTS), ("gold", GOLD_POINTS)):
        twin = copied(state)
        setattr(twin, gem, beside & -beside)
        found = dict(zip(TERMS, terms(twin, 0), strict=True))
        assert found["best_claim"] == AREA_POINTS + worth - max(AREA_POINTS, REGION_POINTS + worth)
        assert found["claim"] == pytest.approx(bare["claim"]), "either side may have the gem"


def test_numbers_that_are_none_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(between_two.FILE.read_text("utf-8"))
    del data["terms"]["pairs"]
    bad = tmp_path / "between_two.json"
    bad.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(between_two, "FILE", bad)
    weights.cache_clear()
    try:
        with pytest.raises(BadNumbers, match=r"between_two\.json.*terms"):
            weights()
    finally:
        weights.cache_clear()
