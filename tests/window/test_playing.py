"""Playing in a real window with a real mouse."""

import sqlite3
from functools import partial

import pytest

from ai.levels import FIRST_EVENING
from tests.run import IN_CI
from tests.support.catalogues import OTHERS
from tests.window.desktop import SCREEN, until
from tests.window.pilots import HANDS
from tests.window.program import BEGIN, CONTINUE, SIZE, Program, seats
from tests.window.watch import Watch

pytestmark = pytest.mark.window


def test_a_start_shows_the_title(program: Program) -> None:
    """The settings of a first start: none at all."""
    (program.home / "settings" / "settings.json").unlink()
    program.start()
    assert program.desktop.active_window()[1] == "Four Thrones"
    assert program.desktop.size_of(program.window) == (1500, 900), "three quarters of the screen"
    assert program.shows_something()
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_a_trick_with_motion(program: Program) -> None:
    program.settings(computers=2, speed="4")
    program.start()
    program.new_game()
    path = program.save()
    assert path is not None
    size = path.stat().st_size
    program.trick()
    assert program.save() == path
    assert path.stat().st_size > size
    session = program.session()
    assert session.view(None)["last"] is not None
    assert [seat.name for seat in session.seats] == ["Leo", "Mia", "Tom"]
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_closed_in_the_middle_and_gone_on_with(program: Program) -> None:
    program.start()
    program.new_game()
    program.trick()
    program.rest()
    path, course, own = program.save(), program.session().log[:], program.own_decisions()
    assert program.close_window() == 0

    program.start()
    program.open(*CONTINUE)
    assert program.own_decisions() == own
    assert program.session().log[: len(course)] == course
    assert program.decide()
    assert program.save() == path, "another game was begun"
    assert program.session().log[: len(course)] == course


@pytest.mark.sample(2 if IN_CI else 4)
@pytest.mark.parametrize("game", HANDS)
@pytest.mark.parametrize("child", [False, True])
def test_a_whole_game_with_the_mouse(program: Program, game: str, child: bool) -> None:
    """A child's as well, in another language, against the rival of a child."""
    computers = 2 if game == "legends" else 1  # two seats of Legends would begin with neutral armies
    program.settings(computers, game)
    if child:
        there = seats(computers, FIRST_EVENING)
        last = {game: {"seats": [{**there[0], "child": True}, *there[1:]], "options": {}, "try_again": False}}
        program.settings(computers, game, language=OTHERS[0], last_setup=last)
    program.start()
    program.new_game()
    decisions = 0
    while program.decide():
        decisions += 1
    assert decisions > 5
    record = program.home / "statistics" / "statistics.sqlite3"
    for _ in range(20):  # what happened last is still being told
        program.click(*program.hand.amber)
        if record.is_file():
            break
        program.rest()
    until(record.is_file, 10, "there is no record")
    base = sqlite3.connect(record)
    try:
        until(lambda: _counted(base) == 1, 10, "the result was not recorded")
        names = [row[0] for row in base.execute("SELECT name FROM players ORDER BY seat")]
    finally:
        base.close()
    assert names == ["Leo", "Mia", "Tom"][: computers + 1]
    assert program.session().over and program.session().seats[0].is_child is child
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def _counted(base: sqlite3.Connection) -> int:
    """The games in a record; its file is there a moment before its tables are, and these before the first game."""
    try:
        return int(base.execute("SELECT COUNT(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_a_tournament_with_the_mouse(program: Program) -> None:
    """Six in two groups: the own tricks, choices in the middle of them, and the centre."""
    program.settings(computers=5)
    program.start()
    program.new_game()
    for _ in range(9):
        if not program.decide():
            break
    session = program.session()
    assert [len(group) for group in session.view(None)["groups"]] == [3, 3]
    assert program.own_decisions() >= 8 or session.over
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def _has(program: Program, size: tuple[int, int]) -> bool:
    """Whether the window has this size."""
    return bool(program.desktop.size_of(program.window) == size)


def test_sizes_from_small_to_large(program: Program) -> None:
    program.start()
    program.new_game()
    for size in ((1024, 640), (1900, 1000), (1024, 640)):
        program.desktop.do("windowsize", "--sync", program.window, *size)
        until(partial(_has, program, size), 10, f"no size {size}")
        program.rest()
        assert program.shows_something(), f"blank at {size}"
    program.desktop.do("windowsize", "--sync", program.window, *SIZE)
    program.rest()
    program.trick()
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_full_screen_and_back(program: Program) -> None:
    program.start()
    program.rest()
    program.desktop.do("key", "F11")
    until(lambda: program.desktop.size_of(program.desktop.active_window()[0]) == SCREEN, 10, "no full screen")
    program.window = program.desktop.active_window()[0]
    until(program.shows_something, 5, "the window stays blank")
    program.desktop.do("key", "F11")
    until(lambda: program.desktop.size_of(program.desktop.active_window()[0]) == SIZE, 10, "no way back")
    program.window = program.desktop.active_window()[0]
    until(program.shows_something, 5, "the window stays blank")
    program.desktop.do("key", "F11")
    until(lambda: program.desktop.size_of(program.window) == SCREEN, 10, "no full screen")
    program.rest()
    assert program.close_window() == 0

    program.start()
    assert program.desktop.size_of(program.window) == SCREEN, "full screen was not kept"
    program.desktop.do("key", "F11")
    until(lambda: program.desktop.size_of(program.window) == SIZE, 10, "no way back after a start in full screen")
    program.new_game()
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_full_screen_and_back_keeps_size_and_place_and_is_never_blank(program: Program) -> None:
    program.start()
    program.rest()
    desktop, left, top = program.desktop, 300, 200
    desktop.do("windowmove", "--sync", program.window, left, top)
    program.rest()
    before = desktop.place_of(program.window)
    points = [(left + 100 + 150 * column, top + 110 + 100 * row) for column in range(6) for row in range(4)]
    for _ in range(2):
        for size in (SCREEN, SIZE):
            with Watch(desktop.name, points) as watch:
                desktop.do("key", "F11")
                until(partial(_has, program, size), 10, f"it has not become {size}")
                program.rest()
                until(lambda: len(watch.seen) > 30, 10, "hardly anything was looked at")
            assert watch.blank() < 0.1, f"{watch.blank():.2f} s blank on the way to {size}"
        assert desktop.place_of(program.window) == before
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_a_name_in_other_letters(program: Program) -> None:
    program.start()
    program.open(*program.hand.cover)
    program.click(146, 308)
    program.rest()
    program.click(432, 396)
    program.rest()
    for _ in range(4):
        program.desktop.do("key", "BackSpace")
    program.desktop.do("type", "--delay", "200", "Žů Ёлка 12")
    program.rest()
    program.desktop.do("key", "Return")
    program.rest()
    program.open(*BEGIN)
    until(program.save, 20, "no save")
    assert program.session().seats[0].name == "Žů Ёлка 12"
