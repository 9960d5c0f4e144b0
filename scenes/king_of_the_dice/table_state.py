"""What a table of King of the Dice keeps next to its stage: kept dice, odds, previews, the map and its flames."""

import math

from games.king_of_the_dice.guaranteed_gain import CitizenPreview
from games.king_of_the_dice.moves import PAYMENTS
from scenes.king_of_the_dice.kept_dice import Chances
from scenes.king_of_the_dice.kingdom import Kingdom
from scenes.king_of_the_dice.requirements import Previews
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.table.script import PreviewFade

BEAT = 110.0
"""Milliseconds between two frames of the flames."""


class TableState:
    """State of one table that is neither the session's nor on the stage."""

    def __init__(self, table: DiceTable) -> None:
        self._table = table
        self.kept = 0
        """Mask of the kept dice."""
        self.first_rolls = 0
        """How many throws are shown that decide who begins."""
        self.shows_jokers, self.payment = False, PAYMENTS[0]
        """Whether the board of all jokers is open, and the payment that it shows."""
        self.beat = 0
        """Frame counter of the flames."""
        self.beat_ms = 0.0
        """Milliseconds since the last one."""
        self.chances = Chances()
        self.known_chances = 0
        """How many of them have been drawn."""
        self.kingdom = Kingdom()
        self.previews = Previews()
        self.preview: tuple[int, CitizenPreview] | None = None
        """Pile and preview of the citizen at hand."""
        self.preview_fade = PreviewFade()

    def pulse(self) -> float:
        """Return the strength of the light on legal choices, 0.6 … 1; constant where lights are steady."""
        if self._table.ctx.steady or self._table.ctx.instant:
            return 0.95
        return 0.8 + 0.2 * math.sin(self.beat * BEAT / 1400 * 2 * math.pi)
