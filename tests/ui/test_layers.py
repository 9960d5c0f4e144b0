"""Layers of a scene: which are recorded when, and what is left out for some drawings."""

import pygame
import pytest

from scenes.shell.layers import PATIENCE, LayerCache
from scenes.shell.targets import TargetRegistry
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList


class Drawings:
    """Drawings of a scene of which each part is a layer that can wait; what it shows is a number."""

    def __init__(self) -> None:
        self.canvas = Canvas(DisplayList(pygame.Surface((320, 200))))
        self.ui = TargetRegistry()
        self.layers = LayerCache()
        self.shown: dict[str, int] = {}

    def draw(self, **numbers: int) -> list[str]:
        """Draw these layers; return those that were recorded."""
        recorded = []

        def paint(name: str) -> None:
            recorded.append(name)
            self.shown[name] = numbers[name]

        self.ui.begin()
        self.ui.may_wait = True
        for name in numbers:
            self.layers.draw(self.canvas, self.ui, name, numbers[name], lambda name=name: paint(name), waits=True)  # type: ignore[misc]
        self.ui.end(self.canvas)
        return recorded


@pytest.fixture
def drawings() -> Drawings:
    return Drawings()


def test_panels_that_change_together_are_recorded_in_the_next_drawings_one_in_each(drawings: Drawings) -> None:
    assert drawings.draw(a=1, b=1, c=1) == ["a", "b", "c"], "there is nothing to show meanwhile"
    assert drawings.draw(a=2, b=2, c=2) == [], "the drawing with which something begins has enough to do"
    assert drawings.ui.has_waiting and drawings.shown == {"a": 1, "b": 1, "c": 1}
    found = [drawings.draw(a=2, b=2, c=2) for _ in range(4)]
    assert sorted(found[:3]) == [["a"], ["b"], ["c"]] and found[3] == []
    assert not drawings.ui.has_waiting


def test_what_was_out_of_sight_is_not_shown_as_it_was_before(drawings: Drawings) -> None:
    drawings.draw(a=1, b=1)
    drawings.draw(a=1)
    assert drawings.draw(a=1, b=2) == ["b"]


def test_a_detail_is_left_out_for_some_drawings_and_then_drawn(drawings: Drawings) -> None:
    found = []
    for _ in range(PATIENCE + 2):
        drawings.ui.begin()
        found.append((drawings.layers.leave_out(drawings.ui), drawings.layers.leave_out(drawings.ui)))
        drawings.ui.end(drawings.canvas)
    assert found == [(True, True)] * PATIENCE + [(False, True)] * 2, "in each drawing one is made at once"
    drawings.ui.begin()
    drawings.ui.end(drawings.canvas)
    drawings.ui.begin()
    assert drawings.layers.leave_out(drawings.ui), "details of another time are waited for again"
