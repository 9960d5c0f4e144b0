"""Rows, columns, grids and stacks: parts fill, shrink and share; each part is drawn in the box it is placed in."""

import pytest

from sprites.base import layout
from sprites.base.layout import Box, Part, Stack

BOX = (100.0, 50.0, 300.0, 200.0)


def test_sizes_stay_when_they_fit() -> None:
    assert layout.split(100, [20, 30], gap=10) == [(0, 20), (30, 30)]


def test_sizes_and_gaps_shrink_together() -> None:
    assert layout.split(50, [40, 40], gap=20) == [(0, 20), (30, 20)]
    assert layout.split(-5, [40, 40]) == [(0, 0), (0, 0)]


def test_spare_room_is_shared() -> None:
    assert layout.split(100, [20, 20], shares=[0, 1]) == [(0, 20), (20, 80)]
    assert layout.split(110, [20, 20], gap=10, shares=[1, 3]) == [(0, 35), (45, 65)]
    assert layout.split(30, [20, 20], shares=[0, 1]) == [(0, 15), (15, 15)]


def test_equal_parts_fill_a_box() -> None:
    assert layout.columns(BOX, 3, gap=30) == [(100, 50, 80, 200), (210, 50, 80, 200), (320, 50, 80, 200)]
    assert layout.rows(BOX, 2) == [(100, 50, 300, 100), (100, 150, 300, 100)]


def test_a_grid_fills_its_rows_and_shrinks_them() -> None:
    cells = layout.grid(BOX, 5, 2, gap=20, height=40)
    assert cells[0] == (100, 50, 140, 40) and cells[1][0] == 260 and cells[4] == (100, 170, 140, 40)
    low = layout.grid(BOX, 5, 2, gap=0, height=100)
    assert low[4][1] + low[4][3] == pytest.approx(250)
    assert layout.grid(BOX, 4, 2) == [
        (100, 50, 150, 100),
        (250, 50, 150, 100),
        (100, 150, 150, 100),
        (250, 150, 150, 100),
    ]
    assert layout.grid(BOX, 0, 2) == []


def test_parts_are_drawn_where_they_are_placed() -> None:
    drawn: list[Box] = []
    parts = [Part(50, drawn.append), Part(30, drawn.append, share=1)]
    layout.draw_rows(BOX, parts, gap=10)
    assert drawn == [(100, 50, 300, 50), (100, 110, 300, 140)]
    drawn.clear()
    layout.draw_columns(BOX, parts)
    assert drawn == [(100, 50, 50, 200), (150, 50, 250, 200)]


def test_a_stack_hands_out_boxes() -> None:
    stack = Stack(BOX)
    assert stack.take(40) == (100, 50, 300, 40)
    assert stack.take(20, gap=5) == (100, 95, 300, 20)
    stack.skip(15)
    assert stack.room == 120
    stack.take(500)
    assert stack.room == 0


def test_boxes_inside_boxes() -> None:
    assert layout.inset(BOX, 10) == (110, 60, 280, 180)
    assert layout.inset(BOX, 200, 5) == (300, 55, 0, 190)
    assert layout.centre(BOX, 100, 50) == (200, 125, 100, 50)
