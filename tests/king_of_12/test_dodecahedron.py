"""The solid on the screen is the die of the rules."""

import itertools
import math

import pytest

from games.king_of_12.cards import NEIGHBOURS
from sprites.base import dodecahedron as solid

FACES = range(1, 13)


def find_top(pose: solid.Quat) -> int:
    return solid.visible_faces(pose)[-1][0]


def close(a: solid.Quat, b: solid.Quat) -> bool:
    """The same turn (a quaternion and its negative are one turn)."""
    return abs(abs(sum(x * y for x, y in zip(a, b, strict=True))) - 1) < 1e-9


def test_it_is_a_regular_dodecahedron() -> None:
    assert len(solid.CORNERS) == 20
    assert all(math.isclose(solid.dot(v, v), 1) for v in solid.CORNERS)
    assert sorted(solid.RINGS) == list(FACES)
    edges = set()
    for ring in solid.RINGS.values():
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.add(frozenset((a, b)))
            assert math.isclose(math.dist(solid.CORNERS[a], solid.CORNERS[b]), 0.7136441795, rel_tol=1e-6)
    assert len(edges) == 30


@pytest.mark.parametrize("face", FACES)
def test_neighbours_are_those_of_the_rules(face: int) -> None:
    assert set(solid.neighbours(face)) == set(NEIGHBOURS[face])


@pytest.mark.parametrize("face", FACES)
def test_neighbours_lie_round_the_face_in_the_order_of_the_rules(face: int) -> None:
    rows = solid.matrix(solid.pose(face, tilt=0))
    angle = {}
    for other in solid.neighbours(face):
        x, y, _ = solid.apply(rows, solid.NORMALS[other])
        angle[other] = math.atan2(y, x)
    seen = sorted(angle, key=lambda other: angle[other])
    wanted = list(NEIGHBOURS[face])
    turned = [wanted[k:] + wanted[:k] for k in range(5)]
    assert seen in turned or seen[::-1] in turned


@pytest.mark.parametrize("face", FACES)
def test_opposite_faces_add_to_thirteen(face: int) -> None:
    assert solid.dot(solid.NORMALS[face], solid.NORMALS[13 - face]) < -0.999


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("tilt", [0.0, solid.TILT])
def test_a_pose_shows_its_face_on_top_and_upright(face: int, tilt: float) -> None:
    q = solid.pose(face, tilt=tilt)
    assert find_top(q) == face
    head = solid.apply(solid.matrix(q), solid.HEADS[face])
    assert abs(head[0]) < 1e-9 and head[1] > 0


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("spread", [0.0, 0.6, 1.0])
def test_from_above_exactly_the_face_and_its_neighbours_can_be_clicked(face: int, spread: float) -> None:
    q = solid.pose(face, tilt=0)
    seen = solid.visible_faces(q, spread)
    assert {number for number, _, _ in seen} == {face, *NEIGHBOURS[face]}
    for number, polygon, _ in seen:
        x, y = sum(p[0] for p in polygon) / 5, sum(p[1] for p in polygon) / 5
        assert solid.find_face(q, x, y, spread) == number
        assert all(math.hypot(*point) <= 1.0 for point in polygon)
    assert solid.find_face(q, 1.05, 0.0, spread) is None


def test_slerp_begins_and_ends_where_it_should() -> None:
    a, b = solid.pose(3), solid.pose(11, 0.2)
    assert close(solid.slerp(a, b, 0), a) and close(solid.slerp(a, b, 1), b)
    assert math.isclose(sum(v * v for v in solid.slerp(a, b, 0.37)), 1, abs_tol=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_a_roll_starts_and_ends_at_rest(seed: int) -> None:
    path = solid.roll_path(seed, 5, 11, 0.1)
    q, lift, dx, dy = path(0)
    assert close(q, solid.pose(5, 0.1)) and lift == pytest.approx(0) and (dx, dy) == pytest.approx((0, 0))
    q, lift, dx, dy = path(1)
    assert close(q, solid.pose(11, 0.1)) and lift == pytest.approx(0) and (dx, dy) == pytest.approx((0, 0))
    steps = [path(k / 200) for k in range(201)]
    assert all(entry[1] >= 0 for entry in steps) and max(entry[1] for entry in steps) > 24
    for before, after in itertools.pairwise(steps):
        assert math.hypot(after[2] - before[2], after[3] - before[3]) < 12, "the die must not jump"


@pytest.mark.parametrize("face", FACES)
def test_turning_goes_over_the_shared_edge(face: int) -> None:
    for goal in NEIGHBOURS[face]:
        path = solid.turn_path(face, goal, 0.1)
        assert close(path(0), solid.pose(face, 0.1)) and close(path(1), solid.pose(goal, 0.1))
        assert close(path(0.9999), path(1)) or find_top(path(0.999)) == goal
        path = solid.turn_path(face, goal, 0.1, tilt=0)
        for k in range(21):
            assert find_top(path(k / 20)) in (face, goal)
    over = solid.turn_path(face, 13 - face)
    assert close(over(0), solid.pose(face)) and close(over(1), solid.pose(13 - face))
    assert find_top(solid.turn_path(face, 13 - face, tilt=0)(0.5)) not in (face, 13 - face)
