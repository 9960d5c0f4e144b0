"""Whole games of Legends and of King of the Dice by game pad alone, from where the focus is put."""

from collections.abc import Callable
from typing import Any

from engine.seats import Seat
from engine.session import Session
from games.king_of_the_dice.moves import Kind, Move
from games.legends import actions as legends_act
from scenes.legends import choices
from scenes.results.scene import GameResult
from scenes.table import game_screens as games
from tests.support.tables_legends import target_of
from tests.ui.driver import Driver

STEPS = 6000
ACTIVATE, BACK, MAIN, NEXT = 0, 1, 2, 5


def open_table(driver: Driver, game: str, count: int) -> Any:
    """A table of Leo and computers, told at once."""
    driver.settings.speed = "instant"
    names = ("Leo", "Mia", "Tom")
    seats = [Seat("computer" if k else "person", "novice" if k else "", names[k], k) for k in range(count)]
    table = games.table(driver.ctx, Session.start(game, {}, seats, "by pad"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.pad(NEXT)
    return table


def go_to(driver: Driver, table: Any, wanted: Callable[[str], bool]) -> None:
    """Step with the shoulder button until the focus is on such a control."""
    for _ in range(120):
        if table.ui.focus is not None and wanted(table.ui.focus):
            return
        driver.pad(NEXT)
    raise AssertionError(f"the pad does not reach it; focus {table.ui.focus}")


def test_a_whole_game_of_legends(driver: Driver) -> None:
    table = open_table(driver, "legends", 3)
    put_back = False
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if not table.may_act():
            driver.pad(MAIN) if table.confirming else driver.wait()
            continue
        driver.frame()
        legal, phase, turn = list(table.legal()), table.view["phase"], table.session.turn
        if phase == "auction":
            go_to(driver, table, lambda focus: focus == "bid.more")
            driver.pad(ACTIVATE)
            assert table.own.bid == 1
            driver.pad(MAIN)
            continue
        if phase in choices.ON_MAP or choices.is_cards(table.view):
            assert (table.ui.focus or "").startswith(("region.", "card.", "piece.")), "the first choice is focused"
        if phase == "move_to" and not put_back:
            driver.pad(BACK)
            assert table.view["phase"] == "move_from", "B puts the army back"
            put_back = True
            continue
        wishes = [one for one in legal if one != legends_act.DONE] or legal
        wanted = target_of(table, wishes[(step * 5) % len(wishes)])
        go_to(driver, table, lambda focus, wanted=wanted: focus == wanted)  # type: ignore[misc]
        driver.pad(ACTIVATE)
        if table.chosen is not None:
            driver.pad(MAIN)
        assert table.session.turn > turn, (wanted, phase)
    assert isinstance(driver.top, GameResult)
    assert put_back


def test_a_whole_game_of_king_of_the_dice(driver: Driver) -> None:
    table = open_table(driver, "king_of_the_dice", 2)
    crossed = False
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if not table.may_act():
            driver.pad(MAIN) if table.confirming else driver.wait()
            continue
        driver.frame()
        phase, turn = table.view["phase"], table.session.turn
        if phase == "roll":
            if table.view["rolls"] == 1 and not table.own.kept:
                assert table.ui.focus == "die.0"
                driver.hat(1, 0)
                crossed = crossed or table.ui.focus == "die.1"
                driver.pad(ACTIVATE)
                assert table.own.kept, table.ui.focus
            if table.view["rolls"] == 2:
                go_to(driver, table, lambda focus: focus == "second")
                driver.pad(ACTIVATE)
            else:
                driver.pad(MAIN)
        else:
            places = [f"region.{move.place}" for move in table.moves] + [f"card.{move.pile}" for move in table.moves]

            def deciding(focus: str, places: list[str] = places) -> bool:
                return focus in places or focus.startswith("steal.")

            if Move(Kind.ALARM) not in table.moves:
                go_to(driver, table, deciding)
                driver.pad(ACTIVATE)
                assert table.chosen is not None
            driver.pad(MAIN)
        assert table.session.turn > turn, (phase, step)
    assert isinstance(driver.top, GameResult)
    assert crossed, "the cross goes from die to die"
