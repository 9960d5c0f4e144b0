"""Frames of all scenes and of whole games are those that a full painting gives."""

import random
from typing import Any

import msgspec
import pygame
import pytest

from engine import registry
from engine.session import Session
from scenes.dev.screenshots import all_scenes
from scenes.dev.selftest import computer_seats
from scenes.table import game_screens
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
SEATS = [(game, min(registry.info(game).seat_counts)) for game in GAMES] + [("king_of_12", 6)]
"""Tables of which frames are compared, with their seats: ordinary ones, and a hall."""
EVERY = 30
"""Every thirtieth scene is compared, in long runs all of them."""
FRAMES, LONG_FRAMES = 160, 1500
INPUTS, LONG_INPUTS = 30, 600
STEP_MS = 40.0
DETAILS = 60
"""Most details that a table adds one by one in frames that follow each other."""
PANNED = 16
"""Frames in which a chart is panned."""
NAMES = sorted(all_scenes())


def check_frame(driver: Driver) -> None:
    """Draw a frame, and compare it with one in which every part is drawn and painted; as no time passes and nothing is
    marked as changed, drawing again adds missing details, but does not renew a layer."""
    for _ in range(DETAILS):
        driver.window.draw()
        shown = list_targets(driver), pygame.image.tobytes(driver.window.surface, "RGB")
        whole = pygame.image.tobytes(draw_whole(driver), "RGB")
        if shown == (list_targets(driver), whole):
            return
    assert shown[0] == list_targets(driver)
    assert shown[1] == whole, "the picture is not the one that is drawn whole"


def draw_whole(driver: Driver) -> pygame.Surface:
    """Draw the scenes again without taking anything over; return the picture."""
    screen = driver.window.screen
    screen.keeps_layers = False
    screen.begin()
    driver.ctx.stack.draw(driver.window.canvas)
    whole = screen.copy(screen.get_rect())
    screen.begin()
    screen.keeps_layers = True
    return whole


