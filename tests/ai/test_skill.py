"""Players of limited skill, and what the levels decide in stored positions."""

from collections import Counter
from collections.abc import Sequence

import pytest

from ai.algorithms.skill import Skill, Thinker, err, limit_skill
from ai.choose import NoSuchOpponent, choose, think
from ai.decision import Decision, decide_best, make_decision
from ai.lab.decision_hash import FORMS, hash_decisions, load_hashes, load_positions
from ai.levels import FIRST_EVENING, GREEDY, LEVELS, MASTER, PLANLESS
from engine.chance import SeededChance
from engine.contract import Chance, View
from tests.ai.duels import wins

TAKEN = 1000


def near(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Looks one step ahead: the first is a little better than the second, the third bad."""
    return decide_best(legal, [1.0, 0.9, -5.0])


def far(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Looks farther, and finds the second better."""
    return decide_best(legal, [0.0, 1.0, -5.0])


def careless(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Takes the last."""
    return decide_best(legal, [0.0, 0.0, 1.0])


def count(skill: Skill) -> Counter[int]:
    """How often a player of this skill takes each of three actions."""
    thinkers = [Thinker(near, lambda view: 0.1), Thinker(far, lambda view: 0.1)]
    play, chance = limit_skill(thinkers, careless, lambda view: skill), SeededChance(3)
    return Counter(play({}, 0, [7, 8, 9], chance).action for _ in range(TAKEN))


def test_a_player_looks_far_notices_and_errs_as_its_skill_says() -> None:
    assert count(Skill(0)) == {7: TAKEN} and count(Skill(1)) == {8: TAKEN} == count(Skill(4))
    some = count(Skill(0.25))
    assert 200 < some[8] < 300 and some[9] == 0
    missed = count(Skill(0, noticed=0.4))
    assert 550 < missed[9] < 650 and missed[8] == 0
    erring = count(Skill(0, temperature=1.0))
    assert 220 < erring[8] < 320 and erring[9] == 0, "e to the minus first against one"
    assert erring[8] < count(Skill(0, temperature=3.0))[8]


def test_a_mixed_strategy_errs_already() -> None:
    mixed = make_decision([7, 8], [0.5, 0.5], [1.0, 0.0], 1)
    assert err(mixed, 5.0, SeededChance(1)) is mixed


@pytest.mark.parametrize("game", FORMS)
def test_masters_decide_as_they_did(game: str) -> None:
    """In a few stored positions; all of them are compared before a release (``python3 -m ai.lab.decision_hash``)."""
    for number, (view, seat, legal) in enumerate(load_positions(game, 3)):
        assert choose(game, view, seat, legal, MASTER, number) == think(game, view, seat, legal, MASTER, number)


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", FORMS)
def test_levels_decide_as_the_kept_hashes_say(game: str, level: str) -> None:
    assert hash_decisions(game, level) == load_hashes()[game][level]


def test_first_evening_decides_as_its_kept_hash_says() -> None:
    assert hash_decisions("king_of_the_dice", FIRST_EVENING) == load_hashes()["king_of_the_dice"][FIRST_EVENING]


@pytest.mark.parametrize("level", ["at:1200", "skill:0.5,0.9,0.1", "who:mia"])
@pytest.mark.parametrize("game", FORMS)
def test_any_rating_plays_in_any_form(game: str, level: str) -> None:
    for number, (view, seat, legal) in enumerate(load_positions(game, 6)):
        made = choose(game, view, seat, legal, level, number)
        assert made.action in legal and made == choose(game, view, seat, legal, level, number)


@pytest.mark.parametrize("level", ["at:", "at:x", "skill:", "skill:x,1,0", "even"])
def test_what_names_no_rating_plays_nowhere(level: str) -> None:
    view, seat, legal = next(load_positions("king_of_the_dice", 1))
    with pytest.raises(NoSuchOpponent):
        choose("king_of_the_dice", view, seat, legal, level, 1)


@pytest.mark.sample(2)
@pytest.mark.parametrize("beginner", [PLANLESS, GREEDY])
@pytest.mark.parametrize(("game", "games"), [("king_of_12", 40), ("king_of_the_dice", 16), ("legends", 16)])
def test_who_has_just_learned_can_beat_first_evening(game: str, games: int, beginner: str) -> None:
    """And loses to it; how often tells ``measurements/first_evening.jsonl``."""
    assert 0.15 * games < wins(game, beginner, FIRST_EVENING, 2, games, "first evening") < 0.85 * games
