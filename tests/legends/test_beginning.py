"""Before the first turn: bids by what places are worth, and neutral armies where they serve the own side."""

import json
from pathlib import Path

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.choose import choose
from ai.legends import bidding
from ai.legends.bidding import FILE, MOST_BID, bid, last_in_coins, load_worths, neutral_values
from ai.legends.weights import (
    load_valuation,
    make_plain_valuation,
)
from engine.chance import SeededChance
from games.legends import RULES, actions as act
from games.legends.actions import WIDTH
from games.legends.cards import (
    FAIRY_QUEEN,
    WHITE_KNIGHT,
)
from games.legends.state import AUCTION, LAY_NEUTRAL, NEUTRAL_ARMIES, NEUTRAL_OWNER, State

GAME = "legends"


def at_auction(seats: int, seed: int = 1, **options: object) -> State:
    chance = SeededChance(seed)
    state = RULES.new(options, seats, chance)
    while state.phase != AUCTION:
        seat = RULES.to_act(state)[0]
        RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_experts_bid_no_more_than_the_last_place_is_worth(seats: int) -> None:
    assert 1 <= last_in_coins(seats) <= MOST_BID
    assert load_worths()[seats].places[-1] == max(load_worths()[seats].places)
    for seed in range(6):
        state = at_auction(seats, seed)
        legal = RULES.legal(state, 0)
        found = bid(state, 0, legal, SeededChance(seed))
        weights = {one.action - act.BID: one.weight for one in found.considered}
        assert sum(weights.values()) == pytest.approx(1.0) and set(weights) == set(range(len(legal)))
        assert max(coins for coins, weight in weights.items() if weight) <= last_in_coins(seats) + 1
        values = {one.action - act.BID: one.value for one in found.considered}
        # To win surely for much more than the place is worth brings less than to lose.
        assert values[len(legal) - 1] < values[0]
        # What comes up at all is about as good as any other bid.
        assert max(values.values()) - min(values[coins] for coins, weight in weights.items() if weight > 0.3) < 0.25


def test_between_two_the_last_place_is_bid_for() -> None:
    """Whoever bids nothing leaves it to the other."""
    values = {one.action - act.BID: one.value for one in bid(at_auction(2), 0, range(act.BID, act.BID + 13),
                                                             SeededChance(1)).considered}  # fmt: skip
    assert values[2] > values[0] + 0.15


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_a_poor_seat_bids_what_it_has(coins: int) -> None:
    state = at_auction(3)
    state.coins = [coins] * 3
    legal = RULES.legal(state, 1)
    assert len(legal) == coins + 1
    assert bid(state, 1, legal, SeededChance(1)).action in legal


def test_where_a_die_settles_ties_all_seats_bid_alike() -> None:
    state = at_auction(3, tie="die")
    rows = []
    for seat in range(3):
        found = bid(state, seat, RULES.legal(state, seat), SeededChance(1))
        rows.append(sum(one.weight * (one.action - act.BID) for one in found.considered))
    assert max(rows) - min(rows) < 0.6


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data["3"]["places"].pop(), "3.places: expected 3 numbers, found 2"),
        (lambda data: data["2"].update(coin=0), "2.coin: expected a number > 0"),
        (lambda data: data.pop("4"), "4: missing"),
    ],
)
def test_a_damaged_file_is_told(change: object, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(FILE.read_text("utf-8"))
    change(data)  # type: ignore[operator]
    file = tmp_path / "bidding.json"
    file.write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(bidding, "FILE", file)
    load_worths.cache_clear()
    try:
        with pytest.raises(BadCoefficients, match=r"bidding\.json") as caught:
            load_worths()
    finally:
        load_worths.cache_clear()
    assert told in str(caught.value)


# --- neutral armies ---------------------------------------------------------------------------------


def laying(leaders: tuple[int, int], seed: int = 3) -> State:
    state = RULES.new({"leaders": True}, 2, SeededChance(seed))
    assert state.phase == LAY_NEUTRAL
    state.leaders = leaders
    return state


def laid(state: State, level: str) -> dict[str, list[int]]:
    """Regions by what the level says of them."""
    seat = RULES.to_act(state)[0]
    found = choose(GAME, RULES.view(state, seat), seat, RULES.legal(state, seat), level, 1)
    rows: dict[str, list[int]] = {"chosen": [found.action - act.NEUTRAL]}
    for one in found.considered:
        rows.setdefault("likely" if one.weight else "left", []).append(one.action - act.NEUTRAL)
        for reason in one.reasons:
            rows.setdefault(reason.id.rpartition(".")[2], []).append(one.action - act.NEUTRAL)
    return rows


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_neutral_armies_go_where_they_serve_the_own_side(level: str) -> None:
    """What a leader makes of a region counts for its owner and against the other. Shrewd, which draws among near
    choices, finds the best one in most positions."""
    served = []
    for seed in range(3, 9):
        for leaders in ((FAIRY_QUEEN, WHITE_KNIGHT), (WHITE_KNIGHT, FAIRY_QUEEN)):
            state = laying(leaders, seed)
            seat = RULES.to_act(state)[0]
            legal, rows = RULES.legal(state, seat), laid(state, level)
            values = neutral_values(
                state, seat, legal, make_plain_valuation() if level == "skilled" else load_valuation(2)
            )
            best = [action - act.NEUTRAL for action, value in zip(legal, values, strict=True) if value == max(values)]
            served.append(set(rows["likely"]) <= set(best) and rows["chosen"][0] in best)
            if level == "expert" and max(values) > min(values):
                assert set(best) <= set(rows["in_the_way"])
    assert sum(served) >= (len(served) if level == "expert" else 8), served


def test_what_serves_one_side_harms_the_other() -> None:
    state = laying((FAIRY_QUEEN, WHITE_KNIGHT))
    legal = RULES.legal(state, 0)
    own, other = (neutral_values(state, seat, legal, load_valuation(2)) for seat in (0, 1))
    assert max(own) > min(own) and own == pytest.approx([-value for value in other])


def test_where_nothing_is_gained_they_spread() -> None:
    state = RULES.new({}, 2, SeededChance(5))
    chance = SeededChance(6)
    for number in range(NEUTRAL_ARMIES):
        rows = laid(state, "expert")
        assert "in_the_way" not in rows and set(rows["alike"]) == set(rows["likely"]) | set(rows.get("left", []))
        RULES.apply(state, RULES.to_act(state)[0], act.NEUTRAL + rows["chosen"][0], chance)
        regions = state.armies[WIDTH * NEUTRAL_OWNER : WIDTH * (NEUTRAL_OWNER + 1)]
        assert sum(regions) == number + 1 and max(regions) == 1
