"""High contrast, grey pictures and flashes: what eyes that see little, no colours or too much need."""

import itertools
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine import registry
from engine.session import Session
from scenes.dev.selftest import computer_seats
from scenes.menus.settings import EaseScene
from scenes.shell.stack import Scene
from scenes.table import game_screens
from scenes.tash_kalar.animate_pieces import light
from sprites.base import assets, portrait, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.pictures import make_hatching
from sprites.tash_kalar import arena, pieces
from tests.support import flashes, scene_turns
from tests.support.open_tables import open_table
from tests.ui.driver import Driver

TABLES = ("king_of_12/table", "legends/table", "king_of_the_dice/dice-table", "tash_kalar/tash-melee")
LEAST_CONTRAST = 7.0
MARK = 24
"""Seats' signs are compared in grey at this size."""
LEAST_DIFFERENCE = 12.0
"""Mean difference of two seats' signs in grey, of 255; the same sign drawn twice has none."""
FRAME_MS, PER_SECOND = 40.0, 25


@pytest.fixture(autouse=True)
def _usual_theme() -> Iterator[None]:
    yield
    theme.choose(None)


def luminance(colour: str) -> float:
    red, green, blue = (flashes.LINEAR[part] for part in theme.rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_the_theme_has_contrast_of_seven_to_one() -> None:
    theme.choose(theme.HIGH_CONTRAST)
    for role in theme.table().roles:
        if role.startswith("text"):
            for ground in ("panel", "panel.top", "panel.low", "veil", "well", "control", "field.low"):
                assert contrast(role, ground) >= LEAST_CONTRAST, (role, ground)
        elif role.startswith("paper.") and role not in ("paper.low", "paper.found", "paper.edge"):
            assert contrast(role, "paper") >= LEAST_CONTRAST, role
    assert contrast("confirm.text", "confirm") >= LEAST_CONTRAST
    assert contrast("control.text", "control.hover") >= LEAST_CONTRAST
    for seat in range(4):
        look = theme.player(seat)
        assert contrast(look.base, "panel") >= LEAST_CONTRAST
        assert contrast(look.ink, look.base) >= LEAST_CONTRAST


def test_it_is_switched_on_and_off_in_the_settings(driver: Driver) -> None:
    driver.ctx.stack.replace(EaseScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(300)
    usual = theme.rgb("panel")
    driver.click("contrast")
    assert driver.settings.contrast and theme.is_flat() and theme.rgb("panel") == (0, 0, 0)
    driver.click("contrast")
    assert not theme.is_flat() and theme.rgb("panel") == usual


def test_every_hatching_is_another_one() -> None:
    theme.choose(theme.HIGH_CONTRAST)
    tiles = [pygame.image.tobytes(make_hatching(name), "RGB") for name in theme.HATCHINGS]
    assert len(set(tiles)) == len(tiles)


def collect_marks(driver: Driver, name: str, monkeypatch: pytest.MonkeyPatch) -> dict[int, pygame.Surface]:
    """The signs of the seats as they stand on a table, in grey, by colour: the largest of each."""
    seen: dict[int, tuple[float, float, float]] = {}
    draw = shapes.badge

    def note(c: Canvas, colour: int, emblem: str, cx: float, cy: float, r: float, **more: Any) -> None:
        if (
            c.target is driver.window.surface
            and c.surface is driver.window.screen
            and r > seen.get(colour, (0, 0, 0))[2]
        ):
            seen[colour] = (cx, cy, r)
        draw(c, colour, emblem, cx, cy, r, **more)

    monkeypatch.setattr(shapes, "badge", note)
    scene_turns.look(driver, name)
    monkeypatch.setattr(shapes, "badge", draw)
    grey = pygame.transform.grayscale(driver.window.surface)
    marks = {}
    for colour, (cx, cy, r) in seen.items():
        box = driver.window.canvas.rect(cx - r, cy - r, 2 * r, 2 * r).clip(grey.get_rect())
        marks[colour] = pygame.transform.smoothscale(grey.subsurface(box), (MARK, MARK))
    return marks


def differ(first: pygame.Surface, second: pygame.Surface) -> float:
    """Mean difference of two grey pictures."""
    a, b = (pygame.image.tobytes(each, "RGB")[::3] for each in (first, second))
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)


@pytest.mark.sample(4)
@pytest.mark.parametrize("contrasts", [False, True], ids=["usual", "contrast"])
def test_seats_are_told_apart_in_grey_at_every_table(contrasts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name.split("/")[0] for name in TABLES} == {info.id for info in registry.games()}
    driver = Driver(fresh=True, contrast=contrasts)
    missed = assets.Missed()
    try:
        for name in TABLES:
            marks = collect_marks(driver, name, monkeypatch)
            assert len(marks) >= 2, name
            for (one, first), (other, second) in itertools.combinations(marks.items(), 2):
                assert differ(first, second) >= LEAST_DIFFERENCE, (name, one, other)
        assert missed.lines == [], "what a theme leaves out is not missing"
    finally:
        missed.close()
        driver.close()


def test_the_hand_is_a_straight_row_and_the_chosen_card_white_in_a_frame() -> None:
    driver = Driver(fresh=True, contrast=True)
    try:
        scene_turns.look(driver, "king_of_12/choose")
        boxes = sorted(one.box for one in driver.top.ui.targets if one.id.startswith("hand."))
        assert len(boxes) > 5 and len({y for _, y, _, _ in boxes}) == 1
        assert all(left[0] + left[2] <= right[0] for left, right in itertools.pairwise(boxes))
        x, y, w, h = driver.target("hand.1").box
        driver.move(x + w / 2, y + h / 2)
        driver.run(400)
        x, y, w, h = driver.target("hand.1").box
        frame = driver.window.surface.get_at(driver.pixel(x - 1, y + h / 3))[:3]
        ground = driver.window.surface.get_at(driver.pixel(x + w - 22, y + 34))[:3]
        assert frame == theme.rgb("edge.bright") and min(ground) > 220
    finally:
        driver.close()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", TABLES)
def test_plates_are_framed_in_the_colour_of_their_player(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(fresh=True, contrast=True)
    framed = {}
    draw = portrait.draw_seat_frame

    def note(c: Canvas, box: Any, colour: int, *more: Any) -> None:
        framed[colour] = box
        draw(c, box, colour, *more)

    monkeypatch.setattr(portrait, "draw_seat_frame", note)
    try:
        scene_turns.look(driver, name)
        assert len(framed) >= 3
        for colour, (x, y, w, h) in framed.items():
            edge = driver.window.surface.get_at(driver.pixel(x + w * 0.8, y + h - 2.5))[:3]
            assert edge in (theme.rgb(theme.player(colour).base), theme.rgb("edge.bright")), colour
    finally:
        driver.close()


def test_pieces_of_tash_kalar_differ_in_shape_by_player_and_in_outline_by_rank() -> None:
    theme.choose(theme.HIGH_CONTRAST)
    c = Canvas(pygame.Surface((160, 90)))
    drawn = {
        (colour, rank): pygame.mask.from_surface(pieces.picture(c, colour, "crown", rank, 160.0))
        for colour in range(4)
        for rank in range(3)
    }
    for (one, first), (other, second) in itertools.combinations(drawn.items(), 2):
        if one[1] == other[1] != pieces.LEGENDARY or one[0] == other[0]:
            apart = (
                first.count()
                + second.count()
                - 2
                * first.overlap_area(
                    second,
                    (
                        (first.get_size()[0] - second.get_size()[0]) // 2,
                        (first.get_size()[1] - second.get_size()[1]) // 2,
                    ),
                )
            )
            assert apart > 0.08 * first.count(), (one, other)


def test_coloured_squares_are_told_apart_in_grey_by_their_corners() -> None:
    """Their corners are in sight below a piece too."""
    theme.choose(theme.HIGH_CONTRAST)
    c = Canvas(pygame.Surface((1600, 900)))
    board = arena.Board(400.0, 80.0, 80.0)
    arena.draw_ground(c, board, "high")
    grey = pygame.transform.grayscale(c.target)

    def measure_corner(kind: str) -> float:
        """Mean brightness of the outermost corner of the first square of a kind."""
        place = next(one for one in arena.arena_map().squares if arena.find_square_kind(one, "high") == kind)
        x, y, w, h = board.box(place)
        return float(pygame.transform.average_color(grey.subsurface(c.rect(x, y, w / 7, h / 7)))[0])

    plain, red, green = map(measure_corner, ("plain", "red", "green"))
    assert red - green > 20 and green - plain > 20, (plain, red, green)


def test_flashes_are_counted() -> None:
    def play(change: float, hertz: float) -> int:
        frames = [[0.2 + change * (int(k * hertz * 2 / PER_SECOND) % 2)] * 576 for k in range(2 * PER_SECOND)]
        return flashes.count_flashing_parts(frames, PER_SECOND)

    assert play(0.3, 5) == 576
    assert play(0.3, 2) == 0, "twice a second is slow enough"
    assert play(0.05, 5) == 0, "too weak to be a flash"


def see_lights(driver: Driver, game: str) -> bool:
    """Whether a table changes by itself while a person may choose."""
    table = open_table(driver, game)
    driver.pictures = 1  # details come with the first pictures
    driver.run(1200)
    pictures = set()
    for _ in range(12):
        driver.ctx.stack.dirty = True
        driver.frame(120)
        pictures.add(pygame.image.tobytes(driver.window.surface, "RGB"))
    assert table.may_act()
    return len(pictures) > 1


def test_lights_stand_still_where_flashes_are_off(driver: Driver) -> None:
    assert see_lights(driver, "legends")
    driver.ctx.stack.replace(EaseScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(300)
    driver.click("no_flashes")
    assert driver.settings.no_flashes and not driver.settings.reduced_motion
    assert not see_lights(driver, "legends")
    assert driver.ctx.steady and not driver.ctx.reduced, "things still move"


def test_no_square_flashes_where_flashes_are_off(driver: Driver) -> None:
    table = open_table(driver, "tash_kalar")
    for off, kinds in ((False, ["flash", "rubble"]), (True, ["rubble"])):
        driver.settings.no_flashes = off
        table.stage.sparks.clear()
        for kind in ("flash", "rubble"):
            light(table, kind, 40)
        assert [spark.kind for spark in table.stage.sparks] == kinds


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(info.id, marks=() if info.id in ("king_of_12", "tash_kalar") else pytest.mark.soak)
        for info in registry.games()
    ],
)
def test_nothing_flashes_more_than_three_times_a_second(game: str) -> None:
    """Some seconds of a game among computers, told at the usual speed with all its motion."""
    driver = Driver((640, 360), fresh=True, speed="1")
    try:
        seats = computer_seats(registry.info(game).seats[1])[:4]
        table: Scene = game_screens.table(driver.ctx, Session.start(game, {}, seats, "flashes"))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        frames = []
        for _ in range(4 * PER_SECOND):
            if getattr(table, "confirming", False):
                table.confirm()  # type: ignore[attr-defined]
            driver.frame(FRAME_MS)
            frames.append(flashes.measure(driver.window.surface))
        assert any(a != b for a, b in itertools.pairwise(frames)), "nothing moved"
        assert flashes.count_flashing_parts(frames, PER_SECOND) <= flashes.MOST_PARTS
    finally:
        driver.close()