def list_targets(driver: Driver) -> list[tuple[object, ...]]:
    """Return what can be reached in the last drawing."""
    return [(one.id, one.box, one.enabled, one.tip, one.main, one.label) for one in driver.top.ui.targets]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if at % EVERY == 0 else pytest.mark.soak) for at, name in enumerate(NAMES)]
)
def test_what_is_pointed_at_is_painted_in_its_place(driver: Driver, name: str) -> None:
    driver.ctx.instant = True
    all_scenes()[name](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    check_frame(driver)
    for target in list(driver.top.ui.targets)[:: max(1, len(driver.top.ui.targets) // 4)]:
        x, y, w, h = target.box
        driver.move(x + w / 2, y + h / 2)
        driver.ctx.stack.update(120)
        check_frame(driver)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "count", "frames"),
    [(game, count, FRAMES) for game, count in SEATS]
    + [pytest.param(game, count, LONG_FRAMES, marks=pytest.mark.soak) for game, count in SEATS],
)  # fmt: skip
def test_a_game_looks_right_while_things_move(driver: Driver, game: str, count: int, frames: int) -> None:
    seats = computer_seats(count, "novice")
    scene = game_screens.table(driver.ctx, Session.start(game, {}, seats, "damage"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    for number in range(frames):
        driver.frame(STEP_MS)
        if number % 4 == 0 or frames == LONG_FRAMES:
            check_frame(driver)
        if scene.finished:
            break


@pytest.mark.parametrize(
    ("game", "inputs"),
    [(game, INPUTS) for game in GAMES] + [pytest.param(game, LONG_INPUTS, marks=pytest.mark.soak) for game in GAMES],
)
def test_a_table_looks_right_in_the_hands_of_a_person(driver: Driver, game: str, inputs: int) -> None:
    seats = computer_seats(min(registry.info(game).seat_counts), "novice")
    seats[0] = msgspec.structs.replace(seats[0], kind="person", level="")
    scene = game_screens.table(driver.ctx, Session.start(game, {}, seats, "hands"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    chance = random.Random(game)
    for _ in range(inputs):
        what = chance.choice(("move", "click", "key", "wait"))
        if what in ("move", "click") and driver.top.ui.targets:
            x, y, w, h = chance.choice(driver.top.ui.targets).box
            (driver.move if what == "move" else driver.click_at)(x + w / 2, y + h / 2)
        elif what == "key":
            driver.key(chance.choice((pygame.K_TAB, pygame.K_LEFT, pygame.K_UP, pygame.K_SPACE, pygame.K_h)))
        for _ in range(chance.randrange(1, 6)):
            driver.frame(STEP_MS)
        check_frame(driver)
        if driver.top is not scene:
            while driver.ctx.stack.top is not scene:
                driver.ctx.stack.pop()
                driver.ctx.stack.settle()
            driver.ctx.stack.fade = 0.0


def drag(driver: Driver, dx: float, dy: float) -> None:
    """Press on the middle of the table and let go at another place."""
    driver.move(800, 500)
    for kind, share in ((pygame.MOUSEBUTTONDOWN, 0.0), (pygame.MOUSEMOTION, 0.5), (pygame.MOUSEMOTION, 1.0)):
        pos = driver.pixel(800 + dx * share, 500 + dy * share)
        more = {"button": 1} if kind == pygame.MOUSEBUTTONDOWN else {"rel": (1, 1), "buttons": (1, 0, 0)}
        driver.frame(STEP_MS, [pygame.event.Event(kind, pos=pos, **more)])
        check_frame(driver)
    driver.frame(STEP_MS, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)])


@pytest.mark.parametrize("frames", [PANNED, pytest.param(20 * PANNED, marks=pytest.mark.soak)])
def test_a_chart_looks_right_while_it_is_panned(driver: Driver, frames: int) -> None:
    driver.settings.speed = "1"
    scene: Any = game_screens.table(driver.ctx, Session.start("legends", {}, computer_seats(2, "novice"), "pan"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    driver.until(lambda: len(scene.told) > 30)
    chance = random.Random(frames)
    for number in range(frames):
        if number % 8 == 0:
            scene.own.zoom(chance.choice((1, 1, -1)), (chance.uniform(400, 1200), chance.uniform(300, 800)))
            driver.run(300)
        if number % 3:
            scene.own.chart.pan(chance.uniform(-90, 90), chance.uniform(-60, 60))
            scene.ui.moved = True
        else:
            drag(driver, chance.randrange(-60, 60), chance.randrange(-60, 60))
        driver.frame(STEP_MS)
        check_frame(driver)


def test_a_layer_that_leaves_out_something_it_shows_is_found_out(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = computer_seats(2, "novice")
    scene: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "damage"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    monkeypatch.setattr(scene.bar, "_list_content", lambda c: None)
    scene.ui.dirty = True
    check_frame(driver)
    driver.settings.muted = not driver.settings.muted
    scene.ui.dirty = True
    with pytest.raises(AssertionError):
        check_frame(driver)
    monkeypatch.undo()
    scene.ui.dirty = True
    check_frame(driver)


def test_a_click_finds_no_panel_that_has_waited(driver: Driver) -> None:
    """While things move, panels may show what was before for some frames; an input sees them drawn anew."""
    driver.settings.speed = "1"
    seats = computer_seats(2, "novice")
    scene: Any = game_screens.table(driver.ctx, Session.start("legends", {}, seats, "wait"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    driver.until(lambda: scene.ui.has_waiting)
    driver.click_at(2, 2)
    assert not scene.ui.has_waiting


def test_a_layer_that_does_not_say_what_it_shows_is_found_out(driver: Driver) -> None:
    seats = computer_seats(2, "novice")
    scene: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "damage"))
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    check_frame(driver)
    scene.view = {**scene.view, "seat": 0}
    scene.stage.round += 1
    scene.stage.seats[0].points += 3
    with pytest.raises(AssertionError):
        check_frame(driver)
    scene.ui.dirty = True
    check_frame(driver)
