"""What each twist changes, seen in games played by chance."""

from engine.chance import SeededChance
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.maps import DRAGONS
from games.king_of_the_dice.state import CHECK
from games.king_of_the_dice.turns import can_hire_by_dice
from tests.shared.samples import choose
from tests.shared.twists import told


def test_an_alarm_at_the_start_brings_a_dragon_for_each_seat() -> None:
    for seats in RULES.seat_counts:
        for seed in range(5):
            state = RULES.new({"alarm_first": True}, seats, SeededChance(seed))
            assert state.flames.bit_count() == DRAGONS[seats] + seats
            assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)


def test_nobody_has_to_hire() -> None:
    free = 0
    for seed in range(6):
        chance = SeededChance(seed)
        state = RULES.new({"unforced": True}, 2, chance)
        while RULES.to_act(state):
            if state.phase == CHECK and can_hire_by_dice(state):
                assert any(act.ALARM <= action < act.ALARM_ALONE for action in state.choices)
                assert any(action < act.ALARM for action in state.choices), "hiring is possible all the same"
                free += 1
            RULES.apply(state, *choose(RULES, state, chance), chance)
    assert free


def test_citizens_are_no_jokers() -> None:
    def used(options: dict[str, bool]) -> bool:
        return any(event.kind == "jokers_used" for events in told("king_of_the_dice", 3, options) for event in events)

    assert used({})
    assert not used({"no_jokers": True})


def test_nobody_waits_for_ever() -> None:
    for events in told("king_of_the_dice", 2, {"impatient": True}):
        turn, market, left = 0, dict[int, object](), dict[int, int]()
        for event in events:
            if event.kind == "turn_begins":
                turn = event.data["turn"]
            elif event.kind == "lost_patience":
                assert event.data["pile"] == (turn - 1) % 5 and market[event.data["pile"]] == event.data["card"]
                left[event.data["pile"]] += 1  # it goes back under the pile before the next one is opened
            elif event.kind == "market":
                market[event.data["pile"]], left[event.data["pile"]] = event.data["card"], event.data["left"]
        assert any(event.kind == "lost_patience" for event in events)
