"""Everything by a single key: a frame goes over the controls by itself, and the key chooses; clicks without drags."""

import math
import statistics
from typing import Any

import pygame
import pytest

from engine import registry
from engine.accessibility.nodes import SLIDER
from engine.seats import Seat
from engine.session import Session
from scenes.menus.settings import SettingsScene
from scenes.results.scene import GameResult
from scenes.shell.scan import MOST_STOPS, make_groups
from scenes.shell.targets import Target
from scenes.table import game_screens as games
from tests.support import scene_turns
from tests.ui.count_seconds import play
from tests.ui.driver import Driver

STEP = 400
MOST_FRAMES = 6000
AIMLESS = ("bar.", "line.", "word.", "chronicle")
"""How ids of controls begin that decide nothing."""


@pytest.fixture
def one_switch(driver: Driver) -> Driver:
    """The program used by a switch."""
    driver.settings.one_switch = True
    driver.settings.scan_ms = STEP
    driver.settings.speed = "instant"
    return driver


def press(driver: Driver) -> None:
    """Press the one key."""
    driver.key(pygame.K_SPACE)


def choose(driver: Driver, wanted: str) -> None:
    """Wait for the frame and press, until a control has been used."""
    driver.choose_by_switch(wanted, STEP)


def test_groups_hold_every_control_once_the_amber_one_first() -> None:
    def target(name: str, x: float, y: float, **more: Any) -> Target:
        return Target(name, (x, y, 40.0, 40.0), lambda: None, **more)

    targets = [target("bar.menu", 0, 0)] + [target(f"card.{k}", 50.0 * k, 300) for k in range(8)]
    targets += [target("go", 500, 500, main=True), target("off", 500, 600, enabled=False)]
    targets += [target("volume", 50, 400, adjust=lambda by: None, role=SLIDER)]
    targets[1].adjust = lambda by: None  # leads to its neighbours
    groups = make_groups(targets)
    assert groups[0].names == (("go", 0),) and groups[-1].names == (("bar.menu", 0),)
    names = [name for group in groups for name in group.names]
    assert len(names) == len(set(names)) == 12
    assert {("volume", -1), ("volume", 1)} <= set(names)
    assert all(len(group.stops) <= MOST_STOPS for group in groups)
    assert all(len(group.stops) == 1 for group in make_groups(targets[:4])), "few controls need no groups"


