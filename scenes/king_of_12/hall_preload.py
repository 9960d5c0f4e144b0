"""Preloading of a hall's pictures, one per frame, so that no frame has to render many."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import Seat
from scenes.king_of_12.layout import Place
from sprites.base import dodecahedron
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card as sprite
from sprites.king_of_12 import d12

WIDTHS = (15.0, 94.0, 66.0)
"""Widths of card backs, those of the strip first, where all are visible at once."""


class Ahead:
    """Queue of dice and card backs to render."""

    def __init__(self) -> None:
        self._dice: list[tuple[float, int, float]] = []
        self._backs: list[tuple[int, str, float]] = []

    @property
    def waiting(self) -> bool:
        """Whether anything is queued."""
        return bool(self._dice or self._backs)

    def expect(self, face: int, place: Place) -> None:
        """Queue a die for this place with this face."""
        self._dice.append((place.die_size, face, place.spin))

    def order_backs(self, seats: Sequence[Seat]) -> None:
        """Queue the card backs of all players, the small ones first."""
        self._backs = [(seat.colour, seat.emblem, w) for w in WIDTHS for seat in seats]

    def make_one(self, c: Canvas, rolling: bool) -> None:
        """Render one of them; backs only while nothing rolls."""
        if self._dice:
            size, face, spin = self._dice.pop(0)
            d12.picture(c, size, dodecahedron.pose(face, spin))
        elif self._backs and not rolling:
            colour, emblem, w = self._backs.pop(0)
            sprite.back(c, colour, emblem, w)
