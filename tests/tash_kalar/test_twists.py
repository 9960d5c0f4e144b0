"""What each twist changes, seen in games played by chance."""

from typing import Any, NamedTuple

import pytest

from ai.choose import choose as choose_as
from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.tash_kalar.planning import Plan
from ai.tash_kalar.reasons import Reasons
from engine.chance import LoggedChance, SeededChance
from engine.contract import BadState, Event
from engine.history import History
from games.tash_kalar import RULES, actions as act, effect_compiler as word
from games.tash_kalar.candidates import hit
from games.tash_kalar.maps import COLOURED, COMPASS, MIDDLE, WALL, WALLED, to_square
from games.tash_kalar.options import LEGEND_SEATS, find_legend_seat, list_twists
from games.tash_kalar.state import CENTRE, CLAIMING, FACE_DOWN, MAIN, empty, find_occupied_squares, get_side
from scenes.menus import game_options
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
            assert state.men[3 * get_side(state, number) + 2] == MIDDLE
            RULES.check_state(RULES.load(RULES.dump(state)), options, seats)


def test_a_seat_that_is_not_there_begins_with_nothing() -> None:
    assert "legend" not in RULES.check_options({"legend": "seat_3"}, 2)
    assert RULES.check_options({"legend": "seat_3"}, 3)["legend"] == "seat_3"


def test_nothing_ever_stands_in_a_wall() -> None:
    """No piece, in no form, however it gets there; pieces of the neighbourhood do move and fight."""
    seen = 0
    for seats, form in ((2, "high"), (2, "duel"), (3, "melee")):
        for seed in range(2):
            chance = SeededChance(seed)
            state = RULES.new({"walls": True, "form": form, "surrender": False}, seats, chance)
            while RULES.to_act(state):
                assert not find_occupied_squares(state) & WALL and not empty(state) & WALL
                seen |= find_occupied_squares(state)
                RULES.apply(state, *choose(RULES, state, chance), chance)
    assert seen == WALLED


def test_a_shot_ends_at_a_wall() -> None:
    """Down the middle column only what stands between the archer and the wall is hit."""
    state = RULES.new({"walls": True}, 2, SeededChance(1))
    archer, near, far = to_square(5, 1), to_square(5, 2), to_square(5, 4)
    state.active = 0
    state.men = [1 << archer, 0, 0, 1 << near | 1 << far, 0, 0]
    state.fx[CENTRE] = archer
    shot = next(
        step
        for card in state.book.cards
        if card is not None
        for step in card.program
        if step.op == word.SHOOT and step.count > 1 and not step.fan and step.reach > 3 and not step.along_last
    )
    south = COMPASS.index("S")
    assert hit(state, shot, south) == [near]
    state.twists = 0
    assert hit(state, shot, south)[:2] == [near, far]


def test_a_saved_piece_in_a_wall_is_refused() -> None:
    state = RULES.new({"walls": True}, 2, SeededChance(1))
    data = RULES.dump(state)
    RULES.load(data)
    data["men"][0] = [WALL.bit_length() - 1]
    with pytest.raises(BadState, match=r"men\[0\]: two places"):
        RULES.load(data)


class Step(NamedTuple):
    """One decision of a game: the position before it, what was decided, and what was told of it."""

    before: Any
    seat: int
    action: int
    told: list[Event]
    after: Any


@pytest.fixture(scope="module")
def hidden_game() -> list[Step]:
    """A game of computers with hidden tasks."""
    chance, steps = SeededChance(2), list[Step]()
    state = RULES.new({"hidden_tasks": True, "surrender": False}, 2, chance)
    while RULES.to_act(state):
        seat, before, told = state.acting, RULES.clone(state), list[Event]()
        view, legal = RULES.view(state, seat), list(RULES.legal(state, seat))
        action = (
            legal[0] if len(legal) == 1 else choose_as("tash_kalar", view, seat, legal, "novice", len(steps)).action
        )
        RULES.apply(state, seat, action, chance, told.append)
        steps.append(Step(before, seat, action, told, RULES.clone(state)))
    return steps


