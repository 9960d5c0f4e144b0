"""Layout of the Tash-Kalar table in logical units (grid in look.md)."""

from dataclasses import dataclass

from scenes.shell.finger_row import FINGER_TOP, find_corner, find_free_height, lay_plates
from sprites.base.layout import Box, Stack, columns, grid, inset, rows
from sprites.tash_kalar.arena import CELL, FRAME, Board

LEFT_X, RIGHT_X, COLUMN_W = 24.0, 1276.0, 300.0
TOP = 62.0
ARENA_TOP = 86.0
MOST_CELL = 74.0
CARD_W, CARD_H = 146.0, 219.0
RAISED, FINGER_RAISED = 1.22, 1.59
"""Scale of the card under the pointer, and of the one that a finger has lifted."""
SHOWN_W = 160.0
"""Width of the card being played, next to the arena if there is room."""
GOAL_W, GOAL_H = 164.0, 50.0
"""Size of the cell of a stage's goal; they stand next to the cut corner of the arena."""
HAND_ENDS, FINGER_HAND_ENDS = (346.0, 1254.0), (330.0, 1206.0)
"""Ends of the hand, and where buttons stand right of it."""
ROW_GAP = 8.0
"""Distance of lines that fingers press."""
HAND_SEEN = 144.0
"""How much of the cards is in sight then."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout values that depend on the window height, and on the size of a finger."""

    height: float
    least: float
    """Width and height of what a finger decides with; 0 where sizes for the mouse are used."""
    turn: Box
    board: Board
    chronicle: Box
    fit: Box
    main: Box
    second: Box
    third: Box
    undo: Box
    note: tuple[float, float]
    decks: Box
    hand_y: float
    is_hand_low: bool = False
    """Whether the arena takes so much room that the lower edges of the cards lie out of sight."""
    top: float = TOP
    """Upper edge of the columns, left end of the right one, and scale of the raised card."""
    right_x: float = RIGHT_X
    raised: float = RAISED


FLAG = (RIGHT_X + COLUMN_W - 24, TOP + 63.0)
"""Surrender flag: above the lines and buttons of the turn panel."""


def layout(height: float) -> Layout:
    """Return the layout for a window height (at least 900): a taller one has a larger arena and log."""
    more = max(0.0, height - 900.0)
    cell = min(MOST_CELL, CELL + more / 9)
    column = Stack((RIGHT_X, TOP, COLUMN_W, 590.0 + more))
    return Layout(
        height=height,
        least=0.0,
        turn=column.take(214.0),
        board=Board(800.0 - 4.5 * cell, ARENA_TOP + (540.0 + more - 9 * cell) / 2, cell),
        chronicle=column.take(column.room - 180.0, gap=12.0),
        fit=column.take(156.0, gap=12.0),
        main=(RIGHT_X, 664.0 + more, COLUMN_W, 58.0),
        second=(RIGHT_X, 732.0 + more, COLUMN_W, 46.0),
        third=(RIGHT_X, 788.0 + more, 145.0, 42.0),
        undo=(RIGHT_X + 155.0, 788.0 + more, 145.0, 42.0),
        note=(RIGHT_X + COLUMN_W / 2, 858.0 + more),
        decks=(LEFT_X, 664.0 + more, COLUMN_W, 220.0),
        hand_y=780.0 + more,
    )


def layout_for_fingers(height: float, least: float) -> Layout:
    """Return the layout where fingers are used, ``least`` units their size: plates above, buttons in the corner,
    squares as large as possible and only the upper part of the hand in sight."""
    corner, free = find_corner(height), find_free_height(height)
    x, _, w, _ = corner
    cell = max(least, (height - 298.0) / 9)
    top = FINGER_TOP + FRAME * cell / CELL
    turn_h, fit_h = 52.0 + 2 * (least + ROW_GAP), 112.0 + least
    column = Stack((x, FINGER_TOP, w, free - FINGER_TOP))
    return Layout(
        height=height,
        least=least,
        turn=column.take(turn_h),
        board=Board(800.0 - 4.5 * cell, top, cell),
        chronicle=column.take(column.room - fit_h - 2 * ROW_GAP, gap=ROW_GAP),
        fit=column.take(fit_h, gap=ROW_GAP),
        main=corner,
        second=corner,
        third=corner,
        undo=corner,
        note=(x + w / 2, free + ROW_GAP),
        decks=(LEFT_X, height - 236.0, COLUMN_W, 220.0),
        hand_y=max(height - HAND_SEEN, top + 9 * cell + 12) + CARD_H / 2,
        is_hand_low=True,
        top=FINGER_TOP,
        right_x=x,
        raised=FINGER_RAISED,
    )


