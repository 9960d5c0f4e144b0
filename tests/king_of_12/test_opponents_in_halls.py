"""The opponents of King of 12 in a tournament: the own group, with the centre as its prize."""

from typing import Any

import pytest

from ai.choose import choose
from ai.decision import Considered, Decision
from ai.king_of_12.evaluate import POINT_IN_STANDING, Position, standing_worth, worth
from ai.king_of_12.reasons import add_reasons
from ai.king_of_12.tournament_model import Centre, determinize_table, make_determinizer, make_group_state
from engine.chance import SeededChance, mix
from games.king_of_12 import RULES
from games.king_of_12.cards import GAMBLER, KNIGHT, MACHINE, PARASITE, SORCERER
from games.king_of_12.state import CHOOSE, CROWN, EFFECTS
from games.king_of_12.tournament.state import TournamentState


def hall(seats: int, seed: int = 1, **options: Any) -> TournamentState:
    found = RULES.new(options, seats, SeededChance(seed))
    assert isinstance(found, TournamentState)
    return found


def mean(chances: tuple[float, float, float]) -> float:
    return chances[1] + 2 * chances[2]


def test_the_own_group_is_pictured_as_a_game_at_one_table() -> None:
    state = hall(8)
    state.points = state.ones = [0, 0, 0, 0, 1, 2, 3, 4]
    picture = make_determinizer(RULES.view(state, 5), 5)
    assert (picture.place, list(picture.group), picture.seats) == (1, [4, 5, 6, 7], 4)
    position = picture.sample(SeededChance(1))
    assert position.points == [1, 2, 3, 4] and position.faces == state.faces[4:]
    assert position.prize is not None


def test_in_the_final_the_table_is_that_of_the_finalists_and_first_place_counts() -> None:
    state = hall(6)
    state.finalists = (0, 4)
    state.stage, state.waiting = 2, (0, 4)
    state.crowns, state.covered = (2, 0, 0, 0, 2, 0), [2, 0, 0, 0, 2, 0]
    state.laid = (0b110, 0, 0, 0, 0b110, 0)
    state.hands = [state.cards & ~laid for laid in state.laid]
    picture = make_determinizer(RULES.view(state, 4), 4)
    assert list(picture.group) == [0, 4] and picture.place == 1
    assert picture.sample(SeededChance(1)).prize is None


def test_winning_the_group_is_worth_what_the_centre_promises() -> None:
    """With a high die and a Machine more than with a low one; never more than the centre gives."""
    state = hall(16, 3)
    state.faces = [6] * 16
    centre = Centre(state, [0, 1, 2, 3], SeededChance(1))
    high, low = mean(centre(0, MACHINE, 12)), mean(centre(0, PARASITE, 2))
    assert 0 <= low < high <= 2
    assert sum(centre(0, GAMBLER, 12)) == pytest.approx(1)


def test_alone_in_the_centre_the_winner_takes_two() -> None:
    state = hall(5)
    centre = Centre(state, [0, 1], SeededChance(1))
    centre._rivals = [[]]
    assert centre(0, KNIGHT, 3) == (0, 0, 1)
    assert mean(Centre(state, [0, 1], SeededChance(1))(0, KNIGHT, 3)) <= 2.0


def test_what_the_centre_owes_decides_the_last_trick_by_every_outcome() -> None:
    """Behind by one: two points win the round, one point makes it equal, none loses it."""

    class Even:
        def __call__(self, place: int, card: int, face: int) -> tuple[float, float, float]:
            return 0.25, 0.25, 0.5

    position = Position([6, 6], [4.0, 3.0], [0, 0], [0, 0], 0, (1, 1), Even(), (1, (0.25, 0.25, 0.5)))
    first, second = worth(position)
    # The crowned winner of the round wins the race; without a winner it is anybody's.
    assert second == pytest.approx(0.5 + 0.25 * 0.5) and first == pytest.approx(0.25 + 0.25 * 0.5)
    assert position.mean_points() == [4.0, 4.25]


def test_in_the_standing_a_round_won_and_every_point_count() -> None:
    ended = Position([6, 6, 6], [8.0, 3.0, 3.0], [0] * 3, [0] * 3, 2, (0, 1, 1))
    assert standing_worth(ended) == pytest.approx((1 + 8 * POINT_IN_STANDING, 0.3, 0.3))
    nobody = Position([6, 6], [4.0, 4.0], [0, 0], [0, 0], 0, (1, 0))
    assert standing_worth(nobody) == pytest.approx((0.4, 0.4))
    hand = make_group_state(hall(16), [0, 1, 2, 3]).hands[0]
    running = Position([6] * 4, [2.0, 0.0, 0.0, 0.0], [0] * 4, [hand] * 4, 3, (1, 0, 0, 0))
    ahead, *others = standing_worth(running)
    assert ahead - 0.2 > others[0] == pytest.approx(others[1]) and 0.5 < ahead - 0.2 + sum(others) <= 1
    # Crowns of earlier rounds change nothing: they stay with their owners.
    running.crowns = (0, 0, 0, 1)
    assert standing_worth(running) == (ahead, *others)


