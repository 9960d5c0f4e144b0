"""An evening of several games with the same players: points, seats that move on, one card at the end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.content.evening import (
    Evening,
    PlayedGame,
    enter_game,
    rank_players,
    score_places,
    seat_players,
    sum_points,
)
from engine.seats import Seat
from scenes.common.evening import keep_evening, load_evening
from scenes.menus.evening import EveningScene
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.table.table_scene import PlayScene
from tests.ui.driver import Driver

PLAYERS = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna", "Tom"))]


@pytest.mark.parametrize(
    ("places", "points"),
    [([1, 2, 3], [2, 1, 0]), ([1, 1, 3], [1.5, 1.5, 0]), ([1, 1, 1], [1, 1, 1]), ([2, 1], [0, 1])],
)
def test_points_are_players_behind(places: list[int], points: list[float]) -> None:
    assert score_places(places) == points


def test_seats_move_on_and_results_go_to_their_players() -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], running="a")
    assert [seat.name for seat in seat_players(evening)] == ["Leo", "Anna", "Tom"]
    assert not enter_game(evening, "b", "legends", ["Leo", "Anna", "Tom"], [1, 2, 3]), "another game"
    assert not enter_game(evening, "a", "king_of_12", ["Leo", "Anna"], [1, 2]), "other players"
    assert enter_game(evening, "a", "king_of_12", ["Anna", "Tom", "Leo"], [1, 3, 2])
    assert evening.played[0].places == [2, 1, 3]
    assert not enter_game(evening, "a", "king_of_12", ["Anna", "Tom", "Leo"], [1, 3, 2]), "once is enough"
    assert [seat.name for seat in seat_players(evening)] == ["Anna", "Tom", "Leo"]
    assert evening.next_game == "legends" and not evening.is_over
    evening.running = "c"
    assert enter_game(evening, "c", "legends", ["Tom", "Leo", "Anna"], [3, 1, 1])
    assert evening.is_over and sum_points(evening) == [2.5, 3.5, 0]
    assert rank_players(evening) == [2, 1, 3]


def test_more_games_won_break_a_tie() -> None:
    played = [PlayedGame("x", str(at), places) for at, places in enumerate(([1, 2, 3], [3, 2, 1], [3, 2, 1]))]
    evening = Evening(list(PLAYERS), ["king_of_12"] * 3, played)
    assert sum_points(evening) == [2, 3, 4] and rank_players(evening) == [3, 2, 1]
    even = Evening(
        list(PLAYERS), ["king_of_12"] * 2, [PlayedGame("x", "1", [1, 2, 3]), PlayedGame("x", "2", [3, 2, 1])]
    )
    assert sum_points(even) == [2, 2, 2] and rank_players(even) == [1, 3, 1]


@pytest.mark.parametrize(
    "forged", [{"players": 3}, {"games": ["none"], "players": [{"kind": "person"}]}, {"played": [{}]}, {"running": 4}]
)
def test_whatever_the_settings_hold_there_is_no_evening_or_a_whole_one(driver: Driver, forged: dict[str, Any]) -> None:
    driver.settings.evening = forged
    assert load_evening(driver.ctx) == Evening()
    routes.open(driver.ctx, "evening")
    driver.frame()


def test_an_evening_from_plan_to_card(driver: Driver) -> None:
    driver.settings.speed = "instant"
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    page: Any = driver.top
    page.seats = [
        Seat("person", "", "Leo", 0), Seat("computer", "first_evening", "Anna", 1),
    ]  # fmt: skip
    page.counts = dict.fromkeys(page.counts, 0) | {"king_of_12": 2}
    driver.click("start")
    firsts = []
    for number in range(2):
        driver.ctx.stack.settle()
        table: Any = driver.top
        assert isinstance(table, PlayScene)
        firsts.append(table.session.names[0])
        for _ in range(3000):
            if isinstance(driver.top, GameResult):
                break
            if table.confirming:
                table.confirm()
            elif table.may_act():
                table.decide(table.legal()[0])
            driver.frame()
        result: Any = driver.top
        assert isinstance(result, GameResult) and result.of_evening
        assert len(load_evening(driver.ctx).played) == number + 1
        driver.run(2500)
        driver.click("evening")
        driver.ctx.stack.settle()
        assert isinstance(driver.top, EveningScene)
        if number == 0:
            driver.click("next")
    assert firsts == ["Leo", "Anna"], "the seats have moved on"
    card: Any = driver.top
    assert card.evening.is_over and sum(sum_points(card.evening)) == 2
    kept: list[tuple[int, int]] = []

    def keep(shown: Any) -> None:
        kept.append(shown.get_size())
        card.saving = False

    card._keep = keep
    driver.click("picture")
    driver.frame()
    assert kept and min(kept[0]) > 300
    driver.click("another")
    assert not load_evening(driver.ctx).is_planned and [seat.name for seat in card.seats] == ["Leo", "Anna"]


def test_an_unfinished_evening_waits(driver: Driver) -> None:
    evening = Evening(list(PLAYERS), ["king_of_12", "legends"], [PlayedGame("king_of_12", "s", [1, 2, 3])])
    keep_evening(driver.ctx, evening)
    driver.ctx.stack.replace(EveningScene(driver.ctx))
    driver.ctx.stack.settle()
    assert driver.has("next") or driver.target("next")
    page: Any = driver.top
    assert [seat.name for seat in seat_players(page.evening)] == ["Anna", "Tom", "Leo"]
    driver.click("end")
    driver.ctx.stack.settle()
    driver.click("choice.end") if driver.top.ui.find("choice.end") else driver.click("end")
    driver.ctx.stack.settle()
    assert not load_evening(driver.ctx).is_planned
