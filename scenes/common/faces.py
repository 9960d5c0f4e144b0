"""The face of the player at a seat: a character's portrait, or a medallion of the seat's own colour and emblem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.levels import LEVELS
from scenes.common import opponent_names
from scenes.shell.player_identity import get_emblem
from sprites.base import portrait, shapes, theme
from sprites.base.portrait import Arms

if TYPE_CHECKING:
    from engine.seats import Seat
    from sprites.base.canvas import Canvas

PLAIN = Arms("person", ("base/portrait.plain.high", "base/portrait.plain", "base/portrait.plain.low"), "pale")
PERSON_RANK = 1
"""A person's frame: bronze."""


def build_face(seat: Seat, palette: str) -> tuple[Arms, int]:
    """Return the arms of a seat's medallion and the rank of its frame."""
    one = opponent_names.find_character(seat.level)
    if one is not None:
        return opponent_names.build_arms(one), opponent_names.get_rank(one)
    look = theme.player(seat.colour, palette)
    rank = LEVELS.index(seat.level) if seat.level in LEVELS else PERSON_RANK
    return Arms(get_emblem(seat), (look.high, look.base, look.low), "pale"), rank


def build_plain_face(level: str) -> tuple[Arms, int]:
    """Return the arms and the rank of a player of whom no more than the level is known; only characters have a coat."""
    one = opponent_names.find_character(level)
    return (PLAIN, 0) if one is None else (opponent_names.build_arms(one), opponent_names.get_rank(one))


def draw_face(
    c: Canvas, seat: Seat, cx: float, cy: float, r: float, *, dim: bool = False, sign: float | None = None
) -> None:
    """Draw the medallion of a seat; ``sign`` is the radius of the seat's sign at its lower right, 0 for none."""
    arms, rank = build_face(seat, c.palette)
    portrait.draw(c, arms, rank, cx, cy, r, dim=dim)
    small = max(10.0, r * 0.26) if sign is None else sign
    if small:
        shapes.badge(c, seat.colour, seat.emblem, cx + r * 0.74, cy + r * 0.74, small)
