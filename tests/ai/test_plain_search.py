"""The plain search is a yardstick: it has to find what is plain, and to be the same again and again."""

import pytest

from ai.algorithms.ismcts import UnknownSearch, make_player
from ai.choose import NoSuchOpponent, choose, find_player
from ai.lab.arena import run
from engine.chance import SeededChance
from games.king_of_12 import RULES

GAME = "king_of_12"


@pytest.mark.parametrize("games", [20, pytest.param(60, marks=pytest.mark.soak)])
def test_it_beats_chance(games: int) -> None:
    """Over twenty games, far enough that chance alone is ruled out; sixty in the long run."""
    found = run(GAME, ["ismcts:40", "random"], 2, games, 5, {})
    assert found["ismcts:40"]["low"] > 0.5


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    state = RULES.new({}, 3, SeededChance(4))
    seat = RULES.to_act(state)[0]
    view, legal = RULES.view(state, seat), list(RULES.legal(state, seat))
    assert len({choose(GAME, view, seat, legal, "ismcts:40", 9).action for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "level", ["ismcts:", "ismcts:0", "ismcts:-3", "ismcts:many", "ismcts:1.5", "ismcts:" + "9" * 5000]
)
def test_what_is_no_number_of_games_is_told(level: str) -> None:
    with pytest.raises(UnknownSearch, match="a number of games"):
        make_player(GAME, level)
    with pytest.raises(NoSuchOpponent):
        find_player(GAME, level)