def test_tasks_lie_face_down_until_somebody_has_met_them(hidden_game: list[Step]) -> None:
    """Nobody's view and no event names one before; what was met is turned up, one at a time, and can be claimed."""
    known, claimed = set[int](), 0
    for step in hidden_game:
        for event in step.told:
            assert event.kind != "task_put_under"
            known |= {event.data["task"]} if event.kind == "task_met" else set()
            claimed += event.kind == "claimed"
            list_twists = {event.data.get("task", FACE_DOWN), *event.data.get("tasks", ())}
            assert list_twists <= known | {FACE_DOWN}
        view = RULES.view(step.after, 0)
        assert {*view["tasks"]} <= known | {FACE_DOWN} and view["next_task"] in (FACE_DOWN, None)
        guessed = RULES.determinize(view, SeededChance(5))
        assert FACE_DOWN not in guessed.tasks and RULES.view(guessed, 0) == view
        if step.after.phase == CLAIMING:
            legal = [action - act.TASK for action in RULES.legal(step.after, step.after.acting) if action >= act.TASK]
            assert legal and set(legal) <= known
    assert len(known) > 1 and claimed > 1


def test_a_turn_with_hidden_tasks_is_not_taken_back(hidden_game: list[Step]) -> None:
    """Whether one is met is known once it ends; where one alone is met, nothing is drawn."""
    turned = [step for step in hidden_game if step.after.turned_up & ~step.before.turned_up]
    undrawn = 0
    for step in turned:
        course = History(RULES, step.before)
        entry = course.play(step.seat, step.action, LoggedChance(SeededChance(0)))
        assert course.last.state.turned_up and course.last.barrier in ("chance", "reveal")
        undrawn += not entry.draws
    assert turned and undrawn


def test_reasons_go_as_far_as_chance_lets_a_plan(hidden_game: list[Step]) -> None:
    """A plan claims the task that its own luck has turned up; where another one is turned up, it ends there."""
    step = next(step for step in hidden_game if step.after.phase == CLAIMING and step.after.turned_up)
    hidden = next(task for task in step.after.tasks if not step.after.turned_up >> task & 1)
    plan = Plan(1.0, (step.action, act.TASK + hidden), step.after, True)
    reasons = Reasons(step.before, Evaluator(step.before, step.seat, find_weights(step.before.form)))
    assert reasons.explain(step.action, plan)


def test_only_the_high_form_has_tasks_to_hide() -> None:
    assert "hidden_tasks" not in RULES.check_options({"form": "duel", "hidden_tasks": True}, 2)
    assert "hidden_tasks" not in RULES.check_options({"hidden_tasks": True}, 3)
    assert RULES.check_options({"form": "team_high", "hidden_tasks": True}, 4)["hidden_tasks"]
    there = {
        form: [one.name for one in game_options.list_twists("tash_kalar", 2, {"form": form})]
        for form in ("high", "duel")
    }
    assert set(there["high"]) - set(there["duel"]) == {"hidden_tasks"} and "walls" in there["duel"]
    assert not game_options.count_chosen_twists("tash_kalar", 2, {"form": "duel", "hidden_tasks": True})


def test_games_saved_with_a_legend_are_what_they_were() -> None:
    """The bits of the later twists stand above the seat that begins with a legend."""
    options = RULES.check_options({"no_flares": True, "legend": "seat_2"}, 2)
    assert RULES.new(options, 2, SeededChance(1)).twists == 4 | 2 << 3
    more = RULES.check_options({**options, "walls": True, "hidden_tasks": True}, 2)
    state = RULES.new(more, 2, SeededChance(1))
    assert find_legend_seat(state.twists) == 1 and list_twists(state.twists) == ["no_flares", "walls", "hidden_tasks"]
