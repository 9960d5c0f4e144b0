"""Every card, alone and together with the others it meets."""

import pytest

from engine.chance import ScriptedChance, dice
from engine.contract import IllegalAction
from games.king_of_12 import RULES
from games.king_of_12.actions import ALCHEMIST_FIRST, TROUBLEMAKERS_FIRST, TURN
from games.king_of_12.cards import (
    CARD_COUNT,
    NEIGHBOURS,
    opposite,
)

from .table import CARD, FIRST_GAME, Table


def test_machine_adds_seven_and_leaves_the_die() -> None:
    table = Table([9, 3, 5]).play("machine", "golem", "knight")
    assert table.values[0] == 16
    assert table.faces[0] == 9


def test_parasite_takes_seven_and_a_negative_value_can_win_with_the_knight() -> None:
    table = Table([1, 3, 5]).play("parasite", "machine", "knight")
    assert table.values == [-6, 10, 5]
    assert table.places == (0, 2)


def test_zero_can_win() -> None:
    table = Table([7, 1]).play("parasite", "knight")
    assert table.values == [0, 1]
    assert table.places == (0, 1)


def test_alchemist_doubles_and_leaves_the_die() -> None:
    table = Table([10, 4]).play("alchemist", "machine")
    assert table.values == [20, 11]
    assert table.faces == [10, 4]


@pytest.mark.parametrize(("face", "value"), [(1, 12), (11, 12), (12, 1)])
def test_golem_is_twelve_unless_the_die_shows_twelve(face: int, value: int) -> None:
    table = Table([face, 5]).play("golem", "knight")
    assert table.values[0] == value
    assert table.faces[0] == face


def test_golem_looks_at_the_face_after_all_effects() -> None:
    turned = Table([1, 5]).play("golem", "troublemakers")
    assert turned.faces[0] == 12
    assert turned.values[0] == 1
    back = Table([12, 5]).play("golem", "troublemakers")
    assert back.values[0] == 12


def test_golem_looks_at_the_die_the_merchants_brought() -> None:
    table = Table([12, 5]).play("merchants", "golem")
    assert table.faces == [5, 12]
    assert table.values == [5, 1]


def test_oracle_rolls_last_and_the_face_stays() -> None:
    table = Table([2, 5]).play("oracle", "troublemakers", rolls=[9])
    assert table.faces == [9, 8]
    turned = [event for event in table.told("turned") if event["seat"] == 0]
    assert turned[0]["face"] == 11
    assert table.told("rolled")[-1] == {"seat": 0, "face": 9, "cause": "oracle", "was": 11}
    assert table.kinds().index("turned") < table.kinds().index("rolled")


@pytest.mark.parametrize("face", range(1, 13))
def test_sorcerer_chooses_among_the_five_true_neighbours(face: int) -> None:
    table = Table([face, face]).play("sorcerer", "knight")
    assert RULES.to_act(table.state) == (0,)
    assert RULES.legal(table.state, 0) == tuple(sorted(TURN + near for near in NEIGHBOURS[face]))
    with pytest.raises(IllegalAction):
        table.choose(0, TURN + face)
    with pytest.raises(IllegalAction):
        table.choose(0, TURN + opposite(face))
    table.choose(0, TURN + NEIGHBOURS[face][2])
    assert table.faces[0] == NEIGHBOURS[face][2]


def test_the_neighbours_are_those_of_a_real_die() -> None:
    for face, near in NEIGHBOURS.items():
        assert len(set(near)) == 5
        assert face not in near
        assert opposite(face) not in near
        assert all(face in NEIGHBOURS[other] for other in near)
        # Going round a face, each of the five touches the next.
        assert all(near[(k + 1) % 5] in NEIGHBOURS[near[k]] for k in range(5))
        assert {opposite(other) for other in near} == set(NEIGHBOURS[opposite(face)])


def test_reverser_turns_to_the_opposite_face() -> None:
    table = Table([9, 1]).play("reverser", "knight")
    assert table.faces == [4, 1]


def test_troublemakers_turn_every_die() -> None:
    table = Table([9, 1, 6]).play("troublemakers", "knight", "machine")
    assert table.faces == [4, 12, 7]
    assert table.values == [4, 12, 14]


def test_reverser_with_troublemakers_turns_twice() -> None:
    table = Table([9, 1]).play("reverser", "troublemakers")
    assert table.faces == [9, 12]


def test_merchants_pass_every_die_to_the_left_with_its_face() -> None:
    table = Table([1, 5, 9, 12]).play("merchants", "knight", "machine", "parasite")
    assert table.faces == [12, 1, 5, 9]
    assert table.values == [12, 1, 12, 2]


def test_merchants_come_before_every_other_effect() -> None:
    table = Table([3, 10]).play("merchants", "reverser")
    assert table.faces == [10, 10]
    doubled = Table([3, 10]).play("merchants", "alchemist")
    assert doubled.values == [10, 6]


def test_the_sorcerer_turns_the_die_the_merchants_brought() -> None:
    table = Table([3, 10]).play("merchants", "sorcerer")
    assert table.state.faces == [10, 3]
    assert RULES.legal(table.state, 1) == tuple(sorted(TURN + near for near in NEIGHBOURS[3]))


