"""What each twist changes, seen in the events of games played by chance."""

import pytest

from ai.king_of_12.evaluate import (
    finish_trick,
    make_position,
    open_trick,
)
from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.options import TWISTS
from games.king_of_12.state import CHOOSE
from tests.shared.twists import told


def test_equal_cards_cost_the_die() -> None:
    cost = 0
    for events in told("king_of_12", 4, {"dull": True}):
        equal: set[int] = set()
        for event in events:
            if event.kind == "revealed":
                cards = event.data["cards"]
                equal = {seat for seat, card in enumerate(cards) if cards.count(card) > 1}
            elif event.kind == "turned" and event.data["cause"] == "dull":
                assert event.data["seat"] in equal and event.data["face"] == 1
                cost += 1
    assert cost


def test_all_dice_turn_over_between_two_tricks() -> None:
    turned = 0
    for events in told("king_of_12", 3, {"turning": True}):
        for number, event in enumerate(events):
            if event.kind == "discarded" and event.data["next_trick"]:
                dice = events[number + 1 : number + 4]
                assert [one.data["seat"] for one in dice] == [0, 1, 2]
                assert all(one.data["was"] + one.data["face"] == 13 and one.data["by"] is None for one in dice)
                turned += 1
            elif event.kind == "discarded":
                assert events[number + 1].kind == "round_ends", "nothing turns after the last trick"
    assert turned


def test_who_wins_a_trick_rolls_anew() -> None:
    rolled = 0
    for events in told("king_of_12", 3, {"fresh": True}):
        winner = None
        for event in events:
            if event.kind == "scored" and event.data["place"] == 1:
                winner = event.data["seat"]
            elif event.kind == "no_winner":
                winner = None
            elif event.kind == "rolled" and event.data["cause"] == "fresh":
                assert event.data["seat"] == winner
                rolled += 1
    assert rolled


def test_the_dice_wander_to_the_left() -> None:
    passed = [
        event.data
        for events in told("king_of_12", 4, {"passing": True})
        for event in events
        if event.kind == "dice_passed" and event.data["by"] is None
    ]
    assert passed
    assert all(data["faces"] == [data["was"][-1], *data["was"][:-1]] for data in passed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_opponents_reckon_with_what_twists_do_to_the_dice(seats: int) -> None:
    """A trick in the mind leads to the dice that the rules lead to; nothing is left to luck here."""
    options = {"set": "first", "dull": True, "turning": True, "passing": True}
    compared = moved = 0
    for seed in range(12):
        chance = SeededChance(f"reckoned {seats} {seed}")
        state = RULES.new(options, seats, chance)
        while not state.results:
            before, tricks = make_position(state), len(state.tricks)
            picks: list[int] = [-1] * seats
            while not state.results and len(state.tricks) == tricks:
                seat = RULES.to_act(state)[0]
                effect = state.phase != CHOOSE
                action = chance.draw(RULES.legal(state, seat))
                if effect:
                    picks[seat] = action
                RULES.apply(state, seat, action, chance)
            if not state.results:
                plan, faces = open_trick(before, state.tricks[-1])
                if not plan.ladies and plan.oracle < 0:
                    after = finish_trick(before, plan, faces, picks, chance)[0]
                    assert after.faces == state.faces and after.points == state.points and after.hands == state.hands
                    compared += 1
                    moved += after.faces != before.faces
    assert compared > 20 and moved > 20


@pytest.mark.parametrize("name", TWISTS)
def test_a_tournament_has_no_twist(name: str) -> None:
    assert name not in RULES.check_options({name: True}, 5)
    assert RULES.check_options({name: True}, 4)[name] is True
    assert name not in RULES.check_options({name: False}, 4), "what is off is left out"
