"""Moves and the numbers of the contract say the same, both ways."""

import pytest
from hypothesis import given, settings, strategies as st

from engine.chance import SeededChance
from games.king_of_the_dice import RULES
from games.king_of_the_dice.moves import ALL_DICE, Kind, Move, decode, encode
from tests.support.in_turn import count_examples

KNOWN = 540
"""Above the highest number of a move."""


def meant(action: int) -> Move | None:
    """The move of a number, None when it means none."""
    try:
        return decode(action)
    except ValueError as error:
        assert str(action) in str(error)
        return None


def test_every_number_means_one_move_or_none() -> None:
    moves = {action: move for action in range(-5, KNOWN) if (move := meant(action)) is not None}
    assert len(set(moves.values())) == len(moves) > 250
    assert {move.kind for move in moves.values()} == set(Kind)
    for action, move in moves.items():
        assert encode(move) == action


@settings(max_examples=count_examples(20), deadline=None)
@given(st.integers(2, 4), st.sampled_from(["printed", "random"]), st.integers(0, 2**40))
def test_every_legal_action_goes_there_and_back(seats: int, layout: str, seed: int) -> None:
    chance = SeededChance(seed)
    state = RULES.new({"map": layout, "finish_round": seed % 2 == 1}, seats, chance)
    while RULES.to_act(state):
        seat = RULES.to_act(state)[0]
        legal = RULES.legal(state, seat)
        phase = RULES.view(state, seat)["phase"]
        for action in legal:
            move = decode(action)
            assert encode(move) == action
            kinds = {"roll": {Kind.KEEP}, "check": {Kind.HIRE, Kind.ALARM, Kind.JOKER}}
            assert move.kind in kinds.get(phase, {phase}), "the kind says what the phase asks for"
        RULES.apply(state, seat, chance.draw(legal), chance)


@pytest.mark.parametrize("action", [-1, 69, 76, 154, 230, 398, 460, 508, 524, 10**9])
def test_an_unknown_number_is_refused_by_name(action: int) -> None:
    with pytest.raises(ValueError, match=str(action)):
        decode(action)


@pytest.mark.parametrize(
    "move",
    [
        Move(Kind.HIRE),
        Move(Kind.HIRE, pile=6),
        Move(Kind.KEEP, dice=64),
        Move(Kind.KEEP, dice=1, pile=2),
        Move(Kind.JOKER, symbol=18),
        Move(Kind.CLAIM, region=30),
        Move(Kind.FLAME),
        Move(Kind.STEAL_GEM, seat=4),
    ],
)
def test_a_move_that_does_not_exist_has_no_number(move: Move) -> None:
    with pytest.raises(ValueError, match="is no move"):
        encode(move)


def test_what_stops_and_what_declines() -> None:
    assert Move(Kind.KEEP, dice=ALL_DICE).stops and not Move(Kind.KEEP, dice=62).stops
    assert Move(Kind.STEAL_GEM).declines and Move(Kind.STEAL_CITIZEN).declines
    assert not Move(Kind.STEAL_CITIZEN, card=0).declines and not Move(Kind.ALARM).declines
    assert Move(Kind.LAY, region=0).place == 0 and Move(Kind.ALARM, pile=0).place is None
