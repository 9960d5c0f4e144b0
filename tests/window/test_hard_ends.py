"""Kill -9, a worker that dies or hangs, an error inside a screen: nothing is lost, nothing stands still."""

import os
import signal
import time

import pytest

from tests.window.desktop import until
from tests.window.program import CONTINUE, Program

pytestmark = pytest.mark.window


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_killed_in_the_middle_it_goes_on_from_the_last_decision(program: Program) -> None:
    program.settings(computers=3, speed="1")
    program.start()
    program.new_game()
    program.decide()
    worker = program.worker()
    path, before = program.save(), program.session()
    program.kill()
    until(lambda: not alive(worker), 10, "the worker outlives the window")
    assert program.session().turn >= before.turn
    kept = program.session()

    program.settings(computers=3)
    program.start()
    program.open(*CONTINUE)
    program.decide()
    now = program.session()
    assert program.save() == path, "another game was begun"
    assert now.turn > kept.turn
    assert now.log[: kept.turn] == kept.log
    assert "Traceback" not in program.words


def test_a_killed_worker_is_replaced(program: Program) -> None:
    program.start()
    program.new_game()
    program.trick()
    dead = program.signal_worker(signal.SIGKILL)
    program.trick()
    program.trick()
    until(lambda: program.worker() not in (0, dead), 10, "no new worker")
    assert program.close_window() == 0
    assert "Traceback" not in program.words


DECIDE_NOW = (1200, 25)


SOON_S = 5
IMPATIENT = (
    "import sys, scenes.table.opponents\n"
    f"scenes.table.opponents.SLOW_MS = {1000 * SOON_S}\n"
    "from scenes.shell.app import main\n"
    "sys.exit(main([]))\n"
)
"""A program in which a person may lose patience sooner."""


def test_a_hanging_worker_is_replaced_when_a_person_wants_no_longer_to_wait(program: Program) -> None:
    program.start("-c", IMPATIENT)
    program.new_game()
    program.trick()
    hanging = program.signal_worker(signal.SIGSTOP)
    with pytest.raises(AssertionError, match="no decision"):  # before that nobody is asked to lose patience
        for _ in range(3):
            program.decide(SOON_S + 2)

    def ends() -> bool:
        program.click(*DECIDE_NOW)  # the button comes then; while other programs run the question may come late
        time.sleep(0.5)
        return not alive(hanging)

    until(ends, 30, "the hanging worker was not ended")
    program.trick()
    assert program.close_window() == 0
    assert "Traceback" not in program.words


def test_an_error_in_a_screen_is_shown_and_logged(program: Program) -> None:
    script = (
        "import sys, scenes.menus.setup\n"
        "def broken(self, c): raise RuntimeError('the inkwell fell over')\n"
        "scenes.menus.setup.SetUp.draw = broken\n"
        "from scenes.shell.app import main\n"
        "sys.exit(main([]))\n"
    )
    program.start("-c", script)
    program.open(266, 438)
    assert not program.ended, "the player could not read what happened"
    program.desktop.do("key", "Return")
    assert program.process is not None
    assert program.process.wait(10) == 1
    log = (program.home / "logs" / "four_thrones.log").read_text("utf-8")
    assert "the inkwell fell over" in log
    assert "Traceback" in log