def test_what_can_be_chosen_comes_first_and_what_is_chosen_most_before_the_rest() -> None:
    def target(name: str, x: float, y: float, **more: Any) -> Target:
        return Target(name, (x, y, 40.0, 40.0), lambda: None, **more)

    targets = [target(f"plate.{k}", 50.0 * k, 100) for k in range(4)] + [
        target(f"line.{k}", 900, 40.0 * k) for k in range(9)
    ]
    squares = [target(f"sq.{k}", 50.0 * (k % 9), 200 + 50.0 * (k // 9)) for k in range(63)]
    targets += [*squares, target("row.place", 800, 500), target("bar.menu", 0, 0)]
    matters = {one.id for one in squares} | {"row.place"}
    groups = make_groups(targets, matters, {"row.place": 3, "sq": 1})
    assert groups[0].names == (("row.place", 0),), "what was chosen most"
    assert groups[-1].names == (("bar.menu", 0),)
    assert {name for group in groups[1:-2] for name, _ in group.names} == {one.id for one in squares}
    far = max(at + len(group.stops) for at, group in enumerate(groups[:-2], 1))
    assert far * 1.2 <= 24, "seconds to the farthest square"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["king_of_12"])
def test_the_first_decisions_take_few_seconds(game: str) -> None:
    taken = play(game, "a", 6)
    assert len(taken) >= 6 and statistics.median(taken) <= 20 and max(taken) <= 60


@pytest.mark.parametrize(
    "game",
    [pytest.param(info.id, marks=() if info.id == "king_of_12" else pytest.mark.soak) for info in registry.games()],
)
def test_a_whole_game_with_a_single_key(one_switch: Driver, game: str) -> None:
    """The amber button, where it can be pressed, else what the focus would come to first; when neither decides
    anything, one control after the other."""
    driver = one_switch
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    table: Any = games.table(driver.ctx, Session.start(game, {}, seats, "one switch"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    decisions = tried = 0
    for _ in range(MOST_FRAMES):
        top: Any = driver.top
        if isinstance(top, GameResult):
            break
        turn, amber = len(table.session.log), top.ui.amber
        if top is not table or table.confirming:
            choose(driver, amber.id) if amber is not None else press(driver)
        elif table.may_act():
            wanted = amber.id if amber is not None else table.hooks.first_focus(table, list(table.legal()))
            usable = [one.id for one in top.ui.targets if one.enabled and not one.id.startswith(AIMLESS)]
            choose(driver, wanted if wanted is not None and tried % 2 == 0 else usable[tried // 2 % len(usable)])
            tried += 1
        driver.frame(STEP)
        if len(table.session.log) > turn:
            decisions, tried = decisions + 1, 0
    assert isinstance(driver.top, GameResult)
    assert decisions > 5


def test_settings_and_names_by_one_key(one_switch: Driver) -> None:
    from scenes.menus.setup import SetUp

    driver = one_switch
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame(STEP)
    before = driver.settings.music_volume
    for _ in range(80):
        shown = driver.ctx.stack.scanner.find_current(driver.top.ui)
        if shown is not None and ("music", -1) in shown.names:
            press(driver)
            if len(shown.stops) == 1:
                break
        driver.frame(STEP)
    assert driver.settings.music_volume < before
    scene = SetUp(driver.ctx, "king_of_12")
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.frame(STEP)
    choose(driver, "seat.0")
    driver.frame(STEP)
    choose(driver, "seat.0.name")
    driver.frame(STEP)
    assert scene.ui.keyboard is not None
    name = scene.seats[0].name
    choose(driver, "letter.z")
    choose(driver, "letter.done")
    driver.frame(STEP)
    assert scene.seats[0].name == f"{name}z"


def test_the_frame_goes_away_when_it_is_switched_off(one_switch: Driver) -> None:
    driver = one_switch
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.frame(STEP)
    driver.frame(STEP)
    assert driver.top.ui.scan_box is not None
    driver.settings.one_switch = False
    driver.frame(STEP)
    assert driver.top.ui.scan_box is None


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "name",
    ["settings", "rules-search", "setup", "king_of_12/study", "legends/zoomed", "evening",
     "tash_kalar/tash-setup"],
)  # fmt: skip
def test_whatever_is_dragged_has_another_way(driver: Driver, name: str) -> None:
    """A value that keys change and a click sets, a text, or a region, which is chosen by clicks."""
    scene_turns.look(driver, name)
    for target in driver.top.ui.targets:
        if target.drag is not None:
            is_text = (target.drop is not None and target.id in ("search", "seed")) or target.id.endswith(".name")
            assert target.adjust is not None or is_text or target.id.startswith(("region.", "box.")), target.id


def find_sea(table: Any) -> tuple[float, float]:
    """A place of the chart, off its middle, on which no control lies."""
    x, y, w, h = table.own.chart.box
    spots = [(x + w * across / 10, y + h * down / 10) for across in range(1, 10) for down in range(1, 10)]
    middle = table.own.chart.middle
    return next(
        spot
        for spot in spots
        if abs(spot[0] - middle[0]) > 60 and not any(one.hit(*spot) for one in table.ui.targets)
        and table.own.chart.holds(*spot) and not table.own.places.is_over_panel(*spot)
    )  # fmt: skip


def test_a_zoomed_chart_is_moved_by_clicks_and_by_holding(driver: Driver) -> None:
    driver.settings.clicks_only = True
    scene_turns.look(driver, "legends/zoomed")
    table = driver.top
    driver.run(600)
    spot = find_sea(table)
    wanted = table.own.chart.chart_point(*spot)
    far = math.dist(wanted, (table.own.chart.cx, table.own.chart.cy))
    driver.click_at(*spot)
    driver.run(800)
    near = math.dist(wanted, (table.own.chart.cx, table.own.chart.cy))
    assert near < far * 0.7, "a click brings it nearer to the middle"
    spot = find_sea(table)
    before = (table.own.chart.cx, table.own.chart.cy)
    driver.move(*spot)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=driver.pixel(*spot), button=1)])
    driver.run(700)
    assert math.dist(before, (table.own.chart.cx, table.own.chart.cy)) > 5, "it glides while it is held"
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=driver.pixel(*spot), button=1)])
    at = (table.own.chart.cx, table.own.chart.cy)
    driver.run(400)
    assert at == (table.own.chart.cx, table.own.chart.cy)


def test_a_click_that_slips_is_a_click_where_nothing_is_dragged(driver: Driver) -> None:
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(300)

    def slip() -> None:
        x, y = driver.target("reduced_motion").centre
        driver.move(x, y)
        driver.app.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=driver.pixel(x, y), button=1))
        away = driver.pixel(x, y + 40)
        driver.app.take(pygame.event.Event(pygame.MOUSEMOTION, pos=away, rel=(0, 40), buttons=(1, 0, 0)))
        driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=away, button=1)])

    slip()
    assert not driver.settings.reduced_motion
    driver.settings.clicks_only = True
    slip()
    assert driver.settings.reduced_motion
