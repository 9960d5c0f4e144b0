"""Layout of the King of the Dice table in logical units (grid in look.md)."""

from __future__ import annotations

from sprites.base.layout import Box, Stack, columns, inset, rows

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
RIVAL_Y, RIVAL_H, RIVAL_GAP = 392.0, 60.0, 6.0
GOALS: Box = (RIGHT_X, 388.0, RIGHT_W, 44.0)
"""Strip of a stage's goals, between the tray and the plates of the others."""
BOTTOM = 884.0
KEPT_SIZE = 43.0

_SPREAD, _LARGE_SPREAD = (78.0, 64.0), (80.0, 73.0)
"""Distance and size of the dice on the felt, as usual and where they are seen from afar."""
_SPINS = (-0.22, 0.18, -0.06, 0.12, -0.15, 0.24)
_DROPS = (4.0, -5.0, 6.0, -3.0, 5.0, -4.0)


def board(height: float) -> Box:
    """Return the box of the map within its frame; it grows with the window height."""
    return FRAME_X + EDGE, FRAME_Y + EDGE, FRAME_W - 2 * EDGE, FRAME_H - 2 * EDGE + height - 900


def card(pile: int, height: float) -> Box:
    """Return the box of a pile's open citizen."""
    return MARKET_X + pile * MARKET_PITCH, 606.0 + height - 900, 196.0, 276.0


def free_spot(die: int, large: bool = False) -> Spot:
    """Return centre, size and spin of a die 0 … 5 on the felt; ``large``: with dice that are seen from afar."""
    pitch, size = _LARGE_SPREAD if large else _SPREAD
    x = FELT[0] + FELT[2] / 2 + (die - 2.5) * pitch
    return x, FELT[1] + 92 + _DROPS[die], size, _SPINS[die]


def find_ledge_spot(die: int) -> Spot:
    """Return centre, size and spin of a die 0 … 5 on the ledge."""
    return FELT[0] + 132 + die * 62.0, LEDGE[1] + 38, KEPT_SIZE, 0.0


def split_right_column(seats: int, height: float, goals: bool = False) -> tuple[list[Box], Box]:
    """Return the boxes of the other seats' plates, and that of the bottom seat's panel below them; ``goals``: below
    the strip of a stage's goals."""
    top = GOALS[1] + GOALS[3] + 8 if goals else RIVAL_Y
    column = Stack((RIGHT_X, top, RIGHT_W, BOTTOM + height - 900 - top))
    count = seats - 1
    plates = rows(column.take(count * (RIVAL_H + RIVAL_GAP) - RIVAL_GAP), [RIVAL_H] * count, gap=RIVAL_GAP)
    column.skip(20.0 if seats == 4 else 12.0)
    return plates, column.take(column.room)


def around(seats: int, below: int) -> list[int]:
    """Return the other seats in turn order, from the one after ``below``."""
    return [(below + step) % seats for step in range(1, seats)]