def _find_pitch(count: int, places: Layout) -> tuple[float, float]:
    """Return the middle x of the hand, and the distance from card to card of ``count`` cards."""
    left, right = FINGER_HAND_ENDS if places.is_hand_low else HAND_ENDS
    return (left + right) / 2, min(154.0, (right - left - CARD_W) / max(1, count - 1))


def hand_spot(at: int, count: int, places: Layout) -> tuple[float, float]:
    """Return the middle of the ``at``-th of ``count`` cards in the hand, from 0."""
    middle, pitch = _find_pitch(count, places)
    return middle + (at - (count - 1) / 2) * pitch, places.hand_y


def hand_strip(at: int, count: int, places: Layout) -> Box:
    """Return the box of a card's part that neither its right neighbour nor the lower edge of the window covers."""
    x, y = hand_spot(at, count, places)
    pitch = _find_pitch(count, places)[1]
    wide = CARD_W if at == count - 1 else min(CARD_W, pitch)
    return x - CARD_W / 2, y - CARD_H / 2, wide, min(CARD_H, places.height - y + CARD_H / 2)


def find_shown_width(places: Layout) -> float:
    """Return the width of the card being played: left of the arena, over its cut corner if needed."""
    return min(SHOWN_W, places.board.x - LEFT_X - COLUMN_W - 8)


def find_shown_spot(places: Layout) -> tuple[float, float]:
    """Return the middle of the card being played."""
    w = find_shown_width(places)
    edge = LEFT_X + COLUMN_W + 6
    board = places.board
    free = board.x - 27 * board.k
    x = max(edge + w / 2, (edge + free) / 2)
    return x, places.top + 8 + w * 0.75


def deck_spot(places: Layout, at: int) -> tuple[float, float]:
    """Return the middle of a deck: ``at`` 0 the viewer's, 1 the legends, 2 the flares."""
    x, y, w, _h = columns(inset(places.decks, 6.0, 0.0), 3)[at]
    return x + w / 2, y + 106


def row_height(form: str, sides: int) -> float:
    """Return the height of a player's row for a form of play and a number of sides."""
    if form == "high":
        return 54.0
    return {2: 84.0, 3: 82.0}.get(sides, 76.0)


def players_box(form: str, sides: int) -> Box:
    """Return the box of the panel with the rows of all colours, at the top of the left column."""
    return LEFT_X, TOP, COLUMN_W, row_height(form, sides) * sides + 10


def player_box(at: int, form: str, sides: int, by_fingers: bool) -> Box:
    """Return the box of the ``at``-th colour's row from the top, or of its plate at the upper edge for fingers."""
    if by_fingers:
        return lay_plates(sides)[at]
    return rows(inset(players_box(form, sides), 0.0, 5.0), sides)[at]


TASK_H = 98.0


def _split_tasks() -> tuple[Box, Box, tuple[Box, ...]]:
    """Return the boxes of both headings of tasks, and those of the three current tasks and the next one."""
    column = Stack((LEFT_X, TOP, COLUMN_W, 598.0))
    column.skip(players_box("high", 2)[3])
    heading = column.take(30.0, gap=2.0)
    current = rows(column.take(3 * TASK_H + 16.0), [TASK_H] * 3, gap=8.0)
    return heading, column.take(32.0, gap=8.0), (*current, column.take(TASK_H))


TASKS_HEAD, NEXT_HEAD, _TASKS = _split_tasks()


def task_box(at: int, down: float = 0.0) -> Box:
    """Return the box of the ``at``-th current task (0 to 2; 3 = the next one), moved down by ``down``."""
    x, y, w, h = _TASKS[at]
    return x, y + down, w, h


def find_tasks_down(places: Layout) -> float:
    """Return the ``down`` of :func:`task_box`: 0 below the players, other where fingers are used (plates above)."""
    return FINGER_TOP - TASKS_HEAD[1] if places.is_hand_low else 0.0


def row_box(places: Layout, at: int, count: int = 3) -> Box:
    """Return the box of the ``at``-th (from 0) of ``count`` lines of the turn panel."""
    x, y, w, h = places.turn
    if places.least:
        return grid((x + 12, y + 14, w - 24, h - 26), count, 2 if count <= 4 else 3, gap=ROW_GAP)[at]
    return rows((x + 12, y + 112, w - 24, h - 119.0), count, gap=1.0)[at]


def choice_box(places: Layout, at: int, count: int) -> Box:
    """Return the box of the ``at``-th (from 0) of ``count`` buttons in the turn panel."""
    x, y, w, _h = places.turn
    head, across, high, gap = 86.0, 1 if count <= 3 else 2, 38.0, 4.0
    if places.least:
        head, across, high, gap = 40.0, 2 if count <= 4 else 3, places.least, ROW_GAP
    lines = -(-count // across)
    room = (x + 16, y + head, w - 32, lines * (high + gap) - gap)
    return grid(room, count, across, gap=8, row_gap=gap, height=high)[at]
