"""A crowd of small dice: shared frames, the right face at the end, motion without a jump."""

from itertools import pairwise

import pygame
import pytest

from sprites.base import dodecahedron
from sprites.base.canvas import Canvas
from sprites.king_of_12 import d12, d12_crowd

SIZE, SPIN = 34.0, -0.1


@pytest.fixture
def canvas() -> Canvas:
    """A canvas of full size."""
    pygame.display.init()
    return Canvas(pygame.Surface((1920, 1080), pygame.SRCALPHA))


def test_sixteen_dice_share_a_few_frames(canvas: Canvas) -> None:
    shown = set()
    for frame in range(55):
        for die in range(16):
            shown.add(id(d12_crowd.frame(canvas, SIZE, die % 12 + 1, SPIN, frame / 55, die)))
    assert len(shown) <= d12_crowd.TUMBLE + 12 * d12_crowd.LANDING


def test_a_roll_ends_on_its_face(canvas: Canvas) -> None:
    for face in range(1, 13):
        rest = d12.picture(canvas, SIZE, dodecahedron.pose(face, SPIN))
        assert d12_crowd.frame(canvas, SIZE, face, SPIN, 1.0, 3) is rest


def test_the_last_frame_of_a_roll_lies_as_the_die_will_rest(canvas: Canvas) -> None:
    for face in (1, 6, 12):
        near = d12_crowd.frame(canvas, SIZE, face, SPIN, 0.999, 0)
        rest = d12.moving_picture(canvas, SIZE, dodecahedron.pose(face, SPIN))
        assert pygame.image.tobytes(near, "RGBA") == pygame.image.tobytes(rest, "RGBA")


def test_it_lies_still_on_the_table() -> None:
    heights = [d12_crowd.height(t / 100, SIZE) for t in range(101)]
    assert heights[0] == pytest.approx(0.0, abs=0.01)
    assert heights[-1] == 0.0
    assert max(heights) > SIZE * 0.2
    assert all(abs(a - b) < SIZE * 0.06 for a, b in pairwise(heights))
