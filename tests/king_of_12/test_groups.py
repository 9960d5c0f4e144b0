"""Tricks are worked out for any group of seats, not only for a whole table."""

from engine.chance import ScriptedChance, dice
from engine.contract import Event
from games.king_of_12.cards import MACHINE, MERCHANTS, ORACLE, REVERSER
from games.king_of_12.trick import apply_effects, compare, find_plan, open_cards, tokens

GROUP = (11, 4, 7, 0)
"""Four seats of a large hall, in the order in which dice are passed."""


def test_the_centre_of_the_rulebooks_tournament_example() -> None:
    """Example (f): Lea 3 Machine, Tom 10 Reverser, Bob 10 Oracle, Mia 4 Oracle."""
    events: list[Event] = []
    plan = find_plan((MACHINE, REVERSER, ORACLE, ORACLE))
    faces = [3, 10, 10, 4]
    open_cards(plan, faces, GROUP, events.append)
    amounts, values = apply_effects(plan, faces, (), ScriptedChance([]), GROUP, events.append)
    assert values == [10, 3, 10, 4]
    first, second = compare(plan, faces, amounts, values, GROUP, events.append)
    assert (GROUP[first], GROUP[second]) == (0, 4)
    assert tokens(plan) == (2, 1)
    out = next(event for event in events if event.kind == "dice_cancelled")
    assert out.data == {"value": 10, "seats": [11, 7]}
    turned = next(event for event in events if event.kind == "turned")
    assert turned.data["seat"] == 4


def test_merchants_pass_dice_inside_the_group_only() -> None:
    events: list[Event] = []
    faces = [1, 2, 3]
    open_cards(find_plan((MERCHANTS, MACHINE, ORACLE)), faces, (9, 2, 5), events.append)
    assert faces == [3, 1, 2]
    passed = next(event for event in events if event.kind == "dice_passed")
    assert passed.data == {"by": 9, "was": [1, 2, 3], "faces": [3, 1, 2], "to": [2, 5, 9]}


def test_one_player_alone_wins_the_trick() -> None:
    plan = find_plan((ORACLE,))
    faces = [4]
    amounts, values = apply_effects(plan, faces, (), ScriptedChance(dice(9)), (6,), None)
    assert compare(plan, faces, amounts, values, (6,), None) == (0, -1)
