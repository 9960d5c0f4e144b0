"""What each twist changes, seen in games played by chance."""

from engine.chance import SeededChance
from games.legends import RULES, actions as act
from games.legends.board import list_regions
from games.legends.pieces import (
    LAST_ROUND,
    find_sinking_regions,
    sea_cost,
    sunk,
)
from games.legends.state import PLACING
from tests.shared.samples import choose
from tests.shared.twists import told


def test_an_island_sinks_after_round_four() -> None:
    gone = 0
    for seed in range(8):
        chance = SeededChance(seed)
        state = RULES.new({"sinking": True}, 3, chance)
        while RULES.to_act(state):
            under = sunk(state)
            assert bool(under) == (bool(find_sinking_regions(state)) and state.turns >= LAST_ROUND * 3)
            if under:
                assert not under >> state.start & 1
                assert not any(mask & under for mask in (*state.present, *state.towns))
                gone += 1
            RULES.apply(state, *choose(RULES, state, chance), chance)
        for seat, score in enumerate(RULES.view(state, None)["scores"]):
            assert not set(score["regions"]) & set(list_regions(find_sinking_regions(state))), seat
    assert gone


def test_the_smallest_island_without_the_start_sinks_and_everything_comes_back() -> None:
    events = [event for game in told("legends", 4, {"sinking": True}) for event in game if event.kind == "sunk"]
    assert events
    for event in events:
        assert all(owner == -1 for _, owner in event.data["control"])


def test_over_the_frozen_sea_a_step_costs_one() -> None:
    moved = [event for game in told("legends", 3, {"frozen": True}) for event in game if event.kind == "moved"]
    assert moved and all(event.data["cost"] == 1 for event in moved)
    state = RULES.new({"frozen": True}, 3, SeededChance(1))
    assert [sea_cost(state, seat) for seat in range(3)] == [1, 1, 1]


def test_no_army_is_destroyed_in_the_truce() -> None:
    late = 0
    for events in told("legends", 2, {"truce": True}, games=12):
        turns = 0
        for event in events:
            turns += event.kind == "card_taken"
            if event.kind == "destroyed":
                assert turns > LAST_ROUND * 2
                late += 1
    assert late


def test_who_builds_places_in_cities_only() -> None:
    placed = 0
    for seed in range(8):
        chance = SeededChance(seed)
        state = RULES.new({"exile": True}, 3, chance)
        while RULES.to_act(state):
            seat = state.active
            if state.phase == PLACING and state.towns[seat] and not state.towns[seat] >> state.start & 1:
                assert act.PLACE + state.start not in RULES.legal(state, seat)
                placed += 1
            RULES.apply(state, *choose(RULES, state, chance), chance)
    assert placed
