"""The course of points next to a result: the badges at its end."""

from scenes.results.score_chart import APART, spread


def test_badges_of_equal_points_stand_side_by_side() -> None:
    """Two pairs that end level show all four badges; one that is alone stays at the end of the line."""
    assert spread([50.0, 90.0, 50.0, 90.0]) == [0, 0, 1, 1]
    assert spread([10.0, 10.0 + APART, 10.0 + 2 * APART]) == [0, 0, 0]
    assert spread([10.0, 10.0 + APART - 1, 10.0]) == [0, 1, 2]
