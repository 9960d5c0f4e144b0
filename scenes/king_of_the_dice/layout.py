"""Layout of the King of the Dice table in logical units (grid in look.md)."""

from scenes.shell.finger_row import FINGER_TOP, find_free_height, lay_plates
from sprites.base.layout import Box, Stack, columns, grid, inset, rows

Spot = tuple[float, float, float, float]
"""Centre, size and spin of a die."""
FRAME_X, FRAME_Y, FRAME_W, FRAME_H = 24.0, 62.0, 1020.0, 526.0
EDGE = 3.0
MARKET_X, MARKET_PITCH = 24.0, 206.0
RIGHT_X, RIGHT_W = 1060.0, 516.0
TRAY: Box = (RIGHT_X, 62.0, RIGHT_W, 318.0)


def _split_tray() -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the felt, the ledge, the main button and the second one."""
    tray = Stack(inset(TRAY, 14.0))
    felt, ledge = tray.take(150.0), tray.take(76.0, gap=8.0)
    main, second = columns(tray.take(54.0, gap=6.0), [300.0, 178.0], gap=10.0)
    return felt, ledge, main, second


FELT, LEDGE, MAIN, SECOND = _split_tray()
LARGE_TRAY: Box = (RIGHT_X, FINGER_TOP, RIGHT_W, 356.0)
LARGE_FELT: Box = (FELT[0], FINGER_TOP + 14.0, FELT[2], 242.0)
LARGE_LEDGE: Box = (RIGHT_X + 5.0, FINGER_TOP + 266.0, RIGHT_W - 10.0, 80.0)
"""Tray, felt and ledge for fingers, for whom no buttons stand below."""
LARGE_GOALS: Box = (RIGHT_X, LARGE_TRAY[1] + LARGE_TRAY[3] + 8.0, RIGHT_W, 44.0)
RIVAL_Y, RIVAL_H, RIVAL_GAP = 392.0, 60.0, 6.0
GOALS: Box = (RIGHT_X, 388.0, RIGHT_W, 44.0)
"""Strip of a stage's goals, between the tray and the plates of the others."""
BOTTOM = 884.0
KEPT_SIZE, FIELD_SIZE = 43.0, 70.0

_SPREAD, _LARGE_SPREAD = (78.0, 64.0), (80.0, 73.0)
"""Distance and size of the dice on the felt, as usual and where they are seen from afar."""
_SPINS = (-0.22, 0.18, -0.06, 0.12, -0.15, 0.24)
_DROPS = (4.0, -5.0, 6.0, -3.0, 5.0, -4.0)


def board(height: float, by_fingers: bool = False) -> Box:
    """Return the box of the map within its frame; it grows with the window height. For fingers, plates are above it."""
    down = FINGER_TOP - FRAME_Y if by_fingers else 0.0
    return FRAME_X + EDGE, FRAME_Y + EDGE + down, FRAME_W - 2 * EDGE, FRAME_H - 2 * EDGE + height - 900 - down


def card(pile: int, height: float) -> Box:
    """Return the box of a pile's open citizen."""
    return MARKET_X + pile * MARKET_PITCH, 606.0 + height - 900, 196.0, 276.0


def split_tray(by_fingers: bool) -> tuple[Box, Box]:
    """Return the boxes of felt and ledge."""
    return (LARGE_FELT, LARGE_LEDGE) if by_fingers else (FELT, LEDGE)


def find_field(die: int) -> Box:
    """Return the field of a die 0 … 5 on the felt for fingers: there it stays, kept or not."""
    x, y, w, h = inset(LARGE_FELT, 6.0)
    return grid((x, y + 26, w, h - 26), 6, 3, gap=8.0)[die]


def find_cell(at: int, by_fingers: bool) -> Box:
    """Return the box of the ``at``-th of the six places of the ledge."""
    if by_fingers:
        return columns(LARGE_LEDGE, 6, gap=7.5)[at]
    return FELT[0] + 104 + at * 62.0, LEDGE[1] + 8, 56.0, 60.0


def free_spot(die: int, large: bool = False) -> Spot:
    """Return x, y, size and spin of a die 0 … 5 on the felt; ``large``: dice are seen from afar."""
    pitch, size = _LARGE_SPREAD if large else _SPREAD
    x = FELT[0] + FELT[2] / 2 + (die - 2.5) * pitch
    return x, FELT[1] + 92 + _DROPS[die], size, _SPINS[die]


def list_spots(kept: int, *, large: bool = False, by_fingers: bool = False) -> list[Spot]:
    """Return x, y, size and spin of the six dice; ``kept``: mask of those on the ledge.

    Each die has a place of its own on the felt and on the ledge, or a field for both, so that only a die that is kept
    or released moves. ``large``: dice are seen from afar.
    """
    if by_fingers:
        return [
            (x + w / 2, y + h / 2 + 2, FIELD_SIZE, _SPINS[k])
            for k, (x, y, w, h) in enumerate(map(find_field, range(6)))
        ]
    cells = [find_cell(k, False) for k in range(6)]
    ledge = [(x + w / 2, y + h / 2, KEPT_SIZE, 0.0) for x, y, w, h in cells]
    return [ledge[k] if kept >> k & 1 else free_spot(k, large) for k in range(6)]


def split_right_column(
    seats: int, height: float, goals: bool = False, by_fingers: bool = False
) -> tuple[list[Box], Box]:
    """Return the boxes of the other seats' plates, and that of the bottom seat's panel below them; ``goals``: all below
    the strip of a stage's goals."""
    count = seats - 1
    if by_fingers:
        top = LARGE_GOALS[1] + (LARGE_GOALS[3] + 8 if goals else 0.0)
        return lay_plates(count), (RIGHT_X, top, RIGHT_W, find_free_height(height) - top)
    top = GOALS[1] + GOALS[3] + 8 if goals else RIVAL_Y
    column = Stack((RIGHT_X, top, RIGHT_W, BOTTOM + height - 900 - top))
    plates = rows(column.take(count * (RIVAL_H + RIVAL_GAP) - RIVAL_GAP), [RIVAL_H] * count, gap=RIVAL_GAP)
    column.skip(20.0 if seats == 4 else 12.0)
    return plates, column.take(column.room)
