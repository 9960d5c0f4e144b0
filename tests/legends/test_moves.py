"""Every action has a name, and every name its action."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from engine.chance import SeededChance, mix
from games.legends import RULES, actions as act
from games.legends.moves import Kind, Move, build_region_move, decode, encode
from tests.shared.samples import option_sets

OPTIONS = [(seats, options) for seats in (2, 3, 4) for options in option_sets(RULES, seats).values()]
WRONG = (-1, 9, 14, 15, 38, 39, act.END, 10**9)


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_every_legal_action_of_a_game_is_a_move_and_back(seats: int, options: dict[str, Any]) -> None:
    chance = SeededChance(mix(3, seats))
    state = RULES.new(options, seats, chance)
    while owing := RULES.to_act(state):
        for seat in owing:
            legal = RULES.legal(state, seat)
            moves = [decode(action) for action in legal]
            assert len(set(moves)) == len(legal)
            assert tuple(map(encode, moves)) == legal
            assert all(RULES.describe(action) is not None for action in legal)
        RULES.apply(state, owing[0], chance.draw(list(RULES.legal(state, owing[0]))), chance)


@given(st.one_of(st.integers(-5, act.END + 5), st.integers()))
def test_a_number_is_a_move_or_named_in_the_error(action: int) -> None:
    try:
        move = decode(action)
    except ValueError as error:
        assert str(action) in str(error)
        assert RULES.describe(action) is None
    else:
        assert encode(move) == action


@pytest.mark.parametrize("action", WRONG)
def test_what_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match=str(action)):
        decode(action)


@pytest.mark.parametrize(
    "move",
    [
        build_region_move(Kind.PLACE, act.WIDTH), build_region_move(Kind.TO, -1), build_region_move(Kind.BRIBE, 0, 4),
        build_region_move(Kind.DESTROY, 0, 5), Move(Kind.CARD, 6),
        Move(Kind.DONE, 1), Move(Kind.BID, turned=True), build_region_move(Kind.CITY, 1, 0),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_move_is_refused(move: Move) -> None:
    with pytest.raises(ValueError, match="no move of Legends"):
        encode(move)


def test_moves_say_what_their_numbers_mean() -> None:
    assert decode(act.DESTROY + act.WIDTH * 4 + 7) == Move(Kind.DESTROY, region=7, owner=4)
    assert decode(act.BRIBE + act.WIDTH * 3) == Move(Kind.BRIBE, region=0, owner=3)
    assert decode(act.action_of_segment(2 * 5 + 1)) == Move(Kind.SEGMENT, 5, turned=True)
    assert decode(act.action_of_segment(2 * (act.BOX_SIDES + 2))) == Move(Kind.OWN_SEGMENT, 2)
    assert decode(act.CARD + 4) == Move(Kind.CARD, 4)
    assert decode(act.SECOND_ACTION) == Move(Kind.OPTION, 1)
