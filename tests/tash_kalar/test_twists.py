"""What each twist changes, seen in games played by chance."""

from __future__ import annotations

from engine.chance import SeededChance
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.maps import COLOURED, MIDDLE
from games.tash_kalar.options import LEGEND_SEATS
from games.tash_kalar.state import MAIN, side_of
from tests.shared.samples import choose
from tests.shared.twists import told


def test_no_action_places_a_piece_on_a_coloured_square() -> None:
    seen = 0
    for seed in range(3):
        chance = SeededChance(seed)
        state = RULES.new({"quiet_ground": True}, 2, chance)
        while RULES.to_act(state):
            if state.phase == MAIN:
                legal = RULES.legal(state, state.acting)
                places = [action - act.PLACE for action in legal if act.PLACE <= action < act.PICK]
                assert not any(COLOURED >> square & 1 for square in places)
                seen += bool(places)
            RULES.apply(state, *choose(RULES, state, chance), chance)
    assert seen


def test_all_beings_in_hand_are_known_to_everybody() -> None:
    chance = SeededChance(4)
    state = RULES.new({"open_hands": True}, 2, chance)
    while RULES.to_act(state):
        assert state.open_hand == state.hands
        assert RULES.view(state, None)["open_hands"] == [RULES.view(state, seat)["hand"] for seat in range(2)]
        RULES.apply(state, *choose(RULES, state, chance), chance)


def test_nobody_ever_has_a_flare() -> None:
    kinds = {event.kind for events in told("tash_kalar", 2, {"no_flares": True}, games=3) for event in events}
    assert not kinds & {"drew_flares", "drawn_flares", "flare_played"}


def test_one_seat_begins_with_a_legend_in_every_form() -> None:
    for seats, form in ((2, "high"), (2, "duel"), (3, "melee"), (4, "team_high")):
        for number in range(seats):
            chance = SeededChance(number)
            options = RULES.check_options({"form": form, "legend": LEGEND_SEATS[number + 1]}, seats)
            state = RULES.new(options, seats, chance)
            while state.turn == 0:
                RULES.apply(state, *choose(RULES, state, chance), chance)
            assert state.men[3 * side_of(state, number) + 2] == MIDDLE
            RULES.check_state(RULES.load(RULES.dump(state)), options, seats)


def test_a_seat_that_is_not_there_begins_with_nothing() -> None:
    assert "legend" not in RULES.check_options({"legend": "seat_3"}, 2)
    assert RULES.check_options({"legend": "seat_3"}, 3)["legend"] == "seat_3"
