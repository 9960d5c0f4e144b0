"""Two people side by side: a table that does not turn, dice in the colours of their owners, partners who are told why
they look away."""

from typing import Any

import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.shell import routes
from scenes.table import game_screens
from scenes.tash_kalar.left_column import sides
from sprites.king_of_12.d12 import ICE, find_crystal
from tests.ui.driver import Driver


def open_shared(driver: Driver, game: str, people: int = 2, count: int = 3, **options: Any) -> Any:
    """A table of people, computers behind them, seen by nobody in particular."""
    seats = [
        Seat("person", "", "ABCD"[k], k) if k < people else Seat("computer", "novice", "ABCD"[k], k)
        for k in range(count)
    ]
    table: Any = game_screens.table(driver.ctx, Session.start(game, options, seats, "beside"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


def list_places(driver: Driver, table: Any, game: str) -> list[Any]:
    """Where the things of each seat lie, for the first and for the second person."""
    found = []
    for seat in (0, 1):
        table.viewpoint.watch_from(seat, secret=True)
        table.reset_stage()
        driver.frame()
        found.append([one.place for one in table.stage.seats] if game == "king_of_12" else sides(table))
    return found


@pytest.mark.parametrize("game", ["king_of_12", "tash_kalar"])
def test_the_table_does_not_turn(driver: Driver, game: str) -> None:
    table = open_shared(driver, game, count=3 if game == "king_of_12" else 2)
    table.skip()
    first, second = list_places(driver, table, game)
    assert first != second
    driver.settings.still_table = True
    one, other = list_places(driver, table, game)
    assert one == other == first
    assert table.own.hand_cards() if game == "king_of_12" else table.stage.hand[0].card >= 0, "the hand is one's own"


def test_the_menu_of_a_shared_table_offers_it(driver: Driver) -> None:
    table = open_shared(driver, "king_of_12")
    routes.open(driver.ctx, "menu", table)
    driver.run(300)
    driver.click("still")
    assert driver.settings.still_table
    alone = open_shared(driver, "king_of_12", people=1)
    routes.open(driver.ctx, "menu", alone)
    driver.run(300)
    assert not driver.has("still") and alone.anchor == alone.below


def test_dice_have_the_colours_of_their_owners_where_people_share_a_table(driver: Driver) -> None:
    shared, alone = open_shared(driver, "king_of_12"), open_shared(driver, "king_of_12", people=1)
    palette = driver.window.canvas.palette
    assert [shared.own.find_crystal(k, palette) for k in range(3)] == [find_crystal(k, palette) for k in range(3)]
    assert len({find_crystal(k, palette) for k in range(4)}) == 4
    assert {alone.own.find_crystal(k, palette) for k in range(3)} == {ICE}


@pytest.mark.parametrize("team", [True, False])
def test_a_partner_is_told_why_nothing_is_shown(driver: Driver, team: bool) -> None:
    options = {"form": "team_high"} if team else {"form": "melee"}
    table = open_shared(driver, "tash_kalar", people=4, count=4, **options)
    driver.until(lambda: driver.top.name == "curtain")
    called = driver.top.seat.name
    partner = table.names[(table.names.index(called) + 2) % 4]
    assert driver.top.partners == ([partner] if team else [])


def test_the_cards_of_a_computer_partner_stay_hidden_and_the_player_is_told(driver: Driver) -> None:
    """Behind the curtain with two people, and where one person's own side is explained."""
    open_shared(driver, "tash_kalar", people=2, count=4, form="team_high")
    driver.until(lambda: driver.top.name == "curtain")
    assert driver.top.partners == ["C" if driver.top.seat.name == "A" else "D"]
    alone = open_shared(driver, "tash_kalar", people=1, count=4, form="team_high")
    words = driver.ctx.t("ui.curtain.partner", names="C")
    for side, is_told in ((0, True), (1, False)):
        alone.ui.hover = f"player.{side}"
        alone.panels.clear()
        driver.frame()
        assert (words in alone.ui.find(f"player.{side}").tip[1]) is is_told
