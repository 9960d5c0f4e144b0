"""The chance to win a Melee at the end of a turn: what it goes by, what is not looked at, and who is asked."""

import json
from pathlib import Path

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.tash_kalar import melee_value
from ai.tash_kalar.evaluate import Evaluator
from ai.tash_kalar.melee_value import (
    OWN_FEATURES,
    RIVAL_FEATURES,
    evaluate_turn_end,
    extract_features,
    measure_progress,
)
from ai.tash_kalar.players import PLAYERS
from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar.maps import bits
from games.tash_kalar.scoring import goal
from games.tash_kalar.state import State, copied
from tests.support.turn_ends import ended
from tests.tash_kalar.table import Table, square

SEATS = 4


def melee(seats: int = SEATS) -> Table:
    """A Melee in which everybody has a few pieces; seat 0 is on turn."""
    table = Table("melee", seats=seats, decks=("highland", "sylvan", "imperial_north", "highland")[:seats])
    table.hold("hill_giant").draw("c c . C C . x x\n. h . . H . . y", "b4")
    return table.put("X", "e8") if seats == SEATS else table


def of_side(state: State, judge: Evaluator) -> tuple[dict[str, float], list[dict[str, float]]]:
    own, *rivals = extract_features(state, judge)
    return dict(zip(OWN_FEATURES, own, strict=True)), [dict(zip(RIVAL_FEATURES, each, strict=True)) for each in rivals]


def test_neither_drawn_cards_nor_hands_of_rivals_are_looked_at() -> None:
    state, judge = ended(melee())
    other = copied(state)
    for seat in range(SEATS):
        kept = judge.hand if seat == judge.seat else 0
        drawn = list(bits(other.hands[seat] & ~kept))
        instead = list(bits(other.pool[seat]))[: len(drawn)]
        assert drawn, "something is hidden"
        for one, two in zip(drawn, instead, strict=True):
            other.hands[seat] ^= 1 << one | 1 << two
            other.pool[seat] ^= 1 << one | 1 << two
    legends = other.legends[1], other.legends[2]
    other.legends[2], other.legends[1] = legends
    assert (other.hands, other.legends) != (state.hands, state.legends)
    assert extract_features(other, judge) == extract_features(state, judge)


def test_points_pieces_and_summonings_that_are_left_make_a_win_likelier() -> None:
    state, judge = ended(melee())
    state.points[:] = [0, 3, 4, 5, 2, 0, 5, 5, 3, 3, 0, 4, 3, 4, 3, 0]
    was = evaluate_turn_end(state, judge)

    def changed(**lists: dict[int, int]) -> float:
        other = copied(state)
        for name, by in lists.items():
            for at, more in by.items():
                getattr(other, name)[at] += more
        return evaluate_turn_end(other, judge)

    assert changed(points={1: 1}) > changed(points={3: 1}), "the weakest colour counts more than the strongest"
    assert changed(points={1: 1}) > was > changed(points={4: 1}), "points of a rival are none of one's own"
    assert changed(spent={0: 0b10}) < was < changed(spent={1: 0b1})
    for rank in (1, 2):
        assert changed(men={6 + rank: 1 << square("h7")}) < was, "upgraded pieces of a rival"


def test_what_is_prey_stands_in_the_weakest_colour() -> None:
    state, judge = ended(melee())
    state.points[:] = [0, 1, 4, 4, 4, 0, 4, 4, 4, 4, 0, 4, 4, 4, 4, 0]
    own, rivals = of_side(state, judge)
    assert (own["least"], own["second"], own["third"]) == (1, 3, 3)
    men = state.men
    assert own["prey"] == 0.5 * men[3].bit_count() + men[4].bit_count() + 2 * men[5].bit_count()
    assert [each["hunts"] for each in rivals] == [1.0, 1.0, 1.0]
    assert [each["soon"] for each in rivals] == [1.0, 0.75, 0.5]
    state.points[1] = goal(state)
    assert measure_progress(state) == 1.0


def test_a_master_asks_for_the_chance_where_numbers_were_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(state: State, judge: Evaluator) -> float:
        asked.append(state.seats)
        return evaluate_turn_end(state, judge)

    monkeypatch.setattr(melee_value, "evaluate_turn_end", counted)
    for seats in (3, SEATS):
        table = melee(seats)
        view = RULES.view(table.state, 0)
        decision = PLAYERS["expert"](view, 0, RULES.legal(table.state, 0), SeededChance(4))
        assert decision.action in RULES.legal(table.state, 0)
    assert set(asked) == {SEATS}
    assert melee_value.is_fitted(SEATS)
    assert not melee_value.is_fitted(3)


def test_numbers_that_are_none_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(melee_value.FILE.read_text("utf-8"))
    del data["4"]["rival"]["soon"]
    bad = tmp_path / "among_several.json"
    bad.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(melee_value, "FILE", bad)
    melee_value._parts.cache_clear()
    try:
        with pytest.raises(BadCoefficients, match="rival"):
            melee_value._parts()
    finally:
        melee_value._parts.cache_clear()
