"""The numbers that positions are judged by: whole sets, told where they are wrong, used by whom they are meant for."""

import json
from pathlib import Path

import msgspec
import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.legends import players, weights
from ai.legends.lookahead import SKILLED_WIDTH, make_planner
from ai.legends.own_map import rival_weights
from ai.legends.players import expert, skilled
from ai.legends.weights import (
    FILE,
    EvaluationWeights,
    Valuation,
    load_plain_weights,
    load_weights,
    make_plain_valuation,
)
from engine.chance import SeededChance
from games.legends import RULES
from games.legends.state import TAKE_CARD, State


def first_turn(seats: int, seed: int) -> State:
    chance = SeededChance(seed)
    state = RULES.new({}, seats, chance)
    while state.phase != TAKE_CARD or state.turns < seats:
        seat = RULES.to_act(state)[0]
        RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    return state


@pytest.mark.parametrize(
    "change, told",
    [
        (lambda data: data["3"].pop("army"), "3.army: missing"),
        (lambda data: data["plain"].update(rivalry=0), "plain.rivalry: expected a number > 0"),
        (lambda data: data.pop("4"), "4: missing"),
    ],
)
def test_a_damaged_file_is_told(change: object, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(FILE.read_text("utf-8"))
    change(data)  # type: ignore[operator]
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(weights, "FILE", file)
    weights._file.cache_clear()
    try:
        with pytest.raises(BadCoefficients, match=r"numbers\.json") as caught:
            load_plain_weights()
    finally:
        weights._file.cache_clear()
    assert told in str(caught.value)


def test_rivals_weigh_by_their_lead_and_together_as_much_as_is_said() -> None:
    some = msgspec.structs.replace(load_plain_weights(), rivals=0.4)
    weights = rival_weights([9.0, 12.0, 5.0, 12.0], 0, some)
    assert weights[0] == 0 and weights[1] == weights[3] > weights[2] > 0
    assert sum(weights) == pytest.approx(0.4)
    assert sum(rival_weights([9.0, 12.0], 0, load_weights(2))) == pytest.approx(1.0)


def test_at_more_seats_the_own_points_count_most() -> None:
    """What harms one rival helps the others."""
    assert 1.0 == load_weights(2).rivals > load_weights(3).rivals > load_weights(4).rivals


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_skilled_players_judge_by_the_plain_set_and_experts_by_that_of_the_seats(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = first_turn(seats, 5)
    seat = state.active
    view, legal = RULES.view(state, seat), RULES.legal(state, seat)
    seen = RULES.determinize(view, SeededChance(1))
    plans = {
        plan.action: plan.value for plan in make_planner(seen, seat, make_plain_valuation(), SKILLED_WIDTH).plans()
    }
    told = skilled(view, seat, legal, SeededChance(1))
    assert {one.action: one.value for one in told.considered} == plans
    before = expert(view, seat, legal, SeededChance(1)).considered
    other = Valuation(msgspec.structs.replace(load_weights(seats), region_spread=5.0))
    monkeypatch.setattr(players, "load_valuation", {seats: other}.__getitem__)
    assert skilled(view, seat, legal, SeededChance(1)) == told
    assert expert(view, seat, legal, SeededChance(1)).considered != before


def test_more_rounds_make_leads_less_sure_and_more_so_with_a_wider_spread() -> None:
    def sure(spread: float, turns: int) -> float:
        one = Valuation(msgspec.structs.replace(load_plain_weights(), region_spread=spread))
        state = first_turn(2, 3)
        state.turns = turns
        return one.find_outlook_after_turn(state).shares((2, 0))[0]

    assert sure(0.5, 20) > sure(0.5, 4) > sure(1.0, 4)


def test_numbers_have_words_for_each() -> None:
    """Whoever changes one finds what it means."""
    assert EvaluationWeights.__doc__ is not None
    for name in EvaluationWeights.__struct_fields__:
        assert f"``{name}``" in EvaluationWeights.__doc__, name
