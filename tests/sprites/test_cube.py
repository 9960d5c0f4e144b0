"""The wooden die as a solid: what lies on top, and where a throw ends."""

import math

import pytest

from sprites.base import dodecahedron
from sprites.base.dodecahedron import matrix
from sprites.king_of_the_dice import wooden_d6 as cube


@pytest.mark.parametrize("face", range(1, 7))
def test_the_face_of_a_pose_lies_on_top(face: int) -> None:
    for spin in (-0.3, 0.0, 0.25):
        assert cube.visible(matrix(cube.pose(face, spin)))[-1][1] == face


def test_opposite_faces_add_up_to_seven() -> None:
    for face, normal in cube.NORMALS.items():
        assert cube.NORMALS[7 - face] == tuple(-part for part in normal)


def test_numerals_lie_within_their_face() -> None:
    for face, head in cube.HEADS.items():
        assert dodecahedron.dot(head, cube.NORMALS[face]) == 0
        assert math.isclose(dodecahedron.dot(cube.SIDES[face], cube.SIDES[face]), 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_throw_ends_where_the_rules_say(seed: int) -> None:
    start = cube.pose(2, 0.1)
    path = cube.roll_path(seed, start, 5, -0.2, (300.0, 40.0))
    begin, _, dx, dy = path(0.0)
    assert all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(begin, start, strict=True))
    assert (dx, dy) == (300.0, 40.0)
    end, lift, dx, dy = path(1.0)
    assert cube.visible(matrix(end))[-1][1] == 5
    assert abs(lift) < 1e-6 and dx == dy == 0
    assert all(path(k / 60)[1] >= 0 for k in range(61)), "a die never sinks into the table"


def test_the_hull_of_points_holds_them_all() -> None:
    points = [(math.cos(k) * (k % 5), math.sin(k * 1.7) * (k % 7)) for k in range(60)]
    ring = cube.hull(points)
    for x, y in points:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9
