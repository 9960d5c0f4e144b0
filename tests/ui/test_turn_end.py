"""A finished turn is seen before it ends while a step of it can be taken back; settings ask a question, or nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from engine.chance import SeededChance
from games.tash_kalar.moves import END, SURRENDER, Kind
from scenes.shell.page import Dialog
from scenes.table.finished_turn import STEP_MS, WAITS_MS
from tests.support.tables_legends import open_table as open_legends
from tests.support.tables_tash_kalar import open_table as open_tash_kalar
from tests.ui.driver import Driver


@pytest.fixture
def asked() -> Iterator[Driver]:
    made = Driver(speed="instant", confirm_turns=True)
    yield made
    made.close()


def play_until_asked(driver: Driver, table: Any) -> int:
    """Play on until a turn is finished but for its end; the turn at which that is so."""
    chance = SeededChance("turns")
    for _ in range(600):
        if isinstance(driver.top, Dialog) or table.finished_turn.is_open:
            driver.wait()
            return int(table.session.turn)
        if table.confirming:
            table.confirm()
        elif table.may_act():
            decode = table.hooks.codec.decode
            legal = [one for one in table.legal() if decode(one) != SURRENDER]
            legal = [one for one in legal if decode(one) != END] or legal
            wanted = [one for one in legal if getattr(decode(one), "kind", None) is Kind.PLACE] or legal
            table.decide(wanted[chance.below(len(wanted))])
        driver.wait()
    raise AssertionError("the end of a turn is never asked about")


@pytest.mark.parametrize("question", [False, True], ids=["picture", "question"])
@pytest.mark.parametrize("open_table", [open_legends, open_tash_kalar], ids=["legends", "tash_kalar"])
def test_shown_before_the_turn_ends_and_undo_works_until_then(asked: Driver, open_table: Any, question: bool) -> None:
    table = open_table(asked)
    asked.settings.speed, asked.settings.turn_question = "instant", question
    turn = play_until_asked(asked, table)
    assert isinstance(asked.top, Dialog) is question
    seat = table.session.log[-1].seat
    assert table.session.to_act() == (seat,), "nothing of it is done yet"
    asked.key(pygame.K_ESCAPE)
    asked.wait()
    assert asked.top is table and table.session.to_act() == (seat,) and not table.finished_turn.is_open
    assert table.back.state()[0]
    asked.click("bar.undo")
    assert table.session.turn < turn
    turn = play_until_asked(asked, table)
    asked.key(pygame.K_SPACE)
    asked.until(lambda: table.session.turn > turn)
    assert table.session.log[turn].seat == seat and seat not in table.session.to_act()


@pytest.mark.parametrize("open_table", [open_legends, open_tash_kalar], ids=["legends", "tash_kalar"])
def test_the_picture_tells_the_turn_and_takes_its_last_step_back(asked: Driver, open_table: Any) -> None:
    table = open_table(asked)
    turn = play_until_asked(asked, table)
    picture = table.finished_turn
    told = picture._picture
    assert told.parts and len(told.points) == len(table.seats) and table.turn_marks is not None
    seat = table.session.log[-1].seat
    before = [made for _, made in table.session.events_for(seat)]
    said = table.make_spoken().find_prompt()
    assert said == picture.say() and said.startswith("Turn complete; Space ends it."), said
    table.decide(told.action)
    assert picture.is_open and table.session.turn == turn, "only End turn ends it"
    asked.click("undo")
    asked.wait()
    assert not picture.is_open and table.turn_marks is None and table.session.turn <= turn
    if table.session.turn == turn:
        assert before == [made for _, made in table.session.events_for(seat)]
    play_until_asked(asked, table)
    turn, points = table.session.turn, picture._picture.points
    asked.click("main")
    asked.until(lambda: table.session.turn > turn)
    assert table.session.log[turn].seat == seat
    assert table.hooks.peaks.count_points(table.session.view(None))[seat] == points[seat]


@pytest.mark.parametrize("stopped", [False, True], ids=["left", "touched"])
def test_a_turn_ends_by_itself_only_where_that_is_wanted_and_nothing_is_touched(asked: Driver, stopped: bool) -> None:
    table = open_legends(asked)
    asked.settings.speed, asked.settings.ends_turns = "instant", True
    turn = play_until_asked(asked, table)
    assert "It ends by itself after 3 seconds" in table.finished_turn.say()
    asked.move(800, 500)
    asked.run(WAITS_MS - 200)
    assert table.session.turn == turn and table.finished_turn.is_open, "the pointer alone stops nothing"
    if stopped:
        asked.key(pygame.K_TAB)
    asked.run(2 * WAITS_MS)
    assert (table.session.turn == turn) is stopped
    assert not stopped or "by itself" not in table.finished_turn.say()


def test_the_steps_of_a_turn_appear_one_after_the_other(asked: Driver) -> None:
    table = open_legends(asked)
    asked.settings.speed = "instant"
    play_until_asked(asked, table)
    picture = table.finished_turn
    made = picture._picture
    picture._picture = replace(made, parts=tuple(replace(made.parts[0], places=(at,), moves=()) for at in (3, 4)))
    asked.settings.speed, picture._age = "1", 0.0
    counts = []
    picture._mark_steps()
    for _ in range(3):
        counts.append(len(table.turn_marks.numbers))
        picture.update(STEP_MS)
    assert counts == [1, 2, 2]


def test_the_setting_turns_it_off(asked: Driver) -> None:
    table = open_legends(asked)
    asked.settings.confirm_turns = False
    with pytest.raises(AssertionError, match="never asked"):
        play_until_asked(asked, table)


def test_the_setting_is_on_the_page_of_settings(asked: Driver) -> None:
    from scenes.menus.settings import SettingsScene

    asked.ctx.stack.replace(SettingsScene(asked.ctx))
    asked.ctx.stack.settle()
    asked.click("confirm_turns")
    assert not asked.settings.confirm_turns
