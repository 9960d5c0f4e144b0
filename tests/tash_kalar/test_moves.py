"""Moves and the ints of the contract: two ways to say the same, and nothing else."""

import pytest

from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar.actions import ACTIONS_END
from games.tash_kalar.moves import Kind, Move, decode, encode

FORMS = (("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4), ("team_duel", 4))


def test_every_int_is_one_move_or_none() -> None:
    known = 0
    for action in range(-ACTIONS_END, 2 * ACTIONS_END):
        try:
            move = decode(action)
        except ValueError as error:
            assert str(action) in str(error)
            assert RULES.describe(action) is None
            continue
        known += 1
        assert encode(move) == action
    assert known > 1000


@pytest.mark.parametrize("form, seats", FORMS)
def test_every_legal_action_of_random_games_goes_there_and_back(form: str, seats: int) -> None:
    kinds = set()
    for seed in range(4):
        chance, players = SeededChance(seed), SeededChance(seed + 31)
        state = RULES.new({"form": form, "surrender": seats == 2 and seed == 3}, seats, chance)
        while owing := RULES.to_act(state):
            legal = RULES.legal(state, owing[0])
            moves = [decode(action) for action in legal]
            assert [encode(move) for move in moves] == list(legal)
            assert len(set(moves)) == len(legal)
            kinds |= {move.kind for move in moves}
            left = [action for action, move in zip(legal, moves, strict=True) if move.kind is not Kind.SURRENDER]
            RULES.apply(state, owing[0], players.draw(left), chance)
    assert {Kind.PLACE, Kind.SUMMON, Kind.SQUARE, Kind.DISCARD, Kind.RETURN} <= kinds


@pytest.mark.parametrize(
    "move", [Move(Kind.SUMMON), Move(Kind.SQUARE, square=0), Move(Kind.DONE, card=3), Move(Kind.DISCARD, card=200)]
)
def test_a_move_that_cannot_be_is_named(move: Move) -> None:
    with pytest.raises(ValueError, match=move.kind.name):
        encode(move)
