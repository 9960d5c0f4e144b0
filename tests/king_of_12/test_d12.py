"""The drawn die: clicks find faces, moving pictures are cheap, resting ones are kept."""

import pygame
import pytest

from sprites.base import dodecahedron
from sprites.base.canvas import Canvas
from sprites.king_of_12 import d12
from tests.shared.counted import calls


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(pygame.Surface((1920, 1080)))


def test_a_click_on_the_die_names_the_face(canvas: Canvas) -> None:
    q = dodecahedron.pose(9, tilt=0)
    assert d12.find_face(400, 300, 200, q, 400, 300) == 9
    assert d12.find_face(400, 300, 200, q, 100, 300) is None
    found = {
        d12.find_face(400, 300, 200, q, 400 + x, 300 + y, spread=0.6)
        for x in range(-100, 101, 4)
        for y in range(-100, 101, 4)
    }
    assert found == {None, 9, *dodecahedron.neighbours(9)}


def test_a_resting_die_is_drawn_once(canvas: Canvas) -> None:
    q = dodecahedron.pose(4, 0.1)
    first = d12.picture(canvas, 140, q)
    assert d12.picture(canvas, 140, q) is first
    assert d12.picture(canvas, 140, q, dim=True) is not first


def test_a_die_goes_dark_step_by_step() -> None:
    q, surface = dodecahedron.pose(4, 0.1), pygame.Surface((1920, 1080))
    canvas = Canvas(surface)

    def measure(dim: float) -> int:
        surface.fill("black")
        d12.draw(canvas, 300, 300, 140, q, dim=dim)
        return sum(map(int, pygame.transform.average_color(surface, (200, 200, 200, 200))[:3]))

    light = [measure(dim) for dim in (0.0, 0.3, 0.7, 1.0, 0.7)]
    assert light[0] > light[1] > light[2] > light[3] and light[4] == light[2]


def test_marked_faces_look_different(canvas: Canvas) -> None:
    q = dodecahedron.pose(4, tilt=0)
    plain = pygame.image.tobytes(d12.picture(canvas, 100, q), "RGBA")
    marked = pygame.image.tobytes(d12.picture(canvas, 100, q, highlight={2: "glow"}), "RGBA")
    assert plain != marked


def test_six_and_nine_are_underlined() -> None:
    for number in (6, 9):
        assert len(d12._numerals("fine")[number]) == 2
    assert len(d12._numerals("fine")[8]) == 1


def test_a_moving_die_is_little_work(canvas: Canvas) -> None:
    path = dodecahedron.roll_path(3, 5, 11)

    def roll() -> None:
        for k in range(20):
            q, lift, dx, dy = path(k / 20)
            d12.draw(canvas, 600 + dx, 400 + dy, 140, q, fast=True, lift=lift)

    roll()
    assert calls(roll) < 20 * 600
