"""Every numbered ruling of the base game, K1 to K7, K10 to K12, K15 and K16."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.chance import ScriptedChance, SeededChance, dice
from engine.contract import BadOptions
from games.king_of_12 import RULES
from games.king_of_12.actions import (
    ALCHEMIST_FIRST,
    TAKE_NOTHING,
    TAKE_ONE,
    TAKE_TWO,
    TROUBLEMAKERS_FIRST,
    TURN,
)
from games.king_of_12.cards import CODES, COLLECTOR, FAUN, NEIGHBOURS, PROMO_CARDS, deck
from games.king_of_12.options import card_set
from games.king_of_12.tournament.state import standing

from .table import CARD, Table, last_trick


def test_k01_blue_cards_are_those_that_move_real_dice() -> None:
    blue = {CODES[card] for card in deck().blue}
    assert blue == {"sorcerer", "oracle", "reverser", "troublemakers", "merchants"}


@pytest.mark.parametrize("promo", ["none", "collector", "faun"])
def test_k01_a_random_set_holds_the_knight_and_two_blue_cards(promo: str) -> None:
    for seed in range(200):
        options = RULES.check_options({"set": "random", "promo": promo}, 3)
        cards = card_set(options, SeededChance(seed))
        assert len(set(cards)) == 7
        assert cards[0] == CARD["knight"]
        assert len(deck().blue.intersection(cards)) >= 2
        assert sum(card >= CARD["collector"] for card in cards) == (promo != "none")


def test_k01_a_set_without_two_blue_cards_is_drawn_again() -> None:
    first = [("draw", card) for card in (3, 4, 5, 6, 7, 8)]
    second = [("draw", card) for card in (1, 2, 3, 4, 5, 6)]
    script = ScriptedChance([*first, *second, *dice(1, 2)])
    state = RULES.new({"set": "random"}, 2, script)
    assert RULES.view(state, 0)["set"] == [0, 1, 2, 3, 4, 5, 6]
    assert script.rest == 0


def test_k02_alchemist_first_then_troublemakers_adds_the_old_face() -> None:
    table = Table([3, 9]).play("alchemist", "troublemakers")
    assert RULES.legal(table.state, 0) == (ALCHEMIST_FIRST, TROUBLEMAKERS_FIRST)
    table.choose(0, ALCHEMIST_FIRST)
    assert table.faces[0] == 10
    assert table.values[0] == 13
    assert table.last["amounts"][0] == 3


def test_k02_troublemakers_first_then_alchemist_doubles_the_new_face() -> None:
    table = Table([3, 9]).play("alchemist", "troublemakers").choose(0, TROUBLEMAKERS_FIRST)
    assert table.faces[0] == 10
    assert table.values[0] == 20


@pytest.mark.parametrize(("card", "value"), [("machine", 17), ("parasite", 3)])
def test_k02_other_numbers_are_the_same_in_either_order(card: str, value: int) -> None:
    table = Table([3, 9]).play(card, "troublemakers")
    assert table.values[0] == value
    assert RULES.to_act(table.state) == (0, 1)


def test_k03_theft_happens_after_all_other_effects() -> None:
    table = Table([9, 2, 5]).give((0, 1), (1, 0), (0, 0))
    table.play("lady", "lady", "troublemakers")
    # The dice are 4, 11, 8 now, so the first Lady is the lower one.
    assert RULES.to_act(table.state) == (0,)
    view = RULES.view(table.state, 2)
    assert view["theft"] == {"thief": 0, "victim": 1}
    assert view["values"] == [4, 11, 8]
    table.choose(0, TAKE_ONE)
    assert table.told("theft") == [{"thief": 0, "victim": 1, "token": 1}]
    assert table.points == [3, 2, 1]


def test_k03_theft_is_optional() -> None:
    table = Table([4, 9]).give((0, 0), (0, 1)).play("lady", "lady").choose(0, TAKE_NOTHING)
    assert table.points == [1, 4]
    assert "theft_declined" in table.kinds()


def test_k03_theft_offers_only_tokens_the_victim_has() -> None:
    assert RULES.legal(Table([4, 9]).give((0, 0), (0, 1)).play("lady", "lady").state, 0) == (50, TAKE_TWO)
    assert RULES.legal(Table([4, 9]).give((0, 0), (2, 0)).play("lady", "lady").state, 0) == (50, TAKE_ONE)
    assert RULES.legal(Table([4, 9]).give((0, 0), (1, 1)).play("lady", "lady").state, 0) == (50, 51, 52)


def test_k03_theft_with_nothing_to_take_does_not_happen() -> None:
    table = Table([4, 9]).give((0, 3), (0, 0)).play("lady", "lady")
    assert table.told("theft_void") == [{"reason": "nothing"}]
    assert "scored" in table.kinds()


def test_k03_theft_compares_lady_seats_only_and_not_when_two_are_equal() -> None:
    table = Table([4, 9, 1, 12]).give((0, 0), (0, 1), (0, 0), (0, 2)).play("lady", "lady", "knight", "machine")
    assert RULES.view(table.state, None)["theft"] == {"thief": 0, "victim": 1}
    equal = Table([4, 4, 9]).give((0, 1), (0, 1), (0, 1)).play("lady", "lady", "lady")
    assert equal.told("theft_void") == [{"reason": "equal"}]


def test_k03_theft_among_three_ladies_goes_from_highest_to_lowest() -> None:
    table = Table([7, 4, 9, 4]).give((0, 1), (0, 1), (0, 1), (0, 0)).play("lady", "lady", "lady", "knight")
    assert RULES.view(table.state, None)["theft"] == {"thief": 1, "victim": 2}


def test_k03_theft_stands_even_if_the_thiefs_die_is_cancelled() -> None:
    table = Table([4, 9, 4]).give((0, 0), (0, 1), (0, 0)).play("lady", "lady", "knight").choose(0, TAKE_TWO)
    assert table.last["out"] == [True, False, True]
    assert table.points == [2, 2, 0]


def test_k03_theft_can_end_the_round() -> None:
    table = Table([4, 4, 9]).give((0, 3), (0, 0), (0, 2)).play("lady", "knight", "lady")
    table.choose(0, TAKE_TWO)
    # The thief's die is cancelled by the second seat's, but eight points end the round.
    assert table.told("round_ends")[0]["points"] == [8, 0, 4]
    assert table.state.phase == 3


def test_k04_faun_turns_to_the_highest_free_face_and_compares_afresh() -> None:
    table = Table([5, 5, 12]).play("faun", "knight", "merchants")
    # Merchants first: 12, 5, 5. The seat of the Faun is not equal, so nothing happens.
    assert table.faces == [12, 5, 5]
    escaped = Table([5, 5, 12]).play("faun", "oracle", "golem", rolls=[5])
    assert escaped.faces == [11, 5, 12]
    assert escaped.values == [11, 5, 1]
    assert escaped.places == (0, 1)


def test_k04_faun_lets_the_seat_it_was_equal_to_back_in() -> None:
    table = Table([5, 5]).play("faun", "gambler")
    assert table.faces == [12, 5]
    assert table.places == (0, 1)
    assert table.points == [1, 2]


def test_k04_faun_drops_out_with_the_seat_it_equals_after_the_turn() -> None:
    table = Table([5, 5, 4]).play("faun", "knight", "alchemist")
    assert table.values == [12, 5, 8]
    again = Table([9, 9, 5]).play("faun", "gambler", "machine")
    # The Faun turns to 12, which the third seat's value is as well.
    assert again.values == [12, 9, 12]
    assert again.last["out"] == [True, False, True]
    assert again.places == (1, None)


def test_k04_faun_turns_once_only() -> None:
    table = Table([9, 9, 5]).play("faun", "gambler", "machine")
    assert len([event for event in table.told("turned") if event["cause"] == "faun"]) == 1
    assert table.faces[0] == 12


def test_k04_a_cancelled_faun_does_not_turn() -> None:
    table = Table([9, 9, 5]).play("faun", "knight", "faun")
    assert table.faces == [9, 9, 5]
    assert table.places == (2, None)


def test_k05_collector_wins_when_cancelled_and_pushes_the_winner_down() -> None:
    table = Table([5, 5, 9, 3]).play("collector", "lady", "lady", "parasite")
    assert table.values == [5, 5, 9, -4]
    assert table.places == (0, 2)
    assert table.gains == [2, 0, 1, 0]


def test_k05_collector_alone_scores_with_no_other_winner() -> None:
    table = Table([5, 5]).play("collector", "knight")
    assert table.places == (0, None)
    assert table.gains == [2, 0]


def test_k05_collector_with_gambler_gets_one_and_the_other_two() -> None:
    table = Table([5, 5, 9]).play("collector", "gambler", "machine")
    assert table.places == (0, 2)
    assert table.gains == [1, 0, 2]


def test_k05_collector_after_knight() -> None:
    table = Table([5, 5, 9, 3]).play("collector", "knight", "lady", "lady")
    assert table.places == (0, 3)
    assert table.gains == [2, 0, 0, 1]


def test_k05_a_collector_that_is_not_cancelled_does_nothing() -> None:
    table = Table([5, 6, 9]).play("collector", "oracle", "machine", rolls=[2])
    assert table.places == (2, 0)
    assert "collector" not in table.kinds()


def test_k06_tokens_are_not_limited() -> None:
    table = Table([3, 9]).give((0, 20), (30, 0))
    table.play("machine", "golem")
    assert table.told("round_ends")[0]["points"] == [41, 32]


def test_k07_a_round_cannot_be_won_with_no_points() -> None:
    table = last_trick([5, 5, 5], ("knight", "golem")).give((0, 3), (0, 3), (0, 0))
    table.play("knight", "knight", "knight", rolls=[1, 2, 3])
    assert table.told("round_ends")[0]["points"] == [6, 6, 0]
    assert table.told("points_dropped") == [{"points": 6, "seats": [0, 1]}]
    assert "round_unwon" in table.kinds()
    assert table.state.round == 2
    assert table.state.crowns == (0, 0, 0)
    assert table.faces == [1, 2, 3]
    assert RULES.view(table.state, None)["round_results"] == [{"round": 1, "points": [6, 6, 0], "winner": None}]


def test_k10_one_promo_card_can_be_chosen() -> None:
    option = next(option for option in RULES.options() if option.name == "promo")
    assert option.values == ("none", *(CODES[card] for card in PROMO_CARDS))
    assert PROMO_CARDS[:2] == (COLLECTOR, FAUN)
    with pytest.raises(BadOptions):
        RULES.check_options({"promo": "both"}, 3)


@pytest.mark.parametrize("face", range(1, 13))
def test_k11_sorcerer_with_troublemakers_reaches_the_same_faces_in_either_order(face: int) -> None:
    turned_first = {13 - near for near in NEIGHBOURS[face]}
    flipped_first = set(NEIGHBOURS[13 - face])
    assert turned_first == flipped_first
    table = Table([face, 1]).play("sorcerer", "troublemakers")
    assert {action - TURN for action in RULES.legal(table.state, 0)} == flipped_first
    target = min(flipped_first)
    table.choose(0, TURN + target)
    assert table.faces == [target, 12]


@pytest.mark.parametrize("card", ["machine", "parasite", "golem", "reverser", "knight", "gambler"])
def test_k11_an_order_is_asked_of_the_alchemist_only(card: str) -> None:
    table = Table([3, 9]).play(card, "troublemakers")
    assert "values" in table.kinds()


def test_k11_oracle_with_troublemakers_is_not_asked() -> None:
    table = Table([3, 9]).play("oracle", "troublemakers", rolls=[4])
    assert "values" in table.kinds()


def test_k12_knight_and_gambler_give_one_to_the_lowest_and_two_to_the_next() -> None:
    table = Table([4, 9, 6, 11]).play("knight", "gambler", "machine", "golem")
    assert table.values == [4, 9, 13, 12]
    assert table.gains == [1, 2, 0, 0]


def test_k16_below_the_winner_crowns_decide() -> None:
    state = RULES.new({}, 4, SeededChance(1))
    state.owing, state.crowns = 0, (1, 2, 0, 1)
    assert RULES.result(state) == (2, 1, 4, 2)


def test_k16_in_a_hall_equal_crowns_are_parted_by_the_points_of_all_rounds() -> None:
    results = [([3, 8, 5, 0, 6], None), ([4, 1, 2, 9, 1], None)]
    hall: Any = SimpleNamespace(champion=2, crowns=[1, 0, 2, 1, 1], results=results, round=2, seats=5)
    assert standing(hall) == (3, 5, 1, 2, 3)
