"""Moves and the numbers of the contract say the same, both ways."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from engine.chance import SeededChance, mix
from games.king_of_12 import RULES, actions as act
from games.king_of_12.actions import LAY
from games.king_of_12.cards import ALCHEMIST, CARD_COUNT, SORCERER, TROUBLEMAKERS
from games.king_of_12.moves import Kind, Move, card, crown, decode, decode_all, encode
from games.king_of_12.options import SEAT_COUNTS
from tests.shared.samples import option_sets

KNOWN = act.LAY + CARD_COUNT
"""Above the highest number of a move."""
ALL_SORTS = [(seats, name) for seats in SEAT_COUNTS for name in option_sets(RULES, seats)]
WHAT_IS_ASKED = {
    "choose": {Kind.CARD}, "effects": {Kind.FACE, Kind.ORDER}, "theft": {Kind.THEFT}, "crown": {Kind.CROWN},
}  # fmt: skip


def played(options: dict[str, Any], seats: int, seed: int) -> set[Kind]:
    """The kinds of moves of a random game, each of which goes there and back."""
    chance = SeededChance(seed)
    state = RULES.new(options, seats, chance)
    seen: set[Kind] = set()
    while owing := RULES.to_act(state):
        phase = RULES.view(state, None)["phase"]
        for seat in owing:
            legal = tuple(RULES.legal(state, seat))
            moves = decode_all(legal)
            assert tuple(map(encode, moves)) == legal and len(set(moves)) == len(legal)
            kinds = {move.kind for move in moves}
            assert len(kinds) == 1 and kinds <= WHAT_IS_ASKED[phase], "the kind says what the phase asks for"
            assert all(RULES.describe(action) is not None for action in legal)
            seen |= kinds
        seat = chance.draw(list(owing))
        RULES.apply(state, seat, chance.draw(list(RULES.legal(state, seat))), chance)
    return seen


@pytest.mark.parametrize(("seats", "name"), ALL_SORTS)
def test_every_legal_action_of_a_game_is_a_move_and_back(seats: int, name: str) -> None:
    assert played(option_sets(RULES, seats)[name], seats, mix(seats, name)) >= {Kind.CARD}


def test_such_games_ask_for_moves_of_every_kind() -> None:
    sets = {"set": "chosen", "cards": [SORCERER, ALCHEMIST, TROUBLEMAKERS, 8, 4, 5], "promo": "none"}
    seen = set().union(*(played(sets, seats, 3) for seats in (3, 9)))
    assert seen == set(Kind)


def test_every_number_means_one_move_or_none() -> None:
    moves = {}
    for action in range(-5, KNOWN + 5):
        try:
            moves[action] = decode(action)
        except ValueError as error:
            assert str(action) in str(error)
            assert RULES.describe(action) is None and RULES.explain(action) is None
    assert len(set(moves.values())) == len(moves) == 2 * CARD_COUNT + 12 + 2 + 3
    assert {move.kind for move in moves.values()} == set(Kind)
    assert all(encode(move) == action for action, move in moves.items())


@given(st.integers())
def test_a_number_is_a_move_or_named_in_the_error(action: int) -> None:
    try:
        move = decode(action)
    except ValueError as error:
        assert str(action) in str(error)
    else:
        assert encode(move) == action


@pytest.mark.parametrize("action", [-1, CARD_COUNT, 20, 33, 39, 42, 49, 53, 59, LAY + CARD_COUNT, 10**9])
def test_an_unknown_number_is_refused_by_name(action: int) -> None:
    with pytest.raises(ValueError, match=str(action)):
        decode(action)


@pytest.mark.parametrize(
    "move",
    [
        card(CARD_COUNT), crown(-1), Move(Kind.CARD), Move(Kind.FACE), Move(Kind.FACE, face=13), Move(Kind.ORDER),
        Move(Kind.ORDER, card=SORCERER), Move(Kind.THEFT, token=3), Move(Kind.CARD, 1, face=2),
        Move(Kind.CROWN, 1, token=1),
    ],
    ids=str,
)  # fmt: skip
def test_a_move_that_does_not_exist_has_no_number(move: Move) -> None:
    with pytest.raises(ValueError, match="is no move"):
        encode(move)


def test_moves_say_what_their_numbers_mean() -> None:
    assert decode(SORCERER) == card(SORCERER)
    assert decode(act.LAY + SORCERER) == crown(SORCERER)
    assert decode(act.TURN + 7) == Move(Kind.FACE, face=7)
    assert decode(act.ALCHEMIST_FIRST) == Move(Kind.ORDER, card=ALCHEMIST)
    assert decode(act.TROUBLEMAKERS_FIRST) == Move(Kind.ORDER, card=TROUBLEMAKERS)
    assert decode(act.TAKE_NOTHING) == Move(Kind.THEFT)
    assert decode(act.TAKE_TWO) == Move(Kind.THEFT, token=2)
    assert [move.from_hand for move in decode_all((3, act.LAY + 4, act.ALCHEMIST_FIRST))] == [3, 4, None]
