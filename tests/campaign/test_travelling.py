"""The road as a person travels it: by mouse, by keys and by pad, to a game and back with its stars."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine import registry
from engine.content import lessons, objectives
from engine.content.campaign import (
    LADDER,
    Reached,
    Under,
)
from engine.session import Session
from engine.storage import folders, saves
from scenes.campaign.progress_view import OURS, Atlas, evaluate_game, find_goals, open_road, seat_players
from scenes.campaign.scene import RoadScene
from scenes.campaign.stages import LadderScene
from scenes.results.scene import GameResult
from scenes.shell import routes
from scenes.shell.page import Dialog
from scenes.table.table import Table
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(speed="instant", reduced_motion=True)
    yield made
    made.close()


def on_road(driver: Driver, passed: int = 0) -> Any:
    order = Atlas(driver.ctx).journey.order
    driver.ctx.travels.roads = {OURS: {name: Reached(1, 1) for name in order[:passed]}}
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.frame()
    open_road(driver.ctx)
    driver.ctx.stack.settle()
    driver.frame()
    assert isinstance(driver.top, RoadScene)
    return driver.top


def test_the_title_leads_there_and_back(driver: Driver) -> None:
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    driver.frame()
    driver.click("road")
    driver.until(lambda: driver.top.name == "road")
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top.name == "title")


def test_left_and_right_go_along_the_path_and_home_goes_back(driver: Driver) -> None:
    scene = on_road(driver, 2)
    order = scene.atlas.journey.order
    assert scene.chosen == scene.here
    start = order.index(scene.here)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RIGHT)
    assert scene.chosen == order[start + 2]
    driver.key(pygame.K_LEFT)
    assert scene.chosen == order[start + 1]
    driver.key(pygame.K_HOME)
    assert scene.chosen == scene.here
    driver.hat(1, 0)
    assert scene.chosen == order[start + 1]


def test_a_click_chooses_a_station_and_a_locked_one_cannot_be_played(driver: Driver) -> None:
    scene = on_road(driver)
    driver.click("station.high_hall")
    assert scene.chosen == "high_hall"
    assert not driver.has("main")
    driver.key(pygame.K_SPACE)
    assert driver.top is scene


@pytest.mark.sample(4)
@pytest.mark.parametrize("how", ["key", "mouse", "pad", "again"])
def test_setting_out_begins_the_game_of_the_station(driver: Driver, how: str) -> None:
    scene = on_road(driver)
    if how == "key":
        driver.key(pygame.K_SPACE)
    elif how == "mouse":
        driver.click("main")
    elif how == "pad":
        driver.pad(2)
    else:
        driver.click(f"station.{scene.here}")
    table = driver.top
    assert isinstance(table, Table)
    station = scene.atlas.journey.stations[scene.here]
    assert (table.session.game, table.session.options) == (station.game, dict(station.options))
    assert [seat.level for seat in table.session.seats] == ["", *station.rivals]
    assert driver.ctx.travels.games[table.session.id] == Under(OURS, station.id)


def test_the_menu_of_a_game_says_what_it_is_played_for(driver: Driver) -> None:
    scene = on_road(driver)
    station = scene.atlas.journey.stations[scene.here]
    driver.key(pygame.K_SPACE)
    routes.open(driver.ctx, "menu", driver.top)
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.top.goals == [driver.ctx.say(objectives.text(station.game, goal)) for goal in station.goals]
    driver.ctx.travels.games = {}
    assert list(find_goals(driver.ctx, driver.top.table.session)) == []


def test_without_its_twist_a_station_is_played_by_the_usual_rules(driver: Driver) -> None:
    scene = on_road(driver, 36)
    scene.choose("golden_throne")
    driver.frame()
    driver.click("plain")
    session = driver.top.session
    assert "alarm_first" not in session.options
    assert driver.ctx.travels.games[session.id].plain


def test_a_lesson_and_a_puzzle_are_stations_too_and_come_back_to_the_road(driver: Driver) -> None:
    scene = on_road(driver, 2)
    for name in ("school", "well"):
        scene = driver.top if isinstance(driver.top, RoadScene) else on_road(driver, 2)
        scene.choose(name)
        driver.key(pygame.K_SPACE)
        driver.until(lambda: isinstance(driver.top, Table))
        assert driver.top.guide is not None
    driver.top.guide.leave()
    driver.until(lambda: driver.top.name == "road")


def finished(driver: Driver, name: str, win: bool) -> Session:
    """A game of a station that somebody has played to its end."""
    atlas = Atlas(driver.ctx)
    station = atlas.journey.stations[name]
    for seed in range(60):
        session = Session.start(station.game, station.options, seat_players(atlas, station), f"road{seed}")
        while not session.over:
            seat = session.to_act()[0]
            legal = session.legal(seat)
            session.submit(seat, legal[(seed + session.turn) % len(legal)])
        if (session.result()[0] == 1) == win:
            driver.ctx.travels.begins(session.id, Under(OURS, name))
            return session
    raise AssertionError("no such game")


def test_a_win_gives_stars_and_opens_the_way(driver: Driver) -> None:
    on_road(driver)
    session = finished(driver, "crossroads", win=True)
    driver.ctx.stack.push(GameResult(driver.ctx, session, session.view(0)))
    driver.ctx.stack.settle()
    driver.until(lambda: bool(driver.top.awake))
    driver.frame()
    assert not driver.top.ui.find("again")
    driver.click("road")
    scene = driver.top
    assert isinstance(scene, RoadScene)
    assert "crossroads" in scene.passed and scene.here == "mill"
    reached = driver.ctx.travels.find(OURS, "crossroads")
    assert reached.tries == 1 and reached.stars & 1


def test_a_game_counts_once_however_often_it_is_looked_at(driver: Driver) -> None:
    session = finished(driver, "crossroads", win=True)
    first = evaluate_game(driver.ctx, session)
    assert first is not None and first.first and first.bits & 1 and first.fresh == first.bits
    driver.ctx.road_news.clear()  # as after a new start
    second = evaluate_game(driver.ctx, session)
    assert second is not None and not second.first and not second.fresh
    assert driver.ctx.travels.find(OURS, "crossroads").tries == 1


def test_a_lost_game_opens_nothing(driver: Driver) -> None:
    told = evaluate_game(driver.ctx, finished(driver, "crossroads", win=False))
    assert told is not None and not told.bits & 1 and not told.first
    assert "crossroads" not in Atlas(driver.ctx).list_passed_stages()
    assert driver.ctx.travels.find(OURS, "crossroads").tries == 1


def test_without_its_twist_only_the_first_star_counts(driver: Driver) -> None:
    session = finished(driver, "crossroads", win=True)
    driver.ctx.travels.games = {session.id: Under(OURS, "crossroads", plain=True)}
    told = evaluate_game(driver.ctx, session)
    assert told is not None and told.bits == 1


def test_another_game_is_no_affair_of_the_road(driver: Driver) -> None:
    session = finished(driver, "crossroads", win=True)
    driver.ctx.travels.games = {}
    assert evaluate_game(driver.ctx, session) is None


def test_the_seal_comes_down_and_the_path_inks_itself_on() -> None:
    driver = Driver(speed="1")
    try:
        session = finished(driver, "crossroads", win=True)
        told = evaluate_game(driver.ctx, session)
        scene = RoadScene(driver.ctx, OURS, told)
        driver.ctx.stack.push(scene)
        driver.ctx.stack.settle()
        assert (scene.pressed, scene.inked) == (0.0, 0.0)
        driver.run(700)
        assert scene.pressed == 1.0 and 0 <= scene.inked < 1
        driver.run(1200)
        assert scene.inked == 1.0
        driver.run(8000, step=100)
        assert not scene.moving, "the screen comes to rest"
    finally:
        driver.close()


def test_with_less_motion_it_is_there_at_once(driver: Driver) -> None:
    scene = RoadScene(driver.ctx, OURS, evaluate_game(driver.ctx, finished(driver, "crossroads", win=True)))
    assert (scene.pressed, scene.inked, scene.moving) == (1.0, 1.0, False)


def test_the_list_chooses_too_and_the_court_waits_at_the_end(driver: Driver) -> None:
    scene = on_road(driver, 3)
    driver.click("whole")
    driver.click("row.mill")
    assert driver.top is scene and scene.chosen == "mill"
    scene = on_road(driver, 99)
    assert scene.atlas.is_won()
    driver.click("court")
    assert driver.top.name == "court"
    driver.key(pygame.K_ESCAPE)
    assert driver.top is scene


def test_a_road_that_cannot_be_used_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    bad = tmp_path / "road.tmx"
    bad.write_text("<map/>", "utf-8")
    monkeypatch.setattr("maps.readers.campaign_map.ROAD_MAP", bad)
    open_road(driver.ctx)
    driver.until(lambda: driver.top.name == "dialog")
    assert driver.top.body.startswith("road.tmx: map.width: ")


def on_ladders(driver: Driver) -> Any:
    on_road(driver, 99)
    driver.click("ladder")
    driver.until(lambda: isinstance(driver.top, LadderScene))
    driver.frame()
    return driver.top


def test_the_ladders_wait_for_whoever_has_won_the_hall(driver: Driver) -> None:
    on_road(driver, 5)
    assert not driver.top.ui.find("ladder")
    scene = on_ladders(driver)
    assert len(scene.atlas.journey.order) == 10 * len(registry.games())
    assert [name for name in scene.atlas.journey.order if scene.is_open(name)] == [
        f"{info.id}_1" for info in sorted(registry.games(), key=lambda info: scene.atlas.games().index(info.id))
    ]
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top.name == "road")


def test_a_step_that_is_climbed_opens_the_next(driver: Driver) -> None:
    scene = on_ladders(driver)
    scene.chosen = "king_of_12_1"
    driver.key(pygame.K_SPACE)
    table = driver.top
    assert isinstance(table, Table)
    assert table.session.options["dull"] is True
    session = finished(driver, "crossroads", win=True)
    driver.ctx.travels.games = {session.id: Under(LADDER, "king_of_12_1")}
    driver.ctx.stack.push(GameResult(driver.ctx, session, session.view(0)))
    driver.ctx.stack.settle()
    driver.until(lambda: bool(driver.top.awake))
    driver.frame()
    driver.click("road")
    again = driver.top
    assert isinstance(again, LadderScene)
    assert again.passed == {"king_of_12_1"} and again.chosen == "king_of_12_2" and again.is_open("king_of_12_2")


def test_the_road_is_introduced_once(driver: Driver) -> None:
    """Two sentences and a picture lie over the map when it is opened for the first time, in every language."""
    driver.settings.guided = ["king_of_12"]
    routes.go(driver.ctx, "title")
    driver.ctx.stack.settle()
    open_road(driver.ctx)
    driver.ctx.stack.settle()
    driver.frame()
    top = driver.top
    assert isinstance(top, Dialog) and top.picture is not None
    assert top.body == driver.ctx.t("road.intro") and driver.settings.guided == ["king_of_12", "road"]
    driver.click("ok")
    driver.until(lambda: driver.top.name == "road")
    on_road(driver)


@pytest.mark.parametrize("where", ["road", "ladder"])
def test_an_unfinished_game_of_a_station_goes_on(driver: Driver, home: Any, where: str) -> None:
    """The amber button goes on with the game; another one begins it anew, and the first stays among the saves."""
    driver.ctx.quiet = False
    scene = on_road(driver, 2) if where == "road" else on_ladders(driver)
    if where == "road":
        scene.choose(
            next(one.id for one in scene.atlas.journey.stations.values() if scene.is_open(one.id) and one.is_played)
        )
    name = scene.chosen
    driver.frame()
    assert not driver.has("anew")
    driver.click("main")
    first = play_one_step_and_leave(driver)
    scene = back_at(driver, where, name)
    driver.until(lambda: driver.has("anew"))
    assert driver.target("main").label == driver.ctx.t("ui.title.continue")
    driver.click("main")
    driver.ctx.stack.settle()
    assert driver.top.session.id == first
    assert driver.top.goals is not None, "its goals are counted as before"
    leave(driver)
    scene = back_at(driver, where, name)
    driver.until(lambda: driver.has("anew"))
    driver.click("anew")
    driver.ctx.stack.settle()
    other = play_one_step_and_leave(driver)
    assert other != first
    assert {slot.id for slot in saves.slots(folders.saves())} == {first, other}
    scene = back_at(driver, where, name)
    driver.until(lambda: driver.has("anew"))
    assert scene.atlas.unfinished[name].id == other, "the game that was saved last"


def test_a_game_that_is_over_or_gone_is_not_gone_on_with(driver: Driver, home: Any) -> None:
    driver.ctx.quiet = False
    scene = on_road(driver, 2)
    name = scene.chosen = next(
        one.id for one in scene.atlas.journey.stations.values() if scene.is_open(one.id) and one.is_played
    )
    driver.frame()
    driver.click("main")
    first = play_one_step_and_leave(driver)
    driver.ctx.travels.record_game(first)
    back_at(driver, "road", name)
    driver.ctx.records.finish(10)
    driver.run(100)
    assert not driver.has("anew"), "it has counted"
    driver.ctx.travels.games = {"gone": Under("road", name), "../x": Under("road", "no such station")}
    back_at(driver, "road", name)
    driver.ctx.records.finish(10)
    driver.run(100)
    assert not driver.has("anew") and driver.has("main")


def leave(driver: Driver) -> None:
    """Leave a table; its game is on the disk then."""
    session = driver.top.session
    driver.ctx.stack.pop()
    driver.ctx.stack.settle()
    session.finish(5)
    session.close()


def play_one_step_and_leave(driver: Driver) -> str:
    """Decide once at the table on top and leave it; returns the id of its game."""
    driver.ctx.stack.settle()
    table = driver.top
    driver.until(lambda: table.may_act() or table.confirming)
    while not table.may_act():
        table.confirm()
        driver.frame()
    table.decide(table.legal()[0])
    name: str = table.session.id
    leave(driver)
    return name


def back_at(driver: Driver, where: str, name: str) -> Any:
    """The road or the ladders as opened from the title, with a station chosen."""
    routes.go(driver.ctx, where)
    driver.ctx.stack.settle()
    driver.frame()
    driver.top.chosen = name
    driver.top.ui.dirty = True
    driver.frame()
    return driver.top


@pytest.mark.parametrize("lessons_left", [True, False])
def test_after_a_loss_there_is_a_face_one_reason_and_one_help(driver: Driver, lessons_left: bool) -> None:
    """A lesson that is left, else the choice that cost most; after a win the goals are told."""
    if not lessons_left:
        row = lessons.row("king_of_12")
        driver.settings.lessons = {"king_of_12": {"stars": {lesson.id: 3 for lesson in row.lessons}}}
    session = finished(driver, "crossroads", win=False)
    result = GameResult(driver.ctx, session, session.view(None))
    driver.ctx.stack.replace(result)
    driver.ctx.stack.settle()
    driver.run(3000)
    winner = session.seats[session.result().index(1)]
    offer = result.next.offer
    assert offer is not None and offer.seat == winner and winner.name in offer.words
    assert offer.link == driver.ctx.t("offer.lesson.link" if lessons_left else "offer.moment.link")
    assert driver.has("help") and result.first_stop() == "road"
    driver.ctx.travels.games = {}
    session = finished(driver, "crossroads", win=True)
    assert GameResult(driver.ctx, session, session.view(None)).next.offer is None