def test_merchants_then_troublemakers() -> None:
    table = Table([3, 10, 5]).play("merchants", "troublemakers", "golem")
    assert table.faces == [8, 10, 3]
    assert table.values == [8, 10, 12]


def test_a_live_lady_silences_everything() -> None:
    table = Table([4, 9, 6, 3])
    table.play("lady", "troublemakers", "merchants", "machine")
    assert table.faces == [4, 9, 6, 3]
    assert table.values == [4, 9, 6, 3]
    assert table.places == (1, 2)
    assert "silenced" in table.kinds()


def test_a_live_lady_silences_knight_and_gambler() -> None:
    table = Table([4, 9, 6]).play("lady", "knight", "gambler")
    assert table.places == (1, 2)
    assert table.points == [0, 2, 1]


def test_a_live_lady_silences_the_oracle_and_the_sorcerer_who_is_not_asked() -> None:
    table = Table([4, 9, 6]).play("lady", "oracle", "sorcerer")
    assert table.faces == [4, 9, 6]
    assert RULES.to_act(table.state) == (0, 1, 2)


@pytest.mark.parametrize("promo", ["collector", "faun"])
def test_a_live_lady_silences_the_promo_cards(promo: str) -> None:
    table = Table([5, 5, 3]).play("lady", promo, "machine")
    assert table.faces == [5, 5, 3]
    assert table.places == (2, None)


def test_cancelled_cards_do_nothing_but_their_dice_compare() -> None:
    table = Table([9, 3, 5]).play("troublemakers", "troublemakers", "parasite")
    assert table.faces == [9, 3, 5]
    assert table.places == (0, 1)
    assert table.told("cards_cancelled") == [{"card": CARD["troublemakers"], "seats": [0, 1]}]


def test_two_pairs_of_cards_are_both_cancelled() -> None:
    table = Table([9, 3, 5, 1]).play("machine", "golem", "golem", "machine")
    assert table.last["cancelled"] == [True] * 4
    assert table.values == [9, 3, 5, 1]


def test_knight_lets_the_lowest_win_and_the_next_lowest_be_second() -> None:
    table = Table([4, 9, 6]).play("knight", "machine", "alchemist")
    assert table.values == [4, 16, 12]
    assert table.places == (0, 2)
    assert table.points == [2, 0, 1]


def test_gambler_gives_one_for_first_and_two_for_second() -> None:
    table = Table([4, 9, 6]).play("gambler", "machine", "alchemist")
    assert table.places == (1, 2)
    assert table.points == [0, 1, 2]
    assert table.state.twos == [0, 0, 1]


def test_gambler_without_a_second_gives_one_only() -> None:
    table = Table([4, 4, 6]).play("gambler", "knight", "knight")
    assert table.places == (2, None)
    assert table.points == [0, 0, 1]


def test_nobody_wins_when_all_values_are_cancelled() -> None:
    table = Table([5, 12]).play("gambler", "parasite")
    assert table.values == [5, 5]
    assert table.places == (None, None)
    assert table.points == [0, 0]
    assert "no_winner" in table.kinds()


def test_k12_knight_with_gambler() -> None:
    """K12: with a live Knight the lowest gets 1, the second lowest 2."""
    table = Table([4, 9, 6]).play("knight", "gambler", "machine")
    assert table.values == [4, 9, 13]
    assert table.points == [1, 2, 0]


def test_alchemist_alone_is_not_asked_for_an_order() -> None:
    table = Table([3, 9]).play("alchemist", "machine")
    assert RULES.to_act(table.state) == (0, 1)
    assert table.last["trick"] == 1


def test_alchemist_and_sorcerer_choose_at_the_same_time_in_secret() -> None:
    table = Table([3, 9, 5]).play("alchemist", "sorcerer", "troublemakers")
    assert RULES.to_act(table.state) == (0, 1)
    table.choose(1, RULES.legal(table.state, 1)[0])
    assert RULES.to_act(table.state) == (0,)
    assert RULES.view(table.state, 0)["own_commit"] is None
    assert RULES.view(table.state, 0)["committed"] == [False, True, False]
    assert RULES.view(table.state, 1)["own_commit"] in range(TURN + 1, TURN + 13)
    assert "turned" not in table.kinds()
    table.choose(0, TROUBLEMAKERS_FIRST)
    assert table.values[0] == 20


def test_no_seat_may_act_out_of_turn() -> None:
    table = Table([3, 9], FIRST_GAME)
    chance = ScriptedChance(dice())
    for seat, action in ((0, 7), (0, 13), (0, CARD_COUNT), (0, -1), (0, 99), (5, 0), (-1, 0), (0, ALCHEMIST_FIRST)):
        before = RULES.dump(table.state)
        with pytest.raises(IllegalAction):
            RULES.apply(table.state, seat, action, chance)
        assert RULES.dump(table.state) == before
    table.choose(0, 0)
    with pytest.raises(IllegalAction):
        table.choose(0, 1)
