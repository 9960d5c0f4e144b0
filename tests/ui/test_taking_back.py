"""A decision taken back and made again at the tables of Legends and King of the Dice, while things move or rest."""

from typing import Any

import pygame
import pytest

from games.king_of_the_dice import moves as dice_moves
from games.legends import actions as legends_act
from scenes.results.scene import GameResult
from tests.support.tables_king_of_the_dice import open_table as open_dice
from tests.support.tables_legends import open_table as open_legends
from tests.ui.driver import Driver


def play_until_undo(driver: Driver, table: Any, tries: int = 3000) -> None:
    """Play on until the last decision can be taken back."""
    for step in range(tries):
        assert not isinstance(driver.top, GameResult), "nothing could ever be taken back"
        if table.confirming:
            driver.click("main")
        elif table.may_act():
            own = table.session.log and table.session.log[-1].seat == 0
            if own and table.back.state()[0]:
                return
            legal = list(table.legal())
            if table.session.game == "legends":
                legal = [one for one in legal if one != legends_act.DONE] or legal
            else:  # jokers are what can be taken back most often
                legal = [one for one in legal if dice_moves.decode(one).kind == dice_moves.Kind.JOKER] or legal
            table.decide(legal[(step * 5) % len(legal)])
        driver.frame()
    raise AssertionError("nothing could ever be taken back")


@pytest.mark.sample(4)
@pytest.mark.parametrize("speed", ["1", "instant"])
@pytest.mark.parametrize("open_table", [open_legends, open_dice], ids=["legends", "king_of_the_dice"])
def test_undo_and_redo(driver: Driver, open_table: Any, speed: str) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, seed="back")
    for _ in range(2):
        play_until_undo(driver, table)
        driver.settings.speed = speed
        after, done = table.session.view(0), table.session.turn
        driver.click("bar.undo")
        driver.until(lambda: table.may_act())
        assert table.session.turn == done - 1
        assert table.view == table.session.view(0) != after
        lines = len(table.told)
        driver.key(pygame.K_y, pygame.KMOD_CTRL)
        driver.until(lambda: table.may_act())
        assert table.session.turn == done
        assert table.view == after
        assert len(table.told) >= lines
        driver.settings.speed = "instant"
        table.decide(table.legal()[-1])
        driver.frame()


@pytest.mark.parametrize("open_table", [open_legends, open_dice], ids=["legends", "king_of_the_dice"])
def test_undo_with_a_reason_when_it_is_not_possible(driver: Driver, open_table: Any) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, seed="back")
    driver.until(table.may_act)
    driver.frame()
    possible, reason = table.back.state()
    assert not possible and reason
    target = driver.target("bar.undo")
    assert target.tip is not None and target.tip[1] == driver.ctx.t(reason)
    turn = table.session.turn
    driver.click("bar.undo")
    assert table.session.turn == turn