def test_points_still_owed_count_by_every_outcome_only_where_they_end_the_round() -> None:
    hands = make_group_state(hall(16), [0, 1]).hands
    far = Position([6, 6], [1.0, 0.0], [0, 0], hands, 3, (0, 0), None, (0, (0.5, 0.0, 0.5)))
    assert standing_worth(far) == standing_worth(far.paid(1.0))
    near = Position([6, 6], [6.0, 0.0], [0, 0], hands, 3, (0, 0), None, (0, (0.5, 0.0, 0.5)))
    halves = zip(standing_worth(near.paid(0)), standing_worth(near.paid(2)), strict=True)
    assert standing_worth(near) == pytest.approx([(none + two) / 2 for none, two in halves])
    assert standing_worth(near) != pytest.approx(standing_worth(near.paid(1.0)))


def test_a_prize_is_in_the_picture_of_every_group() -> None:
    state = hall(7)
    for seat in range(7):
        table, prize = determinize_table(RULES.view(state, seat), seat, SeededChance(2))
        assert table.seats in (3, 4) and prize is not None
        assert table.hands[0].bit_count() == 7
    assert make_group_state(state, [4, 5]).faces == state.faces[4:6]


@pytest.mark.parametrize("seats", [5, 12])
def test_whole_tournaments_are_played_legally_by_all_levels(seats: int) -> None:
    chance = SeededChance(seats)
    state = RULES.new({"set": "random", "promo": "faun"}, seats, chance)
    phases = set()
    turn = 0
    while owing := RULES.to_act(state):
        answers = []
        for seat in owing:
            level = ("novice", "random", "skilled", "random", "random")[(seat + turn) % 5]
            if turn % 40 == 3:
                level = "expert"
            view, legal = RULES.view(state, seat), list(RULES.legal(state, seat))
            decision = choose("king_of_12", view, seat, legal, level, mix(turn, seat))
            assert sorted(one.action for one in decision.considered) == legal
            answers.append((seat, decision.action))
        phases.add(state.phase)
        for seat, action in answers:
            RULES.apply(state, seat, action, chance)
        turn += 1
    assert {CHOOSE, CROWN} <= phases


def test_reasons_name_the_players_of_the_hall() -> None:
    """Whoever a hint speaks of sits in the own group."""
    named = set()
    for seed in range(4):
        state = hall(8, seed)
        decision = choose("king_of_12", RULES.view(state, 6), 6, RULES.legal(state, 6), "expert", seed)
        for one in decision.considered:
            for reason in one.reasons:
                named |= {
                    value["seat"] for value in reason.params.values() if isinstance(value, dict) and "seat" in value
                }
    assert named and named <= {4, 5, 7}


def test_points_to_be_expected_of_a_card_are_those_of_the_centre_too() -> None:
    class Two:
        def __call__(self, place: int, card: int, face: int) -> tuple[float, float, float]:
            return 0.0, 0.0, 1.0

    hands = [1 << MACHINE | 1 << KNIGHT, 1 << PARASITE | 1 << KNIGHT]
    position = Position([12, 2], [0.0, 0.0], [0, 0], hands, 1, (0, 0), Two())
    decision = Decision(MACHINE, [Considered(MACHINE, 1.0, 0.0)])
    told = add_reasons(decision, position, 0, [(MACHINE,), (PARASITE,)], [[1.0], [1.0]], SeededChance(1))
    points = [reason for reason in told.considered[0].reasons if reason.id == "king_of_12.hint.points"]
    assert [reason.params for reason in points] == [{"n": 2.0}]


def test_advice_on_an_effect_in_a_group_tells_the_points_not_a_chance_to_win_the_game() -> None:
    """The expert of a hall does not count chances to win the tournament."""
    asked = 0
    for seed in range(12):
        chance = SeededChance(seed)
        state = hall(8, seed)
        for seat in range(8):
            RULES.apply(state, seat, SORCERER if seat in (0, 5) else chance.draw((KNIGHT, MACHINE, PARASITE)), chance)
        if state.phase == EFFECTS and 5 in RULES.to_act(state):
            asked += 1
            decision = choose("king_of_12", RULES.view(state, 5), 5, RULES.legal(state, 5), "expert", seed)
            assert len(decision.considered) == 5
            for one in decision.considered:
                assert [reason.id for reason in one.reasons] == ["king_of_12.hint.points"]
    assert asked
