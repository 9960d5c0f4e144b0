"""The course of a game is in the view and in a dump, and in no checksum: it only repeats what the log tells."""

from dataclasses import fields

from engine.chance import SeededChance
from engine.history import checksum
from games.king_of_12 import RULES


def test_a_game_saved_before_its_course_was_kept_leads_to_its_checksums() -> None:
    chance = SeededChance(4)
    state = RULES.new({}, 3, chance)
    for _ in range(9):
        for seat in RULES.to_act(state):
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    older = RULES.clone(state)
    older.course = ()
    assert state.course and RULES.dump(older) != RULES.dump(state)
    assert checksum(RULES, older) == checksum(RULES, state)
    assert RULES.view(RULES.load(RULES.dump(state)), 1)["course"] == RULES.view(state, 1)["course"] != []


def test_nothing_else_is_left_out_of_the_checksum() -> None:
    state = RULES.new({}, 2, SeededChance(5))
    state.points[0] += 1
    assert checksum(RULES, state) != checksum(RULES, RULES.new({}, 2, SeededChance(5)))
    assert set(RULES.retold) < {field.name for field in fields(state)}
