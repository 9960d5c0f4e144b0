"""Opponents answer legally, deterministically, and know nothing but their view."""

from typing import Any

import pytest

from ai.choose import NoSuchOpponent, choose
from ai.levels import QUICK_LEVELS
from ai.opponent_registry import quick_choice
from engine.chance import SeededChance
from games.king_of_12 import RULES
from tests.ai.duels import wins

GAME = "king_of_12"


def positions(count: int, seats: int = 3, promo: str = "faun") -> list[tuple[Any, int]]:
    """Decisions of random games: pairs of state and seat, in every phase."""
    found: dict[int, list[tuple[Any, int]]] = {}
    seed = 0
    while sum(len(pairs) for pairs in found.values()) < count * 3 or len(found) < 4:
        chance = SeededChance(seed)
        seed += 1
        options = {"set": "chosen", "cards": [1, 3, 8, 9, 11], "promo": promo}
        state = RULES.new(options, seats, chance)
        while owing := RULES.to_act(state):
            seat = chance.draw(owing)
            pairs = found.setdefault(state.phase, [])
            if len(pairs) < count and chance.below(3) == 0:
                pairs.append((RULES.clone(state), seat))
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
        assert seed < 500
    return [pair for phase in sorted(found) for pair in found[phase]]


@pytest.mark.sample(4)
@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_hidden_cards_make_no_difference(level: str) -> None:
    """Two states that differ in what the seat cannot see lead to the same decision."""
    differing = 0
    for number, (state, seat) in enumerate(positions(6)):
        view = RULES.view(state, seat)
        other = RULES.determinize(view, SeededChance(number))
        differing += RULES.dump(other) != RULES.dump(state)
        one = choose(GAME, RULES.view(state, seat), seat, RULES.legal(state, seat), level, 3)
        two = choose(GAME, RULES.view(other, seat), seat, RULES.legal(other, seat), level, 3)
        assert one == two
    assert differing > 3


def test_the_expert_gives_one_to_three_reasons_for_every_card() -> None:
    state = RULES.new({}, 3, SeededChance(5))
    decision = choose(GAME, RULES.view(state, 0), 0, RULES.legal(state, 0), "expert", 1)
    assert len(decision.considered) == 7
    for one in decision.considered:
        assert 1 <= len(one.reasons) <= 3
        assert all(reason.id.startswith("king_of_12.hint.") for reason in one.reasons)
        assert 0 <= one.value <= 1


def test_the_expert_gives_a_reason_for_every_other_choice() -> None:
    for state, seat in positions(3):
        legal = RULES.legal(state, seat)
        if state.phase and len(legal) > 1:
            decision = choose(GAME, RULES.view(state, seat), seat, legal, "expert", 1)
            assert all(len(one.reasons) == 1 for one in decision.considered)


def test_the_expert_mixes_its_cards() -> None:
    """A fixed best reply could be foreseen: with other seeds other cards come."""
    mixed = 0
    for table in range(6):
        state = RULES.new({"set": "chosen", "cards": [3, 4, 5, 6, 7, 8]}, 2, SeededChance(table))
        view, legal = RULES.view(state, 0), RULES.legal(state, 0)
        first, *others = (choose(GAME, view, 0, legal, "expert", seed).action for seed in range(3))
        mixed += any(other != first for other in others)
        if mixed == 2:
            return
    raise AssertionError(f"of six tables {mixed} saw more than one card")


def test_the_expert_takes_the_trick_that_wins_the_game() -> None:
    """Last trick, a crown each, one point ahead: the expert's chances are seen in round points."""
    chance = SeededChance(1)
    state = RULES.new({"set": "chosen", "cards": [3, 4, 5, 6, 7, 8]}, 2, chance)
    keep = 1 << 4 | 1 << 5
    gone = [card for card in (0, 3, 6, 7, 8)]
    state.tricks = tuple((card, card) for card in gone)
    state.hands = [keep, keep]
    state.faces = [12, 11]
    state.crowns = (1, 0)
    state.laid = (0, 0)
    view = RULES.view(state, 0)
    view["crowns"] = [0, 0]
    decision = choose(GAME, view, 0, [4, 5], "expert", 1)
    best = decision.considered[0]
    # Machine against Machine cancels and the 12 wins; against Parasite it wins as well.
    assert best.action == 4
    assert best.weight == pytest.approx(1)


def test_the_last_resort_never_fails() -> None:
    assert quick_choice(GAME, {"phase": "nonsense"}, 0, [3, 4], 1).action in (3, 4)
    assert quick_choice("no_such_game", {}, 0, [3, 4], 1).action in (3, 4)


def test_unknown_opponents_are_named() -> None:
    with pytest.raises(NoSuchOpponent, match="archmage"):
        choose(GAME, {}, 0, [1], "archmage", 1)


@pytest.mark.parametrize(
    ("strong", "weak", "games", "enough"),
    [
        ("novice", "random", 20, 14),
        pytest.param("skilled", "novice", 40, 25, marks=pytest.mark.soak),
        pytest.param("expert", "novice", 10, 8, marks=pytest.mark.soak),
        pytest.param("skilled", "novice", 100, 60, marks=pytest.mark.soak),
        pytest.param("expert", "novice", 20, 14, marks=pytest.mark.soak),
    ],
)
def test_a_higher_level_beats_a_lower_one(strong: str, weak: str, games: int, enough: int) -> None:
    """Fixed seeds. An equal opponent would win that many games in one to eight of a hundred trials."""
    assert wins(GAME, strong, weak, 2, games, "strength") >= enough


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "enough"), [(2, 58), (4, 58)])
def test_the_expert_beats_the_skilled(seats: int, enough: int) -> None:
    assert wins(GAME, "expert", "skilled", seats, 100, "strength") >= enough
