"""The worked examples of the rulebook. Lea is seat 0, Mia seat 1, Tom seat 2; dice 10, 7, 3."""

import pytest

from games.king_of_12 import RULES
from games.king_of_12.actions import TAKE_TWO, TURN
from games.king_of_12.cards import NEIGHBOURS

from .table import FIRST_GAME, Table, last_trick

LEA, MIA, TOM = range(3)
DICE = [10, 7, 3]


def test_example_a_cancelled_alchemists_and_equal_values() -> None:
    table = Table(DICE).play("alchemist", "alchemist", "reverser")
    assert table.last["cancelled"] == [True, True, False]
    assert table.faces == [10, 7, 10]
    assert table.values == [10, 7, 10]
    assert table.last["out"] == [True, False, True]
    assert table.places == (MIA, None)
    assert table.points == [0, 2, 0]
    assert table.state.twos == [0, 1, 0]


def test_example_b_a_live_alchemist_makes_twenty() -> None:
    table = Table(DICE).play("alchemist", "knight", "reverser")
    assert table.values[LEA] == 20
    assert table.faces[LEA] == 10


def test_example_c_sorcerer_after_troublemakers() -> None:
    """Lea takes the flip first (10 becomes 3), then turns to a neighbour of 3."""
    table = Table(DICE).play("sorcerer", "troublemakers", "machine")
    assert RULES.to_act(table.state) == (LEA,)
    assert RULES.legal(table.state, LEA) == tuple(sorted(TURN + face for face in NEIGHBOURS[3]))
    table.choose(LEA, TURN + 12)
    assert table.faces == [12, 6, 10]
    assert [event["cause"] for event in table.told("turned") if event["seat"] == LEA] == [
        "troublemakers",
        "sorcerer",
    ]


def test_example_d_mias_lady_takes_a_two_from_tom() -> None:
    table = Table([10, 3, 7]).give((0, 0), (0, 0), (1, 2)).play("knight", "lady", "lady")
    assert RULES.to_act(table.state) == (MIA,)
    table.choose(MIA, TAKE_TWO)
    assert table.told("theft") == [{"thief": MIA, "victim": TOM, "token": 2}]
    assert table.state.twos[TOM] == 1


def test_example_e_equal_points_are_dropped() -> None:
    """Lea 3, Mia 6, Tom 6: Mia and Tom drop theirs, Lea wins the round."""
    table = last_trick([5, 5, 5], ("knight", "golem")).give((1, 1), (0, 3), (0, 3))
    table.play("knight", "knight", "knight")
    assert table.told("points_dropped") == [{"points": 6, "seats": [MIA, TOM]}]
    assert table.told("round_won") == [{"seat": LEA, "points": 3, "round": 1, "crowns": 1, "wins": False}]
    assert table.points == [3, 0, 0]
    assert RULES.to_act(table.state) == (LEA,)


@pytest.mark.parametrize(("face", "turned"), [(9, 4), (10, 3), (3, 10)])
def test_card_text_hints_on_opposite_faces(face: int, turned: int) -> None:
    assert Table([face, 1]).play("reverser", "golem").faces[0] == turned
    assert Table([face, 1]).play("troublemakers", "golem").faces[0] == turned


def test_first_game_set() -> None:
    assert tuple(RULES.view(Table([1, 2], FIRST_GAME).state, 0)["set"]) == (0, 1, 2, 3, 4, 5, 6)


def test_tournament_example_f_as_a_group_of_four() -> None:
    """The centre of the fifteen-player example is one group: Lea, Tom, Bob, Mia."""
    table = Table([3, 10, 10, 4]).play("machine", "reverser", "oracle", "oracle")
    assert table.values == [10, 3, 10, 4]
    assert table.places == (3, 1)
    assert table.points == [0, 1, 0, 2]
